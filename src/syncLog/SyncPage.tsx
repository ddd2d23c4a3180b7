import { useEffect } from 'react';
import { Download } from 'lucide-react';
import { useAppDispatch, useAppSelector, useAppStore } from '../hooks';
import { Button } from '../components/Button';
import { Icon } from '../components/Icon';
import { PageHeading } from '../components/PageHeading';
import { Rows } from '../components/rows/Rows';
import { MAX_LOGGED_OPERATIONS, type LogEntry } from '../sync/queue/store/operationLog';
import {
  queueSlice,
  selectIsSaving,
  selectKeptCount,
  selectStorage,
  type QueueState,
} from '../sync/queue/queueSlice';
import { selectIsOnline } from '../ui/uiSlice';
import { LogRow, OpenRow, clockInWords, whyInWords } from './SyncRows';
import styles from './SyncPage.module.css';
import {
  selectArithmetic,
  selectSender,
  selectWhy,
  logClosed,
  logOpened,
  selectBlocked,
  selectClockOffset,
  selectEntries,
  selectIsRead,
  selectWaiting,
  selectSyncLog,
  type OpenOperation,
  type SyncLogState,
} from './syncLogSlice';

type Row = { heading: string } | { open: OpenOperation } | { entry: LogEntry };

const SENDERS = {
  'this tab': 'This tab sends your changes.',
  'another tab': 'Another tab sends your changes.',
};

/** The state of every change of this device: waiting ones and why, blocked ones, and the log of the last ones. */
export function SyncPage() {
  const dispatch = useAppDispatch();
  const isRead = useAppSelector(selectIsRead);
  const sender = useAppSelector(selectSender);
  const storage = useAppSelector(selectStorage);
  const why = whyInWords(useAppSelector(selectWhy));
  const hasWaiting = useAppSelector(selectWaiting).length > 0;
  const clock = clockInWords(useAppSelector(selectClockOffset));
  const rows = useRows();
  useEffect(() => {
    dispatch(logOpened());
    return () => void dispatch(logClosed());
  }, [dispatch]);

  return (
    <section className={styles.page}>
      <header className={styles.head}>
        <PageHeading page="sync">Sync history</PageHeading>
        {isRead && <Arithmetic />}
        <p className={styles.about}>
          {[
            storage === 'memory' &&
              'This device can’t store your changes: keep this tab open until they are saved.',
            sender !== null && SENDERS[sender],
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
        {clock !== null && <p className={styles.about}>{clock}</p>}
        {hasWaiting && <p className={styles.about}>{why}</p>}
        {rows.length > 0 && <ExportButton />}
      </header>
      {rows.length > 0 ? (
        <Rows sections={[{ key: 'log', items: rows }]} keyOf={keyOf}>
          {row => <RowOf row={row} />}
        </Rows>
      ) : (
        <p className={styles.empty}>
          {isRead ? 'No changes yet. What you change on this device shows up here.' : 'Loading…'}
        </p>
      )}
    </section>
  );
}

/** The content of the page as rows of one list, so that it is windowed as a whole. */
function useRows(): Row[] {
  const waiting = useAppSelector(selectWaiting);
  const blocked = useAppSelector(selectBlocked);
  const entries = useAppSelector(selectEntries);
  const section = (heading: string, rows: Row[]) => (rows.length > 0 ? [{ heading }, ...rows] : []);
  return [
    ...section(
      'Needs your decision',
      blocked.map(open => ({ open })),
    ),
    ...section(
      'Waiting',
      waiting.map(open => ({ open })),
    ),
    ...section(
      entries.length < MAX_LOGGED_OPERATIONS
        ? 'All changes on this device'
        : 'The last 1,000 changes on this device',
      entries.map(entry => ({ entry })),
    ),
  ];
}

const keyOf = (row: Row) =>
  'heading' in row ? row.heading.slice(0, 7) : 'open' in row ? `open ${row.open.id}` : row.entry.number;

function RowOf({ row }: { row: Row }) {
  if ('heading' in row) return <h2 className={styles.heading}>{row.heading}</h2>;
  if ('open' in row) return <OpenRow operation={row.open} />;
  return <LogRow entry={row.entry} />;
}

/** Created from what is on the screen, without further requests. */
function ExportButton() {
  const store = useAppStore();
  const save = () => {
    const state = store.getState();
    const report = reportOf(
      selectSyncLog(state),
      selectArithmetic(state),
      queueSlice.selectSlice(state),
      selectIsOnline(state),
    );
    const url = URL.createObjectURL(
      new Blob([JSON.stringify(report, null, 2)], { type: 'application/json' }),
    );
    Object.assign(document.createElement('a'), { href: url, download: 'daywall-sync.json' }).click();
    // Later than the click, because the download reads the URL after it.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  };
  return (
    <Button onClick={save} title="Times and kinds of your changes, without what you wrote">
      <Icon of={Download} size={18} />
      Export for a bug report
    </Button>
  );
}

const number = new Intl.NumberFormat();

/** A sentence that says whether everything is saved; _Details_ shows the sum behind it. */
function Arithmetic() {
  const sums = useAppSelector(selectArithmetic);
  /** More than the log says while a change is being stored. */
  const kept = useAppSelector(state => selectKeptCount(state) + Number(selectIsSaving(state)));
  return (
    <>
      <p className={styles.sentence}>{inSentence(Math.max(sums.waiting + sums.blocked, kept))}</p>
      <details className={styles.sum}>
        <summary>Details</summary>
        <Sum {...sums} />
      </details>
    </>
  );
}

type Sums = ReturnType<typeof selectArithmetic>;

function inSentence(open: number) {
  if (open === 0) return 'Everything is saved';
  return open === 1 ? '1 change is not saved yet' : `${number.format(open)} changes are not saved yet`;
}

/** `12 made = 9 confirmed + 2 waiting + 0 blocked + 1 discarded`. */
function Sum({ made, confirmed, waiting, blocked, takenBack }: Sums) {
  const terms: [string, number, string][] = [
    ['=', confirmed, 'confirmed'],
    ['+', waiting, 'waiting'],
    ['+', blocked, 'blocked'],
    ['+', takenBack, 'discarded'],
  ];
  return (
    <p className={styles.arithmetic} data-testid="arithmetic">
      <Term count={made} name="made" />
      {terms.map(([sign, count, name]) => (
        <span key={name} className={styles.side}>
          {' '}
          <span className={styles.sign}>{sign}</span> <Term count={count} name={name} />
        </span>
      ))}
    </p>
  );
}

const Term = ({ count, name }: { count: number; name: string }) => (
  <span className={styles.term}>
    <strong>{number.format(count)}</strong> <span>{name}</span>
  </span>
);

/** The length of an id's prefix, which is enough to recognise it within the file. */
const short = (id: string) => id.slice(0, 6);

/**
 * The log as a file for a bug report, without content: kinds and times, numbered items, and error codes, because the
 * server's reasons may quote text of the user. `clockOffset` is in milliseconds.
 */
export function reportOf(
  { entries, clockOffset }: Pick<SyncLogState, 'entries' | 'clockOffset'>,
  totals: ReturnType<typeof selectArithmetic>,
  { sender, paused, storage }: QueueState,
  isOnline: boolean,
) {
  const items = new Map<string, number>();
  const itemOf = (itemKey: string) => {
    if (!items.has(itemKey)) items.set(itemKey, items.size + 1);
    return items.get(itemKey)!;
  };
  return {
    format: 'daywall-sync-log',
    version: 1,
    totals,
    clockOffset,
    sender,
    isOnline,
    storage,
    paused: paused && { until: paused.until, kind: paused.kind },
    operations: entries.map((entry: LogEntry) => ({
      number: entry.number,
      id: short(entry.id),
      item: itemOf(entry.itemKey),
      kind: entry.kind,
      madeAt: entry.madeAt,
      keptAt: entry.keptAt,
      sentAt: entry.sentAt,
      blockedAt: entry.blockedAt,
      reason: entry.blockedAt && 'refused',
      confirmedAt: entry.confirmedAt,
      takenBackAt: entry.takenBackAt,
      replacedBy: entry.replacedBy && short(entry.replacedBy),
    })),
  };
}
