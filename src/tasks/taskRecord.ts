import { dayInSentence } from '../lib/days';
import type { Told } from '../sync/kinds';
import { late } from '../sync/late';
import type { Edited, RecordType, Target } from '../sync/recordKinds';
import { taskSidecars } from './taskSidecars';
import { bodyOf, fieldsOf, fieldsOfRecord, sameFields, type Task, type TaskFields } from './task';

const listNames = { personal: 'Personal', work: 'Work' };

/** `Work, for Tuesday`. */
const placeOf = ({ taskList, taskDueDay }: TaskFields, { today }: Told) =>
  `to ${listNames[taskList]}, ${taskDueDay === null ? 'without a date' : `for ${dayInSentence(taskDueDay, today)}`}`;

/** `to Tuesday`, `to Work` or both, when nothing else was changed. */
function moveOf({ base, fields }: Edited<TaskFields>, told: Told): string | null {
  const { taskList, taskDueDay } = fields;
  const isListNew = taskList !== base.taskList;
  const isDayNew = taskDueDay !== base.taskDueDay;
  const isMove = sameFields({ ...base, taskList, taskDueDay }, fields) && (isListNew || isDayNew);
  if (!isMove) return null;
  if (!isDayNew) return `to ${listNames[taskList]}`;
  if (isListNew) return placeOf(fields, told);
  return taskDueDay === null ? 'to no date' : `to ${dayInSentence(taskDueDay, told.today)}`;
}

export type TaskTarget = Target & { taskId: number };

/** Tasks as the record kinds know them. */
export const taskRecord = {
  name: 'task',
  list: 'tasks',
  targetOf: ({ taskId, fireId }: TaskTarget): TaskTarget => ({ taskId, fireId }),
  itemOf: ({ taskId, fireId }: TaskTarget, fields: TaskFields, before: Task | null): Task => ({
    ...(before ?? { doneAt: null }),
    ...fields,
    taskId,
    fireId: before?.fireId ?? fireId,
  }),
  fieldsOf,
  sameFields,
  fieldsOfRecord,
  recordOf: (fields: TaskFields, { taskId }: TaskTarget) => bodyOf(fields, taskId),
  titleOf: ({ taskName }: TaskFields) => taskName,
  placeOf,
  moveOf,
  sidecars: taskSidecars,
  loadSending: late(() => import(/* webpackChunkName: "later" */ './taskSending')),
} satisfies RecordType<Task, TaskFields, TaskTarget>;
