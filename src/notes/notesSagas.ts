import { loginRequested, registerRequested, signedIn, signInFailed } from '../auth/authSlice';
import { call, fork, put, select, take, takeEvery, takeLatest, type Saga } from '../lib/effects';
import type { DatabaseService } from '../services/database';
import type { CacheService, Clock, Random } from '../services/device';
import { failureOf } from '../services/failure';
import { confirmedRecords, followListAfter, keepListCached } from '../sync/listSagas';
import { requestChange } from '../sync/operations';
import type { Queue } from '../sync/queue';
import { keepChange } from '../sync/queueSagas';
import { fieldsOf, type NoteFields } from './note';
import { isSameLook, lookOf, noLook } from './look';
import {
  noteChange,
  noteItemKey,
  noteKinds,
  noteLookRequested,
  noteRecordsArrived,
  type NoteOperation,
} from './noteKinds';
import { selectAreNotesKnown, selectNote, selectNoteSync, selectPendingNote } from './notesSelectors';
import {
  noteAddRequested,
  noteKeepRequested,
  noteListArrived,
  noteLookListArrived,
  noteLooksArrived,
  noteLooksLoaded,
  notesLoaded,
  notesLoadFailed,
  notesRequested,
  notesRestored,
  noteVersionChosen,
} from './notesSlice';

type NoteEdit = Extract<NoteOperation, { kind: 'note/edit' }>;

export type NotesServices = {
  database: DatabaseService;
  cache: CacheService;
  queue: Queue;
  clock: Clock;
  random: Random;
};

/** The notes of the last visit first, then the server's answer. */
export function* loadNotes({ database, cache }: NotesServices, userId: string): Saga {
  if (!(yield* select(selectAreNotesKnown))) {
    const [cached, looks] = yield* call(() =>
      Promise.all([cache.read(userId, 'notes'), cache.read(userId, 'looks')]),
    );
    if (cached) {
      yield* put(noteLooksLoaded(looks ?? {}));
      yield* put(notesRestored(cached));
    }
  }
  try {
    const [records, looks] = yield* call(() =>
      Promise.all([database.loadNotes(userId), database.loadLooks(userId)]),
    );
    yield* put(noteLooksLoaded(looks));
    yield* put(notesLoaded(records));
  } catch (error) {
    yield* put(notesLoadFailed(failureOf(error)));
  }
}

/** Keeps the notes at what the server says, live and in the device's copy. */
export function* followNotes(services: NotesServices, userId: string): Saga {
  yield* fork(keepListCached, services, userId, 'notes', {
    whole: [notesLoaded, noteListArrived],
    changes: noteRecordsArrived,
    confirmed: confirmedRecords('note'),
  });
  yield* fork(keepListCached, services, userId, 'looks', {
    whole: [noteLooksLoaded, noteLookListArrived],
    changes: noteLooksArrived,
    confirmed: () => null, // the live listener tells the whole look
  });
  const begins = [notesLoaded, notesRestored, notesLoadFailed];
  yield* fork(followListAfter, begins, services, userId, 'looks', {
    list: noteLookListArrived,
    changes: noteLooksArrived,
  });
  yield* call(followListAfter, begins, services, userId, 'notes', {
    list: noteListArrived,
    changes: noteRecordsArrived,
  });
}

/**
 * Adds a note under a key of its own, so that its card is there at once and sending it twice is sending it once. A look
 * that was chosen for it is part of the same step in the history.
 */
export function* addNote(
  { random }: NotesServices,
  { payload: { fields, look, operationId } }: ReturnType<typeof noteAddRequested>,
): Saga {
  const fireId = random.pushKey();
  yield* put(requestChange(noteChange('note/add', { fireId, fields }), { id: operationId }));
  if (look)
    yield* put(
      noteLookRequested({ ...fields, ...noLook, notesFireId: fireId }, look, { changeId: operationId }),
    );
}

/** A note that was deleted elsewhere becomes a new one with this device's words. */
export function* keepNote(
  services: NotesServices,
  userId: string,
  { payload: fireId }: ReturnType<typeof noteKeepRequested>,
): Saga {
  const note = yield* select(selectNote, fireId);
  if (!note || (yield* select(selectNoteSync, fireId)).type !== 'blocked') return;
  const key = services.random.pushKey();
  yield* call(keepChange, noteChange('note/add', { fireId: key, fields: fieldsOf(note) }));
  if (!isSameLook(note, noLook))
    yield* put(noteLookRequested({ ...note, ...noLook, notesFireId: key }, lookOf(note)));
  yield* call(services.queue.discard, userId, noteItemKey(fireId));
}

/**
 * The person chose between the two versions that are shown. Keeping this device's sends it as an edit of the other one;
 * what was overwritten is written once more. What the operation wrote may be another version: the note can have been
 * written again since by the device that it did not know. What an edit behind it hides of that, the person has not seen:
 * it is compared once more.
 */
export function* chooseVersion(
  { queue }: NotesServices,
  userId: string,
  { payload: { fireId, version } }: ReturnType<typeof noteVersionChosen>,
): Saga {
  const { base = null, operations = [] } = (yield* select(selectPendingNote, fireId)) ?? {};
  const blocked = operations.find(({ status }) => status === 'blocked');
  if (!blocked || blocked.conflict?.type !== 'versions') return;
  const { theirs, isOverwritten } = blocked.conflict;
  const mine = fieldsOf(noteKinds['note/edit'].apply(base, blocked as NoteEdit)!);
  const itemKey = noteItemKey(fireId);
  if (version === 'mine') yield* call(queue.retry, userId, itemKey, { base: theirs, fields: mine });
  else if (isOverwritten) {
    const shown = yield* select(selectNote, fireId);
    const seen = { ...(blocked as NoteEdit).payload.fields };
    for (const field of Object.keys(mine) as (keyof NoteFields)[])
      if (shown?.[field] === mine[field]) seen[field] = mine[field];
    yield* call(queue.retry, userId, itemKey, { base: seen, fields: theirs });
  } else yield* call(queue.discardBlocked, userId, itemKey);
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
  yield* takeEvery(noteAddRequested, addNote, services);
  yield* takeEvery(noteKeepRequested, keepNote, services, userId);
  yield* takeEvery(noteVersionChosen, chooseVersion, services, userId);
  yield* fork(followNotes, services, userId);
}
