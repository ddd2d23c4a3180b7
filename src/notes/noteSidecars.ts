import { isObject } from '../../shared/json';
import type { Json } from '../services/database';
import type { Sidecars } from '../sync/records/sidecars';
import { lookOfStored, noLook, storedOfLook } from './look';
import type { Note } from './note';

/** Validates a look like the database rules. */
const LOOK_MEMBERS: Record<string, (value: Json) => boolean> = {
  colour: value => typeof value === 'string' && /^[a-z]{1,20}$/.test(value),
  pinned: value => value === true,
  place: value => typeof value === 'string' && /^[A-Za-z][0-9A-Za-z]{0,999}$/.test(value),
};

/** The sidecars of notes. */
export const noteSidecars: Sidecars<Note> = {
  looks: {
    onto: (note, stored) => ({ ...note, ...(lookOfStored(stored) ?? noLook) }),
    of: storedOfLook,
    isStorable: stored =>
      isObject(stored) &&
      Object.keys(stored).length > 0 &&
      Object.entries(stored).every(
        ([member, value]) => Object.hasOwn(LOOK_MEMBERS, member) && LOOK_MEMBERS[member]!(value),
      ),
    words: 'its colour, pin and place',
  },
};
