import { memo, useEffect, useRef } from 'react';
import { useAppDispatch, useAppSelector } from '../../../hooks';
import { editPath } from '../../../routes';
import { countBoxes } from '../../../lib/text/countBoxes';
import { dayInWords, type Day } from '../../../lib/days/days';
import { partsToggled, selectHasDraft } from '../../../ui/uiSlice';
import { chunk } from '../../../components/chunk';
import { SyncMark } from '../../../ui/SyncMark';
import styles from './TaskRow.module.css';
import { MoveButton } from './MoveButton';
import { SELECTED_ID, selectRenaming } from '../../selected';
import { looksDone, shownDay, type Task } from '../../task';
import { TaskParts } from '../../parts/taskPartsChunk';
import { selectTask, selectTaskOthers, selectTaskSync } from '../../tasksSelectors';
import { TickBox } from './TickBox';

/** Its words come late: a row says at once that it repeats. */
const RepeatMark = chunk(
  () => import(/* webpackChunkName: "repeats" */ '../../../repeats/form/RepeatMark'),
  <span>repeats</span>,
);
const RenameField = chunk(() => import(/* webpackChunkName: "moves" */ './RenameField'), null);
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
  /** Its parts are shown below its line. */
  isUnfolded?: boolean;
};

/** A row reads its own task, so that a change renders only the rows that it concerns. */
export const TaskRow = memo(function TaskRow(props: Props) {
  const { taskId, list, today, isOpen, isDaySaid = false, isPointedOut = false } = props;
  const { isSelected = false, isUnfolded = false } = props;
  const task = useAppSelector(state => selectTask(state, taskId));
  const sync = useAppSelector(state => selectTaskSync(state, taskId));
  const others = useAppSelector(state => selectTaskOthers(state, taskId));
  const isRenaming = useAppSelector(state => selectRenaming(state) === taskId);
  const hasDraft = useAppSelector(state => selectHasDraft(state, `task/${taskId}`));
  const link = useRef<HTMLAnchorElement>(null);
  // Closing its form gives the focus back, when nothing else has taken it.
  useEffect(() => {
    const opened = link.current;
    if (isOpen) return () => void (document.activeElement === document.body && opened?.focus());
  }, [isOpen]);
  if (!task) return null;
  const name = task.taskName.trim();
  const isDone = looksDone(task);
  const day = shownDay(task);
  const isLate = !isDone && day !== null && day < today;
  const parts = partsOf(task);
  const row = (
    <div
      className={styles.row}
      data-done={isDone || undefined}
      data-pointed-out={isPointedOut || undefined}
      data-selected={isSelected || undefined}
    >
      <TickBox task={task} />
      {isRenaming ? (
        <RenameField task={task} />
      ) : (
        <a
          ref={link}
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
              {!isDaySaid && <span data-late={isLate || undefined}>{dayInWords(day, today)}</span>}
              {task.repeat && <RepeatMark repeat={task.repeat} />}
              <SyncMark sync={sync} others={others} />
              {hasDraft && <span>Draft</span>}
            </span>
          </span>
          {list !== task.taskList && (
            <span
              className={styles.list}
              data-list={task.taskList}
              role="img"
              aria-label={listNames[task.taskList]}
            />
          )}
          {!parts && task.taskDescription.trim() !== '' && (
            <span className={styles.described} role="img" aria-label="has a description" />
          )}
        </a>
      )}
      {parts && <PartsButton task={task} words={parts} isUnfolded={isUnfolded} />}
      <MoveButton task={task} />
    </div>
  );
  if (!parts || !isUnfolded) return row;
  return (
    <>
      {row}
      <TaskParts task={task} />
    </>
  );
});

/** `2 of 5`; null for a task without parts. */
function partsOf({ taskDescription }: Task): string | null {
  if (!taskDescription.includes('- [')) return null;
  const { ticked, all } = countBoxes(taskDescription);
  return all > 0 ? `${ticked} of ${all}` : null;
}

type PartsProps = { task: Task; words: string; isUnfolded: boolean };

/** How many parts are ticked; it shows and hides them. */
function PartsButton({ task: { taskId, taskName }, words, isUnfolded }: PartsProps) {
  const dispatch = useAppDispatch();
  return (
    <button
      type="button"
      className={styles.parts}
      aria-expanded={isUnfolded}
      aria-label={`${words} parts: ${taskName.slice(0, LONGEST_READ)}`}
      onClick={() => dispatch(partsToggled({ taskId }))}
      data-parts
    >
      {words}
    </button>
  );
}

const LONGEST_READ = 100;

/** More characters than any screen shows in a line; the rest would only cost layout. */
const LONGEST_SHOWN = 300;
