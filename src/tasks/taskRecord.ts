import { timingOfStored } from '../../shared/timing';
import { dayInSentence } from '../lib/days/days';
import { clockInWords } from '../lib/days/times';
import { withoutTicks } from '../lib/text/subtasks';
import { nameItems, type DescribeContext } from '../sync/kinds';
import type { Deleted, Edited, RecordType } from '../sync/records/recordType';
import type { TaskTarget } from './taskPayloads';
import { create, findKey, merge, recordOver, save, stillMeant, storedName } from './taskSending';
import { taskSidecars } from './taskSidecars';
import {
  bodyOf,
  fieldsOf,
  fieldsOfRecord,
  ofLaterOccurrence,
  sameFields,
  type Task,
  type TaskFields,
} from './task';

const listNames = { personal: 'Personal', work: 'Work' };

/** `to Work, for Tuesday at 14:30`. */
function placeOf(
  { fields: { taskList, taskDueDay }, beside }: Deleted<TaskFields>,
  { today }: DescribeContext,
) {
  const list = `to ${listNames[taskList]}`;
  if (taskDueDay === null) return `${list}, without a date`;
  const timing = timingOfStored(beside?.['times']);
  return `${list}, for ${dayInSentence(taskDueDay, today)}${timing ? ` at ${clockInWords(timing.time)}` : ''}`;
}

/** `to Tuesday`, `to Work` or both, if nothing else was changed. */
function moveOf({ base, fields }: Edited<TaskFields>, context: DescribeContext): string | null {
  const { taskList, taskDueDay } = fields;
  const isListNew = taskList !== base.taskList;
  const isDayNew = taskDueDay !== base.taskDueDay;
  const isMove = sameFields({ ...base, taskList, taskDueDay }, fields) && (isListNew || isDayNew);
  if (!isMove) return null;
  if (!isDayNew) return `to ${listNames[taskList]}`;
  if (isListNew) return placeOf({ fields }, context);
  return taskDueDay === null ? 'to no date' : `to ${dayInSentence(taskDueDay, context.today)}`;
}

/** The description of an edit that only ticked or unticked one subtask: `Ticked “Milk” in “Shop”`. */
function namedEdit({ base, fields }: Edited<TaskFields>, task: string) {
  const [before, after] = [base.taskDescription, fields.taskDescription];
  const isOfSubtasks = before !== after && withoutTicks(before) === withoutTicks(after);
  if (!isOfSubtasks || !sameFields({ ...base, taskDescription: after }, fields)) return null;
  let at = 0;
  while (before[at] === after[at]) at++;
  if (before.slice(at + 1) !== after.slice(at + 1)) return null;
  const [subtask = ''] = after.slice(at + 2).split(/[\r\n]/, 1);
  const did = after[at] === ' ' ? 'unticked' : 'ticked';
  const words = `${did[0]!.toUpperCase()}${did.slice(1)} ${nameItems([subtask], 'subtask')} in ${task}`;
  return { words, label: `Subtask ${did}` };
}

/** The record type of tasks. */
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
  namedEdit,
  stillMeant: (edit: TaskTarget & Edited<TaskFields>, { occurrences }: Task) =>
    edit.at !== undefined && occurrences?.[edit.at] !== undefined ? ofLaterOccurrence(edit) : edit,
  sidecars: taskSidecars,
  sending: { findKey, create, recordOver, merge, stillMeant, save, storedName },
} satisfies RecordType<Task, TaskFields, TaskTarget>;
