import { firstPathOf, type Settings } from './settings';

export type SettingsRoot = { settings: Settings };

export const selectSettings = ({ settings }: SettingsRoot) => settings;

/** The user's progress in the three things to try. */
export const selectGuide = ({ settings }: SettingsRoot) => settings.guide;

/** The path to which `/` and a sign-in lead: Today, unless the user chose another page. */
export const selectFirstPath = ({ settings }: SettingsRoot) => firstPathOf(settings);
