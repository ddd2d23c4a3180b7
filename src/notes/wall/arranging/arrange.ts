import type { Note } from '../../note';

/** A note that is being moved: it would come to hang before the note `before`, at the end of its group for null. */
export type Arranging = {
  key: string;
  before: string | null;
  /** By a pointer, which carries a copy of its card, or by keys. */
  by: 'pointer' | 'keys';
};

/** Pinned notes are one group, all others the second: a note is moved within its group. */
const isOfGroup =
  ({ isPinned }: Note) =>
  (note: Note) =>
    note.isPinned === isPinned;

const without = (notes: readonly Note[], key: string) =>
  notes.filter(({ notesFireId }) => notesFireId !== key);

export const noteOfKey = (notes: readonly Note[], key: string) =>
  notes.find(({ notesFireId }) => notesFireId === key);

/** The other notes of a note's group, in the order of the wall. */
export const othersOf = (notes: readonly Note[], moved: Note) =>
  without(notes, moved.notesFireId).filter(isOfGroup(moved));

/** Where in the other notes of its group a note would come to hang. */
export function placeAmong(others: readonly Note[], before: string | null): number {
  const at = others.findIndex(({ notesFireId }) => notesFireId === before);
  return at < 0 ? others.length : at;
}

/** The key of the note that the moved one hangs before now, null at the end of its group. */
export function beforeOf(notes: readonly Note[], moved: Note): string | null {
  const group = notes.filter(isOfGroup(moved));
  return group[group.indexOf(moved) + 1]?.notesFireId ?? null;
}

/** The notes in the order that they would have; of a note that is gone, as they are. */
export function arranged(notes: readonly Note[], { key, before }: Arranging): readonly Note[] {
  const moved = noteOfKey(notes, key);
  if (!moved) return notes;
  const others = without(notes, key);
  const at = others.findIndex(({ notesFireId }) => notesFireId === before);
  const end = others.findLastIndex(isOfGroup(moved)) + 1;
  // Alone in its group: pinned at the front, else at the end.
  const last = end === 0 && !moved.isPinned ? others.length : end;
  return others.toSpliced(at < 0 ? last : at, 0, moved);
}
