import { dayInWords, type Day } from '../../lib/days/days';
import { choiceOfRule, endOf, type Choice } from '../choice';
import { chosenOf, repeatOfChoice } from '../makeRepeat';
import { firstDays, ruleOf } from '../nextDay';
import type { Repeat } from '../repeat';
import { choiceInWords } from '../ruleInWords';
import { textOfRule } from '../ruleText';

/** The context of a form's choice: the due day in the form, and the stored repeat. */
export type Around = {
  due: Day | null;
  today: Day;
  /** The person's first day of the week, 0 (Sunday) to 6. */
  weekStart: number;
  stored?: { repeat: Repeat; due: Day | null };
};
/** A repeat that is asked for, and the day on which its task stands then. `isSame`: all but the end is as it is stored. */
export type Requested = { repeat: Repeat; due: Day; isSame?: true };

/** The repeat that a task has, as a form of it looks at it. */
export const storedIn = ({ repeat, taskDueDay: due }: { repeat?: Repeat; taskDueDay: Day | null }) =>
  repeat && { stored: { repeat, due } };

/** The day from which a choice counts: the open occurrence, unless the form has another due day by now. */
export const countsFrom = ({ due, today, stored }: Around): Day =>
  stored && due === stored.due ? stored.repeat.at : (due ?? today);

/** A choice without its end, in words: these are the same however it was made. */
const unending = ({ end: _end, ...choice }: Choice) => choiceInWords(choice as Choice);

/** The stored repeat with the end of a choice; a count begins with the open occurrence. Null where that comes no more. */
function withEnd(repeat: Repeat, { end }: Choice, before: Choice): Repeat | null {
  if (JSON.stringify(end) === JSON.stringify(before.end)) return repeat;
  const { at, after = false } = repeat;
  const rule = { ...ruleOf(repeat)!, until: null, count: 0 };
  const ending = end ? { ...rule, ...endOf(end, rule, at, after) } : rule;
  if (ending.until !== null && ending.until < at) return null;
  const isCounted = ending.count > 0 && !(before.end && 'times' in before.end);
  return { ...repeat, ...(isCounted && { first: at }), rule: textOfRule(ending) };
}

/**
 * The repeat that a choice asks for; null when none comes. A rule begins on one of its own days, and its task stands there.
 * Where nothing but the end is another one, the open occurrence stays where it is, moved or not.
 */
export function requestedRepeat(choice: Choice, around: Around): Requested | null {
  const { due, today, weekStart, stored } = around;
  const chosen = stored && chosenOf(stored.repeat);
  const before = chosen && choiceOfRule(chosen);
  if (stored && before && unending(before) === unending(choice)) {
    const repeat = withEnd(stored.repeat, choice, before);
    return repeat && { repeat, due: due ?? today, isSame: true };
  }
  const repeat = repeatOfChoice(choice, countsFrom(around), weekStart);
  return repeat && { repeat, due: repeat.at };
}

const SHOWN_DAYS = 5;

/** `Every Tuesday. Next: Tue 24 Nov, Tue 1 Dec, …`. */
export function wordsOfRequest(choice: Choice, around: Around): string {
  const requested = requestedRepeat(choice, around);
  if (!requested) return 'This never comes: choose another day, or a later end.';
  const { repeat, due } = requested;
  const words = choiceInWords(choice);
  const sentence = `${words[0]!.toUpperCase()}${words.slice(1)}.`;
  if (repeat.after) return `${sentence} First: ${dayInWords(due, around.today)}.`;
  const days = [due, ...firstDays(ruleOf(repeat)!, repeat.first, SHOWN_DAYS - 1, repeat.at)];
  const all = days.map(day => dayInWords(day, around.today)).join(', ');
  return `${sentence} Next: ${all}${days.length === SHOWN_DAYS ? ', …' : '.'}`;
}
