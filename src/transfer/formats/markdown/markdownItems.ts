import { dayOf, type Day } from '../../../lib/days/days';
import { obsidianTask, type ObsidianTask } from '../../../lib/text/obsidian';
import { gather, listOfLabels, noRepeat } from '../csvItems';
import { unescapedHeading, unescapedLine, UNTITLED } from './markdown';
import type { Reading, ReadOptions } from '../reading';
import { repeatOfCell } from '../repeats';
import { timeOfText } from '../times';

const TASK = /^(\s*)(?:[-*+]|\d{1,9}[.)])\s+\[([^\]\r\n])\]\s+(\S.*)$/u;
const HEADING = /^(#{1,6})\s+(.*)$/;
/** A fence of code, whose boxes are examples. */
const FENCE = /^\s{0,3}(`{3,}(?=[^`]*$)|~{3,})/;
/** The headings of this app's own documents. */
const LIST = /^(personal|work)$/i;
const OWN_HEADINGS = ['tasks', 'notes'];

export const isMarkdown = (text: string) =>
  text.split(/\r\n|\n|\r/).some(line => TASK.test(line) || /^# (Tasks|Notes)$/.test(line));

/** A line below a task, without the indentation of its level. */
const below = (line: string, indentation: string) =>
  (line.startsWith(indentation) ? line.slice(indentation.length) : line)
    .replace(/^(?:\t| {1,2})/, '')
    .replace(/^(\s*)[*+] (?=\[[ xX]\])/, '$1- ');

/** Removes blank lines around a text. */
const textOf = (lines: readonly string[]) =>
  lines
    .join('\n')
    .replace(/^(\s*\n)+/, '')
    .trimEnd();

const isBelow = (line: string, { indentation }: Block) =>
  line.trim() === '' || line.search(/\S/) > indentation.length;

/** A line of a document, not parsed yet. */
type Block = {
  line: number;
  words: string;
  emoji: string | null;
  heading: string;
  indentation: string;
  lines: string[];
};

/** The tasks and notes of a document: a note is a level 2 heading below `# Notes`. `others` are all remaining lines. */
function blocksOf(text: string) {
  const [tasks, notes]: [Block[], Block[]] = [[], []];
  const others: number[] = [];
  let [heading, isInNotes] = ['', false];
  let open: Block | null = null;
  let fence = '';
  for (const [at, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (!isInNotes && !(open && isBelow(line, open))) {
      const [, sign = ''] = FENCE.exec(line) ?? [];
      const isInside = fence !== '';
      if (isInside ? sign.startsWith(fence) : sign !== '') fence = isInside ? '' : sign;
      if (isInside || fence !== '') {
        open = null;
        if (line.trim() !== '') others.push(at + 1);
        continue;
      }
    }
    const [, marks = '', title = ''] = HEADING.exec(line) ?? [];
    const [, indentation = '', emoji = '', words = ''] = TASK.exec(line) ?? [];
    const block = { line: at + 1, heading, lines: [] };
    if (marks !== '' && (!isInNotes || marks.length <= 2)) {
      if (marks === '#') isInNotes = title.trim() === 'Notes';
      heading = title;
      open = null;
      if (isInNotes && marks === '##')
        notes.push((open = { ...block, words: title, emoji: null, indentation: '' }));
    } else if (isInNotes && open) open.lines.push(unescapedHeading(line));
    else if (open && isBelow(line, open)) open.lines.push(below(line, open.indentation));
    else if (emoji !== '') tasks.push((open = { ...block, words, emoji, indentation }));
    else if (line.trim() !== '') {
      open = null;
      others.push(at + 1);
    }
  }
  return { tasks, notes, others };
}

/** Values for which a task here has no field; the day on which it is due stands beside it. */
function linesOf(task: ObsidianTask | null, day: Day | null): [string, string][] {
  if (!task) return [];
  const other = (named: Day | null) => (named === null || named === day ? '' : named);
  return [
    ['Priority', task.priority],
    ['Scheduled', other(task.scheduled)],
    ['Start', other(task.start)],
    ['Created', task.created ?? ''],
    ['Id', task.id],
    ['Waits for', task.dependsOn],
    ['When done', task.onCompletion],
  ];
}

/**
 * Parses a document of this app, or another program's document with checkboxes. Each top-level box is a task; indented
 * lines below are its description, so that boxes there become its subtasks. A heading above it or a tag determines its list.
 */
export function readMarkdown(text: string, options: ReadOptions): Reading {
  const found = gather('Markdown', []);
  const { tasks, notes, others } = blocksOf(text);
  const today = options.writtenOn ?? dayOf(options.now);
  for (const { line, words, emoji, heading, lines } of tasks) {
    const task = obsidianTask(words);
    const title = unescapedLine(task?.title ?? words);
    const day: Day | null = task?.due ?? task?.scheduled ?? task?.start ?? null;
    const doneOn = task?.done ?? task?.cancelled;
    // Themes have other signs, such as `>` and `!`, for open tasks.
    const isDone = /[xX-]/.test(emoji ?? '');
    const repeats = isDone ? '' : (task?.repeat ?? '');
    const repeat = repeats === '' ? null : repeatOfCell(repeats, day ?? today);
    if (repeats !== '' && !repeat) found.say(line, noRepeat(repeats, today));
    const isMoved = repeat !== null && / from | starting /.test(repeats);
    found.addTask({
      line,
      name: title,
      description: textOf(lines),
      list: LIST.test(heading)
        ? listOfLabels(heading)
        : listOfLabels(heading, ...(title.match(/[#@]\S+/g) ?? [])),
      day,
      isMoved,
      doneAt: isDone ? new Date(doneOn ? `${doneOn}T12:00:00` : options.now).toISOString() : null,
      repeat,
      time: task?.time || (repeat && timeOfText(repeats)),
      details: {
        tags: OWN_HEADINGS.includes(heading.toLowerCase()) ? [] : [heading],
        lines: linesOf(task, day),
      },
    });
  }
  // The note added last gets the newest key, and is first on the wall.
  for (const { line, words, lines } of notes.reverse()) {
    const title = unescapedLine(words);
    found.addNote(line, title === UNTITLED ? '' : title, textOf(lines));
  }
  if (others.length > 0)
    found.say(
      others[0]!,
      others.length === 1
        ? 'This line is left out: it is neither a task nor a subtask.'
        : `${others.length} lines are left out, this one first: they are neither tasks nor subtasks.`,
    );
  return found.end();
}
