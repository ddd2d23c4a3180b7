import type { Json } from '../services/database';
import type { Sidecars } from '../sync/sidecars';
import type { Task } from './task';

/** As the rules of the database have it. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/;
export const isInstant = (value: Json): value is string => typeof value === 'string' && INSTANT.test(value);

/** What lies beside tasks. */
export const taskSidecars: Sidecars<Task> = {
  done: {
    onto: (task, stored) => ({
      ...task,
      doneAt: typeof stored === 'string' && !Number.isNaN(Date.parse(stored)) ? stored : null,
    }),
    of: ({ doneAt }) => doneAt,
    isStorable: isInstant,
    words: 'its tick',
  },
};
