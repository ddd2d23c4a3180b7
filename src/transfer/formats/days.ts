import { dayOfStored, dayPlus, type Day } from '../../lib/days/days';
import { readDay } from '../../quickAdd/reading/readDay';

/** The order in which a file writes `3/4/2026`: month first, as in the United States, or day first. */
export type NumberOrder = 'monthFirst' | 'dayFirst';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const ISO = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?!\d)/;
const NUMBERS = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?!\d)/;
const MONTH_FIRST = /^(?:[a-z]{3,9},?\s+)?([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)/i;
const DAY_FIRST = /^(?:[a-z]{3,9},?\s+)?(\d{1,2})(?:st|nd|rd|th)?\.?\s+([a-z]{3,9})\.?,?\s+(\d{4})(?!\d)/i;
/** Phrases that contain a date but do not name a single day: `every month from Oct 5 2026`. */
const REPEATS = /^(every|ev|after|each|daily|weekly|monthly|yearly)\b/i;

const day = (year: string, month: string | number, date: string): Day | null =>
  dayOfStored(`${year}-${String(month).padStart(2, '0')}-${date.padStart(2, '0')}`);
const monthOf = (name: string) => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;

/** The calendar day in a cell, with or without a following time; null for anything else. */
export function dayOfText(cell: string, order: NumberOrder = 'dayFirst'): Day | null {
  const text = cell.trim();
  if (REPEATS.test(text)) return null;
  const iso = ISO.exec(text);
  if (iso) return day(iso[1]!, iso[2]!, iso[3]!);
  const numbers = NUMBERS.exec(text);
  if (numbers) {
    const [, first, separator, second, year] = numbers;
    const isMonthFirst = separator === '/' && order === 'monthFirst';
    return isMonthFirst ? day(year!, first!, second!) : day(year!, second!, first!);
  }
  const monthFirst = MONTH_FIRST.exec(text);
  if (monthFirst) return day(monthFirst[3]!, monthOf(monthFirst[1]!), monthFirst[2]!);
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst) return day(dayFirst[3]!, monthOf(dayFirst[2]!), dayFirst[1]!);
  return null;
}

/** Prepositions before a time of day, and times, in English, German and French. */
const LEAD = '(?:at|@|um|à) ?';
const CLOCK = `\\d{1,2}(?:[:h]\\d{2}(?::\\d{2})?|\\.\\d{2}(?= ?(?:am|pm|uhr)))?(?: ?(?:am|pm|uhr)|(?<=[:h]\\d{2})|h)`;
const TIME = new RegExp(`,? (?:${LEAD})?(?:${CLOCK}(?=$|,? )|(?<=${LEAD})\\d{1,2}(?:[.]\\d{2})?$)`, 'i');

/** The time of day in a text, as written there; null without one. */
export const timeIn = (words: string): string | null =>
  TIME.exec(words.trim())?.[0].replace(new RegExp(`^,? (?:${LEAD})?`, 'i'), '') ?? null;
export const withoutTime = (words: string): string => words.trim().replace(TIME, '');

const MONDAY = 1;
const RELATIVE = /^(?:yesterday|in (\d{1,3}) (day|week)s?)$/i;

/** The context of a written day: the local day on which it was written, and the language (BCP 47) of the text. */
export type Writing = { writtenOn: Day; language: string };

/** The day in a text as users write it, also without a year and in their language; null for none. */
export function dayOfWords(words: string, { writtenOn, language }: Writing): Day | null {
  const found = readDay(words, { today: writtenOn, language, firstDayOfWeek: MONDAY });
  return found && !found.isWeak ? found.day : null;
}

/** The day that a text means when written on the context's day; null when ambiguous, such as 'Friday' and 'next week'. */
export function dayOfRelative(words: string, { writtenOn, language }: Writing): Day | null {
  const plain = withoutTime(words);
  const [relative, count, unit] = RELATIVE.exec(plain) ?? [];
  if (relative !== undefined)
    return dayPlus(writtenOn, count === undefined ? -1 : Number(count) * (/^w/i.test(unit!) ? 7 : 1));
  const calendar = { today: writtenOn, language, firstDayOfWeek: MONDAY };
  const found = readDay(plain, calendar) ?? readDay(plain.toLowerCase(), calendar);
  return found && !found.isWeak && CERTAIN.includes(found.type) ? found.day : null;
}
const CERTAIN = ['day', 'span', 'date'];

/** The date order of these cells: proven by a date after the 12th, else that of the browser's language. */
export function orderOfNumbers(cells: Iterable<string>, language: string): NumberOrder {
  for (const cell of cells) {
    const [, first, separator, second] = NUMBERS.exec(cell.trim()) ?? [];
    if (separator !== '/') continue;
    if (Number(first) > 12) return 'dayFirst';
    if (Number(second) > 12) return 'monthFirst';
  }
  return /^en-(US|PH|CA)|^en$/i.test(language) ? 'monthFirst' : 'dayFirst';
}

/**
 * An instant as written by programs (`2026-06-26T00:00:00+0000`) in ISO format; null when invalid or not in the years
 * 0 to 9999.
 */
export function instantOfText(cell: string): string | null {
  const text = cell.trim().replace(/([+-]\d{2})(\d{2})$/, '$1:$2');
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*(Z|[+-]\d{2}:\d{2})$/.test(text)) return null;
  const instant = new Date(text);
  const iso = Number.isNaN(instant.getTime()) ? '' : instant.toISOString();
  // Other years have a sign and six digits, which the database refuses.
  return /^\d{4}-/.test(iso) ? iso : null;
}
