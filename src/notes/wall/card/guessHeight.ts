import type { Note } from '../../note';

/** Characters of a description that a card shows; the rest would only cost layout. */
export const LONGEST_WORDS = 900;
export const LONGEST_TITLE = 200;
/** As in the style sheet: so many lines at most, and heights in rem. */
const TITLE_LINES = 3;
const WORD_LINES = 12;
const TITLE_LINE = 1.46;
const WORD_LINE = 1.5;
const REST = 2.25;
/** The width of a letter on average, in rem. */
const TITLE_LETTER = 0.58;
const LETTER = 0.5;

const linesOf = (text: string, letters: number) => {
  let lines = 0;
  for (const line of text.split('\n')) lines += Math.max(1, Math.ceil(line.length / letters));
  return lines;
};

/** About how high the card of a note is, in rem, in a column of so many rem: it says where what is not yet in view hangs. */
export function guessHeight({ noteTitle, noteDescription }: Note, width: number): number {
  const text = Math.max(1, width - 2);
  const words = noteDescription.slice(0, LONGEST_WORDS).trim();
  const hasTitle = noteTitle.trim() !== '' || words === '';
  const titleLines = hasTitle ? linesOf(noteTitle.slice(0, LONGEST_TITLE), text / TITLE_LETTER) : 0;
  const wordLines = words === '' ? 0 : linesOf(words, text / LETTER);
  return REST + Math.min(TITLE_LINES, titleLines) * TITLE_LINE + Math.min(WORD_LINES, wordLines) * WORD_LINE;
}
