import { attempt } from '../attempt';

type WeekInfo = { firstDay: number };
type LocaleWithWeek = Intl.Locale & { weekInfo?: WeekInfo; getWeekInfo?: () => WeekInfo };

const MONDAY = 1;

/** By locale: making an `Intl.Locale` is slow, and each change of the state asks. */
const known = new Map<string, number>();

/** A locale's first day of the week, 0 (Sunday) to 6; Monday where the browser has no data. */
export function firstDayOfLocale(locale: string = navigator.language): number {
  const day = known.get(locale) ?? read(locale);
  known.set(locale, day);
  return day;
}

function read(locale: string): number {
  const intl = attempt(() => new Intl.Locale(locale) as LocaleWithWeek);
  const info = intl?.getWeekInfo?.() ?? intl?.weekInfo;
  return info ? info.firstDay % 7 : MONDAY;
}
