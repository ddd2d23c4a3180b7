import { dayOf, type Day } from '../lib/days/days';
import { withTick } from '../lib/text/subtasks';
import { SKIPPED, type Occurrences, type Repeat } from '../repeats/repeat';
import { afterRuleChange } from '../repeats/series';
import { requestChange, type RequestOptions } from '../sync/operations';
import { deletedNow } from '../sync/records/recordType';
import { awaitsNextDay, fieldsOf, timingOf, type Task, type TaskFields, type Timing } from './task';
import { taskChange } from './taskKinds';
import { taskRecord } from './taskRecord';
import type { RulePayload, StepPayload } from './taskPayloads';
import { seriesOf, stepOf } from './taskSeries';

const targetOf = ({ taskId, fireId }: Task) => ({ taskId, fireId });

/**
 * Saves an edit of a task over `base`, the version that the user saw when they began; for a repeating task, an edit of
 * the open occurrence. The operation's id is in the payload.
 */
export const taskSaveRequested = (
  task: Task,
  base: TaskFields,
  fields: TaskFields,
  options?: RequestOptions,
) => {
  const at = task.repeat && { at: task.repeat.at };
  return requestChange(taskChange('task/edit', { ...targetOf(task), ...at, base, fields }), options);
};

/** No repeat, for the open occurrence of a day. */
const noRepeat = (day: Day): Repeat => ({ rule: '', first: day, at: day });
/** The task with its repeat; one whose last occurrence was skipped has that occurrence again. Null without any. */
function asSeries(task: Task): (Task & { repeat: Repeat }) | null {
  const { repeat, taskDueDay: day, occurrences } = task;
  if (repeat) return { ...task, repeat };
  return day !== null && occurrences?.[day] === SKIPPED ? { ...task, repeat: noRepeat(day) } : null;
}
const now = () => new Date().toISOString();
const dayOfInstant = (instant: string) => dayOf(Date.parse(instant));

/** Saves a new description of a task and nothing else. */
export const taskDescribeRequested = (task: Task, taskDescription: string) =>
  taskSaveRequested(task, fieldsOf(task), { ...fieldsOf(task), taskDescription });

/** Toggles a subtask of a task by changing one character of the description, at index `at`. */
export const subtaskTickRequested = (task: Task, at: number, isTicked: boolean) =>
  taskDescribeRequested(task, withTick(task.taskDescription, at, isTicked));

/** Makes or reverts a step of a series. */
export const stepRequested = (payload: StepPayload, options?: RequestOptions) =>
  requestChange(taskChange('task/step', payload), options);
export const stepBackRequested = (payload: StepPayload, options?: RequestOptions) =>
  requestChange(taskChange('task/stepBack', payload), options);

/**
 * Whether no other occurrence was done later, or skipped on a later day. Done ones are compared by instant: with a
 * rule that counts from the tick, a later tick may be of an earlier day.
 */
const isLatest = (day: Day, note: string, occurrences: Occurrences) =>
  Object.entries(occurrences).every(([other, at]) => (at === SKIPPED ? other <= day : at <= note));

/** Removes an occurrence from the logbook; the task returns to its day if no later step followed. */
export function occurrenceUntickRequested(task: Task, day: Day, options?: RequestOptions) {
  const { taskName, repeat, occurrences = {}, doneAt } = task;
  const before = { repeat: { ...(repeat ?? noRepeat(day)), at: day }, due: day, doneAt: null };
  const note = occurrences[day] ?? doneAt ?? now();
  const payload = { ...targetOf(task), taskName, day, on: day, doneAt: note, before, isOwnClock: false };
  const subtasksDone = task.subtasksDone?.[day];
  // The day with a note is not open any more: only the note is removed.
  const to = repeat && isLatest(day, note, occurrences) ? repeat.at : day;
  return stepBackRequested({ ...payload, to, ...(subtasksDone !== undefined && { subtasksDone }) }, options);
}

/** Skips the open occurrence of a repeating task. */
export function taskSkipRequested(task: Task & { repeat: Repeat }, options?: RequestOptions) {
  const doneAt = now();
  return stepRequested(stepOf(task, { doneAt, on: dayOfInstant(doneAt), isSkip: true }), options);
}

/** Sets, changes or removes (null) a task's repeat; `due` is its new due day, if that changes. */
export function taskRepeatRequested(
  task: Task,
  { repeat, due }: { repeat: Repeat | null; due?: Day | null },
  options?: RequestOptions,
) {
  const change = repeat && afterRuleChange(seriesOf(task), { repeat, ...(due !== undefined && { due }) });
  const { repeat: free, due: day } = change ?? { repeat, due };
  const before = { repeat: task.repeat ?? null, ...(day !== undefined && { due: task.taskDueDay }) };
  const payload: RulePayload = {
    ...targetOf(task),
    taskName: task.taskName,
    repeat: free ?? null,
    ...(day !== undefined && { due: day }),
    before,
  };
  return requestChange(taskChange('task/repeat', payload), options);
}

/**
 * Ticks a task off now, or reopens it. A task that is already done keeps the instant of its tick. A repeating task
 * continues on its next day; for a moment its row can revert that.
 */
export function taskTickRequested(task: Task, isDone: boolean, options?: RequestOptions) {
  if (!isDone && task.lastStep) return stepBackRequested(task.lastStep, options);
  if (!isDone && awaitsNextDay(task)) return occurrenceUntickRequested(task, task.repeat!.at, options);
  const series = isDone && task.doneAt === null ? asSeries(task) : null;
  if (series) {
    const doneAt = now();
    return stepRequested(stepOf(series, { doneAt, on: dayOfInstant(doneAt) }), options);
  }
  return plainTickRequested(task, isDone, options);
}

const plainTickRequested = (task: Task, isDone: boolean, options?: RequestOptions) =>
  requestChange(
    taskChange('task/tick', {
      ...targetOf(task),
      doneAt: isDone ? (task.doneAt ?? now()) : null,
      before: task.doneAt,
      taskName: task.taskName,
      isOwnClock: task.doneAt === null,
    }),
    options,
  );

/** Sets, changes or removes (null) a task's time with its reminder. */
export const taskTimeRequested = (task: Task, timing: Timing | null, options?: RequestOptions) =>
  requestChange(
    taskChange('task/time', {
      ...{ ...targetOf(task), taskName: task.taskName },
      ...{ timing, before: timingOf(task) },
    }),
    options,
  );

/** Deletes a task by moving it to the trash. */
export const taskDeleteRequested = (task: Task, options?: RequestOptions) =>
  requestChange(taskChange('task/delete', { ...targetOf(task), ...deletedNow(taskRecord, task) }), options);
