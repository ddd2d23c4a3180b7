import { isTag } from '../../../../shared/tags';
import type { Json } from '../../../services/database';
import { attempt } from '../../../lib/attempt';
import type { TaskListName } from '../../../tasks/task';
import { membersOf } from '../content';
import type { IsHeader, Row, Sheet } from '../csv';
import { gather, listOfLabels, noRepeat, withWords } from '../csvItems';
import type { Details } from '../details';
import { dayAndRepeat, repeatOfWords } from '../repeats';
import type { Reading, ReadOptions, TaskItem } from '../reading';
import { timeOfText } from '../times';

export const isTodoist: IsHeader = columns => columns.includes('type') && columns.includes('content');

const twoDays = (deadline: string) => `A task has one day: its description keeps the deadline, ${deadline}.`;

/** A file in a comment, as the JSON of Todoist. */
const FILE = /\[\[file (\{.*?\})\]\]/gs;

/** A comment with the name and the address of each file in it. */
const withFiles = (comment: string): string =>
  comment
    .replace(FILE, (all, text: string) => {
      const file = membersOf(attempt(() => JSON.parse(text) as Json));
      const words = [file.file_name ?? file.title, file.file_url ?? file.url].filter(
        (part): part is string => typeof part === 'string' && part !== '',
      );
      return words.length > 0 ? `\n${[...new Set(words)].join(': ')}\n` : all;
    })
    .replace(/\s*\n\s*/g, '\n')
    .trim();

/** The project of a file that Todoist named: `House [102].csv`. */
const projectOf = (name: string) => /([^/\\]*?) \[\d+\]\.csv$/i.exec(name)?.[1] ?? '';

const LOWEST = '4';
const personOf = (cell: string) => cell.trim().replace(/ \(\d+\)$/, '');

/** A title whose labels are tags: `@label` becomes `#label`, unless that can't be a tag. */
const withLabels = (content: string) =>
  content.replace(/(?<=^|\s)@(\S+)/g, (all, label: string) => (isTag(label) ? `#${label}` : all));

/** The details of a task; its labels are in its title. */
function detailsOf(cell: Row['cell'], tags: string[]): Details {
  const [priority, duration] = [cell('priority').trim(), Number(cell('duration'))];
  const unit = cell('duration_unit').trim();
  return {
    tags,
    lines: [
      ['Priority', ['', LOWEST].includes(priority) ? '' : priority],
      ['Assigned to', personOf(cell('responsible'))],
      ['Duration', duration > 0 ? `${duration} ${unit}${duration === 1 ? '' : 's'}` : ''],
    ],
  };
}

/**
 * Parses a project that Todoist exported as a template. The name of the file, a section or a label determines a task's
 * list. A row `note` is a comment on the task above it; an indented task is a subtask of one above.
 */
export function readTodoist({ rows, problems, unread }: Sheet, { name, writtenOn }: ReadOptions): Reading {
  const found = gather('Todoist', problems);
  let section = '';
  let sectionList: TaskListName = 'personal';
  let above: TaskItem | null = null;
  /** With several authors, each comment names its own. */
  const authors = new Set(rows.map(({ cell }) => personOf(cell('author'))).filter(author => author !== ''));
  /** The possible parents of the next row, by indentation. */
  let outer: { indent: number; item: TaskItem }[] = [];
  for (const { line, cell } of rows) {
    const type = cell('type').trim().toLowerCase();
    const content = cell('content').trim();
    if (type === 'section') {
      section = content;
      sectionList = listOfLabels(content);
      outer = [];
    } else if (type === 'note' && above) {
      const { record } = above;
      const author = authors.size > 1 ? personOf(cell('author')) : '';
      const comment = [author, withFiles(content)].filter(part => part !== '').join(': ');
      record.taskDescription = [record.taskDescription, comment].filter(part => part !== '').join('\n\n');
    } else if (type === 'note') found.say(line, 'This comment is left out: no task stands above it.');
    else if (type === 'task') {
      const column = cell('date').trim() === '' ? 'deadline' : 'date';
      const words = cell(column).trim();
      const language = cell(`${column}_lang`).trim().replace('_', '-') || 'en';
      const inOne = dayAndRepeat(words, { writtenOn, language });
      const repeat = repeatOfWords(words, writtenOn, language) ?? inOne.repeat;
      const named = inOne.day;
      const day = inOne.repeat
        ? named
        : repeat
          ? repeat.at
          : found.dayOf(line, words, named, { writtenOn, language });
      const time = day === null ? null : timeOfText(words, language);
      if (named && !repeat && inOne.rest !== '') found.say(line, noRepeat(inOne.rest, named));
      const deadline = column === 'date' ? cell('deadline').trim() : '';
      if (deadline !== '') found.say(line, twoDays(deadline));
      const ofRow = cell('description').trim();
      const description = deadline === '' ? ofRow : withWords(ofRow, 'Deadline', deadline);
      const indent = Number(cell('indent')) || 1;
      outer = outer.filter(ancestor => ancestor.indent < indent);
      const parent = outer.at(-1)?.item;
      const draft = {
        line,
        name: withLabels(content),
        description: words !== '' && day === null ? withWords(description, 'Date', words) : description,
        list: sectionList === 'work' ? sectionList : listOfLabels(name, ...(content.match(/@\S+/g) ?? [])),
        day,
        repeat,
        time,
        isMoved: inOne.repeat !== null && repeat === inOne.repeat,
        details: detailsOf(cell, [projectOf(name), section]),
      };
      const item = parent ? found.addSubtask(parent, draft) : found.addTask(draft);
      if (item) outer.push({ indent, item });
      above = item ?? parent ?? null;
    } else if (type !== 'meta') {
      found.say(line, `This row is left out: “${type}” is not a task, section or note.`);
    }
  }
  found.leaveColumns(unread(), ['timezone', 'author', 'date_lang', 'deadline_lang', 'view_style']);
  return found.end();
}
