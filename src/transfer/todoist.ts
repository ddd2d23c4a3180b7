import type { TaskListName } from '../tasks/task';
import type { IsHeader, Sheet } from './csv';
import { gather, listOfLabels, withWords } from './csvItems';
import { dayOfText } from './days';
import type { Reading, ReadOptions, TaskItem } from './reading';

export const isTodoist: IsHeader = columns => columns.includes('type') && columns.includes('content');

/**
 * A project that Todoist exported as a template. A file is a project: its name, a section's or a label's says where
 * tasks belong. A row `note` is a comment on the task above it.
 */
export function readTodoist({ rows, problems }: Sheet, { name, writtenOn }: ReadOptions): Reading {
  const found = gather('Todoist', problems);
  let section: TaskListName = 'personal';
  let above: TaskItem | null = null;
  for (const { line, cell } of rows) {
    const type = cell('type').trim().toLowerCase();
    const content = cell('content').trim();
    if (type === 'section') section = listOfLabels(content);
    else if (type === 'note' && above) {
      const { record } = above;
      record.taskDescription = [record.taskDescription, content].filter(part => part !== '').join('\n\n');
    } else if (type === 'note') found.say(line, 'This comment is left out: no task stands above it.');
    else if (type === 'task') {
      const words = (cell('date').trim() || cell('deadline').trim()).trim();
      const day = found.dayOf(line, words, dayOfText(words), writtenOn);
      const description = cell('description').trim();
      above = found.addTask({
        line,
        name: content,
        description: words !== '' && day === null ? withWords(description, 'Date', words) : description,
        list: section === 'work' ? section : listOfLabels(name, ...(content.match(/@\S+/g) ?? [])),
        day,
      });
    } else if (type !== 'meta') {
      found.say(line, `This row is left out: “${type}” is no task, section or note.`);
    }
  }
  return found.end();
}
