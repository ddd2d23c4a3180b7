import { useAppSelector } from '../../hooks';
import { OthersNotice } from '../../ui/OthersNotice';
import { dayInWords } from '../../lib/days/days';
import { SyncNotice } from '../../ui/SyncNotice';
import { selectToday } from '../../ui/uiSlice';
import { bodyOf, fieldsOf, fieldsOfRecord, type Task } from '../task';
import { taskSaveRequested } from '../taskActions';
import { taskChange, taskItemKey } from '../taskKinds';
import { selectTaskOthers, selectTaskSync } from '../tasksSelectors';

/** The messages of the task's form about its sync state and changes from other devices, with their buttons. */
export function TaskSync({ task, onDelete }: { task: Task; onDelete: () => void }) {
  const { taskId, fireId } = task;
  const sync = useAppSelector(state => selectTaskSync(state, taskId));
  const others = useAppSelector(state => selectTaskOthers(state, taskId));
  const today = useAppSelector(selectToday);
  const theirs = fieldsOfRecord({ ...bodyOf(task, taskId), ...others?.fields })!;
  return (
    <>
      <SyncNotice sync={sync} itemKey={taskItemKey(taskId)} />
      <OthersNotice
        others={others}
        differences={labels.flatMap(([field, stored, label]) => {
          if (!others?.fields || !(stored in others.fields)) return [];
          const text = field === 'taskDueDay' ? dayInWords(theirs.taskDueDay, today) : theirs[field];
          return [[label, text] as const];
        })}
        take={options => taskSaveRequested(task, fieldsOf(task), theirs, options)}
        dismissal={taskChange('task/dismiss', { taskId, fireId, title: task.taskName })}
        onDelete={onDelete}
      />
    </>
  );
}

/** Fields, their stored names, and their labels in the form. */
const labels = [
  ['taskName', 'taskName', 'Title'],
  ['taskDescription', 'taskDescription', 'Description'],
  ['taskList', 'taskList', 'List'],
  ['taskDueDay', 'taskDueDate', 'Due Date'],
] as const;
