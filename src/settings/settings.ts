import { listPath } from '../routes';
import type { Json, Records } from '../services/database';

/**
 * The values of each setting. Defaults for absent ones: the system's theme, 100 % text, Today as first page (and an
 * offer of My day), the locale's first day of the week.
 */
const VALUES = {
  theme: ['light', 'dark'],
  textSize: ['small', 'large', 'largest'],
  firstPage: ['day', 'today', 'upcoming', 'personal', 'work', 'sticky-wall'],
  /** 0 is Sunday. */
  firstDayOfWeek: [0, 1, 2, 3, 4, 5, 6],
  /** The user's progress in the three things to try (guide/Guide.tsx), which the app stores itself. */
  guide: ['begun', 'moved', 'over'],
} as const;

export type SettingName = keyof typeof VALUES;
/** The user's chosen settings. */
export type Settings = { -readonly [Name in SettingName]?: (typeof VALUES)[Name][number] };
/** Settings to store; null restores the default. */
export type SettingChanges = { [Name in SettingName]?: Settings[Name] | null };

const isOneOf = (values: readonly Json[], value: Json | undefined) => values.includes(value ?? null);

/** Parses stored settings. Unknown names and values are dropped, because other clients may store anything. */
export const settingsOf = (records: Records | null): Settings =>
  Object.fromEntries(
    Object.entries(VALUES).flatMap(([name, values]) =>
      records && isOneOf(values, records[name]) ? [[name, records[name]]] : [],
    ),
  );

/** The path to which `/` and a sign-in lead: Today, unless the user chose another page. */
export const firstPathOf = ({ firstPage = 'today' }: Settings) => listPath(firstPage);

/** Settings with some of them changed. */
export const withChanges = (settings: Settings, changes: Records): Settings =>
  settingsOf({ ...settings, ...changes });

/** `before` are the previous values of the changed settings. */
export type SetSettings = { changes: SettingChanges; before: SettingChanges };
