import { dayOf } from '../../../lib/days/days';
import { repeatInWords } from '../../../repeats/makeRepeat';
import type { Repeat } from '../../../repeats/repeat';
import { timingOfStored } from '../../../../shared/timing';
import { repeatOfStored } from '../../../../shared/repeats/repeat';
import type { TaskListName } from '../../../tasks/task';
import type { Content } from '../content';
import { tasksByDay } from '../daywall/daywallCsv';
import { cellOfRepeat, repeatOfCell } from '../repeats';
import { OBSIDIAN_SIGNS, repeatOfObsidian } from '../../../lib/text/obsidian';
import { piecesOf } from '../../../../shared/tags';
import { byPlace, lookOfStored, noLook } from '../../../notes/look';
import { notesOfRecords } from '../../../notes/note';

type Listed = ReturnType<typeof tasksByDay>[number];
const LISTS: [TaskListName, string][] = [
  ['personal', 'Personal'],
  ['work', 'Work'],
];

/** A task's repeat as text that can be parsed again, else in the format of the table. */
function wordsOf(repeat: Repeat, due: string | null): string {
  const said = repeatInWords(repeat).replace(/^(\d+) (\w+) after it is done$/, 'every $1 $2 when done');
  const words = repeat.at === due ? said : `${said}, starting ${repeat.at}`;
  const read = repeatOfCell(repeatOfObsidian(words), due ?? repeat.at);
  const isSame = read?.rule === repeat.rule && read.at === repeat.at && read.after === repeat.after;
  return isSame ? words : cellOfRepeat(repeat, due);
}

const BOX = /^\s*- \[/;
/** The lines of a task: its box, with the emoji of the Obsidian Tasks plugin, and its description below. */
function linesOf(
  { taskName, taskDescription, taskDueDay, doneAt }: Listed,
  repeat: Repeat | null,
  time: string | null,
): string[] {
  const marks = [
    ...(time === null ? [] : [`${EMOJI.time} ${time}`]), // first: the plugin reads the others from the end on
    ...(repeat && doneAt === '' ? [`${EMOJI.repeat} ${wordsOf(repeat, taskDueDay)}`] : []),
    ...(taskDueDay === null ? [] : [`${EMOJI.due} ${taskDueDay}`]),
    ...(doneAt === '' ? [] : [`${EMOJI.done} ${dayOf(Date.parse(doneAt))}`]),
  ];
  const box = `- [${doneAt === '' ? ' ' : 'x'}] ${[escapedLine(taskName), ...marks].join(' ')}`;
  const words = taskDescription.replace(/^(\s*\n)+/, '').trimEnd();
  if (words === '') return [box];
  const below = words.split('\n').map(line => (line === '' ? '' : `  ${line}`));
  return [box, ...(BOX.test(words) ? [] : ['']), ...below];
}

/** Tasks by list, and notes, as one document. */
export function markdownOf(content: Content): string {
  const tasks = tasksByDay(content);
  const lists = LISTS.flatMap(([list, name]) => {
    const lines = tasks
      .filter(({ taskList }) => taskList === list)
      .flatMap(task => {
        const time = timingOfStored(content.times[task.key])?.time ?? null;
        return linesOf(task, repeatOfStored(content.repeats[task.key]), time);
      });
    return lines.length > 0 ? [`## ${name}\n\n${lines.join('\n')}\n`] : [];
  });
  const parts = Object.keys(content.notes).length > 0 ? [notesMarkdown(content)] : [];
  return [...(lists.length > 0 || parts.length === 0 ? ['# Tasks\n', ...lists] : []), ...parts].join('\n');
}

/** The notes as one document, in the order of the wall; only lines that would be headings of the document are escaped. */
export function notesMarkdown({ notes, looks }: Content): string {
  const lookAt = (key: string) => (Object.hasOwn(looks, key) ? looks[key]! : null);
  const parts = notesOfRecords(notes)
    .map(note => ({ ...note, ...(lookOfStored(lookAt(note.notesFireId)) ?? noLook) }))
    .sort(byPlace)
    .map(
      ({ noteTitle, noteDescription }) =>
        `## ${escapedLine(noteTitle)}\n\n${escapedHeadings(noteDescription.trimEnd())}\n`,
    );
  return ['# Notes\n', ...parts].join('\n');
}

/** The emoji before a day, a repeat or a time at the end of a task in the plugins Tasks and Reminder of Obsidian. */
export const EMOJI = {
  due: '📅',
  scheduled: '⏳',
  start: '🛫',
  done: '✅',
  created: '➕',
  repeat: '🔁',
  time: '⏰',
};

/** Syntax of Markdown, and what Obsidian reads as a field: its signs, `(due:: 2026-12-08)` and `^id`. */
const SYNTAX = `[\\\\\`*_[\\]<>#^]|\\((?=\\w+::)|${OBSIDIAN_SIGNS}`;
const OWN = new RegExp(SYNTAX, 'gu');
const ESCAPED = new RegExp(`\\\\(${SYNTAX})`, 'gu');

/** A title on one line, with Markdown syntax escaped, but for its tags, which Obsidian reads too. */
const escapedLine = (title: string) =>
  piecesOf(title.trim().replace(/\s+/g, ' '))
    .map(({ text, tag }) => (tag === null ? text.replace(OWN, '\\$&') : text))
    .join('') || UNTITLED;
export const unescapedLine = (line: string) => line.trim().replace(ESCAPED, '$1');
export const UNTITLED = 'Untitled';

/** Escapes a line of text that would be a heading of the document with a backslash. */
const escapedHeadings = (text: string) => text.replace(/^\\*#{1,2} /gm, '\\$&');
export const unescapedHeading = (line: string) => line.replace(/^\\(?=\\*#{1,2} )/, '');
