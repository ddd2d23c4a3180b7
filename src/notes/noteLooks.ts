import { plain } from '../lib/plain';
import { besideListBy } from '../sync/besideList';
import { isSameLook, lookOfStored, noLook, storedOfLook, type NoteLook } from './look';
import { lookOfKey } from './lookBuckets';
import { noteList, type NotesState } from './notesState';
import type { Records } from '../services/database';

/** How the server says that notes look; what says nothing that this version knows is no look. */
export const noteLooks = besideListBy<NotesState, NoteLook>({
  name: 'looks',
  read: ({ looks }) => plain(looks),
  write(state, looks) {
    state.looks = looks;
  },
  parse(fireId, value) {
    const look = lookOfStored(value);
    return look && { fireId, ...look };
  },
  areSame: isSameLook,
  changed(state, fireId) {
    const base = noteList.serverItem(state, fireId);
    const operations = noteList.pendingOf(state, fireId)?.operations ?? [];
    if (!base && operations.length === 0) return;
    const { colour, isPinned, place } = lookOfKey(state, fireId);
    noteList.showHeard(state, fireId, base && { ...base, colour, isPinned, place }, operations);
  },
});

/**
 * Takes the parts of a look that the server has confirmed. Unless the live list has told it already, or the look is
 * another one than when they were sent: it may be another device's that was written later. The answer to a write and what
 * the live list tells come by two connections.
 */
export function takeConfirmedLook(
  state: NotesState,
  { fireId, stored, seen }: { fireId: string; stored: Records; seen: Records },
) {
  const known = lookOfKey(state, fireId);
  const value = { ...storedOfLook(known), ...stored };
  const look = lookOfStored(value) ?? noLook;
  const isHeard = noteList.pendingOf(state, fireId)?.heard?.some(note => note && isSameLook(note, look));
  if (!isHeard && isSameLook(known, lookOfStored(seen) ?? noLook))
    noteLooks.takeChanges(state, { [fireId]: value });
}
