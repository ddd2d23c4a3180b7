import { useRef, useState, type FocusEvent } from 'react';
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { TaskRow } from './TaskRow';
import styles from './TaskRows.module.css';

/** Pixels; said to the window as a constant, so that nothing is ever measured. */
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
  const scroller = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const withFocused = (range: Range) => {
    const rows = defaultRangeExtractor(range);
    const row = focused === null ? -1 : taskIds.indexOf(focused);
    return row < 0 || rows.includes(row) ? rows : [...rows, row].sort((a, b) => a - b);
  };
  // eslint-disable-next-line react-hooks/incompatible-library -- nothing of it is handed to a memoised part
  const virtualizer = useVirtualizer({
    count: taskIds.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: row => taskIds[row]!,
    rangeExtractor: withFocused,
    overscan: 6,
    paddingEnd: ROW_HEIGHT,
  });
  const follow = ({ target }: FocusEvent<HTMLElement>) => {
    const row = Number(target.closest<HTMLElement>('[data-row]')?.dataset.row);
    setFocused(taskIds[row] ?? null);
  };
  return (
    <div ref={scroller} className={styles.scroller}>
      <div
        role="list"
        className={styles.rows}
        style={{ height: taskIds.length * ROW_HEIGHT }}
        onFocus={follow}
        onBlur={() => setFocused(null)}
      >
        {virtualizer.getVirtualItems().map(({ index, start, key }) => (
          <div
            key={key}
            role="listitem"
            aria-setsize={taskIds.length}
            aria-posinset={index + 1}
            data-row={index}
            className={styles.windowed}
            style={{ transform: `translateY(${start}px)` }}
          >
            <TaskRow taskId={taskIds[index]!} isOpen={taskIds[index] === openId} />
          </div>
        ))}
      </div>
    </div>
  );
}
