import { nanoid } from '@reduxjs/toolkit';
import { flushSync } from 'react-dom';
import { useAppDispatch } from '../hooks';
import { tagged } from './tagged';
import { selectionEnded } from '../tasks/selecting/selectionSlice';
import { fieldsOf, type Task } from '../tasks/task';
import { taskSaveRequested } from '../tasks/taskActions';
import { TagsDialog } from './TagsDialog';

type Props = { tasks: readonly Task[]; about: string; onClose: () => void };

/** Adds tags to tasks and takes them out, as one step: an operation for each task whose title changes. */
export default function TagsOfTasks({ tasks, about, onClose }: Props) {
  const dispatch = useAppDispatch();
  return (
    <TagsDialog
      about={about}
      lines={tasks.map(({ taskName }) => taskName)}
      onClose={onClose}
      onSet={change => {
        // Deferred: rows do not move the focus under an open dialog.
        flushSync(onClose);
        const options = { changeId: nanoid(), isOfMany: tasks.length > 1 };
        for (const task of tasks) {
          const [base, taskName] = [fieldsOf(task), tagged(task.taskName, change)];
          if (taskName !== task.taskName)
            dispatch(taskSaveRequested(task, base, { ...base, taskName }, options));
        }
        dispatch(selectionEnded());
      }}
    />
  );
}
