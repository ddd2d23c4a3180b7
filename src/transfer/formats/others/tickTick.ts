import { withSubtask } from '../../../lib/text/subtasks';
import type { IsHeader, Row, Sheet } from '../csv';
import { gather, listOfLabels, noRepeat, noTime, withWords } from '../csvItems';
import { dayOfInstant, timeOfInstant } from '../../../lib/days/zones';
import { dayOfText, instantOfText, timeIn } from '../days';
import type { Day } from '../../../lib/days/days';
import type { Details } from '../details';
import { timesInRule } from '../normalRule';
import { endingIn, repeatOfRuleText } from '../repeats';
import type { Reading, ReadOptions, TaskItem } from '../reading';

export const isTickTick: IsHeader = columns => columns.includes('list name') && columns.includes('title');

/** The day of an instant in the task's own time zone: an all-day task is due at its midnight. */
function dayOf(cell: string, timeZone: string) {
  const instant = instantOfText(cell);
  return instant === null ? dayOfText(cell) : dayOfInstant(instant, timeZone);
}

/** The time of day at which a task is due; null for an all-day task. */
function timeOf(words: string, cell: Row['cell']): string | null {
  const isAllDay = cell('is all day').trim().toLowerCase();
  const instant = instantOfText(words);
  const time = instant === null ? timeIn(words) : timeOfInstant(instant, cell('timezone').trim());
  return isAllDay === 'true' || (isAllDay === '' && time === '00:00') ? null : time;
}

/** The content of a task; a checklist's items become boxes. */
function contentOf(cell: Row['cell']): string {
  const content = cell('content').trim();
  if (cell('is check list').trim().toUpperCase() !== 'Y') return content;
  const [text = '', ...items] = content.split(/(?=[▫▪])/);
  const isText = !/^[▫▪]/.test(text);
  return (isText ? items : [text, ...items]).reduce(
    (description, item) => withSubtask(description, item.slice(1), item.startsWith('▪')),
    isText ? text.trim() : '',
  );
}

const PRIORITIES: Record<string, string> = { 1: 'low', 3: 'medium', 5: 'high' };
/** Columns that mean nothing outside of TickTick. */
const NEEDLESS = [
  'created time',
  'order',
  'column order',
  'view mode',
  'is floating',
  'is all day',
  'timezone',
  'completed time',
];

/** Values for which a task here has no field. */
function detailsOf(cell: Row['cell'], day: Day | null): Details {
  const start = dayOf(cell('start date').trim(), cell('timezone').trim());
  const status = cell('status').trim();
  return {
    tags: [cell('folder name'), cell('list name'), cell('column name'), ...cell('tags').split(',')],
    lines: [
      ['Priority', PRIORITIES[cell('priority').trim()] ?? ''],
      ['Start', start === day || start === null ? '' : start],
      ['Status', status === '-1' ? 'will not do' : ''],
    ],
  };
}

/** Sorts rows so that parents precede their children; others keep their order. */
function parentsFirst(rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map(row => [row.cell('taskid').trim(), row]));
  const ordered = new Set<Row>();
  const take = (row: Row, below: readonly Row[]) => {
    const id = row.cell('parentid').trim();
    const parent = id === '' ? undefined : byId.get(id);
    if (parent && !ordered.has(parent) && !below.includes(parent)) take(parent, [...below, row]);
    ordered.add(row);
  };
  for (const row of rows) take(row, [row]);
  return [...ordered];
}

/**
 * Parses a backup of TickTick: its notes become notes, completed and abandoned tasks are done. A subtask may precede
 * its parent in the file.
 */
export function readTickTick({ rows, problems, unread }: Sheet, options: ReadOptions): Reading {
  const found = gather('TickTick', problems);
  /** By id: the task that a row became, or whose subtask it became. */
  const tasks = new Map<string, TaskItem>();
  for (const { line, cell } of parentsFirst(rows)) {
    const title = cell('title').trim();
    const content = contentOf(cell);
    if (cell('kind').trim().toUpperCase() === 'NOTE') {
      found.addNote(line, title, content, detailsOf(cell, null));
      continue;
    }
    const words = (cell('due date') || cell('start date')).trim();
    const named = words === '' ? null : dayOf(words, cell('timezone').trim());
    const day = found.dayOf(line, words, named, options);
    const time = named === null ? null : timeOf(words, cell);
    if (time !== null) found.say(line, noTime(time));
    const rule = cell('repeat').trim();
    const repeat = rule === '' ? null : repeatOfRuleText(endingIn(rule, cell('timezone').trim()), day);
    if (rule !== '' && !repeat) found.say(line, noRepeat(rule, day));
    const reminders = cell('reminder')
      .split(/[\n,]/)
      .filter(reminder => reminder.trim() !== '').length;
    found.lose('reminder', reminders);
    if (repeat && timesInRule(rule) !== '') found.say(line, noTime(timesInRule(rule)));
    const isOpen = ['', '0'].includes(cell('status').trim());
    const parent = tasks.get(cell('parentid').trim());
    const draft = {
      line,
      name: title,
      description: words !== '' && day === null ? withWords(content, 'Date', words) : content,
      list: listOfLabels(cell('folder name'), cell('list name'), cell('tags')),
      day: repeat && isOpen ? repeat.at : day,
      repeat: isOpen ? repeat : null,
      details: detailsOf(cell, day),
      doneAt: isOpen ? null : (instantOfText(cell('completed time')) ?? new Date(options.now).toISOString()),
    };
    const item = parent ? (found.addSubtask(parent, draft) ?? parent) : found.addTask(draft);
    tasks.set(cell('taskid').trim() || `line ${line}`, item);
  }
  found.leaveColumns(unread(), NEEDLESS);
  return found.end();
}
