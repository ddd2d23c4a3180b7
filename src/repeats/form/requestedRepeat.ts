import { dayInWords, isolated, type Day } from '../../lib/days/days';
import { choiceOfRule, endOf, type Choice, type DayOfMonth } from '../choice';
import { chosenOf, repeatOfChoice } from '../makeRepeat';
import { firstDays, ruleOf, weekdayOf } from '../../../shared/repeats/nextDay';
import type { Repeat } from '../repeat';
import { choiceInWords } from '../ruleInWords';
import { textOfRule } from '../../../shared/repeats/rule';
import { attempt } from '../../lib/attempt';

/** A rule that the form cannot show. */
export const OTHER_RULE = 'other';

/** A choice as text, the form in which the control and the draft hold it. */
export const textOfChoice = (choice: Choice): string => JSON.stringify(choice);

/** The choice of such a text; null for none, and for a rule that the form cannot show. */
export function choiceOfText(text: string | undefined): Choice | null {
  if (!text || text === OTHER_RULE) return null;
  return attempt(() => JSON.parse(text) as Choice) ?? null;
}

/** A repeat as the form's value; empty for none. */
export function textOfRepeat(repeat: Repeat | undefined): string {
  if (!repeat) return '';
  const chosen = chosenOf(repeat);
  const choice = chosen && choiceOfRule(chosen);
  return choice ? textOfChoice(choice) : OTHER_RULE;
}

/** How a rule of each month names a day: the 31st is the last day. */
export const onDates = (day: Day): DayOfMonth =>
  day.endsWith('31') ? { type: 'last' } : { type: 'dates', dates: [Number(day.slice(8))] };
/** How a rule of each year names it. */
export const onDate = (day: Day): DayOfMonth => ({ type: 'dates', dates: [Number(day.slice(8))] });

/** An initial choice for a day, with the interval and end of the previous one. */
export function startOf(every: Choice['every'], from: Day, before: Choice | null): Choice {
  const end = before?.end && { end: before.end };
  const n = before?.n ?? 1;
  switch (every) {
    case 'workday':
      return { every, n: 1, ...end };
    case 'week':
      return { every, n, weekdays: [weekdayOf(from)], ...end };
    case 'month':
      return { every, n, on: onDates(from), ...end };
    case 'year':
      return { every, n, month: Number(from.slice(5, 7)), on: onDate(from), ...end };
    case 'after':
      return { every, unit: 'day', n, ...end };
    case 'day':
      return { every, n, ...end };
  }
}

/** The context of a form's choice: the due day in the form, and the stored repeat. */
export type Around = {
  due: Day | null;
  today: Day;
  /** The user's first day of the week, 0 (Sunday) to 6. */
  weekStart: number;
  stored?: { repeat: Repeat; due: Day | null };
};
/** A requested repeat, and the task's resulting day. `isSame`: only the end differs from the stored one. */
export type Requested =
  | { repeat: Repeat; due: Day; isSame?: never }
  | { repeat: Repeat; due: Day | null; isSame: true };

/** The task's stored repeat as the form sees it. */
export const storedIn = ({ repeat, taskDueDay: due }: { repeat?: Repeat; taskDueDay: Day | null }) =>
  repeat && { stored: { repeat, due } };

/** The day from which a choice counts: the open occurrence, or the form's due day if that was changed. */
export const countsFrom = ({ due, today, stored }: Around): Day =>
  stored && (due === null || due === stored.due) ? stored.repeat.at : (due ?? today);

/** A canonical text of a choice without its end, to compare choices. */
const unending = ({ end: _end, ...choice }: Choice) => choiceInWords(choice as Choice);

/** The stored repeat with the end of a choice; a count starts with the open occurrence. Null when the end is before it. */
function withEnd(repeat: Repeat, { end }: Choice, before: Choice): Repeat | null {
  if (JSON.stringify(end) === JSON.stringify(before.end)) return repeat;
  const { at, after = false } = repeat;
  const rule = { ...ruleOf(repeat)!, until: null, count: 0 };
  const ending = end ? { ...rule, ...endOf(end, rule, at, after) } : rule;
  if (ending.until !== null && ending.until < at) return null;
  const isCounted = ending.count > 0 && !(before.end && 'times' in before.end);
  return { ...repeat, ...(isCounted && { first: at }), rule: textOfRule(ending) };
}

/** The largest numbers of a choice. */
export const MOST = { every: 99, times: 999 };
export const isWithin = (number: number, most: number) =>
  Number.isInteger(number) && number >= 1 && number <= most;
const hasRightNumbers = ({ n, end }: Choice) =>
  isWithin(n, MOST.every) && (!end || !('times' in end) || isWithin(end.times, MOST.times));

/**
 * The repeat that a choice requests; null when it has no day, or a number out of range. A rule begins on one of its own days, to which the task
 * moves. If only the end changes, the open occurrence keeps its day.
 */
export function requestedRepeat(choice: Choice, around: Around): Requested | null {
  const { due, weekStart, stored } = around;
  if (!hasRightNumbers(choice)) return null;
  const chosen = stored && chosenOf(stored.repeat);
  const before = chosen && choiceOfRule(chosen);
  if (stored && before && unending(before) === unending(choice)) {
    const repeat = withEnd(stored.repeat, choice, before);
    return repeat && { repeat, due, isSame: true };
  }
  const repeat = repeatOfChoice(choice, countsFrom(around), weekStart);
  return repeat && { repeat, due: repeat.at };
}

const SHOWN_DAYS = 5;

/**
 * `Every Tuesday. Next: Tue 24 Nov · Tue 1 Dec · …`; without a due day, those after the open occurrence. Empty where a
 * number is out of range, which its field says.
 */
export function wordsOfRequest(choice: Choice, around: Around): string {
  const requested = requestedRepeat(choice, around);
  if (!requested)
    return hasRightNumbers(choice) ? 'This never comes: choose another day, or a later end.' : '';
  const { repeat, due } = requested;
  const words = choiceInWords(choice);
  const sentence = `${words[0]!.toUpperCase()}${words.slice(1)}.`;
  if (repeat.after) return due ? `${sentence} First: ${isolated(dayInWords(due, around.today))}.` : sentence;
  const shown = due ? [due] : [];
  const count = SHOWN_DAYS - shown.length;
  const next = firstDays(ruleOf(repeat)!, repeat.first, count, repeat.at);
  const days = [...shown, ...next].map(day => isolated(dayInWords(day, around.today)));
  return `${sentence} Next: ${days.join(' · ')}${next.length === count ? ' · …' : '.'}`;
}
