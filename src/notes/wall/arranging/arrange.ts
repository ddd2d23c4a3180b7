import type { Note } from '../../note';

/** A note that is being moved: it would be placed before the note `before`, null for the end of its group. */
export type Arranging = {
  key: string;
  before: string | null;
  /** By pointer, with a copy of the card following it, or by keys. */
  by: 'pointer' | 'keys';
};

/** A note moves only within its group: the pinned notes, or all others. */
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

/** The note's current index among the others of its group. */
export function placeAmong(others: readonly Note[], before: string | null): number {
  const at = others.findIndex(({ notesFireId }) => notesFireId === before);
  return at < 0 ? others.length : at;
}

/** The key of the note after the moved one; null at the end of its group. */
export function beforeOf(notes: readonly Note[], moved: Note): string | null {
  const group = notes.filter(isOfGroup(moved));
  return group[group.indexOf(moved) + 1]?.notesFireId ?? null;
}

/** The notes in the order after the move; unchanged if the moved note no longer exists. */
export function arranged(notes: readonly Note[], { key, before }: Arranging): readonly Note[] {
  const moved = noteOfKey(notes, key);
  if (!moved) return notes;
  const others = without(notes, key);
  const at = others.findIndex(({ notesFireId }) => notesFireId === before);
  const end = others.findLastIndex(isOfGroup(moved)) + 1;
  // Alone in its group: at the front if pinned, else at the end.
  const last = end === 0 && !moved.isPinned ? others.length : end;
  return others.toSpliced(at < 0 ? last : at, 0, moved);
}
