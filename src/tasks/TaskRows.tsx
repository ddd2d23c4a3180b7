import { useState, type FocusEvent } from 'react';
import { TaskRow } from './TaskRow';
import styles from './TaskRows.module.css';
import { useRowsInView } from './useRowsInView';

/** Pixels, as the style sheet has it: nothing is ever measured. */
const ROW_HEIGHT = 52;
/** Shorter lists stand whole in the page, which a browser's own search and a screen reader like best. */
const WINDOWED_FROM = 50;

type Props = { taskIds: number[]; openId: number | null };

export const TaskRows = (props: Props) =>
  props.taskIds.length < WINDOWED_FROM ? <WholeRows {...props} /> : <WindowedRows {...props} />;

const WholeRows = ({ taskIds, openId }: Props) => (
  <div className={styles.scroller}>
    <ul className={styles.rows}>
      {taskIds.map(taskId => (
        <li key={taskId} className={styles.item}>
          <TaskRow taskId={taskId} isOpen={taskId === openId} />
        </li>
      ))}
    </ul>
  </div>
);

/** Only the rows in view are in the page, and the one that has the focus, so that scrolling never takes it away. */
function WindowedRows({ taskIds, openId }: Props) {
  const { from, to, onScroll } = useRowsInView(taskIds.length, ROW_HEIGHT);
  const [focused, setFocused] = useState<number | null>(null);
  const rows = Array.from({ length: to - from }, (_, at) => from + at);
  const kept = focused === null ? -1 : taskIds.indexOf(focused);
  if (kept >= 0 && kept < from) rows.unshift(kept);
  if (kept >= to) rows.push(kept);
  const follow = ({ target }: FocusEvent<HTMLElement>) => {
    const row = Number(target.closest<HTMLElement>('[data-row]')?.dataset.row);
    setFocused(taskIds[row] ?? null);
  };
  return (
    <div className={styles.scroller} onScroll={onScroll}>
      <div
        role="list"
        className={styles.rows}
        style={{ height: taskIds.length * ROW_HEIGHT }}
        onFocus={follow}
        onBlur={() => setFocused(null)}
      >
        {rows.map(row => (
          <div
            key={taskIds[row]}
            role="listitem"
            aria-setsize={taskIds.length}
            aria-posinset={row + 1}
            data-row={row}
            className={styles.windowed}
            style={{ transform: `translateY(${row * ROW_HEIGHT}px)` }}
          >
            <TaskRow taskId={taskIds[row]!} isOpen={taskIds[row] === openId} />
          </div>
        ))}
      </div>
    </div>
  );
}
