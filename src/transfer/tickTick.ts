import type { IsHeader, Sheet } from './csv';
import { gather, listOfLabels, withWords } from './csvItems';
import { dayOfInstant, dayOfText, instantOfText } from './days';
import type { Reading, ReadOptions } from './reading';

export const isTickTick: IsHeader = columns => columns.includes('list name') && columns.includes('title');

/** An instant means the day it falls on in the task's own time zone: what is due all day is due at its midnight. */
function dayOf(cell: string, timeZone: string) {
  const instant = instantOfText(cell);
  return instant === null ? dayOfText(cell) : dayOfInstant(instant, timeZone);
}

/** A backup of TickTick: what it keeps as notes goes to the wall, what is completed or given up is done. */
export function readTickTick({ rows, problems }: Sheet, { now, writtenOn }: ReadOptions): Reading {
  const found = gather('TickTick', problems);
  for (const { line, cell } of rows) {
    const title = cell('title').trim();
    const content = cell('content').trim();
    if (cell('kind').trim().toUpperCase() === 'NOTE') {
      found.addNote(line, title, content);
      continue;
    }
    const words = (cell('due date') || cell('start date')).trim();
    const named = words === '' ? null : dayOf(words, cell('timezone').trim());
    const day = found.dayOf(line, words, named, writtenOn);
    const isOpen = ['', '0'].includes(cell('status').trim());
    found.addTask({
      line,
      name: title,
      description: words !== '' && day === null ? withWords(content, 'Date', words) : content,
      list: listOfLabels(cell('folder name'), cell('list name'), cell('tags')),
      day,
      doneAt: isOpen ? null : (instantOfText(cell('completed time')) ?? new Date(now).toISOString()),
    });
  }
  return found.end();
}
