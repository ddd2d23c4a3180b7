import type { Counts } from './preview';

const NOTHING: Counts = { tasks: 0, notes: 0 };

export const sumOf = (all: Iterable<Counts>): Counts =>
  [...all].reduce(
    (sum, { tasks, notes }) => ({ tasks: sum.tasks + tasks, notes: sum.notes + notes }),
    NOTHING,
  );

const many = (count: number, singular: string, more: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? singular : more}`;

/** '120 tasks and 3 notes'; zero counts are omitted. */
export const inWords = ({ tasks, notes }: Counts): string =>
  [
    ...(tasks > 0 || notes === 0 ? [many(tasks, 'task', 'tasks')] : []),
    ...(notes > 0 ? [many(notes, 'note', 'notes')] : []),
  ].join(' and ');
