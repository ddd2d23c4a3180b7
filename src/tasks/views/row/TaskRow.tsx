import { memo, useEffect, useRef, type ReactNode } from 'react';
import { shallowEqual } from 'react-redux';
import { useAppDispatch, useAppSelector } from '../../../hooks';
import { TagChips } from '../../../components/TagChip';
import { withoutTags } from '../../../../shared/tags';
import { editPath, tagOf } from '../../../routes';
import { subtasksToggled, selectHasDraft } from '../../../ui/uiSlice';
import { SyncMark } from '../../../ui/SyncMark';
import styles from './TaskRow.module.css';
import { SELECTED_ID, selectRenaming } from '../../selecting/selected';
import { looksDone, shownDay, shownTime, wasSkipped, type Task } from '../../task';
import moveStyles from './MoveButton.module.css';
import { countSubtasks } from '../../../lib/text/subtasks';
import { dayInWords, type Day } from '../../../lib/days/days';
import { repeatInWords } from '../../../repeats/makeRepeat';
import { Clock } from './Clock';
import { RenameField } from './RenameField';
import { selectTask, selectTaskOthers, selectTaskSync } from '../../tasksSelectors';
import { TickBox } from './TickBox';
import { RowSubtasks } from '../../../components/subtasks/SubtaskList';
import { subtaskTickRequested } from '../../taskActions';
import { isBlank, trimmed } from '../../../lib/text/visible';

const LONGEST_LABEL_CHARACTERS = 100;
/** The maximum length of rendered text; more would not fit on any screen, but slow the layout. */
const LONGEST_SHOWN_CHARACTERS = 300;
const listNames = { personal: 'Personal', work: 'Work' };
const labelOf = ({ taskName }: Task) => withoutTags(taskName).slice(0, LONGEST_LABEL_CHARACTERS);

type Props = {
  taskId: number;
  /** The title in the address of the list that contains the row: 'today', 'done'. */
  list: string;
  today: Day;
  /** True when the heading above, or the view, names the row's day. */
  isDaySaid?: boolean;
  isOpen: boolean;
  /** Highlighted because it was just added or moved. */
  isPointedOut?: boolean;
  isSelected?: boolean;
  /** Its subtasks are shown below it. */
  isUnfolded?: boolean;
};

/** A task's row. It selects its own task, so that a change renders only the affected rows. */
export const TaskRow = memo(function TaskRow(props: Props) {
  const { taskId, list, isOpen, isPointedOut = false } = props;
  const { isSelected = false, isUnfolded = false } = props;
  // A single subscription, because each is paid by every row of a view that opens.
  const { task, sync, others, isRenaming, hasDraft } = useAppSelector(
    state => ({
      task: selectTask(state, taskId),
      sync: selectTaskSync(state, taskId),
      others: selectTaskOthers(state, taskId),
      isRenaming: selectRenaming(state) === taskId,
      hasDraft: selectHasDraft(state, `task/${taskId}`),
    }),
    shallowEqual,
  );
  const link = useRef<HTMLAnchorElement>(null);
  // After its form closes, the row takes the focus if no other element has it.
  useEffect(() => {
    const opened = link.current;
    if (isOpen) return () => void (document.activeElement === document.body && opened?.focus());
  }, [isOpen]);
  if (!task) return null;
  const isDone = looksDone(task);
  const isSkipped = list === 'done' && wasSkipped(task);
  const subtasks = subtasksOf(task);
  const row = (
    <div
      className={styles.row}
      data-task-row
      data-done={(isDone && !isSkipped) || undefined}
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
          <RowWords {...props} task={task} isDone={isDone}>
            {isSkipped && <span data-state>Skipped</span>}
            <SyncMark sync={sync} others={others} />
            {hasDraft && <span data-state>Not saved</span>}
          </RowWords>
        </a>
      )}
      {!isRenaming && <TagChips line={task.taskName} except={tagOf(list)} place="row" />}
      {subtasks && <SubtasksButton task={task} words={subtasks} isUnfolded={isUnfolded} />}
      {list !== 'done' && dayAndMenu(task)}
    </div>
  );
  if (!subtasks || !isUnfolded) return row;
  return (
    <>
      {row}
      <Subtasks task={task} />
    </>
  );
});

/** The buttons for a task's day and its menu. One listener of the page handles both (selection/gestures/useRowGestures.ts). */
const dayAndMenu = (task: Task) => (
  <>
    <button
      type="button"
      tabIndex={-1} // a key does the same
      className={moveStyles.day}
      data-pick={task.taskId}
      aria-haspopup="dialog"
      aria-label={`Pick a day: ${labelOf(task)}`}
    />
    <button
      type="button"
      className={moveStyles.button}
      data-move={task.taskId}
      aria-haspopup="menu"
      aria-label={`Move: ${labelOf(task)}`}
    />
  </>
);

type WordsProps = Pick<Props, 'list' | 'today' | 'isDaySaid'> & {
  task: Task;
  isDone: boolean;
  children: ReactNode;
};

/** The content of a task's link: its name and details; `children` follow its day. */
function RowWords({ list, today, isDaySaid, task, isDone, children }: WordsProps) {
  const name = trimmed(withoutTags(task.taskName));
  const day = shownDay(task);
  const time = shownTime(task);
  const isLate = !isDone && day !== null && day < today;
  return (
    <>
      <span className={styles.text}>
        <span className={name ? styles.name : styles.noName} dir="auto">
          {name.slice(0, LONGEST_SHOWN_CHARACTERS) || '(no name)'}
        </span>
        <span className={styles.about}>
          {!isDaySaid && <bdi data-late={isLate || undefined}>{dayInWords(day, today)}</bdi>}
          {time !== undefined && <Clock time={time} />}
          {task.repeat && <span data-rule>{repeatInWords(task.repeat)}</span>}
          {children}
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
      {!subtasksOf(task) && !isBlank(task.taskDescription) && (
        <span className={styles.described} role="img" aria-label="has a description" />
      )}
    </>
  );
}

/** `2 of 5`; null for a task without subtasks. */
function subtasksOf({ taskDescription }: Task): string | null {
  if (!taskDescription.includes('- [')) return null;
  const { ticked, all } = countSubtasks(taskDescription);
  return all > 0 ? `${ticked} of ${all}` : null;
}

type SubtasksProps = { task: Task; words: string; isUnfolded: boolean };

/** The count of ticked subtasks, a button that shows and hides them. */
function SubtasksButton({ task, words, isUnfolded }: SubtasksProps) {
  const dispatch = useAppDispatch();
  return (
    <button
      type="button"
      className={styles.subtasks}
      aria-label={`${words} subtasks: ${labelOf(task)}`}
      aria-expanded={isUnfolded}
      onClick={() => dispatch(subtasksToggled({ taskId: task.taskId }))}
      data-subtasks
    >
      {words}
    </button>
  );
}

/** The subtasks of a task below its row. A tick is saved at once. */
function Subtasks({ task }: { task: Task }) {
  const dispatch = useAppDispatch();
  return (
    <RowSubtasks
      label={`Subtasks: ${labelOf(task)}`}
      description={task.taskDescription}
      onTick={(at, isTicked) => dispatch(subtaskTickRequested(task, at, isTicked))}
    />
  );
}
