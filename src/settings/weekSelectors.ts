import { firstDayOfLocale } from '../lib/days/weekStart';
import { selectSettings, type SettingsRoot } from './settingsSlice';

/** The first day of the week, 0 (Sunday) to 6: the chosen one, else the locale's. */
export const selectFirstDayOfWeek = (root: SettingsRoot): number =>
  selectSettings(root).firstDayOfWeek ?? firstDayOfLocale();
