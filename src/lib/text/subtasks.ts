import { isBlank } from './visible';

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

/** The number of subtasks of a description, and of the ticked ones. */
export function countSubtasks(description: string): { ticked: number; all: number } {
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
export const subtaskLine = (words: string, isTicked = false): string =>
  `- [${isTicked ? 'x' : ' '}] ${words.trim().replace(/\s*[\r\n]+\s*/g, ' ')}`;

const isSubtask = (line: string) => BOX.test(line.replace(/\r$/, ''));

/** The lines of a text, and the indices of those that are subtasks. */
function subtasksIn(text: string) {
  const lines = withLineFeeds(text).split('\n');
  return { lines, at: lines.flatMap((line, index) => (isSubtask(line) ? [index] : [])) };
}

/** Adds lines below a subtask, with its indentation; below the last one by default, else at the end after an empty line. */
function withLinesBelow(description: string, added: string[], below = Infinity): string {
  const { lines, at } = subtasksIn(description);
  const last = at[Math.min(below, at.length - 1)];
  if (last === undefined) {
    const text = description.trimEnd();
    return `${text}${text && added.length > 0 ? '\n\n' : ''}${added.join('\n')}`;
  }
  const [indentation] = /^\s*/.exec(lines[last]!)!;
  lines.splice(last + 1, 0, ...added.map(line => `${indentation}${line}`));
  return lines.join('\n');
}

/** Appends one subtask behind the last one. */
export const withSubtask = (description: string, words: string, isTicked = false): string =>
  withLinesBelow(description, [subtaskLine(words, isTicked)]);

/** Adds each line of words as a subtask below another one, without its bullet, and ticked if it has a ticked box. */
export const withSubtasks = (description: string, words: string, below?: number): string =>
  withLinesBelow(
    description,
    linesOf(words).flatMap(({ text, box }) =>
      box || !isBlank(text) ? [subtaskLine(box ? text : text.replace(/^\s*[-*] /, ''), box?.isTicked)] : [],
    ),
    below,
  );

/** Gives the subtask at an index other words. Further lines of the words become subtasks below it. */
export function withSubtaskNamed(description: string, index: number, words: string): string {
  const { lines, at } = subtasksIn(description);
  const [first = '', ...further] = words.split('\n');
  const line = at[index];
  if (line === undefined) return description;
  lines[line] = lines[line]!.replace(/\].*$/s, `] ${first.trim()}`);
  return withSubtasks(lines.join('\n'), further.join('\n'), index);
}

/** Removes a subtask; with the last one, also the empty lines above it. */
export function withoutSubtask(description: string, index: number): string {
  const { lines, at } = subtasksIn(description);
  lines.splice(at[index] ?? lines.length, 1);
  return at.length > 1 ? lines.join('\n') : lines.join('\n').trimEnd();
}

/** Moves a subtask to another one's index. All other lines keep their places. */
export function withSubtaskMoved(description: string, from: number, to: number): string {
  const { lines, at } = subtasksIn(description);
  const order = at.map(line => lines[line]!);
  order.splice(to, 0, ...order.splice(from, 1));
  at.forEach((line, index) => (lines[line] = order[index]!));
  return lines.join('\n');
}

const isEmptyLine = (line: string) => line.trim() === '';

/** The lines of a text that are no subtasks, and how many of them are empty before and behind all words. */
function wordLinesOf(text: string) {
  const words = subtasksIn(text).lines.filter(line => !isSubtask(line));
  const first = words.findIndex(line => !isEmptyLine(line));
  const last = words.findLastIndex(line => !isEmptyLine(line));
  return { words, from: first < 0 ? words.length : first, to: last + 1 };
}

/** A description without its subtasks; if it has any, also without the empty lines at its ends. */
export function wordsOf(description: string): string {
  if (countSubtasks(description).all === 0) return description;
  const { words, from, to } = wordLinesOf(description);
  return words.slice(from, to).join('\n');
}

/**
 * A description with other words, as `wordsOf` returns them. Subtasks keep their place between the lines of words that
 * stay; those among changed lines come behind these, those at the end stay at the end. First words stand above all.
 */
export function withWords(description: string, words: string): string {
  const { lines } = subtasksIn(description);
  const subtasks = lines.filter(isSubtask);
  if (subtasks.length === 0) return words;
  if (words === wordsOf(description)) return description;
  if (isEmptyLine(words)) return subtasks.join('\n');
  const { words: before, from, to } = wordLinesOf(description);
  if (from >= to) return [...words.split('\n'), '', ...subtasks].join('\n');
  const after = [...before.slice(0, from), ...words.split('\n'), ...before.slice(to)];
  const most = Math.min(before.length, after.length);
  let [start, end] = [0, 0];
  const isSame = (a = '', b = '') => a.replace(/\r$/, '') === b.replace(/\r$/, '');
  while (start < most && isSame(before[start], after[start])) start++;
  while (end < most - start && isSame(before.at(-1 - end), after.at(-1 - end))) end++;
  /** The number of new word lines above a subtask that had `count` above it. */
  const placeOf = (count: number) =>
    count >= before.length - end
      ? count + after.length - before.length
      : count <= start
        ? count
        : after.length - end;
  let count = 0;
  const next = after.map(line => [line]);
  const above: string[] = [];
  for (const line of lines) {
    if (!isSubtask(line)) count++;
    else (next[placeOf(count) - 1] ?? above).push(line);
  }
  return [...above, ...next.flat()].join('\n');
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

/** A text with the words of its subtasks but not their marks, to be read or searched. */
export const withoutMarks = (description: string): string => description.replace(MARKED, '$1');

/** Makes each line of text a subtask, or all subtasks lines of text if there are any. */
export const withSubtasksOrNone = (description: string): string =>
  countSubtasks(description).all > 0 ? withoutMarks(description) : description.replace(WORDS, '$1- [ ] ');
