import { countBoxes } from './countBoxes';

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
