import { dayOf, dayOfStored, dayPlus, storedOfDay, type Day } from '../../../shared/days';
import { dayFormat } from './dateWords';
import { languageOfBrowser } from './languages';

export { dayOf, dayOfStored, dayPlus, storedOfDay, type Day };

/** The key for items without a day; it sorts behind all days. */
export const UNDATED = 'undated';

/** An earlier due day is a mistake: a browser's date field reads the year `26` as 0026. */
export const EARLIEST_DAY: Day = '1900-01-01';

/** Milliseconds from `now` until the next local midnight. */
export function untilMidnight(now: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime() - now;
}

/** The UTC midnight of a day. The constructor with local dates would map the years 0 to 99 to 1900 to 1999. */
const utcOf = (day: Day) => new Date(storedOfDay(day));

const formats = new Map<string, Intl.DateTimeFormat>();
/** Formatters are cached: creating one takes a millisecond. */
function formatOf(parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const language = languageOfBrowser();
  const key = language + JSON.stringify(parts);
  const known = formats.get(key) ?? dayFormat(language, parts)!;
  formats.set(key, known);
  return known;
}

const format = (day: Day, parts: Intl.DateTimeFormatOptions) => formatOf(parts).format(utcOf(day));

/** 'Sunday 22 November'. */
export const dayInFull = (day: Day): string =>
  format(day, { weekday: 'long', day: 'numeric', month: 'long' });

/** The name of a month (`YYYY-MM`): 'November', with the year when it differs from that of `today`. */
export const monthInWords = (month: string, today: Day): string =>
  format(`${month}-01`, {
    month: 'long',
    ...(month.slice(0, 4) !== today.slice(0, 4) && { year: 'numeric' }),
  });

/** '22 November 2026'. */
export const dateWithYear = (day: Day): string =>
  format(day, { day: 'numeric', month: 'long', year: 'numeric' });
/** 'November 2026'. */
export const monthWithYear = (day: Day): string => format(day, { month: 'long', year: 'numeric' });
/** '30 November – 6 December 2026'. */
export const daysWithYear = (first: Day, last: Day): string =>
  formatOf({ day: 'numeric', month: 'long', year: 'numeric' }).formatRange(utcOf(first), utcOf(last));
/** 'Nov'. */
export const shortMonthOf = (day: Day): string => format(day, { month: 'short' });
/** 'Sunday, 22 November 2026'. */
export const dayInFullWithYear = (day: Day): string =>
  format(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
/** 'Sun'. */
export const shortWeekdayOf = (day: Day): string => format(day, { weekday: 'short' });
/** '22', in the digits of the browser's language. */
export const dateOfMonth = (day: Day): string => Number(day.slice(8)).toLocaleString();
/** 'Sunday'. */
export const weekdayOf = (day: Day): string => format(day, { weekday: 'long' });

const NEAR: Record<string, string> = { '-1': 'yesterday', 0: 'today', 1: 'tomorrow' };

/** Always of the form 'Tue, 10 Mar 2026 …'. It is used for British English, because a formatter takes ten times as long. */
const partsOf = (day: Day) => utcOf(day).toUTCString().split(/,? /);
const daysBetween = (from: Day, to: Day) => (utcOf(to).getTime() - utcOf(from).getTime()) / 86_400_000;

/** A due day relative to `today`: 'today', 'tomorrow', 'yesterday', 'Tue 10 Mar', with the year when it differs. */
export function dayInWords(day: Day | null, today: Day): string {
  if (day === null) return 'no date';
  const near = NEAR[daysBetween(today, day)];
  if (near) return near;
  const language = languageOfBrowser();
  const isYearSaid = day.slice(0, 4) !== today.slice(0, 4);
  if (language !== 'en-GB')
    return format(day, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      ...(isYearSaid && { year: 'numeric' }),
    });
  const [weekday, date, month, year] = partsOf(day);
  const words = `${weekday} ${Number(date)} ${month}`;
  return isYearSaid ? `${words} ${year}` : words;
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;
/** Words for a part of an English text: those written right to left are isolated by signs, as `bdi` does for elements. */
export const isolated = (words: string): string =>
  RIGHT_TO_LEFT.test(words) ? `\u2068${words}\u2069` : words;

/** The due day within a sentence such as 'Moved to Tuesday': the next six days by their weekday alone. */
export function dayInSentence(day: Day, today: Day): string {
  const ahead = daysBetween(today, day);
  return isolated(ahead > 1 && ahead < 7 ? weekdayOf(day) : dayInWords(day, today));
}
