import { BOXES } from './countBoxes';

/** `- [ ] Milk` or `- [x] Milk`: what stands before the mark, the mark, and the words. */
const BOX = /^([^\S\n]*- \[)([ xX])\](?: ([^\n]*))?$/;
/** An item of a list, with or without a box: its indentation, bullet and words. */
const ITEM = /^(\s*[-*] )(\[[ xX]\](?: |$))?(.*)$/;

/** A line of a description. `at` is where the mark of its box is in the whole text; null for a line without one. */
export type Line = { text: string; box: { at: number; isTicked: boolean } | null };

/** The lines of a text that begins at `from` of the whole description. */
export function linesOf(text: string, from = 0): Line[] {
  let start = from;
  return text.split('\n').map(line => {
    const [, before, mark, words = ''] = BOX.exec(line.replace(/\r$/, '')) ?? [];
    const at = start + (before?.length ?? 0);
    start += line.length + 1;
    return mark === undefined
      ? { text: line, box: null }
      : { text: words, box: { at, isTicked: mark !== ' ' } };
  });
}

/** The same text with the box ticked, or not, whose mark is at a place of it; the text itself if there is none. */
export function withTick(description: string, at: number, isTicked: boolean): string {
  const isBox = description[at - 1] === '[' && description[at + 1] === ']';
  return isBox
    ? `${description.slice(0, at)}${isTicked ? 'x' : ' '}${description.slice(at + 1)}`
    : description;
}

/** A line with a box; words of several lines become one. */
export const boxLine = (words: string, isTicked = false): string =>
  `- [${isTicked ? 'x' : ' '}] ${words.trim().replace(/\s*[\r\n]+\s*/g, ' ')}`;

/** The same text with one more box: behind the last one, at its indentation, else at the end behind an empty line. */
export function withBox(description: string, words: string, isTicked = false): string {
  const last = [...description.matchAll(BOXES)].at(-1);
  if (!last) {
    const text = description.trimEnd();
    return `${text}${text && '\n\n'}${boxLine(words, isTicked)}`;
  }
  const end = last.index + last[0].length;
  const indentation = last[2]!.slice(0, -'- ['.length);
  return `${description.slice(0, end)}\n${indentation}${boxLine(words, isTicked)}${description.slice(end)}`;
}

/**
 * The effect of Enter at a caret within a list: the text from `from` to the caret becomes `insert`; null outside of
 * one.
 */
export function continueList(text: string, caret: number): { from: number; insert: string } | null {
  const start = text.lastIndexOf('\n', caret - 1) + 1;
  const [, bullet, box = '', words = ''] = ITEM.exec(text.slice(start, caret)) ?? [];
  if (bullet === undefined) return null;
  const end = text.indexOf('\n', caret);
  const behind = text.slice(caret, end < 0 ? undefined : end);
  if (words.trim() === '' && behind.trim() === '') return { from: start, insert: '' };
  return { from: caret, insert: `\n${bullet}${box && '[ ] '}` };
}
