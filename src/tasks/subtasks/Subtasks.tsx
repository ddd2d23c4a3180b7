import { useAppDispatch } from '../../hooks';
import { SubtaskList } from './SubtaskList';
import { subtaskTickRequested } from './subtaskActions';
import type { Task } from '../task';

/** The subtasks of a task below its row. A tick is saved at once. */
export function Subtasks({ task }: { task: Task }) {
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
