import { useAppSelector } from '../app/hooks';
import { dayInWords } from '../days';
import { PageHeading } from '../ui/PageHeading';
import { selectToday } from '../ui/uiSlice';
import styles from './DonePage.module.css';
import { selectDoneRows } from './doneSelectors';
import { SkeletonRows } from './SkeletonRows';
import { TaskRow } from './TaskRow';
import listStyles from './TaskListView.module.css';
import rowStyles from './TaskRows.module.css';
import { selectAreTasksKnown } from './tasksSelectors';
import { useRowsInView } from './useRowsInView';

/** Pixels, of a day's heading as well as of a row. */
const ROW_HEIGHT = 52;

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
  const { from, to, onScroll } = useRowsInView(rows.length, ROW_HEIGHT);
  return (
    <div className={rowStyles.scroller} onScroll={onScroll}>
      <div role="list" className={rowStyles.rows} style={{ height: rows.length * ROW_HEIGHT }}>
        {rows.slice(from, to).map((row, at) => (
          <div
            key={row}
            role="listitem"
            aria-setsize={rows.length}
            aria-posinset={from + at + 1}
            data-row={from + at}
            className={rowStyles.windowed}
            style={{ transform: `translateY(${(from + at) * ROW_HEIGHT}px)` }}
          >
            {typeof row === 'number' ? (
              <TaskRow taskId={row} isOpen={row === openId} />
            ) : (
              <h2 className={styles.day}>{dayInWords(row, today)}</h2>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}
