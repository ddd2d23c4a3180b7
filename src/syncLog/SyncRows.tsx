import {
  ChevronRight,
  RotateCcw,
  Trash2,
  Check,
  HardDrive,
  Merge,
  Send,
  TriangleAlert,
  Undo2,
  type LucideIcon,
} from 'lucide-react';
import { type Day, dayInWords, dayOf } from '../lib/days/days';
import { timeInWords as timeOf } from '../lib/days/times';
import { type Why, selectWords, type OpenOperation } from './syncLogSlice';
import { Link } from '../components/Link';
import { useAppDispatch, useAppSelector } from '../hooks';
import { Icon } from '../components/Icon';
import { discardRequested, retryRequested } from '../sync/queue/queueSlice';
import { selectToday } from '../ui/uiSlice';
import styles from './SyncPage.module.css';
import type { LogEntry } from '../sync/queue/store/operationLog';

/** `10:42:13`, by the device's clock and the user's language. */
const timeInWords = (instant: string) => timeOf(instant, true);

/** `10:42:13`, preceded by its day unless that is today. */
function instantInWords(instant: string, today: Day): string {
  const day = dayOf(Date.parse(instant));
  return day === today ? timeInWords(instant) : `${dayInWords(day, today)}, ${timeInWords(instant)}`;
}

const MINUTE_MS = 60_000;
/** The units of time in milliseconds, from the largest. */
const UNITS = [
  ['day', 24 * 60 * MINUTE_MS],
  ['hour', 60 * MINUTE_MS],
  ['minute', MINUTE_MS],
] as const;
/** A smaller offset, in milliseconds, is not mentioned. */
const FEW_MINUTES_MS = 3 * MINUTE_MS;

/**
 * Says that this device's clock is wrong, and by how much, e.g. `2 hours fast`; null when the difference is at most a
 * few minutes. `offset` is how far the server's clock is ahead, in milliseconds.
 */
export function clockInWords(offset: number): string | null {
  const size = Math.abs(offset);
  if (size < FEW_MINUTES_MS) return null;
  const [unit, length] = UNITS.find(([, milliseconds]) => Math.round(size / milliseconds) >= 2) ?? UNITS[2];
  return `This device’s clock is ${Math.round(size / length)} ${unit}s ${offset < 0 ? 'fast' : 'slow'}: so are the times below.`;
}

const until = ({ until: instant }: Why) => (instant ? ` Next try at ${timeInWords(instant)}.` : '');

/** A sentence that says why waiting changes have not been sent. */
export function whyInWords(why: Why): string {
  switch (why.type) {
    case 'signIn':
      return 'Sign in again to send your changes.';
    case 'offline':
      return `You are offline: your changes are sent when you’re back online.${until(why)}`;
    case 'paused':
      return `Could not send: ${why.message}.${until(why)}`;
    case 'otherTab':
      return 'Another tab is sending your changes.';
    case 'thisTab':
      return 'Sending your changes.';
    case 'noTab':
      return 'Your changes are sent in a moment.';
  }
}

/** An unconfirmed change; a blocked one shows the reason and its actions. */
export function OpenRow({ operation }: { operation: OpenOperation }) {
  const dispatch = useAppDispatch();
  const today = useAppSelector(selectToday);
  const words = useAppSelector(selectWords)[operation.id] ?? operation.label;
  const { label, status, reason, itemKey, madeAt, place } = operation;
  const isBlocked = status === 'blocked';
  const since = `${label}, on this device since `;
  const instant = instantInWords(madeAt, today);
  return (
    <div className={styles.row}>
      <span className={styles.text}>
        <span className={styles.title} dir="auto">
          {words}
        </span>
        {isBlocked ? (
          <span className={`${styles.details} ${styles.danger}`} title={reason}>
            {reason}
          </span>
        ) : (
          <span className={styles.details} title={since + instant}>
            <span>{since}</span>
            <bdi>{instant}</bdi>
          </span>
        )}
      </span>
      {isBlocked && (
        <button
          type="button"
          className={styles.act}
          aria-label={`Retry: ${words}`}
          title="Retry"
          onClick={() => dispatch(retryRequested({ itemKey }))}
        >
          <Icon of={RotateCcw} size={18} />
        </button>
      )}
      {isBlocked && (
        <button
          type="button"
          className={styles.act}
          aria-label={`Discard: ${words}`}
          title="Discard"
          onClick={() => dispatch(discardRequested({ itemKey }))}
        >
          <Icon of={Trash2} size={18} />
        </button>
      )}
      <Link
        to={place.path}
        state={place.note === undefined ? undefined : { note: place.note }}
        className={styles.act}
        aria-label={`Open: ${words}`}
        title="Open"
        data-item
      >
        <Icon of={ChevronRight} size={18} />
      </Link>
    </div>
  );
}

/** A finished change, with the time of each step. */
export function LogRow({ entry }: { entry: LogEntry }) {
  const today = useAppSelector(selectToday);
  const words = useAppSelector(selectWords)[entry.id];
  const { keptAt, sentAt, blockedAt, confirmedAt, takenBackAt, replacedBy } = entry;
  const day = dayOf(Date.parse(keptAt));
  return (
    <div className={styles.row}>
      <span className={styles.text}>
        <span className={styles.title} dir="auto">
          {words}
        </span>
        <span className={styles.steps}>
          {day !== today && <bdi>{dayInWords(day, today)}</bdi>}
          <Step of={HardDrive} name="on this device" at={keptAt} />
          <Step of={Send} name="sent" at={sentAt} />
          <Step of={TriangleAlert} name="blocked" at={blockedAt} />
          <Step of={Check} name="confirmed" at={confirmedAt} />
          <Step
            of={replacedBy ? Merge : Undo2}
            name={replacedBy ? 'merged into a later change' : 'discarded'}
            at={takenBackAt}
          />
        </span>
      </span>
    </div>
  );
}

function Step({ of, name, at }: { of: LucideIcon; name: string; at?: string }) {
  if (at === undefined) return null;
  return (
    <span className={styles.step} title={name}>
      <Icon of={of} size={14} />
      <span className={styles.stepName}>{name}</span>{' '}
      <time dateTime={at}>
        <bdi>{timeInWords(at)}</bdi>
      </time>
    </span>
  );
}
