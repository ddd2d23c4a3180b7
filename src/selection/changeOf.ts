import type { RequestOptions } from '../sync/operations';
import { fieldsOf, looksDone, sameFields, type Task } from '../tasks/task';
import { requestedRepeat, storedIn } from '../repeats/form/requestedRepeat';
import {
  taskDeleteRequested,
  taskRepeatRequested,
  taskSaveRequested,
  taskTickRequested,
} from '../tasks/taskActions';
import type { ManyChange } from '../tasks/selecting/manyTasks';

/** Whether a move would change a task. */
export const wouldChange = (task: Task, to: Extract<ManyChange, { type: 'move' }>['to']) =>
  !sameFields(fieldsOf(task), { ...fieldsOf(task), ...to });

/** The operation for a change of a task; null when the task already has the new value. */
export function changeOf(task: Task, change: ManyChange, options: RequestOptions) {
  switch (change.type) {
    case 'move': {
      const base = fieldsOf(task);
      const fields = { ...base, ...change.to };
      return sameFields(base, fields) ? null : taskSaveRequested(task, base, fields, options);
    }
    case 'repeat': {
      const { choice, start, today, weekStart } = change;
      const around = { due: start ?? task.taskDueDay, today, weekStart, ...storedIn(task) };
      const requested = task.doneAt === null ? requestedRepeat(choice, around) : null;
      if (!requested) return null;
      const { repeat, due, isSame } = requested;
      return taskRepeatRequested(task, isSame ? { repeat } : { repeat, due }, options);
    }
    case 'tick':
      return looksDone(task) === change.isDone ? null : taskTickRequested(task, change.isDone, options);
    case 'delete':
      return taskDeleteRequested(task, options);
  }
}
