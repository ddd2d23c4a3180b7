import type { ListName } from '../services/database';

/** Every path of the database, below its user's id. What the specification does not know lies under `ext`. */
export const databasePaths = {
  record: (list: ListName, fireId: string) => `${list}/${fireId}`,
  /** The instant (ISO) at which a task was ticked off. */
  done: (fireId: string) => `ext/done/${fireId}`,
  /** How a note looks and where it hangs: `{ colour?, pinned?, place? }`; `field` is one of them. */
  look: (fireId: string, field?: string) => `ext/looks/${fireId}${field ? `/${field}` : ''}`,
  /** What shows with a record: when a task was ticked off, or how a note looks. */
  shown: (list: ListName, fireId: string) =>
    list === 'tasks' ? databasePaths.done(fireId) : databasePaths.look(fireId),
  /** What lies beside a record and goes with it for ever. */
  beside: (list: ListName, fireId: string): string[] => [
    databasePaths.shown(list, fireId),
    ...(list === 'notes' ? [databasePaths.writeIntents(fireId)] : []),
  ],
  /** What the trash keeps of a record: `{ deletedAt, record }`. */
  trash: (list: ListName, fireId: string) => `ext/trash/${list}/${fireId}`,
  /** One of the person's settings. */
  setting: (name: string) => `ext/settings/${name}`,
  /** The instant (ISO) at which an operation was applied, so that it is not applied twice. */
  applied: (operationId: string) => `ext/applied/${operationId}`,
  /** The name of the database that the user's data are in; in the first one alone. */
  home: 'ext/home',
  /** What devices are about to PATCH a note with, by operation (notes/writeIntents.ts). */
  writeIntents: (fireId: string) => `ext/intents/${fireId}`,
};

/** Where each list lies. */
export const listPaths = {
  tasks: 'tasks',
  notes: 'notes',
  done: 'ext/done',
  looks: 'ext/looks',
  trash: 'ext/trash',
  'trash/tasks': 'ext/trash/tasks',
  'trash/notes': 'ext/trash/notes',
  settings: 'ext/settings',
  applied: 'ext/applied',
} as const;
