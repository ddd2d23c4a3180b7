import type { BesideList, ListName, Records } from '../services/database';

/** Every path of the database, below its user's id. What the specification does not know lies under `ext`. */
export const databasePaths = {
  record: (list: ListName, fireId: string) => `${list}/${fireId}`,
  /** The instant (ISO) at which a task was ticked off. */
  done: (fireId: string) => `ext/done/${fireId}`,
  /** How a note looks and where it hangs: `{ colour?, pinned?, place? }`. */
  look: (fireId: string) => `ext/looks/${fireId}`,
  /** What a person is told at a record: `{ at, fields?, isBack? }`, see `sync/others.ts`. */
  others: (list: ListName, fireId: string) => `ext/others/${list}/${fireId}`,
  /** What the trash keeps of a record: `TrashCopy`. */
  trash: (list: ListName, fireId: string) => `ext/trash/${list}/${fireId}`,
  /** Which copy of a key left the trash last: `{ deletedAt, isEdited? }`. */
  taken: (list: ListName, fireId: string) => `ext/taken/${list}/${fireId}`,
  /** The device that is about to PATCH a note: `{ by, until }`, until in milliseconds. */
  lease: (fireId: string) => `ext/leases/${fireId}`,
  /** One of the person's settings. */
  setting: (name: string) => `ext/settings/${name}`,
  /** The instant (ISO) at which an operation was applied, so that it is not applied twice. */
  applied: (operationId: string) => `ext/applied/${operationId}`,
  /** The name of the database that the user's data are in; in the first one alone. */
  home: 'ext/home',
};

/** Where each list lies. */
export const listPaths = {
  tasks: 'tasks',
  notes: 'notes',
  done: 'ext/done',
  looks: 'ext/looks',
  'others/tasks': 'ext/others/tasks',
  'others/notes': 'ext/others/notes',
  'trash/tasks': 'ext/trash/tasks',
  'trash/notes': 'ext/trash/notes',
  'taken/tasks': 'ext/taken/tasks',
  'taken/notes': 'ext/taken/notes',
  settings: 'ext/settings',
  applied: 'ext/applied',
} as const;

/**
 * What lies beside the records of each list: its name in a copy in the trash, and the list in which it lies by the
 * record's key. It leaves and returns with its record, in the same update. `isFirst`: the records are not shown without it.
 */
export const besideRecords: Record<ListName, readonly { name: string; list: BesideList; isFirst?: true }[]> =
  {
    tasks: [
      { name: 'done', list: 'done', isFirst: true },
      { name: 'others', list: 'others/tasks' },
    ],
    notes: [
      { name: 'looks', list: 'looks', isFirst: true },
      { name: 'others', list: 'others/notes' },
    ],
  };

/** Where something lies beside a record. */
export const besidePath = (list: BesideList, fireId: string) => `${listPaths[list]}/${fireId}`;

/** Removes what lies beside a record. */
export const withoutBeside = (list: ListName, fireId: string): Records =>
  Object.fromEntries(besideRecords[list].map(one => [besidePath(one.list, fireId), null]));
