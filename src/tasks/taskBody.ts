import { dayOfStored } from '../lib/days';
import type { Json, TaskBody } from '../services/database';
import { bodyOf, type TaskFields } from './task';

/** The database's rule for a due date: no more characters. */
const LONGEST_DATE = 40;

/** The body of changed fields. A due day that did not change stays stored as it is: an instant, or what is no day. */
export function bodyOver(record: Json, fields: TaskFields, taskId: number): TaskBody {
  const body = bodyOf(fields, taskId);
  const { taskDueDate } = record as { taskDueDate?: Json };
  const isSame = typeof taskDueDate === 'string' && dayOfStored(taskDueDate) === fields.taskDueDay;
  return isSame && taskDueDate.length <= LONGEST_DATE ? { ...body, taskDueDate } : body;
}
