import { dayPlus, type Day } from '../lib/days/days';
import { dayPlusInterval, nextDay, ruleOf } from '../../shared/repeats/nextDay';
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

/** The step is for a later day than the open one: the previous step was undone elsewhere, or the rule changed. */
export const NOT_OPEN = 'notOpen';

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

const later = (a: Day, b: Day) => (a > b ? a : b);

/**
 * The first day without a note from a day on: by the rule, or by the calendar if it counts from the tick. Null when
 * there is none.
 */
export function freeDay(repeat: Repeat, from: Day | null, noted: Occurrences): Day | null {
  const rule = ruleOf(repeat);
  const { first, after } = repeat;
  const ahead = rule && (after ? { ...rule, ...EACH_DAY } : rule);
  let day = from;
  while (ahead && day !== null && day in noted) day = nextDay(ahead, first, day);
  return day;
}
const EACH_DAY = { freq: 'DAILY', interval: 1 } as const;

/**
 * The next day after a step. It is after the open day and after the day of the step, so that a late tick skips past
 * days. With `after` it counts from the day of the step. Null when the series has ended.
 */
export function dayAfterStep(
  repeat: Repeat,
  { day: of, on, isSkip }: Pick<Step, 'day' | 'on' | 'isSkip'>,
  noted: Occurrences,
): Day | null {
  const { first, at, after } = repeat;
  const rule = ruleOf(repeat);
  if (!rule) return null;
  if (!after) return freeDay(repeat, nextDay(rule, first, later(at, on)), noted);
  const done = Object.entries(noted).filter(([day, note]) => day >= first && note !== SKIPPED).length;
  const to = dayPlusInterval(rule, isSkip ? later(of, on) : on);
  const isOver = (rule.count > 0 && done >= rule.count) || (rule.until !== null && to! > rule.until);
  return isOver ? null : freeDay(repeat, to, noted);
}

const ended = (doneAt: string): SeriesChange => ({ repeat: null, doneAt });

/** A step of the open occurrence. The last one of a series is ticked like any other task. */
function stepOf({ occurrences }: Series, repeat: Repeat, step: Step): SeriesChange {
  const notes = { [repeat.at]: step.isSkip ? SKIPPED : step.doneAt };
  const at = dayAfterStep(repeat, step, { ...occurrences, ...notes });
  return at === null
    ? { notes, ...ended(step.doneAt) }
    : { notes, repeat: { ...repeat, at, from: repeat.at, since: step.doneAt }, due: at };
}

/**
 * A step of a series that counts from the tick. Its day gets a note; the latest step determines the next day, in any
 * order of arrival. The series ends after its last day, or when a count is reached.
 */
function stepFromTick({ occurrences }: Series, repeat: Repeat, step: Step, notes: SeriesChange['notes']) {
  const noted = notes && { notes };
  const known = { ...occurrences, ...notes } as Occurrences;
  const to = dayAfterStep(repeat, step, known);
  if (to === null) return { ...noted, ...ended(step.doneAt) };
  const { at: open, since } = repeat;
  // Before its first step it can only move forward.
  const isLatest =
    since === undefined || since === step.doneAt ? step.day === open || to > open : step.doneAt > since;
  const at = isLatest ? to : freeDay(repeat, open, known)!;
  const due = at !== open && { due: at };
  if (isLatest) return { ...noted, repeat: { ...repeat, at, from: step.day, since: step.doneAt }, ...due };
  return due ? { ...noted, repeat: { ...repeat, at }, ...due } : noted;
}

/**
 * The series after a tick or skip, with all steps of other devices so far. In any order of arrival, `at` becomes the
 * next day after the latest one. Null when nothing changes.
 */
export function afterStep(series: Series, step: Step): SeriesChange | typeof NOT_OPEN | null {
  const { repeat, occurrences, doneAt } = series;
  const { day, on, isSkip } = step;
  const notes = noteOf(step, series) ?? undefined;
  const noted = notes ? { notes } : null;
  if (!repeat) return !isSkip && doneAt === null && noted ? { ...noted, doneAt: step.doneAt } : noted;
  if (repeat.after) return stepFromTick(series, repeat, step, notes) ?? null;
  if (day === repeat.at) return stepOf(series, repeat, step);
  if (!(day in occurrences) && day > repeat.at) return NOT_OPEN;
  // The step's day has passed: the user ticked or skipped the occurrence that was open for them, which is now a later
  // one.
  return repeat.at <= on ? stepOf(series, repeat, step) : noted;
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
      ? { notes, ...(before.rule !== '' && { repeat: { ...before, at: day } }), due, doneAt: null }
      : { notes };
  const { rule, first, after, from = day } = repeat;
  const isGoneOn =
    from !== day ||
    (after ? repeat.at !== to : repeat.at < day || Object.keys(occurrences).some(other => other > day));
  const isOther = rule !== before.rule || first !== before.first || after !== before.after;
  return isGoneOn || isOther ? { notes } : { notes, repeat: { ...before, at: day }, due };
}

/** Whether two repeats have the same rule and open day: neither a step nor another rule lies between them. */
export const isSameRepeat = (a: Repeat | null, b: Repeat | null) =>
  a?.rule === b?.rule && a?.first === b?.first && a?.at === b?.at && a?.after === b?.after;

/** The series after a change of its rule: the open day is the first without a note, even if done elsewhere. */
export function afterRuleChange({ occurrences }: Series, { repeat, due }: RuleChange): SeriesChange {
  if (!repeat) return { repeat, ...(due !== undefined && { due }) };
  const at = freeDay(repeat, repeat.at, occurrences);
  if (at === null) return { repeat: null };
  return { repeat: { ...repeat, at }, ...(at !== repeat.at ? { due: at } : due !== undefined && { due }) };
}

/** Whether a late step skipped this day, although it is a day of the rule. */
export function wentPast(repeat: Repeat, on: Day): boolean {
  const { first, at, after } = repeat;
  const rule = ruleOf(repeat);
  return !after && rule !== null && at < on && nextDay(rule, first, dayPlus(on, -1)) === on;
}
