import { nanoid } from '@reduxjs/toolkit';
import { useAppDispatch, useAppSelector } from '../../hooks';
import { OthersNotice } from '../../ui/OthersNotice';
import { dayInWords } from '../../lib/days/days';
import { requestChange } from '../../sync/operations';
import { discardRequested, retryRequested } from '../../sync/queue/queueSlice';
import { SyncNotice } from '../../ui/SyncNotice';
import { selectToday } from '../../ui/uiSlice';
import { bodyOf, fieldsOf, fieldsOfRecord, type Task } from '../task';
import { taskSaveRequested } from '../taskActions';
import { taskChange, taskItemKey } from '../taskKinds';
import { selectTaskOthers, selectTaskSync } from '../tasksSelectors';

/** Lines of the task's form about its way to the server and about other devices, with their buttons. */
export function TaskSync({ task, onDelete }: { task: Task; onDelete: () => void }) {
  const { taskId, fireId } = task;
  const dispatch = useAppDispatch();
  const sync = useAppSelector(state => selectTaskSync(state, taskId));
  const others = useAppSelector(state => selectTaskOthers(state, taskId));
  const today = useAppSelector(selectToday);
  const itemKey = taskItemKey(taskId);
  const theirs = fieldsOfRecord({ ...bodyOf(task, taskId), ...others?.fields })!;
  const dismiss = (changeId?: string) =>
    dispatch(
      requestChange(
        taskChange('task/dismiss', { taskId, fireId, title: task.taskName }),
        changeId ? { changeId } : {},
      ),
    );
  return (
    <>
      <SyncNotice
        sync={sync}
        onRetry={() => dispatch(retryRequested({ itemKey }))}
        onDiscard={() => dispatch(discardRequested({ itemKey }))}
      />
      <OthersNotice
        others={others}
        differences={labels.flatMap(([field, stored, label]) => {
          if (!others?.fields || !(stored in others.fields)) return [];
          const text = field === 'taskDueDay' ? dayInWords(theirs.taskDueDay, today) : theirs[field];
          return [[label, text] as const];
        })}
        onTake={() => {
          const id = nanoid();
          dispatch(taskSaveRequested(task, fieldsOf(task), theirs, { id }));
          dismiss(id);
        }}
        onDelete={onDelete}
        onDismiss={() => dismiss()}
      />
    </>
  );
}

/** Fields, the names under which they are stored, and what the form calls them. */
const labels = [
  ['taskName', 'taskName', 'Title'],
  ['taskDescription', 'taskDescription', 'Description'],
  ['taskList', 'taskList', 'List'],
  ['taskDueDay', 'taskDueDate', 'Due Date'],
] as const;
