import { useAppSelector } from '../app/hooks';
import { Rows } from '../components/Rows';
import { selectToday } from '../ui/uiSlice';
import { TaskRow } from './TaskRow';
import type { View } from './tasksSelectors';

type Props = { view: View; taskIds: readonly number[]; openId: number | null };

/** Tasks in the order of their view. */
export function TaskRows({ view, taskIds, openId }: Props) {
  const today = useAppSelector(selectToday);
  return (
    <Rows items={taskIds} keyOf={taskId => taskId}>
      {taskId => <TaskRow taskId={taskId} list={view} today={today} isOpen={taskId === openId} />}
    </Rows>
  );
}
