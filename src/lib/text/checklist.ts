/**
 * The text with a line feed for each carriage return that ends a line alone, as some programs write. The length stays, and
 * with it every index in the text.
 */
export const withLineFeeds = (text: string): string => text.replace(/\r(?!\n)/g, '\n');

/** `- [ ] Milk` or `- [x] Milk` in a whole text: the line break and everything before the mark, the mark, and the rest. */
const BOXES = /(^|\n)([^\S\n]*- \[)([ xX])(\](?: [^\n]*)?)(?=\r?(?:\n|$))/g;
/** Removes all ticks. */
export const withoutTicks = (description: string): string =>
  withLineFeeds(description).replace(BOXES, '$1$2 $4');

/**
 * The number of boxes of a description, and of the ticked ones. Not in `checklist.ts`, because the first bundle needs
 * it for every row.
 */
export function countBoxes(description: string): { ticked: number; all: number } {
  let [ticked, all] = [0, 0];
  for (const [, , , mark] of withLineFeeds(description).matchAll(BOXES)) {
    all++;
    if (mark !== ' ') ticked++;
  }
  return { ticked, all };
}

/** `- [ ] Milk` or `- [x] Milk`: the text before the mark, the mark, and the text. */
const BOX = /^([^\S\n]*- \[)([ xX])\](?: ([^\n]*))?$/;
/** A list item with or without a box: its indentation, bullet and text. */
const ITEM = /^(\s*[-*] )(\[[ xX]\](?: |$))?(.*)$/;

/** A line of a description. `at` is the index of its box's mark in the whole text; null for a line without a box. */
type Line = { text: string; box: { at: number; isTicked: boolean } | null };

/** The lines of a text that starts at index `from` of the whole description. */
export function linesOf(text: string, from = 0): Line[] {
  let start = from;
  return withLineFeeds(text)
    .split('\n')
    .map(line => {
      const [, before, mark, words = ''] = BOX.exec(line.replace(/\r$/, '')) ?? [];
      const at = start + (before?.length ?? 0);
      start += line.length + 1;
      return mark === undefined
        ? { text: line, box: null }
        : { text: words, box: { at, isTicked: mark !== ' ' } };
    });
}

/** Sets or removes the tick of the box whose mark is at an index of the text; returns the text unchanged if there is none. */
export function withTick(description: string, at: number, isTicked: boolean): string {
  const isBox = description[at - 1] === '[' && description[at + 1] === ']';
  return isBox
    ? `${description.slice(0, at)}${isTicked ? 'x' : ' '}${description.slice(at + 1)}`
    : description;
}

/** A line with a box; line breaks in the text become blanks. */
export const boxLine = (words: string, isTicked = false): string =>
  `- [${isTicked ? 'x' : ' '}] ${words.trim().replace(/\s*[\r\n]+\s*/g, ' ')}`;

/** Appends a box: after the last one, with the same indentation, else at the end after an empty line. */
export function withBox(description: string, words: string, isTicked = false): string {
  const last = [...withLineFeeds(description).matchAll(BOXES)].at(-1);
  if (!last) {
    const text = description.trimEnd();
    return `${text}${text && '\n\n'}${boxLine(words, isTicked)}`;
  }
  const end = last.index + last[0].length;
  const indentation = last[2]!.slice(0, -'- ['.length);
  return `${description.slice(0, end)}\n${indentation}${boxLine(words, isTicked)}${description.slice(end)}`;
}

/** The effect of Enter within a list: the text from `from` to the caret becomes `insert`; null outside of a list. */
export function continueList(text: string, caret: number): { from: number; insert: string } | null {
  const start = text.lastIndexOf('\n', caret - 1) + 1;
  const [, bullet, box = '', words = ''] = ITEM.exec(text.slice(start, caret)) ?? [];
  if (bullet === undefined) return null;
  const end = text.indexOf('\n', caret);
  const behind = text.slice(caret, end < 0 ? undefined : end);
  if (words.trim() === '' && behind.trim() === '') return { from: start, insert: '' };
  return { from: caret, insert: `\n${bullet}${box && '[ ] '}` };
}

const MARKED = /^([^\S\n]*)- \[[ xX]\](?: |(?=\r?$))/gm;
/** A line with text: its indentation, its bullet, and the first character. */
const WORDS = /^([^\S\n]*)(?:[-*] (?=\S))?(?=\S)/gm;

/** Adds a box to each line of text, or removes all boxes if there are any. */
export const withBoxesOrNone = (description: string): string =>
  countBoxes(description).all > 0
    ? description.replace(MARKED, '$1')
    : description.replace(WORDS, '$1- [ ] ');

/** The index of the mark of the box around the caret; null outside of one. */
export function markAt(text: string, caret: number): number | null {
  const start = text.lastIndexOf('\n', caret - 1) + 1;
  const bracket = /^[^\S\n]*- (?=\[[ xX]\](?:\s|$))/.exec(text.slice(start))?.[0].length;
  if (bracket === undefined) return null;
  const at = caret - start - bracket;
  return at >= 0 && at <= '[ ]'.length ? start + bracket + 1 : null;
}
