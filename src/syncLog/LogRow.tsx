import { Check, HardDrive, Merge, Send, TriangleAlert, Undo2, type LucideIcon } from 'lucide-react';
import { useAppSelector } from '../hooks';
import { Icon } from '../components/Icon';
import type { LogEntry } from '../sync/queue/store/operationLog';
import { dayOf, dayInWords } from '../lib/days/days';
import { selectToday } from '../ui/uiSlice';
import styles from './SyncPage.module.css';
import { selectWords } from './syncLogSlice';
import { timeInWords } from './words';

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
          {day !== today && <span>{dayInWords(day, today)}</span>}
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
      <span className={styles.stepName}>{name}</span> <time dateTime={at}>{timeInWords(at)}</time>
    </span>
  );
}
