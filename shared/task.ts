import { dayOfStored, type Day } from './days';
import { isObject, textOf, type Json } from './json';

export type TaskListName = 'personal' | 'work';

/** The four fields of the form, the due day as a calendar day. */
export type TaskFields = {
  taskName: string;
  taskDescription: string;
  taskList: TaskListName;
  taskDueDay: Day | null;
};

/** The four fields of a stored record, with defaults for missing ones; its shape must be checked. Null for no record. */
export function fieldsOfRecord(record: Json | undefined): TaskFields | null {
  if (!isObject(record)) return null;
  return {
    taskName: textOf(record.taskName),
    taskDescription: textOf(record.taskDescription),
    taskList: record.taskList === 'work' ? 'work' : 'personal',
    taskDueDay: dayOfStored(record.taskDueDate),
  };
}
