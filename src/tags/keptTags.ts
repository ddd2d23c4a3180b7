import { createSelector } from '@reduxjs/toolkit';
import type { TagColour } from '../lib/tagColours';
import { isTag, tagKey } from '../../shared/tags';
import { placesAt } from '../lib/placesAt';
import {
  tagSetting,
  tagSettingsOf,
  type SettingChanges,
  type Settings,
  type TagSetting,
} from '../settings/settings';
import { settingsChange } from '../settings/settingsChange';
import { selectSettings } from '../settings/settingsSlice';
import { requestChange } from '../sync/operations';

export type KeptTag = TagSetting & { tag: string; place: string };

const selectChosen = createSelector([selectSettings], settings =>
  Object.entries(tagSettingsOf(settings)).map(([name, of]) => ({
    ...of,
    tag: name.slice(tagSetting('').length),
  })),
);

/** The tags that the user keeps in the sidebar, in order. */
export const selectKeptTags = createSelector([selectChosen], (all): readonly KeptTag[] =>
  all
    .flatMap(({ place, ...of }) => (place === undefined ? [] : [{ ...of, place }]))
    .sort((a, b) => (a.place === b.place ? (a.tag < b.tag ? -1 : 1) : a.place < b.place ? -1 : 1)),
);

/** The colours that the user chose for tags. */
export const selectTagColours = createSelector([selectChosen], (all): Record<string, TagColour> =>
  Object.fromEntries(all.flatMap(({ tag, colour }) => (colour ? [[tag, colour]] : []))),
);

const request = (settings: Settings, changes: SettingChanges) =>
  requestChange(settingsChange(settings, changes));

/** Keeps a tag in the sidebar at an index among the others; a kept one moves there. `word` is how it was spelled. */
export function tagKept(
  settings: Settings,
  kept: readonly KeptTag[],
  { tag, at = kept.length, word }: { tag: string; at?: number; word?: string },
) {
  const moved = kept.filter(of => of.tag === tag).map(({ place }) => ({ id: tag, place }));
  const others = kept.filter(of => of.tag !== tag).map(({ tag: id, place }) => ({ id, place }));
  const places = placesAt(moved.length > 0 ? moved : [{ id: tag, place: null }], others, at);
  return request(
    settings,
    Object.fromEntries(
      [...places].map(([id, place]) => {
        const spelled = id === tag && word !== undefined && word !== tag && { word };
        return [tagSetting(id), { ...settings[tagSetting(id)], ...spelled, place }];
      }),
    ),
  );
}

/** Changes what the user chose for a tag: its colour, or, without a place, that it leaves the sidebar. */
export function tagChosen(settings: Settings, tag: string, { place, colour, word }: TagSetting) {
  const chosen = { ...(place && { place, ...(word && { word }) }), ...(colour && { colour }) };
  return request(settings, { [tagSetting(tag)]: Object.keys(chosen).length > 0 ? chosen : null });
}

/** Why a name can't be that of a list; null when it can. */
export function listProblem(name: string): string | null {
  const key = tagKey(name);
  if (isTag(name)) return null;
  if (key === 'work' || key === 'personal') return 'Personal and Work are there already.';
  if (/^[\da-f]+$/.test(key) && /^[a-f]/.test(key))
    return 'That would be read as a colour. Choose another name.';
  return 'Begin with a letter, and use letters, digits and blanks only.';
}
