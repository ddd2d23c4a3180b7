import { withSubtask } from '../../../lib/text/subtasks';
import type { IsHeader, Row, Sheet } from '../csv';
import { gather, listOfLabels, noRepeat, noTime, withWords } from '../csvItems';
import { dayOfInstant, timeOfInstant } from '../../../lib/days/zones';
import { dayOfText, instantOfText } from '../days';
import type { Day } from '../../../lib/days/days';
import type { Details } from '../details';
import { timesInRule } from '../normalRule';
import { endingIn, repeatOfRuleText } from '../repeats';
import type { Reading, ReadOptions, TaskItem } from '../reading';
import { minutesBefore, timeOfText, timeOfWords } from '../times';

export const isTickTick: IsHeader = columns => columns.includes('list name') && columns.includes('title');

/** The day of an instant in a task's own time zone: an all-day task is due at its midnight. */
function dayOf(cell: string, timeZone: string) {
  const instant = instantOfText(cell);
  return instant === null ? dayOfText(cell) : dayOfInstant(instant, timeZone);
}

const is = (cell: string) => cell.trim().toLowerCase() === 'true';

/**
 * The day of a task, and the time unless it is all-day. An instant is told by the clock of this device, but for a task
 * of no zone, and where its repeat would come on other days: those keep the clock of their zone.
 */
function dueOf(words: string, cell: Row['cell']): { day: Day | null; time: string | null } {
  const [zone, instant] = [cell('timezone').trim(), instantOfText(words)];
  const day = dayOf(words, zone);
  const time = instant === null ? timeOfText(words) : timeOfInstant(instant, zone);
  const isAllDay = is(cell('is all day')) || (cell('is all day').trim() === '' && time === '00:00');
  if (isAllDay || instant === null) return { day, time: isAllDay ? null : time };
  const here = dayOfInstant(instant, '');
  const keepsZone = is(cell('is floating')) || (cell('repeat').trim() !== '' && here !== day);
  return keepsZone ? { day, time } : { day: here, time: timeOfInstant(instant, '') };
}

/** The reminder of a task with a time: the first that comes by its time, at most a week before. */
const remindOf = (reminders: readonly string[]): number | null =>
  reminders.map(minutesBefore).find(minutes => minutes !== null) ?? null;

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
    const due = words === '' ? { day: null, time: null } : dueOf(words, cell);
    const day = found.dayOf(line, words, due.day, options);
    const rule = cell('repeat').trim();
    const repeat = rule === '' ? null : repeatOfRuleText(endingIn(rule, cell('timezone').trim()), day);
    if (rule !== '' && !repeat) found.say(line, noRepeat(rule, day));
    const reminders = cell('reminder')
      .split(/[\n,]/)
      .filter(reminder => reminder.trim() !== '');
    const ofRule = repeat ? timesInRule(rule) : '';
    const time = due.day === null ? null : (due.time ?? timeOfWords(ofRule));
    if (ofRule !== '' && timeOfWords(ofRule) === null) found.say(line, noTime(ofRule));
    const remind = time === null ? null : remindOf(reminders);
    found.lose('reminder', reminders.length - (remind === null ? 0 : 1));
    const isOpen = ['', '0'].includes(cell('status').trim());
    const parent = tasks.get(cell('parentid').trim());
    const draft = {
      line,
      name: title,
      description: words !== '' && day === null ? withWords(content, 'Date', words) : content,
      list: listOfLabels(cell('folder name'), cell('list name'), cell('tags')),
      day: repeat && isOpen ? repeat.at : day,
      repeat: isOpen ? repeat : null,
      time,
      remind,
      details: detailsOf(cell, day),
      doneAt: isOpen ? null : (instantOfText(cell('completed time')) ?? new Date(options.now).toISOString()),
    };
    const item = parent ? (found.addSubtask(parent, draft) ?? parent) : found.addTask(draft);
    tasks.set(cell('taskid').trim() || `line ${line}`, item);
  }
  found.leaveColumns(unread(), NEEDLESS);
  return found.end();
}
