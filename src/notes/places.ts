import { placesAt } from '../lib/placesAt';
import { placeOf, type Look } from './look';

type Hanging = Look & { notesFireId: string };

const placedOf = (note: Hanging) => ({ id: note.notesFireId, place: placeOf(note) });

/** The places, by key, that put a note before `others[at]`. `others` is its group (pinned or not) in order, without the note. */
export const placesOnWall = (moved: Hanging, others: readonly Hanging[], at: number) =>
  placesAt([placedOf(moved)], others.map(placedOf), at);
