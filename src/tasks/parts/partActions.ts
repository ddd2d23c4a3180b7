import { withTick } from '../../lib/text/checklist';
import { fieldsOf, type Task } from '../task';
import { taskSaveRequested } from '../taskActions';

/** Saves other words of a task as its description; nothing else of it. */
export const taskDescribeRequested = (task: Task, taskDescription: string) =>
  taskSaveRequested(task, fieldsOf(task), { ...fieldsOf(task), taskDescription });

/** Ticks a part of a task, or opens it again: the same description with one mark changed. `at` is where the mark is. */
export const partTickRequested = (task: Task, at: number, isTicked: boolean) =>
  taskDescribeRequested(task, withTick(task.taskDescription, at, isTicked));
