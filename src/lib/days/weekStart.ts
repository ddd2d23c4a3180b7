import { attempt } from '../attempt';

type WeekInfo = { firstDay: number; weekend: readonly number[] };
type LocaleWithWeek = Intl.Locale & { weekInfo?: WeekInfo; getWeekInfo?: () => WeekInfo };

/** Days are counted from Monday (1) to Sunday (7), as Intl does. The week of browsers without data. */
const ISO_WEEK: WeekInfo = { firstDay: 1, weekend: [6, 7] };

/** By locale: making an `Intl.Locale` is slow, and each change of the state asks. */
const known = new Map<string, WeekInfo>();

function weekOf(locale: string): WeekInfo {
  const week = known.get(locale) ?? read(locale);
  known.set(locale, week);
  return week;
}

function read(locale: string): WeekInfo {
  const intl = attempt(() => new Intl.Locale(locale) as LocaleWithWeek);
  return intl?.getWeekInfo?.() ?? intl?.weekInfo ?? ISO_WEEK;
}

/** A locale's first day of the week, 0 (Sunday) to 6; Monday where the browser has no data. */
export const firstDayOfLocale = (locale: string = navigator.language): number => weekOf(locale).firstDay % 7;

/** Whether a day of the week, 0 (Sunday) to 6, is of the weekend of a locale: Friday and Saturday in Cairo. */
export const isOfWeekend = (weekday: number, locale: string = navigator.language): boolean =>
  weekOf(locale).weekend.some(day => day % 7 === weekday);
