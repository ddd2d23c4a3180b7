import type { TaskListName } from '../../../tasks/task';
import type { IsHeader, Sheet } from '../csv';
import { gather, listOfLabels, noTime, withWords } from '../csvItems';
import { dayOfText, timeIn } from '../days';
import { repeatOfWords } from '../repeats';
import type { Reading, ReadOptions, TaskItem } from '../reading';

export const isTodoist: IsHeader = columns => columns.includes('type') && columns.includes('content');

const twoDays = (deadline: string) => `A task has one day: its description keeps the deadline, ${deadline}.`;

/**
 * Parses a project that Todoist exported as a template. The name of the file, a section or a label determines a task's
 * list. A row `note` is a comment on the task above it; an indented task is a subtask of one above.
 */
export function readTodoist({ rows, problems }: Sheet, { name, writtenOn }: ReadOptions): Reading {
  const found = gather('Todoist', problems);
  let section: TaskListName = 'personal';
  let above: TaskItem | null = null;
  /** The possible parents of the next row, by indentation. */
  let outer: { indent: number; item: TaskItem }[] = [];
  for (const { line, cell } of rows) {
    const type = cell('type').trim().toLowerCase();
    const content = cell('content').trim();
    if (type === 'section') {
      section = listOfLabels(content);
      outer = [];
    } else if (type === 'note' && above) {
      const { record } = above;
      record.taskDescription = [record.taskDescription, content].filter(part => part !== '').join('\n\n');
    } else if (type === 'note') found.say(line, 'This comment is left out: no task stands above it.');
    else if (type === 'task') {
      const column = cell('date').trim() === '' ? 'deadline' : 'date';
      const words = cell(column).trim();
      const language = cell(`${column}_lang`).trim().replace('_', '-') || 'en';
      const repeat = repeatOfWords(words, writtenOn, language);
      const named = dayOfText(words);
      const day = repeat ? repeat.at : found.dayOf(line, words, named, { writtenOn, language });
      const time = repeat || named ? timeIn(words) : null; // other text is quoted completely
      if (time !== null) found.say(line, noTime(time));
      const deadline = column === 'date' ? cell('deadline').trim() : '';
      if (deadline !== '') found.say(line, twoDays(deadline));
      const ofRow = cell('description').trim();
      const description = deadline === '' ? ofRow : withWords(ofRow, 'Deadline', deadline);
      const indent = Number(cell('indent')) || 1;
      outer = outer.filter(ancestor => ancestor.indent < indent);
      const parent = outer.at(-1)?.item;
      const draft = {
        line,
        name: content,
        description: words !== '' && day === null ? withWords(description, 'Date', words) : description,
        list: section === 'work' ? section : listOfLabels(name, ...(content.match(/@\S+/g) ?? [])),
        day,
        repeat,
      };
      const item = parent ? found.addSubtask(parent, draft) : found.addTask(draft);
      if (item) outer.push({ indent, item });
      above = item ?? parent ?? null;
    } else if (type !== 'meta') {
      found.say(line, `This row is left out: “${type}” is no task, section or note.`);
    }
  }
  return found.end();
}
