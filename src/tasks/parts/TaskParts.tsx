import { useAppDispatch } from '../../hooks';
import { PartList } from './PartList';
import { partTickRequested } from './partActions';
import type { Task } from '../task';

/** The parts of a task below its row. A tick is saved at once. */
export function TaskParts({ task }: { task: Task }) {
  const dispatch = useAppDispatch();
  return (
    <PartList
      label={`Parts: ${task.taskName.slice(0, LONGEST_READ)}`}
      description={task.taskDescription}
      isInRow
      onTick={(at, isTicked) => dispatch(partTickRequested(task, at, isTicked))}
    />
  );
}

const LONGEST_READ = 100;
