import { dayOfStored, dayPlus, type Day } from '../../lib/days/days';
import { readDay } from '../../quickAdd/reading/readDay';

/** The order in which a file writes `3/4/2026`: month first, as in the United States, or day first. */
export type NumberOrder = 'monthFirst' | 'dayFirst';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const ISO = /^(\d{4})(?:([-/.])\s*|年)(\d{1,2})(?:\2\s*|月)(\d{1,2})日?(?!\d)\.?/;
/** Without a year of four digits only points are certain: 24.12.26. */
const NUMBERS = /^(\d{1,2})\s*([/.-])\s*(\d{1,2})\s*\2\s*(\d{4}|(?<=\.\s*)\d{2})(?![\d.]\d|\d)\.?/;
const MONTH_FIRST = /^(?:[a-z]{3,9},?\s+)?([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)/i;
const DAY_FIRST = /^(?:[a-z]{3,9},?\s+)?(\d{1,2})(?:st|nd|rd|th)?\.?\s+([a-z]{3,9})\.?,?\s+(\d{4})(?!\d)/i;
/** Phrases that contain a date but do not name a single day: `every month from Oct 5 2026`. */
const REPEATS = /^(every|ev|after|each|daily|weekly|monthly|yearly)\b/i;

const day = (year: string, month: string | number, date: string): Day | null =>
  dayOfStored(`${year}-${String(month).padStart(2, '0')}-${date.padStart(2, '0')}`);
const monthOf = (name: string) => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;

/** The day with which a text begins, and the length of its words; null for anything else. */
function dayAtStart(text: string, order: NumberOrder): { day: Day | null; length: number } | null {
  const [iso, numbers, monthFirst, dayFirst] = [ISO, NUMBERS, MONTH_FIRST, DAY_FIRST].map(form =>
    form.exec(text),
  );
  const found = iso ?? numbers ?? monthFirst ?? dayFirst;
  if (!found) return null;
  const [{ length }, one, two, three, four] = found as unknown as string[] & { 0: string };
  const at = (read: Day | null) => ({ day: read, length: length });
  if (iso) return at(day(one!, three!, four!));
  if (numbers) {
    const year = four!.length === 2 ? `20${four}` : four!;
    return at(two === '/' && order === 'monthFirst' ? day(year, one!, three!) : day(year, three!, one!));
  }
  return at(monthFirst ? day(three!, monthOf(one!), two!) : day(three!, monthOf(two!), one!));
}

/** The calendar day in a cell, with or without a following time; null for anything else. */
export function dayOfText(cell: string, order: NumberOrder = 'dayFirst'): Day | null {
  const text = cell.trim();
  return REPEATS.test(text) ? null : (dayAtStart(text, order)?.day ?? null);
}

/** The day with which a text begins, or ends as `2026-12-21`, and its other words. */
export function splitDay(words: string): { day: Day | null; rest: string } {
  const text = words.trim();
  const last = /^(.*\S)\s+(\d{4}-\d{2}-\d{2})$/s.exec(text);
  if (last && dayOfStored(last[2]) !== null && dayOfText(text) === null)
    return { day: dayOfStored(last[2]), rest: last[1]! };
  const ways = REPEATS.test(text)
    ? []
    : (['dayFirst', 'monthFirst'] as const).map(order => dayAtStart(text, order));
  const found = ways.find(way => way?.day);
  if (!found) return { day: null, rest: text };
  return {
    day: found.day,
    rest: text
      .slice(found.length)
      .replace(/^T[\d:.]+(?:Z|[+-][\d:]+)?|^[\s,;]+/g, '')
      .trim(),
  };
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

/** The date order that a date after the 12th proves for all of these cells; null when none does. */
export function provenOrder(cells: Iterable<string>): NumberOrder | null {
  for (const cell of cells) {
    const [, first, separator, second] = NUMBERS.exec(cell.trim()) ?? [];
    if (separator !== '/') continue;
    if (Number(first) > 12) return 'dayFirst';
    if (Number(second) > 12) return 'monthFirst';
  }
  return null;
}

/** The date order of these cells: proven, else that of the browser's language. */
export const orderOfNumbers = (cells: Iterable<string>, language: string): NumberOrder =>
  provenOrder(cells) ?? (/^en-(US|PH|CA)|^en$/i.test(language) ? 'monthFirst' : 'dayFirst');

/** The day in a cell that can mean only one: without a proven order, 3/4/2026 is none. */
export function certainDay(cell: string, order: NumberOrder | null): Day | null {
  const day = dayOfText(cell, order ?? 'dayFirst');
  return order === null && day !== dayOfText(cell, 'monthFirst') && dayOfText(cell, 'monthFirst') !== null
    ? null
    : (day ?? dayOfText(cell, 'monthFirst'));
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
