import { loginRequested, registerRequested, signedIn, signInFailed } from '../auth/authSlice';
import { call, fork, put, select, take, takeEvery, takeLatest, type Saga } from '../lib/effects';
import { followListAfter, keepListCached } from '../sync/listSagas';
import type { Outbox } from '../sync/queue';
import type { DatabaseService } from '../services/database';
import type { CacheService, Clock, Random } from '../services/device';
import { failureOf } from '../services/failure';
import { fieldsOf, type Note } from './note';
import { isNoteOperation, noteLane, type Found } from './noteOperations';
import { selectAreNotesKnown, selectNote, selectNoteSync } from './notesSelectors';
import {
  noteAddRequested,
  noteDeleteRequested,
  noteKeepRequested,
  noteListArrived,
  noteRecordsArrived,
  noteSaveRequested,
  notesLoaded,
  notesLoadFailed,
  notesRequested,
  notesRestored,
  noteVersionChosen,
} from './notesSlice';

export type NotesServices = {
  database: DatabaseService;
  cache: CacheService;
  outbox: Outbox;
  clock: Clock;
  random: Random;
};

/** The notes of the last visit first, then the server's answer. */
export function* loadNotes({ database, cache }: NotesServices, userId: string): Saga {
  if (!(yield* select(selectAreNotesKnown))) {
    const cached = yield* call(cache.read, userId, 'notes');
    if (cached) yield* put(notesRestored(cached));
  }
  try {
    yield* put(notesLoaded(yield* call(database.loadNotes, userId)));
  } catch (error) {
    yield* put(notesLoadFailed(failureOf(error)));
  }
}

/** Keeps the notes at what the server says, live and in the device's copy. */
export function* followNotes(services: NotesServices, userId: string): Saga {
  yield* fork(keepListCached, services, userId, 'notes', {
    whole: [notesLoaded, noteListArrived],
    changes: noteRecordsArrived,
    settled(operation, result) {
      if (!isNoteOperation(operation) || operation.kind === 'note/forget') return null;
      const note = result as Note | null;
      return { [operation.payload.fireId]: note && fieldsOf(note) };
    },
  });
  const begins = [notesLoaded, notesRestored, notesLoadFailed];
  yield* call(followListAfter, begins, services, userId, 'notes', {
    list: noteListArrived,
    changes: noteRecordsArrived,
  });
}

/** Adds a note under a key of its own, so that its card is there at once and sending it twice is sending it once. */
export function* addNote(
  { outbox, random }: NotesServices,
  userId: string,
  { payload: { fields, operationId } }: ReturnType<typeof noteAddRequested>,
): Saga {
  const fireId = random.pushKey();
  yield* call(outbox.append, userId, {
    id: operationId,
    lane: noteLane(fireId),
    kind: 'note/add',
    payload: { fireId, fields },
  });
}

export function* saveNote(
  { outbox }: NotesServices,
  userId: string,
  { payload: { operationId, ...payload } }: ReturnType<typeof noteSaveRequested>,
): Saga {
  yield* call(outbox.append, userId, {
    id: operationId,
    lane: noteLane(payload.fireId),
    kind: 'note/edit',
    payload,
  });
}

export function* deleteNote(
  { outbox }: NotesServices,
  userId: string,
  { payload: { operationId, fireId } }: ReturnType<typeof noteDeleteRequested>,
): Saga {
  const note = yield* select(selectNote, fireId);
  if (!note) return;
  yield* call(outbox.append, userId, {
    id: operationId,
    lane: noteLane(fireId),
    kind: 'note/delete',
    payload: { fireId, fields: fieldsOf(note) },
  });
}

/** A note that was deleted elsewhere becomes a new one with the words that this device has. */
export function* keepNote(
  services: NotesServices,
  userId: string,
  { payload: { operationId, fireId } }: ReturnType<typeof noteKeepRequested>,
): Saga {
  const note = yield* select(selectNote, fireId);
  if (!note || (yield* select(selectNoteSync, fireId)).type !== 'held') return;
  yield* call(addNote, services, userId, {
    type: noteAddRequested.type,
    payload: { fields: fieldsOf(note), operationId },
  });
  yield* call(services.outbox.drop, userId, noteLane(fireId));
}

/** To keep this device's version is to send it as an edit of the other one. */
export function* chooseVersion(
  { outbox }: NotesServices,
  userId: string,
  { payload: { fireId, version } }: ReturnType<typeof noteVersionChosen>,
): Saga {
  const sync = yield* select(selectNoteSync, fireId);
  const found = sync.type === 'held' ? (sync.found as Found | undefined) : undefined;
  if (found?.type !== 'versions') return;
  if (version === 'mine') yield* call(outbox.release, userId, noteLane(fireId), { base: found.theirs });
  else yield* call(outbox.drop, userId, noteLane(fireId));
}

/** Notes are asked for when somebody signs in; with a restored session they wait until the wall opens. */
export function* askAtSignIn(): Saga {
  for (;;) {
    yield* take([loginRequested, registerRequested]);
    const answer = yield* take([signedIn, signInFailed]);
    if (signedIn.match(answer)) yield* put(notesRequested());
  }
}

/** All that the notes of the signed-in user need, until the session ends. */
export function* notesSaga(services: NotesServices, userId: string): Saga {
  yield* takeLatest(notesRequested, loadNotes, services, userId);
  yield* takeEvery(noteAddRequested, addNote, services, userId);
  yield* takeEvery(noteSaveRequested, saveNote, services, userId);
  yield* takeEvery(noteDeleteRequested, deleteNote, services, userId);
  yield* takeEvery(noteKeepRequested, keepNote, services, userId);
  yield* takeEvery(noteVersionChosen, chooseVersion, services, userId);
  yield* fork(followNotes, services, userId);
}
