import { call, delay, fork, select, takeLatest, type Saga } from '../../lib/effects';
import { operationConfirmed, operationDiscarded, operationKept } from '../../sync/operations';
import type { CacheService, FirstNote, FirstNotes } from '../../services/device';
import type { Note } from '../note';
import { noteRecordsArrived } from '../noteKinds';
import { selectAreNotesKnown, selectNotes, selectPendingNoteCount } from '../notesSelectors';
import { noteListArrived, notesLoaded, notesSidecarsArrived } from '../notesSlice';
import { paperNameOf } from '../tools/paper';

/** Milliseconds without a change before the first notes are stored again. */
const QUIET_MS = 1000;
/** The most notes that are stored, and the most characters of them all: reading more would delay the first paint. */
const MANY = 100;
const LONGEST = 50_000;

/**
 * Stores the notes of the wall's first screens, for the frame that is rendered before the app's scripts have come. While a
 * change is unsent, none are stored.
 */
export function* keepFirstNotes({ cache }: { cache: CacheService }, userId: string): Saga {
  const keep = function* (): Saga {
    const isKnown = yield* select(selectAreNotesKnown);
    if (!isKnown && (yield* select(selectPendingNoteCount)) === 0) return; // the stored notes are the last known
    yield* call(cache.writeFirstNotes, userId, null);
    yield* delay(QUIET_MS);
    if (!isKnown || (yield* select(selectPendingNoteCount)) > 0) return;
    yield* call(cache.writeFirstNotes, userId, firstNotesOf(yield* select(selectNotes)));
  };
  yield* takeLatest(
    [
      notesLoaded,
      noteListArrived,
      noteRecordsArrived,
      notesSidecarsArrived,
      operationKept,
      operationConfirmed,
      operationDiscarded,
    ],
    keep,
  );
  yield* fork(keep); // notes may have arrived before this code was loaded
}

function firstNotesOf(notes: readonly Note[]): FirstNotes | null {
  const first: FirstNote[] = [];
  let length = 0;
  for (const { notesFireId, noteTitle, noteDescription, colour, isPinned } of notes.slice(0, MANY)) {
    length += noteTitle.length + noteDescription.length;
    if (length > LONGEST) break;
    first.push({ notesFireId, noteTitle, noteDescription, colour, isPinned });
  }
  const papers = [...new Set(notes.map(paperNameOf))];
  const hasPins = notes.some(({ isPinned }) => isPinned);
  return first.length > 0 ? { notes: first, count: notes.length, papers, hasPins } : null;
}
