/** `- [ ] Milk` or `- [x] Milk` in a whole text: the line break and everything before the mark, the mark, and the rest. */
export const BOXES = /(^|\n)([^\S\n]*- \[)([ xX])(\](?: [^\n]*)?)(?=\r?(?:\n|$))/g;
/** Removes all ticks. */
export const withoutTicks = (description: string): string => description.replace(BOXES, '$1$2 $4');

/**
 * The number of boxes of a description, and of the ticked ones. Not in `checklist.ts`, because the first bundle needs
 * it for every row.
 */
export function countBoxes(description: string): { ticked: number; all: number } {
  let [ticked, all] = [0, 0];
  for (const [, , , mark] of description.matchAll(BOXES)) {
    all++;
    if (mark !== ' ') ticked++;
  }
  return { ticked, all };
}
