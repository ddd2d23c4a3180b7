import type { UnknownAction } from '@reduxjs/toolkit';
import type { RequestOptions } from '../sync/operations';
import { fieldsOf, looksDone, sameFields, timingOf, type Task } from '../tasks/task';
import { requestedRepeat, storedIn } from '../repeats/form/requestedRepeat';
import {
  taskDeleteRequested,
  taskRepeatRequested,
  taskSaveRequested,
  taskTickRequested,
  taskTimeRequested,
} from '../tasks/taskActions';
import { tagged } from '../tags/tagged';
import type { ManyChange } from '../tasks/selecting/manyTasks';

/** Whether a move would change a task. */
export const wouldChange = (task: Task, to: Extract<ManyChange, { type: 'move' }>['to']) =>
  !sameFields(fieldsOf(task), { ...fieldsOf(task), ...to });

/** The operations for a change of a task; none when the task already has the new value. */
export function changesOf(task: Task, change: ManyChange, options: RequestOptions): UnknownAction[] {
  switch (change.type) {
    case 'move': {
      const base = fieldsOf(task);
      const fields = { ...base, ...change.to };
      return sameFields(base, fields) ? [] : [taskSaveRequested(task, base, fields, options)];
    }
    case 'tags': {
      const base = fieldsOf(task);
      const taskName = tagged(task.taskName, change);
      return taskName === base.taskName
        ? []
        : [taskSaveRequested(task, base, { ...base, taskName }, options)];
    }
    case 'time': {
      const { time, day, remind } = change;
      if (task.doneAt !== null) return [];
      const moved =
        day === undefined ? [] : changesOf(task, { type: 'move', to: { taskDueDay: day } }, options);
      const own = timingOf(task);
      if ((own?.time ?? null) === time) return moved;
      const timing = time === null ? null : { ...(own ?? (remind !== undefined && { remind })), time };
      return [...moved, taskTimeRequested(task, timing, options)];
    }
    case 'repeat': {
      const { choice, start, today, weekStart } = change;
      const around = { due: start ?? task.taskDueDay, today, weekStart, ...storedIn(task) };
      const requested = task.doneAt === null ? requestedRepeat(choice, around) : null;
      if (!requested) return [];
      const { repeat, due, isSame } = requested;
      return [taskRepeatRequested(task, isSame ? { repeat } : { repeat, due }, options)];
    }
    case 'tick':
      return looksDone(task) === change.isDone ? [] : [taskTickRequested(task, change.isDone, options)];
    case 'delete':
      return [taskDeleteRequested(task, options)];
  }
}
