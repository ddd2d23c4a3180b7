import { useAppDispatch, useAppSelector } from '../app/hooks';
import { dayInWords } from '../lib/days';
import { discardRequested, retryRequested } from '../sync/queueSlice';
import { SyncNotice } from '../components/SyncNotice';
import { selectToday } from '../ui/uiSlice';
import type { TaskFields } from './task';
import { taskItemKey } from './taskKinds';
import { selectTask, selectTaskSync } from './tasksSelectors';
import { taskKeepRequested, taskVersionChosen } from './tasksSlice';

/** What the task's form says of its way to the server, and what can be done about it. */
export function TaskSync({ taskId }: { taskId: number }) {
  const dispatch = useAppDispatch();
  const sync = useAppSelector(state => selectTaskSync(state, taskId));
  const itemKey = taskItemKey(taskId);
  const conflict = sync.type === 'blocked' ? sync.conflict : undefined;
  return (
    <SyncNotice
      sync={sync}
      differences={
        conflict?.type === 'versions' && (
          <Differences taskId={taskId} theirs={conflict.theirs as TaskFields} />
        )
      }
      onRetry={() => dispatch(retryRequested({ itemKey }))}
      onDiscard={() => dispatch(discardRequested({ itemKey }))}
      onKeepAsNew={() => dispatch(taskKeepRequested(taskId))}
      onChoose={version => dispatch(taskVersionChosen({ taskId, version }))}
    />
  );
}

const labels = {
  taskName: 'Title',
  taskDescription: 'Description',
  taskList: 'List',
  taskDueDay: 'Due Date',
} as const;
/** As much of the other version as tells it apart. */
const EXCERPT = 80;

/** The other version, in the fields where it is not this one. */
function Differences({ taskId, theirs }: { taskId: number; theirs: TaskFields }) {
  const mine = useAppSelector(state => selectTask(state, taskId));
  const today = useAppSelector(selectToday);
  const fields = (Object.keys(labels) as (keyof typeof labels)[]).filter(
    field => mine?.[field] !== theirs[field],
  );
  const words = (field: keyof typeof labels) => {
    if (field === 'taskDueDay') return dayInWords(theirs.taskDueDay, today);
    const text = theirs[field];
    return text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text;
  };
  return <>The other version: {fields.map(field => `${labels[field]} “${words(field)}”`).join(', ')}</>;
}
