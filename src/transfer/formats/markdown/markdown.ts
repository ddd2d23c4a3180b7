import { dayOf } from '../../../lib/days/days';
import { repeatInWords } from '../../../repeats/makeRepeat';
import type { Repeat } from '../../../repeats/repeat';
import { repeatOfStored } from '../../../tasks/taskSidecars';
import type { TaskListName } from '../../../tasks/task';
import type { Content } from '../content';
import { tasksByDay } from '../daywall/daywallCsv';
import { escapedLine, EMOJI, repeatInOurWords } from './markdownText';
import { notesMarkdown } from './notesMarkdown';
import { cellOfRepeat, repeatOfCell } from '../repeats';

type Listed = ReturnType<typeof tasksByDay>[number];
const LISTS: [TaskListName, string][] = [
  ['personal', 'Personal'],
  ['work', 'Work'],
];

/** A task's repeat as text that can be parsed again, else in the format of the table. */
function wordsOf(repeat: Repeat, due: string | null): string {
  const said = repeatInWords(repeat).replace(/^(\d+) (\w+) after it is done$/, 'every $1 $2 when done');
  const words = repeat.at === due ? said : `${said}, starting ${repeat.at}`;
  const read = repeatOfCell(repeatInOurWords(words), due ?? repeat.at);
  const isSame = read?.rule === repeat.rule && read.at === repeat.at && read.after === repeat.after;
  return isSame ? words : cellOfRepeat(repeat, due);
}

const BOX = /^\s*- \[/;
/** The lines of a task: its box, with the emoji of the Obsidian Tasks plugin, and its description below. */
function linesOf({ taskName, taskDescription, taskDueDay, doneAt }: Listed, repeat: Repeat | null): string[] {
  const marks = [
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
      .flatMap(task => linesOf(task, repeatOfStored(content.repeats[task.key])));
    return lines.length > 0 ? [`## ${name}\n\n${lines.join('\n')}\n`] : [];
  });
  const parts = Object.keys(content.notes).length > 0 ? [notesMarkdown(content)] : [];
  return [...(lists.length > 0 || parts.length === 0 ? ['# Tasks\n', ...lists] : []), ...parts].join('\n');
}
