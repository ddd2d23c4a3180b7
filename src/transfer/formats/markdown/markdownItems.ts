import { dayOf, dayOfStored, type Day } from '../../../lib/days/days';
import { gather, listOfLabels, noRepeat, noTime } from '../csvItems';
import { timeIn } from '../days';
import { ANY_EMOJI, EMOJI, repeatInOurWords, unescapedHeading, unescapedLine, UNTITLED } from './markdown';
import type { Reading, ReadOptions } from '../reading';
import { repeatOfCell } from '../repeats';

const TASK = /^(\s*)(?:[-*+]|\d{1,9}[.)])\s+\[([ xX/-])\]\s+(\S.*)$/;
const HEADING = /^(#{1,6})\s+(.*)$/;
const FIELD = new RegExp(`(?<!\\\\)(${ANY_EMOJI})\\uFE0F?\\s*((?:(?!${ANY_EMOJI}).)*)$`, 'u');
const PRIORITY = /\s*(?:🔺|⏫|🔼|🔽|⏬)\uFE0F?\s*$/u;

export const isMarkdown = (text: string) =>
  text.split(/\r?\n/).some(line => TASK.test(line) || /^# (Tasks|Notes)$/.test(line));

type Fields = { title: string; named: Map<string, string> };

/** The days and the repeat at the end of a task's line, marked by emoji; an emoji before other text belongs to the title. */
function fieldsOf(words: string): Fields {
  const named = new Map<string, string>();
  let title = words.trim();
  for (;;) {
    const [all, emoji = '', text = ''] = FIELD.exec(title) ?? [];
    const value = text.replace(PRIORITY, '').trim();
    if (all === undefined || value === '') break;
    if (emoji !== EMOJI.repeat && dayOfStored(value) === null) break;
    named.set(emoji, value);
    title = title.slice(0, -all.length).replace(PRIORITY, '').trim();
  }
  return { title: unescapedLine(title), named };
}

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
  for (const [at, line] of text.split(/\r?\n/).entries()) {
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

/**
 * Parses a document of this app, or another program's document with checkboxes. Each top-level box is a task; indented
 * lines below are its description, so that boxes there become its subtasks. A heading above it or a tag determines its list.
 */
export function readMarkdown(text: string, options: ReadOptions): Reading {
  const found = gather('Markdown', []);
  const { tasks, notes, others } = blocksOf(text);
  const today = options.writtenOn ?? dayOf(options.now);
  for (const { line, words, emoji, heading, lines } of tasks) {
    const { title, named } = fieldsOf(words);
    const day: Day | null =
      [EMOJI.due, EMOJI.scheduled, EMOJI.start].map(emoji => dayOfStored(named.get(emoji))).find(Boolean) ??
      null;
    const doneOn = named.get(EMOJI.done);
    const isDone = emoji !== ' ' && emoji !== '/';
    const repeats = isDone ? '' : repeatInOurWords(named.get(EMOJI.repeat) ?? '');
    const repeat = repeats === '' ? null : repeatOfCell(repeats, day ?? today);
    if (repeats !== '' && !repeat) found.say(line, noRepeat(repeats, today));
    else if (timeIn(repeats) !== null) found.say(line, noTime(timeIn(repeats)!));
    const isMoved = repeat !== null && / from | starting /.test(repeats);
    found.addTask({
      line,
      name: title,
      description: textOf(lines),
      list: listOfLabels(heading, ...(title.match(/[#@]\S+/g) ?? [])),
      day,
      isMoved,
      doneAt: isDone ? new Date(doneOn ? `${doneOn}T12:00:00` : options.now).toISOString() : null,
      repeat,
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
        ? 'This line is left out: it is no task and no subtask.'
        : `${others.length} lines are left out, this one first: they are no task and no subtask.`,
    );
  return found.end();
}
