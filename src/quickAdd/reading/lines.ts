import { isBlank } from './readTitle';

/** The maximum number of tasks that are added at once. */
export const MOST_TASKS = 500;
/** More characters than a title can have (docs/rules.md, Constants). */
export const LONGEST_TITLE_CHARACTERS = 10_000;

const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
/** Markers of list items: `-`, `*`, `•`, `1.`, `1)`, and a task's box, alone or after one of these. */
const BULLET = /^\s*(?:(?:[-*+•‣◦–]|\d{1,3}[.)])\s+)?(?:\[[ xX]?\]\s+|[☐☑✓✔]\s*)?/;
/** A line with only a bullet: an empty item. */
const BARE_BULLET = /^\s*(?:[-*+•‣◦–]|\d{1,3}[.)]|\[[ xX]?\]|[☐☑✓✔])\s*$/;

/** The non-blank lines of a text, without bullets; a single line is left unchanged. */
export function linesOf(text: string): string[] {
  const lines = text.split(LINE_END).filter(line => !isBlank(line));
  return lines.length < 2
    ? lines
    : lines.filter(line => !BARE_BULLET.test(line)).map(line => line.replace(BULLET, ''));
}
