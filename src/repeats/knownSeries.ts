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
 * The effect of changes on a series without the code of rules, for the screen: a change has its days. Where another device
 * came first the screen waits for the answer, which `series.ts` decides.
 */

/** The notes after a change; null when none is left. */
export function changedNotes(before: Occurrences, notes: Record<Day, Note | null>) {
  const all = Object.entries({ ...before, ...notes }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  return all.length > 0 ? Object.fromEntries(all) : null;
}

/** The note of a step; null where that occurrence is done already. */
export function noteOf({ day, doneAt, isSkip }: Step, { occurrences }: Series) {
  const known = occurrences[day];
  const isNew = known === undefined || (known === SKIPPED && !isSkip);
  return isNew ? { [day]: isSkip ? SKIPPED : doneAt } : null;
}

/** A tick or a skip with the day to which it led when it was made: null for the last one, absent while that is not known. */
export function afterKnownStep(series: Series, step: Step & { to?: Day | null }): SeriesChange | null {
  const { repeat, occurrences, doneAt } = series;
  const { day, to } = step;
  const notes = noteOf(step, series);
  if (!notes) return null;
  if (!repeat) return step.isSkip || doneAt !== null ? { notes } : { notes, doneAt: step.doneAt };
  if (day !== repeat.at) return day in occurrences || day < repeat.at ? { notes } : null;
  if (to === null) return { notes, repeat: null, doneAt: step.doneAt };
  // An open day that is noted stands for done, until the answer says what comes next.
  if (to === undefined || to in occurrences) return { notes };
  return { notes, repeat: { ...repeat, at: to, from: day, since: step.doneAt }, due: to };
}

/** Takes back a step: `repeat` and `due` are what was there before it, `to` the day to which it led (null: none). */
export type StepBack = { day: Day; repeat: Repeat; due: Day | null; to?: Day | null };

/** A series after the undo of a step. Where a later step was made, or another rule, the note alone goes. */
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

/** Another rule; where its open day is noted by now, the one that is open stays so. */
export function afterKnownRuleChange(series: Series, { repeat, due }: RuleChange): SeriesChange {
  const at = series.repeat?.at;
  if (repeat && at !== undefined && repeat.at in series.occurrences) return { repeat: { ...repeat, at } };
  return { repeat, ...(due !== undefined && { due }) };
}
