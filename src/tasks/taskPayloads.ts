import type { Day } from '../lib/days/days';
import { countSubtasks, withoutTicks } from '../lib/text/subtasks';
import type { StepBack } from '../repeats/series';
import { SKIPPED, type Repeat, type RuleChange, type SeriesChange, type Step } from '../repeats/repeat';
import type { Target } from '../sync/records/recordType';
import type { Timing } from './task';

/** `at` is the open occurrence of a repeating task, for which an edit was made. */
export type TaskTarget = Target & { taskId: number; at?: Day };

/**
 * Ticked off at an instant (ISO), or reopened (null); `before` is the previous value. With `isOwnClock` the instant is
 * by this device's clock, and is corrected when it is sent.
 */
export type Tick = TaskTarget & {
  doneAt: string | null;
  before: string | null;
  taskName: string;
  isOwnClock?: boolean;
};

/** Sets or removes (null) a task's time with its reminder: both together, so that neither is left alone. */
export type TimePayload = TaskTarget & { taskName: string; timing: Timing | null; before: Timing | null };

/** The description before and after a step. */
type Subtasks = {
  /** The description in which the step unticked all subtasks, if any was ticked. */
  subtasks?: string;
  /** How many of the subtasks were ticked, e.g. `3/5`, if there are any. */
  subtasksDone?: string;
};
export function subtasksOf(description: string, isSkip = false): Subtasks {
  const { ticked, all } = countSubtasks(description);
  return {
    ...(ticked > 0 && { subtasks: description }),
    ...(all > 0 && !isSkip && { subtasksDone: `${ticked}/${all}` }),
  };
}

type Named = TaskTarget & { taskName: string };
/** A step of an open occurrence, with everything needed to revert it. */
export type StepPayload = Named &
  Step &
  Subtasks & {
    before: { repeat: Repeat; due: Day | null; doneAt: string | null };
    /** The day to which it led on this device; null for the last one. Absent before the code of rules was loaded. */
    to?: Day | null;
    isOwnClock: boolean;
  };
export type RulePayload = Named & RuleChange & { before: RuleChange };

/** The result of a change of a task's series, with its description if subtasks were unticked, or ticked again. */
export type SeriesResolution = SeriesChange & {
  description?: { from: string; to: string };
  /** Counts of ticked subtasks by the days of the changed notes. */
  subtasksDone?: Record<Day, string | null>;
};

/** The payloads of the kinds of change of a series, by kind. */
export type Payloads = { step: StepPayload; stepBack: StepPayload; rule: RulePayload };

/** Adds the changed description and the count of ticked subtasks to a resolution. */
export function withSubtasks<Name extends keyof Payloads>(
  name: Name,
  payload: Payloads[Name],
  change: SeriesChange,
): SeriesResolution {
  if (name === 'rule') return change;
  const { subtasks, subtasksDone } = payload as StepPayload;
  const counts = Object.entries(change.notes ?? {}).flatMap(([day, note]) =>
    note === null ? [[day, null]] : subtasksDone && note !== SKIPPED ? [[day, subtasksDone]] : [],
  );
  const [ticked, open] = [subtasks ?? '', withoutTicks(subtasks ?? '')];
  return {
    ...change,
    ...(counts.length > 0 && { subtasksDone: Object.fromEntries(counts) as Record<Day, string | null> }),
    ...(change.repeat &&
      subtasks !== undefined && {
        description: name === 'step' ? { from: ticked, to: open } : { from: open, to: ticked },
      }),
  };
}

/** The step that a payload reverts. */
export const stepBackOf = ({ day, to, before: { repeat, due } }: StepPayload): StepBack => ({
  ...{ day, repeat, due },
  ...(to !== undefined && { to }),
});
