import { firstDayOfLocale } from '../lib/days/weekStart';
import type { SettingsRoot } from './settingsSelectors';

/** The first day of the week, 0 (Sunday) to 6: the chosen one, else the locale's. */
export const selectFirstDayOfWeek = ({ settings }: SettingsRoot): number =>
  settings.firstDayOfWeek ?? firstDayOfLocale();
