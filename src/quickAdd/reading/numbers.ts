import { dateWordsOf } from '../../lib/days/dateWords';
import { dayOfStored, type Day } from '../../lib/days/days';

const NUMBERS = /^(\d{1,2})(?:\/(\d{1,2})(?:\/(\d{4}))?|\.(\d{1,2})\.(\d{4})?)$/;
/** '24/7', and sizes in inches. */
const NO_DATE = /^(24\/7|\d?[13579]\/16)$/;

/** A numeric date. `year` is absent when not written; it is weak when the numbers may have another meaning. */
export type DateInNumbers = { month: number; date: number; year?: number; isWeak: boolean };

const exists = ({ month, date, year = 2024 }: { month: number; date: number; year?: number }): boolean =>
  dayOfStored(`${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`) !== null;

/**
 * Numeric dates such as `24/12` and `24.12.`, with or without a four-digit year. With slashes the language's order
 * applies, unless only the other order is valid. Possible fractions (`10/12`) are weak, and `24.12.` in languages that
 * do not write dates with dots.
 */
export function dateInNumbers(words: string, language: string): DateInNumbers | null {
  const [, first, afterSlash, slashYear, afterDot, dotYear] = NUMBERS.exec(words) ?? [];
  if (first === undefined) return null;
  const written = slashYear ?? dotYear;
  const year = written === undefined ? {} : { year: Number(written) };
  const { isMonthFirst, hasDots } = dateWordsOf(language) ?? dateWordsOf('en')!;
  const dayFirst = { date: Number(first), month: Number(afterSlash ?? afterDot), ...year };
  if (afterDot !== undefined) {
    const isSure = hasDots || dotYear !== undefined || (dayFirst.date > 12 && !afterDot.startsWith('0'));
    return exists(dayFirst) ? { ...dayFirst, isWeak: !isSure } : null;
  }
  const monthFirst = { date: dayFirst.month, month: dayFirst.date, ...year };
  const inOrder = (isMonthFirst ? [monthFirst, dayFirst] : [dayFirst, monthFirst]).filter(exists);
  const isAmbiguous = (inOrder.length > 1 && first !== afterSlash) || NO_DATE.test(words);
  return inOrder[0] ? { ...inOrder[0], isWeak: isAmbiguous && written === undefined } : null;
}

/** A numeric date; next to another day it is ignored. */
export const isDateLike = (words: string): boolean => NUMBERS.test(words);

/** The day of a date in a year; null when the year does not have it. */
export const dayOfYear = (year: number, { month, date }: { month: number; date: number }): Day | null =>
  dayOfStored([String(year), String(month).padStart(2, '0'), String(date).padStart(2, '0')].join('-'));
