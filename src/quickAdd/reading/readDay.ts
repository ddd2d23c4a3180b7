import { readWrittenDate, type WrittenDate } from '../../lib/days/dateWords';
import { dayOfStored, dayPlus, type Day } from '../../lib/days/days';
import { weekdayOf } from '../../lib/days/nextWeek';
import { dateInNumbers, dayOfYear, isDateLike } from './numbers';
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
