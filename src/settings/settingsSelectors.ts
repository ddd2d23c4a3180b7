import { firstPathOf } from './settings';
import { selectSettings, type SettingsRoot } from './settingsSlice';

/** The user's progress in the three things to try. */
export const selectGuide = (root: SettingsRoot) => selectSettings(root).guide;

/** The path to which `/` and a sign-in lead: Today, unless the user chose another page. */
export const selectFirstPath = (root: SettingsRoot) => firstPathOf(selectSettings(root));
