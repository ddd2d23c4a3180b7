import type { Day } from '../../lib/days/days';
import { choiceOfRule } from '../../repeats/choice';
import { repeatOfChoice } from '../../repeats/makeRepeat';
import { readRepeat } from '../../repeats/readRepeat';
import type { Repeat } from '../../repeats/repeat';
import { ruleOfText } from '../../repeats/rule';
import { dayOfText } from './days';

const MONDAY = 1;
/** A time of the day, which a repeat of ours does not have. */
const TIME =
  /,? (?:(?:at|@) ?\d{1,2}(?:[:.]\d{2})? ?(?:am|pm)?|\d{1,2}:\d{2} ?(?:am|pm)?|\d{1,2} ?(?:am|pm))$/i;
/** The time of the day at the end of words; null without one. */
export const timeIn = (words: string): string | null =>
  TIME.exec(words.trim())?.[0].replace(/^,? (?:(?:at|@) ?)?/, '') ?? null;

/** The repeat that words such as `every 2 weeks at 9am` say, from a day on; null when they say none. */
export function repeatOfWords(words: string, from: Day | null): Repeat | null {
  if (from === null) return null;
  const plain = words.trim().replace(TIME, '');
  const found = readRepeat(plain, 'en', text => dayOfText(text));
  return found && repeatOfChoice(found.choice, found.start ?? from, MONDAY);
}

/** The repeat of a rule (RFC 5545) as another program wrote it, from a day on; null when it can't be said in words. */
export function repeatOfRuleText(text: string, from: Day | null): Repeat | null {
  const rule = from === null ? null : ruleOfText(text);
  const choice = rule && choiceOfRule({ rule, first: from!, after: false });
  return choice && repeatOfChoice(choice, from!, rule!.weekStart);
}

const CSV_RULE = /^(after )?(FREQ=\S+)(?: from (\d{4}-\d{2}-\d{2}))?$/i;

/** A repeat as a cell of our own table: its rule, and the occurrence that is open where that was moved to another day. */
export const cellOfRepeat = ({ rule, at, after }: Repeat, due: Day | null): string =>
  `${after ? 'after ' : ''}${rule}${at === due ? '' : ` from ${at}`}`;

/** The repeat that such a cell says, or words that a person wrote there; null when it says none. */
export function repeatOfCell(cell: string, due: Day | null): Repeat | null {
  const [, after, rule, from = due] = CSV_RULE.exec(cell) ?? [];
  if (rule === undefined) return repeatOfWords(cell, due);
  if (!after) return repeatOfRuleText(rule, from);
  return from !== null && ruleOfText(rule)
    ? { rule: rule.toUpperCase(), first: from, at: from, after: true }
    : null;
}
