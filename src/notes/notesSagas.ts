import { loginRequested, registerRequested, signedIn, signInFailed } from '../auth/authSlice';
import {
  call,
  channelOf,
  fork,
  put,
  select,
  take,
  takeEvery,
  takeFrom,
  takeLatest,
  type Saga,
} from '../effects';
import { operationSettled } from '../outbox/operations';
import type { Outbox } from '../outbox/outbox';
import {
  failureOf,
  type CacheService,
  type Clock,
  type DatabaseService,
  type LiveEvent,
  type Random,
  type Records,
} from '../services';
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

/** Follows the notes live, begun once there is something to look at. */
export function* followNotes({ database, clock }: NotesServices, userId: string): Saga {
  yield* take([notesLoaded, notesRestored, notesLoadFailed]);
  yield* call(clock.afterPaint);
  const events = channelOf<LiveEvent>(emit => database.follow(userId, 'notes', emit));
  try {
    for (;;) {
      const { type, records } = yield* takeFrom(events);
      yield* put(type === 'list' ? noteListArrived(records) : noteRecordsArrived(records));
    }
  } finally {
    events.close();
  }
}

/** Keeps the device's copy of the notes at what the server last said. */
export function* keepNotesCached({ cache }: NotesServices, userId: string): Saga {
  yield* takeEvery([notesLoaded, noteListArrived], ({ payload }: { payload: Records }) =>
    cache.write(userId, 'notes', payload),
  );
  yield* takeEvery(noteRecordsArrived, ({ payload }: { payload: Records }) =>
    cache.change(userId, 'notes', payload),
  );
  yield* takeEvery(operationSettled, ({ payload }: ReturnType<typeof operationSettled>) => {
    if (!isNoteOperation(payload.operation)) return;
    const note = payload.result as Note | null;
    return cache.change(userId, 'notes', { [payload.operation.payload.fireId]: note && fieldsOf(note) });
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
  const lane = noteLane(fireId);
  yield* call(outbox.append, userId, { id: operationId, lane, kind: 'note/delete', payload: { fireId } });
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
  yield* fork(keepNotesCached, services, userId);
  yield* fork(followNotes, services, userId);
}
