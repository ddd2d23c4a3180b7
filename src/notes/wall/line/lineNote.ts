import type { NoteFields } from '../../note';
import { canBePressed } from '../card/canBePressed';

/** The length of a title that a card shows completely; a longer first line does not become the title. */
const LONGEST_FIRST_LINE_CHARACTERS = 80;
/** The limit of the database rules. */
const LONGEST_DESCRIPTION_CHARACTERS = 1_000_000;

/**
 * The note of a text: the first line is the title unless it is long, or has a box or an address, which only work in
 * the description. Null for blanks.
 */
export function noteOfLine(text: string): NoteFields | null {
  const words = text.trim();
  if (words === '') return null;
  const [first = ''] = words.split('\n', 1);
  const noteTitle = first.trimEnd();
  if (noteTitle.length > LONGEST_FIRST_LINE_CHARACTERS || canBePressed(noteTitle))
    return { noteTitle: '', noteDescription: words };
  return { noteTitle, noteDescription: words.slice(first.length).trim() };
}

export const isTooLong = (text: string) => text.trim().length > LONGEST_DESCRIPTION_CHARACTERS;
