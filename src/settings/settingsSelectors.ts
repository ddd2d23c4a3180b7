import { firstPathOf, type Settings } from './settings';

export type SettingsRoot = { settings: Settings };

export const selectSettings = ({ settings }: SettingsRoot) => settings;

/** How far the person got with the three things to try. */
export const selectGuide = ({ settings }: SettingsRoot) => settings.guide;

/** The path that `/` and a sign-in lead to: Today, unless the person chose another page. */
export const selectFirstPath = ({ settings }: SettingsRoot) => firstPathOf(settings);
