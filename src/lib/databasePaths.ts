import type { ListName } from '../services/database';

/** Every path of the database, below its user's id. What the specification does not know lies under `ext`. */
export const databasePaths = {
  record: (list: ListName, fireId: string) => `${list}/${fireId}`,
  /** The instant (ISO) at which a task was ticked off. */
  done: (fireId: string) => `ext/done/${fireId}`,
  /** What the trash keeps of a record: `{ deletedAt, record }`. */
  trash: (list: ListName, fireId: string) => `ext/trash/${list}/${fireId}`,
  /** The instant (ISO) at which an operation was applied, so that it is not applied twice. */
  applied: (operationId: string) => `ext/applied/${operationId}`,
};

/** Where each list lies. */
export const listPaths = {
  tasks: 'tasks',
  notes: 'notes',
  done: 'ext/done',
  trash: 'ext/trash',
  'trash/tasks': 'ext/trash/tasks',
  'trash/notes': 'ext/trash/notes',
  applied: 'ext/applied',
} as const;
