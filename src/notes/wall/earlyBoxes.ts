import { put, select, take, type Saga } from '../../lib/effects';
import type { DraftsLater } from '../../services/device';
import { selectAreNotesKnown, selectNote } from '../notesSelectors';
import { notesLoaded, notesRequested, notesRestored } from '../notesSlice';
import { boxTicked } from './card/boxTicked';

/**
 * Ticks and unticks the boxes of cards that were pressed in a first frame whose page ended before the app had loaded.
 * Each is a line `{index of its mark}/{true or false}/{key of its note}`.
 */
export function* pressBoxesEarly({ drafts: { early } }: { drafts: DraftsLater }, userId: string): Saga {
  const boxes = { userId, form: 'boxes' } as const;
  const pressed = early.words(boxes).flatMap(words => words.split('\n'));
  if (pressed.length > 0 && !(yield* select(selectAreNotesKnown))) {
    yield* put(notesRequested());
    yield* take([notesLoaded, notesRestored]);
  }
  for (const box of pressed) {
    const [at, isTicked, fireId] = box.split('/');
    const note = yield* select(selectNote, fireId!);
    if (note) yield* put(boxTicked(note, Number(at), isTicked === 'true'));
  }
  early.release(boxes);
}
