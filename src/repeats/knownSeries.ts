import type { Day } from '../lib/days/days';
import {
  SKIPPED,
  type Note,
  type Occurrences,
  type Repeat,
  type RuleChange,
  type Series,
  type SeriesChange,
  type Step,
} from './repeat';

/**
 * Applies changes to a series without the code of rules, for the display: each change contains its days. Where another
 * device was faster, the server's state, computed by `series.ts`, replaces the result.
 */

/** The notes after a change; null when none remains. */
export function changedNotes(before: Occurrences, notes: Record<Day, Note | null>) {
  const all = Object.entries({ ...before, ...notes }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  return all.length > 0 ? Object.fromEntries(all) : null;
}

/** The note of a step; null when the occurrence is already done. */
export function noteOf({ day, doneAt, isSkip }: Step, { occurrences }: Series) {
  const known = occurrences[day];
  const isNew = known === undefined || (known === SKIPPED && !isSkip);
  return isNew ? { [day]: isSkip ? SKIPPED : doneAt } : null;
}

/** A tick or skip with the day to which it led: null if there is none, absent while unknown. */
export function afterKnownStep(series: Series, step: Step & { to?: Day | null }): SeriesChange | null {
  const { repeat, occurrences, doneAt } = series;
  const { day, to } = step;
  const notes = noteOf(step, series);
  if (!notes) return null;
  if (!repeat) return step.isSkip || doneAt !== null ? { notes } : { notes, doneAt: step.doneAt };
  if (day !== repeat.at) return day in occurrences || day < repeat.at ? { notes } : null;
  if (to === null) return { notes, repeat: null, doneAt: step.doneAt };
  // An open day that has a note is shown as done until the next day is known.
  if (to === undefined || to in occurrences) return { notes };
  return { notes, repeat: { ...repeat, at: to, from: day, since: step.doneAt }, due: to };
}

/** Reverts a step: `repeat` and `due` are the values before it, `to` the day to which it led (null: none). */
export type StepBack = { day: Day; repeat: Repeat; due: Day | null; to?: Day | null };

/** The series after a step is reverted. If a later step or another rule followed, only the note is removed. */
export function afterStepBack(
  series: Series,
  { day, repeat: before, due, to }: StepBack,
): SeriesChange | null {
  const { repeat, occurrences, doneAt } = series;
  if (!(day in occurrences)) return null;
  const notes = { [day]: null };
  if (!repeat)
    return to === null && doneAt !== null
      ? { notes, repeat: { ...before, at: day }, due, doneAt: null }
      : { notes };
  const { rule, first, after, from = day } = repeat;
  const isGoneOn =
    from !== day ||
    (after ? repeat.at !== to : repeat.at < day || Object.keys(occurrences).some(other => other > day));
  const isOther = rule !== before.rule || first !== before.first || after !== before.after;
  return isGoneOn || isOther ? { notes } : { notes, repeat: { ...before, at: day }, due };
}

/** Changes the rule; the current open day is kept if the new one already has a note. */
export function afterKnownRuleChange(series: Series, { repeat, due }: RuleChange): SeriesChange {
  const at = series.repeat?.at;
  if (repeat && at !== undefined && repeat.at in series.occurrences) return { repeat: { ...repeat, at } };
  return { repeat, ...(due !== undefined && { due }) };
}
