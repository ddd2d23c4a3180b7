import { requestChange, type RequestOptions } from '../sync/operations';
import { deletedNow } from '../sync/recordKinds';
import type { Task, TaskFields } from './task';
import { taskChange } from './taskKinds';
import { taskRecord } from './taskRecord';

const targetOf = ({ taskId, fireId }: Task) => ({ taskId, fireId });

/** Saves an edit of a task over `base`, what the person saw when they began. The operation's id is in the payload. */
export const taskSaveRequested = (
  task: Task,
  base: TaskFields,
  fields: TaskFields,
  options?: RequestOptions,
) => requestChange(taskChange('task/edit', { ...targetOf(task), base, fields }), options);

/** Ticks a task off now, or makes it one to be done again. What is done already keeps the instant of its tick. */
export const taskTickRequested = (task: Task, isDone: boolean, options?: RequestOptions) =>
  requestChange(
    taskChange('task/tick', {
      ...targetOf(task),
      doneAt: isDone ? (task.doneAt ?? new Date().toISOString()) : null,
      before: task.doneAt,
      taskName: task.taskName,
      isOwnClock: task.doneAt === null,
    }),
    options,
  );

/** Deletes a task: it goes into the trash. */
export const taskDeleteRequested = (task: Task, options?: RequestOptions) =>
  requestChange(taskChange('task/delete', { ...targetOf(task), ...deletedNow(taskRecord, task) }), options);
