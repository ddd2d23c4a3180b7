import type { Day } from '../../lib/days/days';
import { countBoxes, withoutTicks } from '../../lib/text/countBoxes';
import type { StepBack } from '../../repeats/knownSeries';
import { SKIPPED, type Repeat, type RuleChange, type SeriesChange, type Step } from '../../repeats/repeat';
import type { TaskTarget } from '../taskRecord';

/** Parts of a description before and after a step. */
type Parts = {
  /** The description of which it opened the parts, where any was ticked. */
  parts?: string;
  /** How many of the parts were ticked, `3/5`, where there are any. */
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
/** A step of an open occurrence, with everything that is needed to take it back. */
export type StepPayload = Named &
  Step &
  Parts & {
    before: { repeat: Repeat; due: Day | null; doneAt: string | null };
    /** The day to which it led here; null for the last one. Absent where the code of rules had not come yet. */
    to?: Day | null;
    isOwnClock: boolean;
  };
export type RulePayload = Named & RuleChange & { before: RuleChange };

/** Result of a change of a task's series, with its description where parts are opened, or ticked again. */
export type SeriesResolution = SeriesChange & {
  description?: { from: string; to: string };
  /** Counts of parts by the days of the notes that change with them. */
  partsDone?: Record<Day, string | null>;
};

/** The payloads of the kinds of change of a series, by name. */
export type Payloads = { step: StepPayload; stepBack: StepPayload; rule: RulePayload };

/** A resolution with the parts, opened or ticked again, and their count. */
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

/** The step that a payload takes back. */
export const stepBackOf = ({ day, to, before: { repeat, due } }: StepPayload): StepBack => ({
  ...{ day, repeat, due },
  ...(to !== undefined && { to }),
});
