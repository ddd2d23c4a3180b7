import type { TaskFields, TaskListName } from './task';

/** What the four controls hold: text, all of it. */
export type TaskValues = Record<'taskName' | 'taskDescription' | 'taskList' | 'taskDueDay', string>;

export const noValues: TaskValues = { taskName: '', taskDescription: '', taskList: '', taskDueDay: '' };

export const valuesOf = ({ taskName, taskDescription, taskList, taskDueDay }: TaskFields): TaskValues => ({
  taskName,
  taskDescription,
  taskList,
  taskDueDay: taskDueDay ?? '',
});

export const fieldsOf = (values: TaskValues): TaskFields => ({
  ...values,
  taskList: values.taskList as TaskListName,
  taskDueDay: values.taskDueDay || null,
});
