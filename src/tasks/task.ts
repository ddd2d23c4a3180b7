import { UNDATED, dayOfStored, storedOfDay, type Day } from '../lib/days/days';
import { withoutTicks } from '../lib/text/countBoxes';
import type { Occurrences, Repeat } from '../repeats/repeat';
import type { Json, TaskBody } from '../services/database';
import type { Edited } from '../sync/records/recordType';
import type { StepPayload } from './series/seriesPayloads';

export type TaskListName = 'personal' | 'work';

/** The four fields of the form, the due day as a calendar day. */
export type TaskFields = {
  taskName: string;
  taskDescription: string;
  taskList: TaskListName;
  taskDueDay: Day | null;
};

/** A task as its record says. `fireId` is null until the database has answered with its key. */
export type StoredTask = TaskFields & { taskId: number; fireId: string | null };
/** Where a task stands among those of one day (`undated` for none), by fractional indexing. On any other day it says nothing. */
export type Order = { day: string; place: string };
/** A task as the app holds it: with the instant (ISO) at which it was ticked off, null while it is to be done. */
export type Task = StoredTask & {
  doneAt: string | null;
  repeat?: Repeat;
  occurrences?: Occurrences;
  /** How many parts were ticked when an occurrence was, `3/5`, by its day. */
  partsDone?: Readonly<Record<Day, string>>;
  order?: Order;
  /** Ticked off just now: it stays where it is for a moment. */
  isJustDone?: true;
  /** The step that was made just now: for that moment it still stands where it was, as done. */
  lastStep?: StepPayload;
};

/** Whether its open occurrence is ticked, and the day after it not known yet: the code of rules is still to come. */
export const awaitsNextDay = ({ repeat, occurrences }: Task): boolean =>
  repeat !== undefined && occurrences?.[repeat.at] !== undefined;
/** Whether a task is shown as done: it is, or its occurrence was just done. */
export const looksDone = (task: Task): boolean =>
  task.doneAt !== null || task.lastStep !== undefined || awaitsNextDay(task);
/** The day on which a task is shown. */
export const shownDay = ({ taskDueDay, lastStep }: Task): Day | null =>
  lastStep ? lastStep.before.due : taskDueDay;

/** The place that was chosen for a task among those of the day on which it is shown; null for none. */
export const placeOf = (task: Task): string | null =>
  task.order?.day === (shownDay(task) ?? UNDATED) ? task.order.place : null;

/** taskIds are whole numbers below this (docs/rules.md, Constants). */
export const TASK_ID_LIMIT = 10_000_000;

export const isTaskId = (id: unknown): id is number =>
  typeof id === 'number' && Number.isInteger(id) && id >= 0 && id < TASK_ID_LIMIT;

/** A taskId that is not taken, from a source of random numbers. */
export function freeTaskId(isTaken: (taskId: number) => boolean, below: (limit: number) => number): number {
  for (;;) {
    const taskId = below(TASK_ID_LIMIT);
    if (!isTaken(taskId)) return taskId;
  }
}

const text = (value: Json | undefined) => (typeof value === 'string' ? value : '');

/** The four fields of a stored record, with what it has: nothing about its shape is promised. Null for no record. */
export function fieldsOfRecord(record: Json | undefined): TaskFields | null {
  if (record === null || typeof record !== 'object' || Array.isArray(record)) return null;
  return {
    taskName: text(record.taskName),
    taskDescription: text(record.taskDescription),
    taskList: record.taskList === 'work' ? 'work' : 'personal',
    taskDueDay: dayOfStored(record.taskDueDate),
  };
}

/** The five fields on the wire, nothing added (docs/rules.md, Calls). A task without a date keeps an empty one. */
export const bodyOf = (fields: TaskFields, taskId: number): TaskBody => ({
  taskName: fields.taskName,
  taskDescription: fields.taskDescription,
  taskList: fields.taskList,
  taskDueDate: fields.taskDueDay === null ? '' : storedOfDay(fields.taskDueDay),
  taskId,
});

/** Whether a record is that task as the app itself writes it, or means the same: most of a list is, at every start. */
export function isRecordOf(task: Task, record: Json): boolean {
  if (record !== null && typeof record === 'object' && !Array.isArray(record)) {
    const { taskName, taskDescription, taskList, taskDueDate } = record;
    const isAsWritten =
      taskName === task.taskName &&
      taskDescription === task.taskDescription &&
      taskList === task.taskList &&
      taskDueDate === (task.taskDueDay === null ? '' : storedOfDay(task.taskDueDay));
    if (isAsWritten) return true;
  }
  const fields = fieldsOfRecord(record);
  return fields !== null && sameFields(fields, task);
}

/**
 * A number for a record whose own taskId is missing or taken: drawn from its key, so that it is the same after a
 * reload, and moved on while it is taken.
 */
export function standInId(fireId: string, isTaken: (taskId: number) => boolean): number {
  let hash = 7;
  for (const character of fireId) hash = (hash * 31 + character.charCodeAt(0)) % TASK_ID_LIMIT;
  while (isTaken(hash)) hash = (hash + 1) % TASK_ID_LIMIT;
  return hash;
}

const FIELDS = ['taskName', 'taskDescription', 'taskList', 'taskDueDay'] as const;

export const sameFields = (a: TaskFields, b: TaskFields) => FIELDS.every(field => a[field] === b[field]);

export const fieldsOf = ({ taskName, taskDescription, taskList, taskDueDay }: TaskFields): TaskFields => ({
  taskName,
  taskDescription,
  taskList,
  taskDueDay,
});

const untimed = (fields: TaskFields, taskDueDay: Day | null): TaskFields => ({
  ...fields,
  taskDueDay,
  taskDescription: withoutTicks(fields.taskDescription),
});

/** An edit of an occurrence that is over by now: its day and its ticked parts went with that, the words stay. */
export const ofLaterOccurrence = ({ base, fields }: Edited<TaskFields>): Edited<TaskFields> => ({
  base: untimed(base, base.taskDueDay),
  fields: untimed(fields, base.taskDueDay),
});
