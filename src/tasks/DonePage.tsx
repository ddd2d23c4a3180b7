import { useAppSelector } from '../app/hooks';
import { dayInWords } from '../lib/days';
import { PageHeading } from '../components/PageHeading';
import { Rows } from '../components/Rows';
import { selectToday } from '../ui/uiSlice';
import styles from './DonePage.module.css';
import { selectDoneRows } from './doneSelectors';
import { SkeletonRows } from './SkeletonRows';
import { TaskRow } from './TaskRow';
import listStyles from './TaskListView.module.css';
import { selectAreTasksKnown } from './tasksSelectors';

/** The logbook: what was ticked off, day by day, the latest first. Unticking it makes it a task again. */
export default function DonePage({ openId }: { openId: number | null }) {
  const isKnown = useAppSelector(selectAreTasksKnown);
  const rows = useAppSelector(selectDoneRows);
  return (
    <section className={listStyles.view}>
      <header className={listStyles.head}>
        <PageHeading page="done" isMain={openId === null}>
          Done
        </PageHeading>
      </header>
      {rows.length > 0 ? (
        <Logbook rows={rows} openId={openId} />
      ) : isKnown ? (
        <p className={styles.empty}>Nothing is ticked off yet. What you finish is kept here.</p>
      ) : (
        <SkeletonRows />
      )}
    </section>
  );
}

function Logbook({ rows, openId }: { rows: (number | string)[]; openId: number | null }) {
  const today = useAppSelector(selectToday);
  return (
    <Rows items={rows} keyOf={row => row}>
      {row =>
        typeof row === 'number' ? (
          <TaskRow taskId={row} list="done" today={today} isOpen={row === openId} />
        ) : (
          <h2 className={styles.day}>{dayInWords(row, today)}</h2>
        )
      }
    </Rows>
  );
}
