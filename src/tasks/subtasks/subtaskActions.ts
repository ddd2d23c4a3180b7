import { withTick } from '../../lib/text/checklist';
import { fieldsOf, type Task } from '../task';
import { taskSaveRequested } from '../taskActions';

/** Saves a new description of a task and nothing else. */
export const taskDescribeRequested = (task: Task, taskDescription: string) =>
  taskSaveRequested(task, fieldsOf(task), { ...fieldsOf(task), taskDescription });

/** Toggles a subtask of a task by changing one character of the description, at index `at`. */
export const subtaskTickRequested = (task: Task, at: number, isTicked: boolean) =>
  taskDescribeRequested(task, withTick(task.taskDescription, at, isTicked));
