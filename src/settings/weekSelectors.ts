import { firstDayOfLocale } from '../lib/days/weekStart';
import { selectSettings, type SettingsRoot } from './settingsSlice';

/** The first day of the week, 0 (Sunday) to 6: the chosen one, else the locale's. */
export const selectFirstDayOfWeek = (root: SettingsRoot): number =>
  selectSettings(root).firstDayOfWeek ?? firstDayOfLocale();

const MONDAY = 1;
/** The day on which 'next week' begins: the chosen first day, else Monday, also where calendars begin on Sunday. */
export const selectNextWeekDay = (root: SettingsRoot): number =>
  selectSettings(root).firstDayOfWeek ?? MONDAY;
