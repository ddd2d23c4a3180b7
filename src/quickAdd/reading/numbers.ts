import { dayOfStored, type Day } from '../../lib/days/days';

const NUMBERS = /^(\d{1,2})(?:\/(\d{1,2})(?:\/(\d{4}))?|\.(\d{1,2})\.(\d{4})?)$/;
/** Always open, and sizes in inches. */
const NO_DATE = /^(24\/7|\d?[13579]\/16)$/;

type Order = { isMonthFirst: boolean; hasDots: boolean };
const orders = new Map<string, Order>();

/** How people of a language (BCP 47) write a day in numbers; as English does where Intl does not know the language. */
function orderOf(language: string): Order {
  let order = orders.get(language);
  if (!order) {
    let parts: Intl.DateTimeFormatPart[] = [];
    try {
      parts = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'numeric' }).formatToParts();
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
    order = {
      isMonthFirst: parts.find(({ type }) => type !== 'literal')?.type !== 'day',
      hasDots: parts.some(({ value }) => value.includes('.')),
    };
    orders.set(language, order);
  }
  return order;
}

/** A day in numbers. `year` is absent where none was written; it is weak where the numbers could mean something else. */
export type DateInNumbers = { month: number; date: number; year?: number; isWeak: boolean };

const exists = ({ month, date, year = 2024 }: { month: number; date: number; year?: number }): boolean =>
  dayOfStored(`${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`) !== null;

/**
 * `24/12`, `24.12.`, with four digits of a year or without. Slashes are read in the language's order, or in the only one
 * that names a day; `10/12`, which could be a fraction, is weak. `24.12.` may end a sentence where dots write no dates.
 */
export function dateInNumbers(words: string, language: string): DateInNumbers | null {
  const [, first, afterSlash, slashYear, afterDot, dotYear] = NUMBERS.exec(words) ?? [];
  if (first === undefined) return null;
  const written = slashYear ?? dotYear;
  const year = written === undefined ? {} : { year: Number(written) };
  const { isMonthFirst, hasDots } = orderOf(language);
  const dayFirst = { date: Number(first), month: Number(afterSlash ?? afterDot), ...year };
  if (afterDot !== undefined) {
    const isSure = hasDots || dotYear !== undefined || (dayFirst.date > 12 && !afterDot.startsWith('0'));
    return exists(dayFirst) ? { ...dayFirst, isWeak: !isSure } : null;
  }
  const monthFirst = { date: dayFirst.month, month: dayFirst.date, ...year };
  const inOrder = (isMonthFirst ? [monthFirst, dayFirst] : [dayFirst, monthFirst]).filter(exists);
  const isAmbiguous = inOrder.length > 1 || NO_DATE.test(words);
  return inOrder[0] ? { ...inOrder[0], isWeak: isAmbiguous && written === undefined } : null;
}

/** A date in numbers, which beside another day is none. */
export const isDateLike = (words: string): boolean => NUMBERS.test(words);

/** The day of a date with its year; null when that year does not have it. */
export const dayOfYear = (year: number, { month, date }: { month: number; date: number }): Day | null =>
  dayOfStored([String(year), String(month).padStart(2, '0'), String(date).padStart(2, '0')].join('-'));
