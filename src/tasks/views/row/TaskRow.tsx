import { memo, useEffect, useRef } from 'react';
import { shallowEqual } from 'react-redux';
import { useAppDispatch, useAppSelector } from '../../../hooks';
import { editPath } from '../../../routes';
import { subtasksToggled, selectHasDraft } from '../../../ui/uiSlice';
import { SyncMark } from '../../../ui/SyncMark';
import styles from './TaskRow.module.css';
import { SELECTED_ID, selectRenaming } from '../../selecting/selected';
import { looksDone, shownDay, type Task } from '../../task';
import { moveButton, subtasksButton, subtasksOf, rowWords, type Place } from './rowElements';
import { RepeatMark } from '../../../repeats/form/RepeatMark';
import { RenameField } from './RenameField';
import { selectTask, selectTaskOthers, selectTaskSync } from '../../tasksSelectors';
import { TickBox } from './TickBox';
import { SubtaskList } from '../../subtasks/SubtaskList';
import { subtaskTickRequested } from '../../subtasks/subtaskActions';

/** The subtasks of a task below its row. A tick is saved at once. */
function Subtasks({ task }: { task: Task }) {
  const dispatch = useAppDispatch();
  return (
    <SubtaskList
      label={`Subtasks: ${task.taskName.slice(0, LONGEST_LABEL_CHARACTERS)}`}
      description={task.taskDescription}
      isInRow
      onTick={(at, isTicked) => dispatch(subtaskTickRequested(task, at, isTicked))}
    />
  );
}

const LONGEST_LABEL_CHARACTERS = 100;

type Props = Place & {
  taskId: number;
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
  const subtasks = subtasksOf(task);
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
          {rowWords(props, task, {
            day: shownDay(task),
            isDone,
            subtasks,
            about: (
              <>
                {task.repeat && <RepeatMark repeat={task.repeat} />}
                <SyncMark sync={sync} others={others} />
                {hasDraft && <span data-state>Draft</span>}
              </>
            ),
          })}
        </a>
      )}
      {subtasks && <SubtasksButton task={task} words={subtasks} isUnfolded={isUnfolded} />}
      {list !== 'done' && moveButton(task)}
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

type SubtasksProps = { task: Task; words: string; isUnfolded: boolean };

/** The count of ticked subtasks, a button that shows and hides them. */
function SubtasksButton({ task, words, isUnfolded }: SubtasksProps) {
  const dispatch = useAppDispatch();
  return subtasksButton(task, words, {
    'aria-expanded': isUnfolded,
    onClick: () => dispatch(subtasksToggled({ taskId: task.taskId })),
  });
}
