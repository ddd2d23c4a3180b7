import { dayOfStored, dayPlus, type Day } from '../../lib/days/days';
import { nextWeekStart, weekdayOf } from '../../lib/days/nextWeek';
import { folded, phrasesOf, spelled, type Meaning, type Phrase } from './phrases';

export type Calendar = {
  today: Day;
  /** Of the browser, BCP 47. */
  language: string;
  /** 0 (Sunday) to 6. */
  firstDayOfWeek: number;
};

/** A phrase that names a day, or says that there is none (`day: null`). */
export type FoundDay = { day: Day | null; meaning: Meaning; isWeak: boolean };

const ISO = /^\d{4}-\d{2}-\d{2}$/;
const WITH_YEAR = /^(.+) (\d{4})$/;
const WEEKDAY_FIRST = /^(\p{L}+),? (.+)$/u;
const CAPITALS = /^\p{Lu}{2,}$/u;

const dayOfYear = (year: number, { month, date }: { month: number; date: number }) =>
  dayOfStored([String(year), String(month).padStart(2, '0'), String(date).padStart(2, '0')].join('-'));

/** The next day of that name from today on; null when neither this year nor the next has it. */
function dateFrom(today: Day, date: { month: number; date: number }): Day | null {
  const year = Number(today.slice(0, 4));
  const here = dayOfYear(year, date);
  return here !== null && here >= today ? here : dayOfYear(year + 1, date);
}

/** Weekdays come after today; 'next' is the one of the next week. */
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

/** A date with its year; only from today on. */
function dayWithYear(words: string, { today, language }: Calendar): Day | null {
  if (ISO.test(words)) {
    const day = dayOfStored(words);
    return day !== null && day >= today ? day : null;
  }
  const [, date, year] = WITH_YEAR.exec(words) ?? [];
  const meaning = date && phraseOf(date.replace(/,$/, ''), language)?.meaning;
  const day = meaning && meaning.type === 'date' ? dayOfYear(Number(year), meaning) : null;
  return day !== null && day >= today ? day : null;
}

/** The day of a whole text; null when it is no phrase, or names no day that exists. */
export function readDay(words: string, calendar: Calendar): FoundDay | null {
  const dated = dayWithYear(words, calendar);
  if (dated) return { day: dated, meaning: { type: 'date', month: 0, date: 0 }, isWeak: false };
  const phrase = phraseOf(words, calendar.language);
  if (phrase) {
    // 'SAT' is a test.
    if (phrase.isWeak && CAPITALS.test(words)) return null;
    const day = dayOfMeaning(phrase.meaning, calendar);
    if (day === null && phrase.meaning.type !== 'none') return null;
    return { day, meaning: phrase.meaning, isWeak: phrase.isWeak ?? false };
  }
  return withWeekday(words, calendar);
}

/** 'Fri 13 Mar': a weekday and its date. Null when the date is another day of the week. */
function withWeekday(words: string, calendar: Calendar): FoundDay | null {
  const [, name, rest] = WEEKDAY_FIRST.exec(words) ?? [];
  const weekday = name && phraseOf(name, calendar.language)?.meaning;
  if (!weekday || weekday.type !== 'weekday') return null;
  const found = readDay(rest!, calendar);
  if (found?.day == null || found.meaning.type !== 'date') return null;
  return weekdayOf(found.day) === weekday.weekday ? found : null;
}

/** Whether words are a day or a part of one: two days side by side name none. */
export const isDayLike = (words: string, language: string): boolean =>
  ISO.test(words) || phraseOf(words, language) !== undefined;
