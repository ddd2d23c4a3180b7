import { object, string, type InferType } from 'yup';
import type { TaskFields, TaskListName } from './task';

/**
 * All four are required, and blanks alone are nothing. The lengths only stop abuse: they are the database's own, told
 * here before anything is sent.
 */
export const taskSchema = object({
  taskName: string().trim().required().max(10_000, 'A title can have 10,000 characters at most'),
  taskDescription: string()
    .trim()
    .required()
    .max(1_000_000, 'A description can have 1,000,000 characters at most'),
  taskList: string().oneOf(['personal', 'work']).required(),
  taskDueDay: string().required(),
});

/** What the four controls hold: text, all of it. */
export type TaskValues = InferType<typeof taskSchema>;

export const noValues: TaskValues = { taskName: '', taskDescription: '', taskList: '', taskDueDay: '' };

export const valuesOf = ({ taskName, taskDescription, taskList, taskDueDay }: TaskFields): TaskValues => ({
  taskName,
  taskDescription,
  taskList,
  taskDueDay: taskDueDay ?? '',
});

export const fieldsOfValues = (values: TaskValues): TaskFields => ({
  ...values,
  taskList: values.taskList as TaskListName,
  taskDueDay: values.taskDueDay || null,
});

const FIELDS = Object.keys(noValues) as (keyof TaskValues)[];

export const areValues = (kept: unknown): kept is TaskValues =>
  typeof kept === 'object' &&
  kept !== null &&
  FIELDS.every(field => typeof (kept as Record<string, unknown>)[field] === 'string');

export const sameValues = (a: TaskValues, b: TaskValues) => FIELDS.every(field => a[field] === b[field]);

/** What a form that was opened on `seen` and now holds `typed` becomes when the task is `now`: a field that nobody
 * typed in follows the task, one that was typed in stays, over what the person saw when they began. */
export function followTask(seen: TaskValues, typed: TaskValues, now: TaskValues) {
  const base = { ...seen };
  const values = { ...typed };
  for (const field of FIELDS) {
    if (typed[field] !== seen[field] && typed[field] !== now[field]) continue;
    base[field] = now[field];
    values[field] = now[field];
  }
  return { base, values };
}
