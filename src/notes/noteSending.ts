import { call, type Saga } from '../lib/effects';
import type { Json } from '../services/database';
import type { SendServices } from '../sync/kinds';
import type { Operation } from '../sync/operations';
import type { NoteFields } from './note';
import type { NoteTarget } from './noteKinds';
import { saveNote } from './overwriting';

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
  { userId }: Operation<string, NoteTarget>,
  read: { fireId: string; record: Json },
  fields: NoteFields,
): Saga<{ overwritten?: Json }> => saveNote(services, userId, read, fields);

/** Nothing lies beside a note. */
export const pathsBeside = (): string[] => [];
