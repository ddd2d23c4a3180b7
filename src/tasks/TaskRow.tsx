import { memo, useEffect, useRef } from 'react';
import { useAppSelector } from '../app/hooks';
import { editPath } from '../app/paths';
import { dayInWords, type Day } from '../lib/days';
import { selectHasDraft } from '../ui/uiSlice';
import { SyncMark } from '../components/SyncMark';
import styles from './TaskRow.module.css';
import { MoveButton } from './MoveButton';
import { SELECTED_ID } from './selected';
import { selectTask, selectTaskOthers, selectTaskSync } from './tasksSelectors';
import { TickBox } from './TickBox';

const listNames = { personal: 'Personal', work: 'Work' };

type Props = {
  taskId: number;
  /** As in its address: 'today', 'done'. */
  list: string;
  today: Day;
  isOpen: boolean;
  /** The heading above says its day, or the view does. */
  isDaySaid?: boolean;
  /** It is marked, because it was just added or moved. */
  isPointedOut?: boolean;
  isSelected?: boolean;
};

/** A row reads its own task, so that a change renders only the rows that it concerns. */
export const TaskRow = memo(function TaskRow(props: Props) {
  const { taskId, list, today, isOpen, isDaySaid = false, isPointedOut = false, isSelected = false } = props;
  const task = useAppSelector(state => selectTask(state, taskId));
  const sync = useAppSelector(state => selectTaskSync(state, taskId));
  const others = useAppSelector(state => selectTaskOthers(state, taskId));
  const hasDraft = useAppSelector(state => selectHasDraft(state, `task/${taskId}`));
  const row = useRef<HTMLAnchorElement>(null);
  // Closing its form gives the focus back, when nothing else has taken it.
  useEffect(() => {
    const link = row.current;
    if (isOpen) return () => void (document.activeElement === document.body && link?.focus());
  }, [isOpen]);
  if (!task) return null;
  const name = task.taskName.trim();
  const isLate = task.doneAt === null && task.taskDueDay !== null && task.taskDueDay < today;
  return (
    <div
      className={styles.row}
      data-done={task.doneAt !== null || undefined}
      data-pointed-out={isPointedOut || undefined}
      data-selected={isSelected || undefined}
    >
      <TickBox task={task} />
      <a
        ref={row}
        href={editPath(list, taskId)}
        className={styles.link}
        aria-current={isOpen || undefined}
        aria-describedby={isSelected ? SELECTED_ID : undefined}
        data-item
        data-task={taskId}
      >
        <span className={styles.text}>
          <span className={name ? styles.name : styles.noName} dir="auto">
            {name.slice(0, LONGEST_SHOWN) || '(no name)'}
          </span>
          <span className={styles.about}>
            {!isDaySaid && <span data-late={isLate || undefined}>{dayInWords(task.taskDueDay, today)}</span>}
            {list !== task.taskList && <span>{listNames[task.taskList]}</span>}
            <SyncMark sync={sync} others={others} />
            {hasDraft && <span>Draft</span>}
          </span>
        </span>
        {task.taskDescription.trim() !== '' && (
          <span className={styles.described} role="img" aria-label="has a description" />
        )}
      </a>
      <MoveButton task={task} />
    </div>
  );
});

/** More characters than any screen shows in a line; the rest would only cost layout. */
const LONGEST_SHOWN = 300;
