import type { Json, Records } from '../services/database';

/** All that a person keeps: the records as the database has them, by key. */
export type Content = {
  tasks: Records;
  notes: Records;
  /** The instant (ISO) at which a task was ticked off, by its key. */
  done: Records;
  /** How a note looks and where it hangs, as it is stored: `{ colour?, pinned?, place? }`, by its key. */
  looks: Records;
  /** What was deleted: `{ deletedAt, record }`, by key. */
  trash: { tasks: Records; notes: Records };
};

/** Entries by key; a record may go by any name, `__proto__` too. */
export const recordsFrom = (entries: Iterable<readonly [string, Json]>): Records =>
  Object.fromEntries(entries) as Records;

/** What lies beside a task or note that is nowhere any more says nothing, and is left out. */
export function withoutStrays(content: Content): Content {
  const ofThose = (beside: Records, live: Records, deleted: Records) =>
    recordsFrom(
      Object.entries(beside).filter(([key]) => Object.hasOwn(live, key) || Object.hasOwn(deleted, key)),
    );
  const { tasks, notes, done, looks, trash } = content;
  return {
    ...content,
    done: ofThose(done, tasks, trash.tasks),
    looks: ofThose(looks, notes, trash.notes),
  };
}

/** What files there are to take away. */
export const EXPORT_KINDS = ['json', 'csv', 'ics', 'md'] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

type Members = { [name: string]: Json };
export const isObject = (json: Json | undefined): json is Members =>
  typeof json === 'object' && json !== null && !Array.isArray(json);
export const membersOf = (json: Json | undefined): Members => (isObject(json) ? json : {});
