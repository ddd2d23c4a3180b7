import { dateWordsOf, readWrittenDate, type WrittenDate } from '../../lib/days/dateWords';
import { dayOfStored, dayPlus, type Day } from '../../lib/days/days';
import { weekdayOf } from '../../lib/days/nextWeek';
import { folded, phrasesOf, spelled, type Calendar, type Phrase, type PhraseType } from './phrases';

/** A phrase that names a day, or names none (`day: null`). */
export type FoundDay = {
  day: Day | null;
  type: PhraseType;
  /** The languages in which it is a day: words of another one do not guard it. */
  languages: readonly string[];
  isWeak: boolean;
  mayEnd?: true;
};

/** The maximum age of a due day; an older date rather belongs to the title. */
const LONGEST_PAST_DAYS = 366;

const ISO = /^\d{4}-\d{2}-\d{2}$/;
const CAPITALS = /^\p{Lu}{2,}$/u;

const NUMBERS = /^(\d{1,2})(?:\/(\d{1,2})(?:\/(\d{4}))?|\.(\d{1,2})\.(\d{4})?)$/;
/** '24/7', and sizes in inches. */
const NO_DATE = /^(24\/7|\d?[13579]\/16)$/;

/** A numeric date. `year` is absent when not written; it is weak when the numbers may have another meaning. */
type DateInNumbers = { month: number; date: number; year?: number; isWeak: boolean };

/** The day of a date in a year; null when the year does not have it. */
const dayOfYear = (year: number, { month, date }: { month: number; date: number }): Day | null =>
  dayOfStored([String(year), String(month).padStart(2, '0'), String(date).padStart(2, '0')].join('-'));

/** Whether the year has the date; of a date without one, whether a leap year has it. */
const exists = ({ year = 2024, ...date }: { month: number; date: number; year?: number }): boolean =>
  dayOfYear(year, date) !== null;

/**
 * Numeric dates such as `24/12` and `24.12.`, with or without a four-digit year. With slashes the language's order
 * applies, unless only the other order is valid. Possible fractions (`10/12`) are weak, and `24.12.` in languages that
 * do not write dates with dots.
 */
function dateInNumbers(words: string, language: string): DateInNumbers | null {
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
const isDateLike = (words: string): boolean => NUMBERS.test(words);

/** The day of a date without a year: the next one from today on. A weekday may also tell that the last one is meant. */
function dayOfDate(today: Day, { year, weekday, ...date }: WrittenDate): Day | null {
  const fits = (day: Day | null): day is Day =>
    day !== null && (weekday === undefined || weekdayOf(day) === weekday);
  const thisYear = Number(today.slice(0, 4));
  if (year !== undefined) return [dayOfYear(year, date)].find(fits) ?? null;
  const inYears = [thisYear, thisYear + 1].map(each => dayOfYear(each, date));
  const coming = inYears.filter(day => day !== null && day >= today);
  const past = weekday === undefined ? [] : [inYears[0]!, dayOfYear(thisYear - 1, date)];
  return [coming[0] ?? null, ...past].find(fits) ?? null;
}

function phraseOf(words: string, language: string): Phrase | undefined {
  const { exact, folded: anyCase } = phrasesOf(language);
  return exact.get(spelled(words)) ?? anyCase.get(folded(words));
}

/** A date in words of English or of the language. */
function writtenDay(words: string, { today, language }: Calendar): FoundDay | null {
  const found = [language, 'en'].flatMap(spoken => {
    const date = readWrittenDate(words, spoken);
    const day = date && dayOfDate(today, date);
    return day ? [{ day, language: spoken.slice(0, 2) }] : [];
  });
  const languages = found.map(each => each.language);
  return found[0] ? { day: found[0].day, type: 'date', languages, isWeak: false } : null;
}

function numericDay(words: string, { today, language }: Calendar): FoundDay | null {
  const date = dateInNumbers(spelled(words), language);
  const day = date && dayOfDate(today, date);
  return day ? { day, type: 'date', languages: [language.slice(0, 2)], isWeak: date.isWeak } : null;
}

/** The day named by a whole text; null when it is not a day phrase, or the day does not exist. */
export function readDay(words: string, calendar: Calendar): FoundDay | null {
  const phrase = phraseOf(words, calendar.language);
  if (phrase) {
    // In capitals a weak word is an abbreviation: 'SAT' is an exam.
    if (phrase.isWeak && CAPITALS.test(words)) return null;
    const { type, language, isWeak = false, mayEnd } = phrase;
    const day = phrase.dayOf(calendar);
    if (day === null && type !== 'none') return null;
    return { day, type, languages: [language], isWeak, ...(mayEnd && { mayEnd }) };
  }
  const iso = ISO.test(words) ? dayOfStored(words) : null;
  const found: FoundDay | null = iso
    ? { day: iso, type: 'date', languages: [calendar.language.slice(0, 2)], isWeak: false }
    : (writtenDay(words, calendar) ?? numericDay(words, calendar));
  return found && found.day! >= dayPlus(calendar.today, -LONGEST_PAST_DAYS) ? found : null;
}

/** Whether text is a day or a part of one; two days in a row count as none. */
export const isDayLike = (words: string, language: string): boolean =>
  ISO.test(words) ||
  isDateLike(words) ||
  phraseOf(words, language) !== undefined ||
  ['en', language].some(spoken => readWrittenDate(words, spoken) !== null);
