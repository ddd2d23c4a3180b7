import { isBlank } from './readTitle';

/** More tasks are not added at once. */
export const MOST_TASKS = 500;
/** More characters than a title can have (docs/rules.md, Constants). */
export const LONGEST_TITLE = 10_000;

const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
/** Markers before the items of a list: `-`, `*`, `•`, `1.`, `1)`, and the box of a task behind it or alone. */
const BULLET = /^\s*(?:(?:[-*+•‣◦–]|\d{1,3}[.)])\s+)?(?:\[[ xX]?\]\s+|[☐☑✓✔]\s*)?/;
/** A bullet that is a line of its own: an item without words. */
const BARE_BULLET = /^\s*(?:[-*+•‣◦–]|\d{1,3}[.)]|\[[ xX]?\]|[☐☑✓✔])\s*$/;

/** The lines of a text that have words, each without its bullet; one line alone keeps what it has. */
export function linesOf(text: string): string[] {
  const lines = text.split(LINE_END).filter(line => !isBlank(line));
  return lines.length < 2
    ? lines
    : lines.filter(line => !BARE_BULLET.test(line)).map(line => line.replace(BULLET, ''));
}
