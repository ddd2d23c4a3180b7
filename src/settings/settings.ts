import { listPath } from '../routes';
import type { Json, Records } from '../services/database';

/**
 * The values of each setting. A setting that was not chosen is absent: the system's theme, text of 100 %, Today (and My
 * day is offered), the locale's week.
 */
const VALUES = {
  theme: ['light', 'dark'],
  textSize: ['small', 'large', 'largest'],
  firstPage: ['day', 'today', 'upcoming', 'personal', 'work', 'sticky-wall'],
  /** 0 is Sunday. */
  firstDayOfWeek: [0, 1, 2, 3, 4, 5, 6],
  /** How far the person got with the three things to try (guide/Guide.tsx); not chosen, but remembered by the app. */
  guide: ['begun', 'keysSeen', 'over'],
} as const;

export type SettingName = keyof typeof VALUES;
/** The settings that a person chose. */
export type Settings = { -readonly [Name in SettingName]?: (typeof VALUES)[Name][number] };
/** Settings to be stored; null goes back to the default. */
export type SettingChanges = { [Name in SettingName]?: Settings[Name] | null };

const isOneOf = (values: readonly Json[], value: Json | undefined) => values.includes(value ?? null);

/** The settings among stored records. Unknown names and values are left out: other clients store what they like. */
export const settingsOf = (records: Records | null): Settings =>
  Object.fromEntries(
    Object.entries(VALUES).flatMap(([name, values]) =>
      records && isOneOf(values, records[name]) ? [[name, records[name]]] : [],
    ),
  );

/** The path that `/` and a sign-in lead to: Today, unless the person chose another page. */
export const firstPathOf = ({ firstPage = 'today' }: Settings) => listPath(firstPage);

/** Settings with some of them changed. */
export const withChanges = (settings: Settings, changes: Records): Settings =>
  settingsOf({ ...settings, ...changes });
