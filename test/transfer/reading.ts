import { readFile } from '../../src/transfer/work';
import type { Reading, TaskItem } from '../../src/transfer/formats/reading';

const tasksIn = ({ items }: Reading) => items.filter((item): item is TaskItem => item.kind === 'task');

/** The tasks of a reading, each with what lies beside it. */
export const tasksOf = (reading: Reading) =>
  tasksIn(reading).map(({ record, beside }) => ({
    name: record.taskName,
    words: record.taskDescription,
    list: record.taskList,
    day: record.taskDueDate.slice(0, 10),
    ...beside,
  }));

/** The same as rows: name, description, list, day, instant of the tick. */
export const rowsOf = (reading: Reading) =>
  tasksIn(reading).map(({ record, beside }) => [
    record.taskName,
    record.taskDescription,
    record.taskList,
    record.taskDueDate.slice(0, 10),
    beside.done ?? null,
  ]);

/** The rule of each item that has one. */
export const rulesOf = ({ items }: Reading) =>
  items.map(({ beside }) => (beside.repeats as { rule: string } | undefined)?.rule);

export const textsOf = ({ problems }: Reading) => problems.map(({ text }) => text);
export const problemsOf = ({ problems }: Reading) => problems.map(({ line, text }) => `${line}: ${text}`);

/** Reads a calendar of these lines. */
export const readCalendar = (lines: string[], options: Parameters<typeof readFile>[1]) =>
  readFile(['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n'), options);
