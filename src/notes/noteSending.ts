import { databasePaths } from '../lib/databasePaths';
import { call, select, type Saga } from '../lib/effects';
import type { Json } from '../services/database';
import type { SendServices } from '../sync/kinds';
import type { Operation, Outcome } from '../sync/operations';
import { storedOfLook } from './look';
import { lookOfKey } from './lookBuckets';
import type { NoteFields } from './note';
import type { LookChange, NoteTarget } from './noteKinds';
import type { NotesRoot } from './notesSelectors';
import { saveNote } from './overwriting';

export { mergeNote as merge } from './mergeNote';

/** A note's key is always known. */
// eslint-disable-next-line require-yield -- records of other types have to be asked for theirs
export function* findKey(_services: SendServices, { payload }: Operation<string, NoteTarget>): Saga<string> {
  return payload.fireId;
}

/** Adds a note; one that an earlier attempt brought there is not written again, nor one that was deleted since. */
export function* create(
  { database }: SendServices,
  { userId, payload, isAttempted }: Operation<string, NoteTarget & { fields: NoteFields }>,
): Saga<{ fireId: string; record: Json }> {
  const { fireId, fields } = payload;
  if (isAttempted) {
    const { record } = yield* call(database.readRecord, userId, 'notes', fireId);
    if (record !== null) return { fireId, record };
    if ((yield* call(database.readTrash, userId, 'notes', fireId)) !== null) return { fireId, record: null };
  }
  yield* call(database.addNote, userId, fireId, fields);
  return { fireId, record: fields };
}

/** PATCHes a note, and answers what that overwrote unseen. */
export const save = (
  services: SendServices,
  operation: Operation<string, NoteTarget>,
  read: { fireId: string; record: Json },
  fields: NoteFields,
): Saga<{ overwritten?: Json }> => saveNote(services, operation, read, fields);

/**
 * Writes what changed of a note's look. That of a note which is neither listed nor in the trash is removed again: looked
 * up after it was written, as the note may be deleted for ever in between, which removes its look too.
 */
export function* sendLook(
  { database }: SendServices,
  { id, userId, isAttempted, payload }: Operation<string, LookChange>,
): Saga<Outcome> {
  const { fireId, look } = payload;
  const stored = storedOfLook(look);
  const paths = Object.fromEntries(
    Object.entries(stored).map(([field, value]) => [databasePaths.look(fireId, field), value]),
  );
  const seen = yield* select((state: NotesRoot) => storedOfLook(lookOfKey(state.notes, fireId)));
  const isApplied = yield* call(database.updateOnce, userId, { id, isAttempted }, paths);
  const isGone =
    Object.values(stored).some(value => value !== null) &&
    (yield* call(database.readRecord, userId, 'notes', fireId)).record === null &&
    (yield* call(database.readTrash, userId, 'notes', fireId)) === null;
  if (isGone) {
    yield* call(database.update, userId, { [databasePaths.look(fireId)]: null });
    return { type: 'confirmed' };
  }
  // One that was applied before says nothing of what the look is by now.
  return isApplied
    ? { type: 'confirmed', confirmation: { look: { fireId, stored, seen } } }
    : { type: 'confirmed' };
}
