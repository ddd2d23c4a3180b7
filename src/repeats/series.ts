import { dayPlus, type Day } from '../lib/days/days';
import { noteOf } from './knownSeries';
import { dayPlusInterval, nextDay, ruleOf } from './nextDay';
import {
  SKIPPED,
  type Occurrences,
  type Repeat,
  type RuleChange,
  type Series,
  type SeriesChange,
  type Step,
} from './repeat';

/** The tick is for a day that is not open yet: it was undone elsewhere, or the rule is another one. */
export const NOT_OPEN = 'notOpen';

const later = (a: Day, b: Day) => (a > b ? a : b);

/** The first free day from a day on, by the rule; where that counts from the tick, by the calendar. Null when none comes. */
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
 * The next day after a step: behind the open day and the day of the step, so that a late tick leads to no past day. With
 * `after` it counts from the day of the step. Null behind the last one.
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

/** The step of the open occurrence. The last one of a series is done as any task is. */
function stepOf({ occurrences }: Series, repeat: Repeat, step: Step): SeriesChange {
  const notes = { [repeat.at]: step.isSkip ? SKIPPED : step.doneAt };
  const at = dayAfterStep(repeat, step, { ...occurrences, ...notes });
  return at === null
    ? { notes, ...ended(step.doneAt) }
    : { notes, repeat: { ...repeat, at, from: repeat.at, since: step.doneAt }, due: at };
}

/**
 * A step of what counts from the tick. Its own day is noted; the step that was made last opens the next day, whichever
 * arrives first. Behind the end, or with the last day of a count noted, the series ends.
 */
function stepFromTick({ occurrences }: Series, repeat: Repeat, step: Step, notes: SeriesChange['notes']) {
  const noted = notes && { notes };
  const known = { ...occurrences, ...notes } as Occurrences;
  const to = dayAfterStep(repeat, step, known);
  if (to === null) return { ...noted, ...ended(step.doneAt) };
  const { at: open, since } = repeat;
  // A version before this one does not say when the open day was opened: that only grows then.
  const isLatest =
    since === undefined || since === step.doneAt ? step.day === open || to > open : step.doneAt > since;
  const at = isLatest ? to : freeDay(repeat, open, known)!;
  const due = at !== open && { due: at };
  if (isLatest) return { ...noted, repeat: { ...repeat, at, from: step.day, since: step.doneAt }, ...due };
  return due ? { ...noted, repeat: { ...repeat, at }, ...due } : noted;
}

/**
 * A series after a tick or a skip, whatever other devices did before it arrived: in any order, `at` ends as the next day
 * after the latest of all. Null when nothing is left to be done.
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
  // Its day has come: the person ticked, or skipped, what was open for them, which is a later one by now.
  return repeat.at <= on ? stepOf(series, repeat, step) : noted;
}

/** A series after a change of its rule: the open day is the first one that is free, whatever was done elsewhere. */
export function afterRuleChange({ occurrences }: Series, { repeat, due }: RuleChange): SeriesChange {
  if (!repeat) return { repeat, ...(due !== undefined && { due }) };
  const at = freeDay(repeat, repeat.at, occurrences);
  if (at === null) return { repeat: null };
  return { repeat: { ...repeat, at }, ...(at !== repeat.at ? { due: at } : due !== undefined && { due }) };
}

/** Whether a step that was late went past this very day, on which the rule has one as well. */
export function wentPast(repeat: Repeat, on: Day): boolean {
  const { first, at, after } = repeat;
  const rule = ruleOf(repeat);
  return !after && rule !== null && at < on && nextDay(rule, first, dayPlus(on, -1)) === on;
}
