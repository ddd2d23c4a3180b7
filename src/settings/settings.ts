import { isObject } from '../../shared/json';
import { isPlace } from '../lib/place';
import { TAG_HUES, type TagColour } from '../lib/tagColours';
import { isTag, tagKey } from '../../shared/tags';
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
  /** Minutes before a new time at which a reminder comes; by default none does. */
  remind: [0, 5, 15, 60, 1440],
  /** The user's progress in the three things to try (guide/Guide.tsx), which the app stores itself. */
  guide: ['begun', 'moved', 'over'],
} as const;

type SettingName = keyof typeof VALUES;
type Chosen = { -readonly [Name in SettingName]?: (typeof VALUES)[Name][number] };

/**
 * The user's choices for a tag: its place in the sidebar (fractional indexing), where it is kept if it has one; its
 * spelling while nothing has it; its colour.
 */
export type TagSetting = { place?: string; word?: string; colour?: TagColour };
/** The name of a tag's setting. Each is a setting of its own, so that simultaneous changes of several are all kept. */
export const tagSetting = (tag: string) => `tag-${tag}` as const;

export type TagSettings = { [name: ReturnType<typeof tagSetting>]: TagSetting };

/** The user's chosen settings. */
export type Settings = Chosen & TagSettings;
/** Settings to store; null restores the default. */
export type SettingChanges = { [Name in SettingName]?: Chosen[Name] | null } & {
  [name: ReturnType<typeof tagSetting>]: TagSetting | null;
};

const isOneOf = (values: readonly Json[], value: Json | undefined) => values.includes(value ?? null);

/** Whether a value is what the user chose for a tag. */
function isTagSetting(name: string, value: unknown): boolean {
  if (!isObject(value)) return false;
  const { place, word, colour, ...others } = value as TagSetting;
  return (
    isTag(name.slice(4)) &&
    Object.keys(others).length === 0 &&
    (place ?? word ?? colour) !== undefined &&
    (place === undefined || isPlace(place)) &&
    (word === undefined || (typeof word === 'string' && tagKey(word) === name.slice(4))) &&
    (colour === undefined || Object.hasOwn(TAG_HUES, colour))
  );
}

/** Parses stored settings. Unknown names and values are dropped, because other clients may store anything. */
export const settingsOf = (records: Records | null): Settings =>
  Object.fromEntries(
    Object.entries(records ?? {}).filter(([name, value]) =>
      name.startsWith(tagSetting(''))
        ? isTagSetting(name, value)
        : Object.hasOwn(VALUES, name) && isOneOf(VALUES[name as SettingName], value),
    ),
  ) as Settings;

/** The settings of tags alone. */
export const tagSettingsOf = (settings: Settings): TagSettings =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => name.startsWith(tagSetting('')))) as never;

/** The path to which `/` and a sign-in lead: Today, unless the user chose another page. */
export const firstPathOf = ({ firstPage = 'today' }: Settings) => listPath(firstPage);

/** Settings with some of them changed. */
export const withChanges = (settings: Settings, changes: Records): Settings =>
  settingsOf({ ...settings, ...changes });

/** `before` are the previous values of the changed settings. */
export type SetSettings = { changes: SettingChanges; before: SettingChanges };
