import { goingOn } from '../../../shared/repeats/nextDay';
import type { Day } from '../../lib/days/days';
import { choiceOfRule } from '../../repeats/choice';
import { repeatOfChoice } from '../../repeats/makeRepeat';
import { readRepeat } from '../../repeats/readRepeat';
import type { Repeat } from '../../repeats/repeat';
import { ruleOfText } from '../../../shared/repeats/rule';
import { dayOfRelative, dayOfText, dayOfWords, instantOfText, splitDay, withoutTime } from './days';
import { dayOfInstant } from '../../lib/days/zones';
import { normalRule } from './normalRule';

const MONDAY = 1;

/**
 * The repeat named by text such as `every 2 weeks at 9am`, in English or a language (BCP 47), starting on a day; null
 * for none. A date in it without a year is the next one from that day on.
 */
export function repeatOfWords(words: string, from: Day | null, language = 'en'): Repeat | null {
  if (from === null) return null;
  const dayIn = (text: string) => dayOfText(text) ?? dayOfWords(text, { writtenOn: from, language });
  const found = readRepeat(withoutTime(words), language, dayIn);
  return found && repeatOfChoice(found.choice, found.start ?? from, MONDAY);
}

/**
 * A day and a repeat in one cell, such as `2026-12-21 every month` or `21 dec monthly`; `rest` are its words that are
 * neither. The open occurrence stays on the day that the cell names.
 */
export function dayAndRepeat(
  words: string,
  { writtenOn, language }: { writtenOn: Day | null; language: string },
) {
  const plain = withoutTime(words);
  const { day, rest } = splitDay(plain);
  if (day !== null) {
    const repeat = rest === '' ? null : repeatOfWords(rest, day, language);
    return { day, repeat, rest: repeat ? '' : rest };
  }
  for (const { index } of writtenOn === null ? [] : plain.matchAll(/\s+/g)) {
    const from = dayOfRelative(plain.slice(0, index), { writtenOn: writtenOn!, language });
    const repeat = from && repeatOfWords(plain.slice(index).trim(), from, language);
    if (repeat) return { day: from, repeat, rest: '' };
  }
  return { day: null, repeat: null, rest: plain };
}

const UNTIL = /UNTIL\s*=\s*(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z/i;
/** A rule that ends at an instant, ending on the day of that in a time zone. Midnight in UTC is the day itself. */
export const endingIn = (rule: string, timeZone: string): string =>
  rule.replace(UNTIL, (_, year, month, date, hours, minutes, seconds) => {
    const [day, time] = [`${year}-${month}-${date}`, `${hours}:${minutes}:${seconds}`];
    const instant = time === '00:00:00' ? null : instantOfText(`${day}T${time}Z`);
    const local = instant && dayOfInstant(instant, timeZone);
    return `UNTIL=${(local ?? day).replaceAll('-', '')}`;
  });

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const [DAY_MS, WEEK_DAYS] = [86_400_000, 7];
/** The weekdays of a rule that begins at an instant in UTC, as those of its local day, which may be another one. */
export function withLocalWeekdays(rule: string, start: string, day: Day | null): string {
  const [, year, month, date] = /^(\d{4})(\d{2})(\d{2})T\d{6}Z$/i.exec(start.trim()) ?? [];
  if (date === undefined || day === null || !/FREQ\s*=\s*(WEEKLY|DAILY)/i.test(rule)) return rule;
  const shift = (Date.parse(day) - Date.parse(`${year}-${month}-${date}`)) / DAY_MS;
  return rule.replace(/(?<=BYDAY\s*=\s*)[A-Z,\s]+/i, days =>
    days.replace(/[A-Z]{2}/gi, name => {
      const at = WEEKDAYS.indexOf(name.toUpperCase());
      return at < 0 ? name : WEEKDAYS[(at + shift + WEEK_DAYS) % WEEK_DAYS]!;
    }),
  );
}

/** The repeat of another program's rule (RFC 5545), starting on a day; null when this app cannot describe it. */
export function repeatOfRuleText(text: string, from: Day | null): Repeat | null {
  const rule = from === null ? null : ruleOfText(normalRule(text));
  const choice = rule && choiceOfRule({ rule, first: from!, after: false });
  return choice && repeatOfChoice(choice, from!, rule!.weekStart);
}

const CSV_RULE = /^(after )?(FREQ=\S+)(?: from (\d{4}-\d{2}-\d{2}))?$/i;

/** A repeat as a cell of the app's own table: its rule, and the open occurrence if that was moved to another day. */
export const cellOfRepeat = (repeat: Repeat, due: Day | null): string =>
  `${repeat.after ? 'after ' : ''}${goingOn(repeat)}${repeat.at === due ? '' : ` from ${repeat.at}`}`;

/** Whether such a cell's open occurrence differs from the task's day. */
export const namesOpenDay = (cell: string): boolean => CSV_RULE.exec(cell)?.[3] !== undefined;

/** The repeat in such a cell, or in text that a user wrote there; null for none. */
export function repeatOfCell(cell: string, due: Day | null): Repeat | null {
  const [, after, rule, from = due] = CSV_RULE.exec(cell) ?? [];
  if (rule === undefined) return repeatOfWords(cell, due);
  if (!after) return repeatOfRuleText(rule, from);
  return from !== null && ruleOfText(rule)
    ? { rule: rule.toUpperCase(), first: from, at: from, after: true }
    : null;
}
