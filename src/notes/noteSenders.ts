import { call, type Saga } from '../lib/effects';
import { mergeFields } from '../lib/mergeFields';
import type { Outcome } from '../sync/operations';
import type { DatabaseService } from '../services/database';
import { moveToTrash, putBack, recordOfCopy } from '../sync/trashCopies';
import { fieldsOf, fieldsOfRecord, sameFields, type Note } from './note';
import type { NoteAdd, NoteDelete, NoteEdit, NoteForget, NoteOperation, NoteRestore } from './noteOperations';

type Services = { database: DatabaseService };

const done = (note: Note | null): Outcome => ({ type: 'done', result: note });
const gone: Outcome = { type: 'held', reason: 'Deleted elsewhere', found: { type: 'gone' } };

/** Pushes a note under the key made on this device; one that an earlier attempt brought there is not written again. */
export function* sendAdd({ database }: Services, { userId, payload, isAttempted }: NoteAdd): Saga<Outcome> {
  const { fireId, fields } = payload;
  const there = isAttempted ? fieldsOfRecord(yield* call(database.readNote, userId, fireId)) : null;
  if (!there) yield* call(database.addNote, userId, fireId, fields);
  return done({ ...(there ?? fields), notesFireId: fireId });
}

/** Compares the note with the edit's base, then PATCHes what both sides make of it; see `sendEdit` of tasks. */
export function* sendEdit({ database }: Services, { userId, payload }: NoteEdit): Saga<Outcome> {
  const { fireId, base, fields } = payload;
  const theirs = fieldsOfRecord(yield* call(database.readNote, userId, fireId));
  if (!theirs) return gone;
  const { merged, agreed, open, disputed } = mergeFields(base, fields, theirs);
  if (disputed.length === 0 || !sameFields(agreed, theirs)) {
    yield* call(database.saveNote, userId, fireId, agreed);
  }
  if (disputed.length === 0) return done({ ...fieldsOf(agreed), notesFireId: fireId });
  return {
    type: 'held',
    reason: '2 versions',
    found: { type: 'versions', theirs: agreed },
    payload: { ...payload, base: open, fields: merged },
  };
}

/** Removes a note, of which the trash keeps a copy first. */
export function* sendDelete(services: Services, { userId, payload }: NoteDelete): Saga<Outcome> {
  yield* call(moveToTrash, services, userId, 'notes', payload.fireId);
  return done(null);
}

/** Puts a deleted note back under its key, as the trash has it, or else as this device had it. */
export function* sendRestore(services: Services, { userId, payload }: NoteRestore): Saga<Outcome> {
  const { fireId, fields } = payload;
  const copy = recordOfCopy(yield* call(services.database.readTrash, userId, 'notes', fireId));
  const restored = yield* putBack(services, userId, 'notes', fireId, copy ?? fields);
  return done({ ...(fieldsOfRecord(restored) ?? fields), notesFireId: fireId });
}

/** Deletes what the trash keeps of a note. */
export function* sendForget({ database }: Services, { userId, payload }: NoteForget): Saga<Outcome> {
  yield* call(database.update, userId, { [`ext/trash/notes/${payload.fireId}`]: null });
  return { type: 'done' };
}

export function sendNote(services: Services, operation: NoteOperation): Saga<Outcome> {
  switch (operation.kind) {
    case 'note/add':
      return sendAdd(services, operation);
    case 'note/edit':
      return sendEdit(services, operation);
    case 'note/delete':
      return sendDelete(services, operation);
    case 'note/restore':
      return sendRestore(services, operation);
    case 'note/forget':
      return sendForget(services, operation);
  }
}
