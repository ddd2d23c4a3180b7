import { Rows } from '../ui/Rows';
import { TaskRow } from './TaskRow';
import type { View } from './tasksSelectors';

type Props = { view: View; taskIds: number[]; openId: number | null };

/** Tasks in the order of their view. */
export const TaskRows = ({ view, taskIds, openId }: Props) => (
  <Rows items={taskIds} keyOf={taskId => taskId}>
    {taskId => <TaskRow taskId={taskId} list={view} isOpen={taskId === openId} />}
  </Rows>
);
