type WeekInfo = { firstDay: number };
type LocaleWithWeek = Intl.Locale & { weekInfo?: WeekInfo; getWeekInfo?: () => WeekInfo };

const MONDAY = 1;

/** A locale's first day of the week, 0 (Sunday) to 6; Monday where the browser has no data. */
export function firstDayOfLocale(locale: string = navigator.language): number {
  try {
    const { getWeekInfo, weekInfo } = new Intl.Locale(locale) as LocaleWithWeek;
    const info = getWeekInfo ? getWeekInfo.call(new Intl.Locale(locale)) : weekInfo;
    return info ? info.firstDay % 7 : MONDAY;
  } catch {
    return MONDAY;
  }
}
