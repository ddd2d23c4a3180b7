import { loginRequested, registerRequested, signedIn, signInFailed } from '../auth/authSlice';
import { fork, put, select, take, takeEvery, takeLatest, type Saga } from '../lib/effects';
import type { DatabaseService } from '../services/database';
import type { CacheService, Clock, Random } from '../services/device';
import { failureOf } from '../services/failure';
import { followRecords, readWithSidecars } from '../sync/records/list/listSagas';
import { requestChange } from '../sync/operations';
import type { Queue } from '../sync/queue/queue';
import { drawnPaper, noLook } from './look';
import { noteChange, noteKinds, noteLookRequested, noteRecordsArrived } from './noteKinds';
import { selectAreNotesKnown } from './notesSelectors';
import {
  noteAddRequested,
  noteListArrived,
  notesSidecarsArrived,
  notesLoaded,
  notesLoadFailed,
  notesRequested,
  notesRestored,
} from './notesSlice';

export type NotesServices = {
  database: DatabaseService;
  cache: CacheService;
  queue: Queue;
  clock: Clock;
  random: Random;
};

/** Loads the notes of the last visit, then the server's answer. */
export function* loadNotes({ database, cache }: NotesServices, userId: string): Saga {
  if (!(yield* select(selectAreNotesKnown))) {
    const cached = yield* readWithSidecars('notes', list => cache.read(userId, list), notesSidecarsArrived);
    if (cached) yield* put(notesRestored(cached));
  }
  try {
    const records = yield* readWithSidecars(
      'notes',
      list => database.load(userId, list),
      notesSidecarsArrived,
    );
    yield* put(notesLoaded(records));
  } catch (error) {
    yield* put(notesLoadFailed(failureOf(error)));
  }
}

/** Keeps notes and their looks up to date, from live changes, and stores them on the device. */
export const followNotes = (services: NotesServices, userId: string): Saga =>
  followRecords(services, userId, 'notes', {
    kinds: noteKinds,
    restored: notesRestored,
    loaded: notesLoaded,
    loadFailed: notesLoadFailed,
    listArrived: noteListArrived,
    recordsArrived: noteRecordsArrived,
    sidecarsArrived: notesSidecarsArrived,
  });

/**
 * Adds a note under a key generated here, so that its card is shown at once and repeated sending has no further
 * effect. A look chosen for it belongs to the same step of the history.
 */
export function* addNote(
  { random }: NotesServices,
  { payload: { fields, look, paper, operationId } }: ReturnType<typeof noteAddRequested>,
): Saga {
  let fireId: string;
  do fireId = random.pushKey();
  while (paper && drawnPaper(fireId) !== paper);
  yield* put(requestChange(noteChange('note/add', { fireId, fields }), { id: operationId }));
  if (look)
    yield* put(
      noteLookRequested({ ...fields, ...noLook, notesFireId: fireId }, look, { changeId: operationId }),
    );
}

/** Notes are requested after a sign-in; with a restored session they are requested when the wall opens. */
export function* askAtSignIn(): Saga {
  for (;;) {
    yield* take([loginRequested, registerRequested]);
    const answer = yield* take([signedIn, signInFailed]);
    if (signedIn.match(answer)) yield* put(notesRequested());
  }
}

/** All note sagas of the signed-in user, until the session ends. */
export function* notesSaga(services: NotesServices, userId: string): Saga {
  yield* takeLatest(notesRequested, loadNotes, services, userId);
  yield* takeEvery(noteAddRequested, addNote, services);
  yield* fork(followNotes, services, userId);
}
