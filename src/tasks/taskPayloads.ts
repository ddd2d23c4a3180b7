import type { Day } from '../lib/days/days';
import { countBoxes, withoutTicks } from '../lib/text/checklist';
import type { StepBack } from '../repeats/series';
import { SKIPPED, type Repeat, type RuleChange, type SeriesChange, type Step } from '../repeats/repeat';
import type { Target } from '../sync/records/recordType';

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

/** The description before and after a step. */
type Parts = {
  /** The description in which the step unticked all parts, if any was ticked. */
  parts?: string;
  /** How many of the parts were ticked, e.g. `3/5`, if there are any. */
  partsDone?: string;
};
export function partsOf(description: string, isSkip = false): Parts {
  const { ticked, all } = countBoxes(description);
  return {
    ...(ticked > 0 && { parts: description }),
    ...(all > 0 && !isSkip && { partsDone: `${ticked}/${all}` }),
  };
}

type Named = TaskTarget & { taskName: string };
/** A step of an open occurrence, with everything needed to revert it. */
export type StepPayload = Named &
  Step &
  Parts & {
    before: { repeat: Repeat; due: Day | null; doneAt: string | null };
    /** The day to which it led on this device; null for the last one. Absent before the code of rules was loaded. */
    to?: Day | null;
    isOwnClock: boolean;
  };
export type RulePayload = Named & RuleChange & { before: RuleChange };

/** The result of a change of a task's series, with its description if parts were unticked, or ticked again. */
export type SeriesResolution = SeriesChange & {
  description?: { from: string; to: string };
  /** Counts of ticked parts by the days of the changed notes. */
  partsDone?: Record<Day, string | null>;
};

/** The payloads of the kinds of change of a series, by kind. */
export type Payloads = { step: StepPayload; stepBack: StepPayload; rule: RulePayload };

/** Adds the changed description and the count of ticked parts to a resolution. */
export function withParts<Name extends keyof Payloads>(
  name: Name,
  payload: Payloads[Name],
  change: SeriesChange,
): SeriesResolution {
  if (name === 'rule') return change;
  const { parts, partsDone } = payload as StepPayload;
  const counts = Object.entries(change.notes ?? {}).flatMap(([day, note]) =>
    note === null ? [[day, null]] : partsDone && note !== SKIPPED ? [[day, partsDone]] : [],
  );
  const [ticked, open] = [parts ?? '', withoutTicks(parts ?? '')];
  return {
    ...change,
    ...(counts.length > 0 && { partsDone: Object.fromEntries(counts) as Record<Day, string | null> }),
    ...(change.repeat &&
      parts !== undefined && {
        description: name === 'step' ? { from: ticked, to: open } : { from: open, to: ticked },
      }),
  };
}

/** The step that a payload reverts. */
export const stepBackOf = ({ day, to, before: { repeat, due } }: StepPayload): StepBack => ({
  ...{ day, repeat, due },
  ...(to !== undefined && { to }),
});
