import { call, type Saga } from '../lib/effects';
import {
  afterRuleChange,
  afterStep,
  afterStepBack,
  changedNotes,
  dayAfterStep,
  isSameRepeat,
  NOT_OPEN,
} from '../repeats/series';
import type { Repeat, Series, SeriesChange, Step } from '../repeats/repeat';
import type { Kind, SendServices } from '../sync/kinds';
import type { Operation, Outcome } from '../sync/operations';
import { sendSeries } from './seriesSending';
import type { Task } from './task';
import {
  subtasksOf,
  stepBackOf,
  withSubtasks,
  type Payloads,
  type RulePayload,
  type SeriesResolution,
  type StepPayload,
} from './taskPayloads';

export const seriesOf = ({ taskDueDay, repeat, occurrences, doneAt }: Task): Series => ({
  due: taskDueDay,
  repeat: repeat ?? null,
  occurrences: occurrences ?? {},
  doneAt,
});

function changed(task: Task, change: SeriesResolution): Task {
  const { due, repeat, notes, doneAt, description } = change;
  const { repeat: _repeat, occurrences: _occurrences, subtasksDone: _subtasksDone, ...rest } = task;
  const repeats = repeat === undefined ? task.repeat : repeat;
  const occurrences = notes ? changedNotes(task.occurrences ?? {}, notes) : task.occurrences;
  const subtasksDone = change.subtasksDone
    ? changedNotes(task.subtasksDone ?? {}, change.subtasksDone)
    : task.subtasksDone;
  return {
    ...rest,
    ...(repeats && { repeat: repeats }),
    ...(occurrences && { occurrences }),
    ...(subtasksDone && { subtasksDone }),
    ...(due !== undefined && { taskDueDay: due }),
    ...(doneAt !== undefined && { doneAt }),
    ...(description && description.from === task.taskDescription && { taskDescription: description.to }),
  };
}

type Words<Payload> = Pick<Kind<Task, Payload>, 'describe' | 'named'>;
type Config<Name extends keyof Payloads> = Pick<
  Kind<Task, Payloads[Name]>,
  'label' | 'invert' | 'rebase' | 'step'
> &
  Words<Payloads[Name]> & {
    /** The series after the change. */
    onScreen(series: Series, payload: Payloads[Name]): SeriesChange | null;
  };

/** A kind of change of a series: displayed by the result computed when it was made, and recomputed when it is sent. */
function seriesKind<Name extends keyof Payloads>(
  name: Name,
  { onScreen, ...words }: Config<Name>,
): Kind<Task, Payloads[Name]> {
  type Payload = Payloads[Name];
  return {
    apply(task, { payload, status }) {
      const change = task && status !== 'blocked' ? onScreen(seriesOf(task), payload) : null;
      return change ? changed(task!, withSubtasks(name, payload, change)) : task;
    },
    coalesce: () => 'queue',
    *send(services: SendServices, operation: Operation<string, Payload>): Saga<Outcome> {
      return yield* call(sendSeries, services, name, operation);
    },
    isAnnounced: true,
    saysAll: true,
    trash: null,
    ...words,
  };
}

/** A tick or a skip of a repeating task. */
export const stepKind = (words: Words<StepPayload>) =>
  seriesKind('step', {
    onScreen: (series, step) => {
      const change = afterStep(series, step);
      return change === NOT_OPEN ? null : change;
    },
    invert: ({ itemKey, payload }) => [{ itemKey, kind: 'task/stepBack', payload }],
    rebase: (change, now) =>
      now && !(change.payload.day in (now.occurrences ?? {})) ? { change } : { change: null, stays: !now },
    step: payload => payload,
    ...words,
    label: step => (step ? `Task ${step.isSkip ? 'skipped' : 'ticked'}` : 'Task ticked or skipped'),
  });

/** The reversal of a step. */
export const stepBackKind = (words: Words<StepPayload>) =>
  seriesKind('stepBack', {
    onScreen: (series, payload) => afterStepBack(series, stepBackOf(payload)),
    invert: ({ itemKey, payload }) => [{ itemKey, kind: 'task/step', payload }],
    rebase: (change, now) => (now ? { change } : { change: null, stays: true }),
    step: () => null,
    ...words,
    label: step => (step?.isSkip ? 'Task no longer skipped' : 'Task unticked'),
  });

/** A task gets a repeat, another one, or none. */
export const repeatKind = (words: Words<RulePayload>) =>
  seriesKind('rule', {
    onScreen: afterRuleChange,
    invert: ({ itemKey, kind, payload }) => {
      const { repeat, due, before, ...rest } = payload;
      const now = { repeat, ...(due !== undefined && { due }) };
      return [{ itemKey, kind, payload: { ...rest, ...before, before: now } }];
    },
    rebase(change, now) {
      const { before, due, ...payload } = change.payload;
      if (!now || !isSameRepeat(now.repeat ?? null, before.repeat)) return { change: null, stays: true };
      const isMoved = due !== undefined && now.taskDueDay !== before.due;
      const rest = { ...payload, before: { repeat: before.repeat } };
      return isMoved ? { change: { ...change, payload: rest }, stays: true } : { change };
    },
    ...words,
    label: 'Repeat changed',
  });

/** The step of a task's open occurrence, made at an instant (ISO) on a local day. */
export function stepOf(
  task: Task & { repeat: Repeat },
  { doneAt, on, isSkip }: Pick<Step, 'doneAt' | 'on' | 'isSkip'>,
): StepPayload {
  const { taskId, fireId, taskName, taskDueDay, repeat, taskDescription } = task;
  const step: Step = { day: repeat.at, on, doneAt, ...(isSkip && { isSkip }) };
  const noted = { ...task.occurrences, [repeat.at]: doneAt };
  const to = dayAfterStep(repeat, step, noted);
  return {
    ...{ taskId, fireId, taskName, ...step },
    before: { repeat, due: taskDueDay, doneAt: task.doneAt },
    to,
    ...subtasksOf(taskDescription, isSkip),
    isOwnClock: true,
  };
}
