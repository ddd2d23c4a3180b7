import type { NoteFields } from '../../note';
import { isBlank, trimmed } from '../../../lib/text/visible';

/** The number of a description's characters that a card renders; more would only slow the layout. */
export const LONGEST_WORDS_CHARACTERS = 900;
export const LONGEST_TITLE_CHARACTERS = 200;
/** Equal to the style sheet: the maximum number of lines, and heights in rem. */
const TITLE_LINES = 3;
const WORD_LINES = 12;
const TITLE_LINE_REM = 1.46;
const WORD_LINE_REM = 1.5;
const PADDING_REM = 2.25;
/** The width of a letter on average, in rem. */
const TITLE_LETTER_REM = 0.58;
const LETTER_REM = 0.5;

const linesOf = (text: string, letters: number) => {
  let lines = 0;
  for (const line of text.split(/\r\n|[\r\n]/)) lines += Math.max(1, Math.ceil(line.length / letters));
  return lines;
};

/**
 * Estimates the height in rem of a note's card in a column of a given width in rem, to lay out cards that have not
 * been rendered.
 */
export function guessHeight({ noteTitle, noteDescription }: NoteFields, width: number): number {
  const text = Math.max(1, width - 2);
  const words = trimmed(noteDescription.slice(0, LONGEST_WORDS_CHARACTERS));
  const hasTitle = !isBlank(noteTitle) || words === '';
  const titleLines = hasTitle
    ? linesOf(noteTitle.slice(0, LONGEST_TITLE_CHARACTERS), text / TITLE_LETTER_REM)
    : 0;
  const wordLines = words === '' ? 0 : linesOf(words, text / LETTER_REM);
  return (
    PADDING_REM +
    Math.min(TITLE_LINES, titleLines) * TITLE_LINE_REM +
    Math.min(WORD_LINES, wordLines) * WORD_LINE_REM
  );
}
