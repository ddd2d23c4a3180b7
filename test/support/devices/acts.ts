import { fieldsOf, type TaskFields } from '../../../src/tasks/task';
import { taskSaveRequested, taskTickRequested } from '../../../src/tasks/taskActions';
import { selectTask } from '../../../src/tasks/tasksSelectors';
import type { Page } from './devices';

export const taskOf = (page: Page, taskId = 1) => selectTask(page.getState(), taskId)!;

/** The requests of a person at a page, about a task as it is shown there. */
export const tickOf = (page: Page, isDone = true, taskId = 1) =>
  taskTickRequested(taskOf(page, taskId), isDone);
export const editOf = (page: Page, change: Partial<TaskFields>, task = taskOf(page)) =>
  taskSaveRequested(task, fieldsOf(task), { ...fieldsOf(task), ...change });
