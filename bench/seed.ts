import type { TaskBody } from '../src/services/database';

const WORDS = 'call write plan paint water mend fetch order sort read pack clean book learn visit'.split(' ');
const THINGS =
  'the letter|the garden|the report|a bicycle|the kitchen|tickets|the archive|shoes|a cake'.split('|');

/** The nth task of the benchmarks, always the same: a few words as its name, a sentence, every second one of Work. */
export const taskBody = (n: number, day: string): TaskBody => ({
  taskName: `${WORDS[n % WORDS.length]} ${THINGS[n % THINGS.length]} ${n}`,
  taskDescription: `Number ${n}. ${WORDS[(n * 7) % WORDS.length]} ${THINGS[(n * 5) % THINGS.length]} before it is late.`,
  taskList: n % 2 === 0 ? 'personal' : 'work',
  taskDueDate: `${day}T00:00:00.000Z`,
  taskId: n,
});

/** A key for the nth record, in the database's format. */
export const keyOf = (n: number) => `-OBench${String(n).padStart(13, '0')}`;
