import { fold } from '../../lib/text/fold';
import type { Paper } from '../look';
import type { Note } from '../note';
import { paperNameOf } from '../tools/paper';

/** A filter of the wall: text, papers (any of them), and pinned notes only. */
export type WallFilter = { words: string; papers: readonly Paper[]; isPinned: boolean };

export const noFilter: WallFilter = { words: '', papers: [], isPinned: false };

export const isFiltering = ({ words, papers, isPinned }: WallFilter) =>
  words.trim() !== '' || papers.length > 0 || isPinned;

/** Folded texts, by note, so that each is folded once for any number of queries. */
const folded = new WeakMap<Note, string>();

function foldedOf(note: Note): string {
  const known = folded.get(note);
  if (known !== undefined) return known;
  const text = ` ${fold(`${note.noteTitle} ${note.noteDescription}`)}`;
  folded.set(note, text);
  return text;
}

/** The notes that contain all query words as beginnings of words, ignoring case and accents. */
export function filterNotes(
  notes: readonly Note[],
  { words, papers, isPinned }: WallFilter,
): readonly Note[] {
  const wanted = fold(words).split(' ').filter(Boolean);
  if (wanted.length === 0 && papers.length === 0 && !isPinned) return notes;
  return notes.filter(
    note =>
      note.notesFireId !== '' &&
      (!isPinned || note.isPinned) &&
      (papers.length === 0 || papers.includes(paperNameOf(note))) &&
      (wanted.length === 0 || wanted.every(word => foldedOf(note).includes(` ${word}`))),
  );
}
