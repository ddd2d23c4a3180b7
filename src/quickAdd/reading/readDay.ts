import { dayOfStored, dayPlus, type Day } from '../../lib/days/days';
import { nextWeekStart, weekdayOf } from '../../lib/days/nextWeek';
import { dateInNumbers, dayOfYear, isDateLike } from './numbers';
import { folded, phrasesOf, spelled, type Meaning, type Phrase } from './phrases';

export type Calendar = {
  today: Day;
  /** The browser's language, BCP 47. */
  language: string;
  /** 0 (Sunday) to 6. */
  firstDayOfWeek: number;
};

/** A phrase that names a day, or names none (`day: null`). */
export type FoundDay = { day: Day | null; meaning: Meaning; isWeak: boolean; mayEnd?: true };

/** The maximum age of a due day; an older date rather belongs to the title. */
const LONGEST_PAST_DAYS = 366;

const ISO = /^\d{4}-\d{2}-\d{2}$/;
const WITH_YEAR = /^(.+) (\d{4})$/;
const WEEKDAY_FIRST = /^(\p{L}+),? (.+)$/u;
const CAPITALS = /^\p{Lu}{2,}$/u;

/** The next such date from today on; null when neither this year nor the next has it. */
function dateFrom(today: Day, date: { month: number; date: number }): Day | null {
  const year = Number(today.slice(0, 4));
  const thisYear = dayOfYear(year, date);
  return thisYear !== null && thisYear >= today ? thisYear : dayOfYear(year + 1, date);
}

const SATURDAY = 6;
const monthEnd = (today: Day): Day =>
  new Date(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)), 0)).toISOString().slice(0, 10);

/** Weekdays are after today; 'next' means the one of next week. */
function dayOfMeaning(meaning: Meaning, { today, firstDayOfWeek }: Calendar): Day | null {
  switch (meaning.type) {
    case 'days':
    case 'span':
      return dayPlus(today, meaning.days);
    case 'nextWeek':
      return nextWeekStart(today, firstDayOfWeek);
    case 'weekday':
      return meaning.isNext
        ? dayPlus(nextWeekStart(today, firstDayOfWeek), (meaning.weekday - firstDayOfWeek + 7) % 7)
        : nextWeekStart(today, meaning.weekday);
    case 'weekend': {
      const saturday = weekdayOf(today) % 6 === 0 ? today : nextWeekStart(today, SATURDAY);
      return meaning.weeks === 0 ? saturday : nextWeekStart(saturday, SATURDAY);
    }
    case 'monthEnd':
      return monthEnd(today);
    case 'date':
      return dateFrom(today, meaning);
    case 'none':
      return null;
  }
}

function phraseOf(words: string, language: string): Phrase | undefined {
  const { exact, folded: anyCase } = phrasesOf(language);
  return exact.get(spelled(words)) ?? anyCase.get(folded(words));
}

/** A date with its year: in the future, or in the past year. */
function dayWithYear(words: string, { today, language }: Calendar): Day | null {
  const [, date, year] = WITH_YEAR.exec(words) ?? [];
  const meaning = date && phraseOf(date.replace(/,$/, ''), language)?.meaning;
  const named = meaning && meaning.type === 'date' ? dayOfYear(Number(year), meaning) : null;
  const day = ISO.test(words) ? dayOfStored(words) : named;
  return day !== null && day >= dayPlus(today, -LONGEST_PAST_DAYS) ? day : null;
}

const DATE: Meaning = { type: 'date', month: 0, date: 0 };

function numericDay(words: string, calendar: Calendar): FoundDay | null {
  const date = dateInNumbers(words, calendar.language);
  if (!date) return null;
  const day = date.year === undefined ? dateFrom(calendar.today, date) : dayOfYear(date.year, date);
  return day !== null && day >= dayPlus(calendar.today, -LONGEST_PAST_DAYS)
    ? { day, meaning: DATE, isWeak: date.isWeak }
    : null;
}

/** The day named by a whole text; null when it is not a day phrase, or the day does not exist. */
export function readDay(words: string, calendar: Calendar): FoundDay | null {
  const dated = dayWithYear(words, calendar);
  if (dated) return { day: dated, meaning: DATE, isWeak: false };
  const phrase = phraseOf(words, calendar.language);
  if (phrase) {
    // In capitals a weak word is an abbreviation: 'SAT' is an exam.
    if (phrase.isWeak && CAPITALS.test(words)) return null;
    const day = dayOfMeaning(phrase.meaning, calendar);
    if (day === null && phrase.meaning.type !== 'none') return null;
    const { meaning, isWeak = false, mayEnd } = phrase;
    return { day, meaning, isWeak, ...(mayEnd && { mayEnd }) };
  }
  return numericDay(words, calendar) ?? withWeekday(words, calendar);
}

/** A weekday with a date, such as 'Fri 13 Mar'; null when they do not match. */
function withWeekday(words: string, calendar: Calendar): FoundDay | null {
  const [, name, rest] = WEEKDAY_FIRST.exec(words) ?? [];
  const weekday = name && phraseOf(name, calendar.language)?.meaning;
  if (!weekday || weekday.type !== 'weekday') return null;
  const found = readDay(rest!, calendar);
  if (found?.day == null || found.meaning.type !== 'date') return null;
  return weekdayOf(found.day) === weekday.weekday ? found : null;
}

/** Whether text is a day or a part of one; two days in a row count as none. */
export const isDayLike = (words: string, language: string): boolean =>
  ISO.test(words) || isDateLike(words) || phraseOf(words, language) !== undefined;
