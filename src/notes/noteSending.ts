import { databasePaths } from '../services/databasePaths';
import { call, type Saga } from '../lib/effects';
import type { Json } from '../services/database';
import { mergeTexts } from '../lib/text/mergeLines';
import type { SendServices } from '../sync/kinds';
import type { Operation } from '../sync/operations';
import { isRefused } from '../sync/records/senders/writeOnce';
import type { NoteFields, NoteTarget } from './note';

export { inTurn } from './noteLease';
export { saveNote as save } from './noteSaving';

/** A note always has a key. */
// eslint-disable-next-line require-yield -- records of other types have to be asked for theirs
export function* findKey(_services: SendServices, { payload }: Operation<string, NoteTarget>): Saga<string> {
  return payload.fireId;
}

/** Adds a note once. The rules refuse a note that was deleted since an earlier attempt; it stays deleted. */
export function* create(
  { database }: SendServices,
  { userId, payload, isAttempted }: Operation<string, NoteTarget & { fields: NoteFields }>,
): Saga<{ fireId: string; record: Json }> {
  const { fireId, fields } = payload;
  const stored = function* (): Saga<Json> {
    return (yield* call(database.readRecord, userId, 'notes', fireId)).record;
  };
  if (isAttempted) {
    const record = yield* stored();
    if (record !== null) return { fireId, record };
  }
  try {
    yield* call(database.addNote, userId, fireId, fields);
  } catch (failure) {
    const isDeleted = function* (): Saga<boolean> {
      const paths = [databasePaths.trash('notes', fireId), databasePaths.taken('notes', fireId)];
      for (const path of paths) if ((yield* call(database.read, userId, path)) !== null) return true;
      return false;
    };
    if (isAttempted && isRefused(failure) && (yield* isDeleted())) return { fireId, record: yield* stored() };
    throw failure;
  }
  return { fireId, record: fields };
}

export const recordOver = (_record: Json, fields: NoteFields): Json => fields;

export const merge = (base: NoteFields, mine: NoteFields, theirs: NoteFields) =>
  mergeTexts(['noteDescription'], base, mine, theirs);

export const storedName = (field: keyof NoteFields): string => field;
