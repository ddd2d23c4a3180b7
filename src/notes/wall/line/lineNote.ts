import type { NoteFields } from '../../note';
import { canBePressed } from '../card/canBePressed';

/** Characters of a title that a card shows whole, in its three lines; a longer first line is no title. */
const LONGEST_FIRST_LINE = 80;
/** As the rules of the database have it. */
const LONGEST_DESCRIPTION = 1_000_000;

/**
 * The note that a text makes: its first line is the title, unless it is long or has a box or an address, which can be
 * pressed in the description alone. Null for blanks.
 */
export function noteOfLine(text: string): NoteFields | null {
  const words = text.trim();
  if (words === '') return null;
  const [first = ''] = words.split('\n', 1);
  const noteTitle = first.trimEnd();
  if (noteTitle.length > LONGEST_FIRST_LINE || canBePressed(noteTitle))
    return { noteTitle: '', noteDescription: words };
  return { noteTitle, noteDescription: words.slice(first.length).trim() };
}

export const isTooLong = (text: string) => text.trim().length > LONGEST_DESCRIPTION;
