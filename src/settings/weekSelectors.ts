import { firstDayOfLocale } from '../lib/days/weekStart';
import type { SettingsRoot } from './settingsSelectors';

/** The day that a week begins with, 0 (Sunday) to 6: as chosen, else as in the browser's locale. */
export const selectFirstDayOfWeek = ({ settings }: SettingsRoot): number =>
  settings.firstDayOfWeek ?? firstDayOfLocale();
