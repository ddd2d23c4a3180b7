import { Rows } from '../ui/Rows';
import { TaskRow } from './TaskRow';

type Props = { taskIds: number[]; openId: number | null };

/** Tasks in the order of their view. */
export const TaskRows = ({ taskIds, openId }: Props) => (
  <Rows items={taskIds} keyOf={taskId => taskId}>
    {taskId => <TaskRow taskId={taskId} isOpen={taskId === openId} />}
  </Rows>
);
