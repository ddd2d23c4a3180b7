import { isObject } from '../../shared/json';
import { fieldsOfRecord, type TaskFields, type TaskListName } from '../../shared/task';
import type { Timing } from '../../shared/timing';
import { UNDATED, storedOfDay, type Day } from '../lib/days/days';
import { withoutTicks } from '../lib/text/subtasks';
import { SKIPPED, type Occurrences, type Repeat } from '../repeats/repeat';
import type { Json, TaskBody } from '../services/database';
import type { Edited } from '../sync/records/recordType';
import type { StepPayload } from './taskPayloads';

export { fieldsOfRecord, type TaskFields, type TaskListName, type Timing };

/** A task as in its record. `fireId` is null until the database has assigned its key. */
export type StoredTask = TaskFields & { taskId: number; fireId: string | null };
/**
 * A task's place among those of one day (`undated` for none), by fractional indexing. It is ignored on any other day,
 * except of a task that repeats, which keeps its place from day to day.
 */
export type Order = { day: string; place: string };
/** A task as held by the app, with the instant (ISO) when it was ticked off, null while it is open. */
export type Task = StoredTask & {
  doneAt: string | null;
  repeat?: Repeat;
  occurrences?: Occurrences;
  /** How many subtasks were ticked at the end of an occurrence, e.g. `3/5`, by its day. */
  subtasksDone?: Readonly<Record<Day, string>>;
  order?: Order;
  time?: string;
  remind?: number;
  /** The number of the operation that adds it, while it waits for its key: tasks are listed as they were added. */
  addNumber?: number;
  /** Ticked off just now: it stays in its place for a moment. */
  isJustDone?: true;
  /** The step made just now: for a moment the task stays in its place, shown as done. */
  lastStep?: StepPayload;
};

/** Whether its open occurrence is ticked and the next day is unknown, because the code of rules is not loaded. */
export const awaitsNextDay = ({ repeat, occurrences }: Task): boolean =>
  repeat !== undefined && occurrences?.[repeat.at] !== undefined;
/** Whether a task is shown as done: it is, or its occurrence was ticked just now. */
export const looksDone = (task: Task): boolean =>
  task.doneAt !== null || task.lastStep !== undefined || awaitsNextDay(task);
/** Whether a series ended because its last occurrence was skipped. */
export const wasSkipped = ({ doneAt, taskDueDay, occurrences }: Task): boolean =>
  doneAt !== null && taskDueDay !== null && occurrences?.[taskDueDay] === SKIPPED;
/** The day under which a task is listed. */
export const shownDay = ({ taskDueDay, lastStep }: Task): Day | null =>
  lastStep ? lastStep.before.due : taskDueDay;

/** A task's chosen place within the day under which it is listed; null for none. */
export const placeOf = (task: Task): string | null =>
  task.order && (task.repeat || task.order.day === (shownDay(task) ?? UNDATED)) ? task.order.place : null;

/** The time at which a task is listed within its day; undefined without one, or without a day. */
export const shownTime = (task: Task): string | undefined =>
  shownDay(task) === null ? undefined : task.time;
/** A task's time and reminder as one; null without a time. */
export const timingOf = ({ time, remind }: Partial<Timing>): Timing | null =>
  time === undefined ? null : { time, ...(remind !== undefined && { remind }) };

/** The parts of a new task beside its fields, added in the same write. */
export type Beside = { repeat?: Repeat | null; timing?: Timing | null };

/** taskIds are whole numbers below this (docs/rules.md, Constants). */
export const TASK_ID_LIMIT = 10_000_000;

export const isTaskId = (id: unknown): id is number =>
  typeof id === 'number' && Number.isInteger(id) && id >= 0 && id < TASK_ID_LIMIT;

/** A free taskId, from a source of random numbers. */
export function freeTaskId(isTaken: (taskId: number) => boolean, below: (limit: number) => number): number {
  for (;;) {
    const taskId = below(TASK_ID_LIMIT);
    if (!isTaken(taskId)) return taskId;
  }
}

/** The five fields of the wire format, and nothing else (docs/rules.md, Calls). A task without a date has an empty one. */
export const bodyOf = (fields: TaskFields, taskId: number): TaskBody => ({
  taskName: fields.taskName,
  taskDescription: fields.taskDescription,
  taskList: fields.taskList,
  taskDueDate: fields.taskDueDay === null ? '' : storedOfDay(fields.taskDueDay),
  taskId,
});

/** Whether a record is that task in the app's own format, or equivalent: most records are at every start. */
export function isRecordOf(task: Task, record: Json): boolean {
  if (isObject(record)) {
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

/** A record's own taskId; undefined when it is missing or invalid. */
export const taskIdOfRecord = (record: Json): number | undefined => {
  const { taskId } = record as { taskId?: Json };
  return isTaskId(taskId) ? taskId : undefined;
};

/**
 * A number for a record whose own taskId is missing or taken: derived from its key, so that it stays the same after a
 * reload; if taken, the next free one.
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

/** An edit of an occurrence that has ended: its day and its ticked subtasks are dropped, its texts stay. */
export const ofLaterOccurrence = ({ base, fields }: Edited<TaskFields>): Edited<TaskFields> => ({
  base: untimed(base, base.taskDueDay),
  fields: untimed(fields, base.taskDueDay),
});
