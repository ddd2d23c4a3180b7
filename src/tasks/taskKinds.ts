import { call, type Saga } from '../lib/effects';
import type { Json } from '../services/database';
import { sidecarKind } from '../sync/records/kinds/sidecarKind';
import { nameItems, type ChangeOf, type Kind, type DescribeContext, type OperationOf } from '../sync/kinds';
import type { Change, Operation } from '../sync/operations';
import { UNDATED, dayInWords, type Day } from '../lib/days/days';
import { clockInWords } from '../lib/days/times';
import { recordKinds } from '../sync/records/kinds/recordKinds';
import { shownDay, type Order, type Task, type TaskFields } from './task';
import { taskRecord } from './taskRecord';
import { doneAtOfServer } from './taskSending';
import type { RulePayload, StepPayload, TaskTarget, Tick, TimePayload } from './taskPayloads';
import { repeatKind, stepBackKind, stepKind } from './taskSeries';
import { storedTiming } from './taskSidecars';

const kinds = recordKinds<Task, TaskFields, TaskTarget>(taskRecord);

const namesOf = (payloads: readonly { taskName?: string }[]) =>
  nameItems(
    payloads.map(({ taskName }) => taskName),
    'task',
  );
const onDay = (day: Day, today: Day) => {
  const words = dayInWords(day, today);
  return /\d/.test(words) ? `on ${words}` : words;
};

/** The maximum number of next days that a message names. */
const MOST_DAYS = 3;

/** Describes ticks of repeating and other tasks in one step: `Done. Next on Tue 8 Dec`, `3 tasks done`. */
function describeDone(
  payloads: readonly [Tick | StepPayload, ...(Tick | StepPayload)[]],
  { today, isListed }: DescribeContext,
) {
  const [first, ...others] = payloads;
  if (first.doneAt === null) return `Marked ${namesOf(payloads)} as not done`;
  const days = new Set(payloads.flatMap(payload => ('to' in payload ? (payload.to ?? []) : [])));
  if (others.length > 0 && days.size > 0) {
    const next = [...days].sort().map(day => onDay(day, today));
    return `${namesOf(payloads)} done. Next ${next.slice(0, MOST_DAYS).join(', ')}${next.length > MOST_DAYS ? ', …' : ''}`;
  }
  const step = 'day' in first && others.length === 0 ? first : null;
  if (!step || step.to === undefined)
    return `${namesOf(payloads)} ${'isSkip' in first && first.isSkip ? 'skipped' : 'done'}`;
  const words = step.isSkip ? 'Skipped' : 'Done';
  const named = `${namesOf(payloads)} ${words.toLowerCase()}`;
  return step.to === null
    ? `${named}: that was the last one`
    : `${isListed ? named : words}. Next ${onDay(step.to, today)}`;
}

const describeStepBack = (payloads: readonly [StepPayload, ...StepPayload[]]) =>
  payloads[0].isSkip ? `${namesOf(payloads)} no longer skipped` : `Marked ${namesOf(payloads)} as not done`;
const describeRule = (payloads: readonly [RulePayload, ...RulePayload[]]) => {
  const verb = payloads.length > 1 ? 'repeat' : 'repeats';
  return payloads[0].repeat
    ? `Changed when ${namesOf(payloads)} ${verb}`
    : `${namesOf(payloads)} no longer ${verb}`;
};

const tick = sidecarKind<Task, TaskTarget, Tick>(taskRecord, {
  name: 'done',
  member: 'doneAt',
  *sent(services, { userId, payload }): Saga<Json> {
    return yield* call(doneAtOfServer, services, userId, payload);
  },
  describe: describeDone,
  named: namesOf,
  label: ticked =>
    ticked ? `Task ${ticked.doneAt === null ? 'unticked' : 'ticked'}` : 'Task ticked or unticked',
});

/**
 * Sets or removes (null) a task's place within a day. Without `taskName` the user did not move it: it gets a place to
 * stay where it is.
 */
type Placing = TaskTarget & { taskName?: string; order: Order | null; before: Order | null };

const ordered = sidecarKind<Task, TaskTarget, Placing>(taskRecord, {
  name: 'order',
  member: 'order',
  describe(placings, { isUndo }) {
    const moved = placings.filter(({ taskName }) => taskName !== undefined);
    return moved.length === 0 ? 'Order kept' : `Moved ${namesOf(moved)}${isUndo ? ' back' : ''}`;
  },
  named: namesOf,
  label: 'Task moved',
});

const place: typeof ordered = {
  ...ordered,
  // A task that was moved to another day since has a place there.
  rebase(change, now) {
    const { order, before, taskName } = change.payload;
    const day = now && (shownDay(now) ?? UNDATED);
    const isElsewhere = day !== order?.day && day !== before?.day;
    const rebased = isElsewhere ? { change: null, stays: true } : ordered.rebase(change, now);
    return taskName === undefined ? { ...rebased, stays: false } : rebased;
  },
};

/** `Set 14:30 for “Call Ana”`, `Removed the time of 3 tasks`. */
function describeTimes(payloads: readonly [TimePayload, ...TimePayload[]]) {
  const [{ timing, before }] = payloads;
  const times = new Set(payloads.map(payload => payload.timing?.time ?? null));
  const names = namesOf(payloads);
  if (times.size > 1) return `Changed the times of ${names}`;
  if (!timing) return `Removed the time of ${names}`;
  if (payloads.length === 1 && before?.time === timing.time) return `Changed the reminder of ${names}`;
  return `Set ${clockInWords(timing.time)} for ${names}`;
}

const timed: Kind<Task, TimePayload> = {
  ...sidecarKind<Task, TaskTarget, TimePayload>(taskRecord, {
    name: 'times',
    member: 'timing',
    stored: storedTiming,
    describe: describeTimes,
    named: namesOf,
    label: 'Time of a task changed',
  }),
  // Beside a move, as of *This evening*, or an edit of its form.
  saysAll: true,
};

/** All kinds of change of a task. To add one, define it above and list it here. */
export const taskKinds = {
  'task/add': kinds.add,
  'task/edit': kinds.edit,
  'task/tick': tick,
  'task/place': place,
  'task/time': timed,
  'task/step': stepKind({ describe: describeDone, named: namesOf }),
  'task/stepBack': stepBackKind({ describe: describeStepBack, named: namesOf }),
  'task/repeat': repeatKind({ describe: describeRule, named: namesOf }),
  'task/delete': kinds.delete,
  'task/restore': kinds.restore,
  'task/dismiss': kinds.dismiss,
};
export type TaskOperation = OperationOf<typeof taskKinds>;
export type TaskChange = ChangeOf<typeof taskKinds>;

export const taskItemKey = (taskId: number) => `task:${taskId}`;

/** A change of a task, in the form that the queue accepts. */
export const taskChange = <K extends TaskChange['kind']>(
  kind: K,
  payload: Extract<TaskChange, { kind: K }>['payload'],
): Change => ({ itemKey: taskItemKey(payload.taskId), kind, payload });

export const isTaskOperation = (operation: Pick<Operation, 'kind'>): operation is TaskOperation =>
  Object.hasOwn(taskKinds, operation.kind);
