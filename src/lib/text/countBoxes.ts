/** `- [ ] Milk` or `- [x] Milk` in a whole text, with the line break before it: that, what stands before the mark, the mark, the rest. */
export const BOXES = /(^|\n)([^\S\n]*- \[)([ xX])(\](?: [^\n]*)?)(?=\r?(?:\n|$))/g;
/** The same text with no box ticked. */
export const withoutTicks = (description: string): string => description.replace(BOXES, '$1$2 $4');

/** How many of the boxes of a description are ticked. Apart from `checklist.ts`, because every row needs it at once. */
export function countBoxes(description: string): { ticked: number; all: number } {
  let [ticked, all] = [0, 0];
  for (const [, , , mark] of description.matchAll(BOXES)) {
    all++;
    if (mark !== ' ') ticked++;
  }
  return { ticked, all };
}
