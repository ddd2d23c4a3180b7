import type { ListName, Records } from './database';

/** All paths of the database, relative to the user's data. Additions to the specification are under `ext`. */
export const databasePaths = {
  record: (list: ListName, fireId: string) => `${list}/${fireId}`,
  /** A notice at a record: `{ at, fields?, isBack? }`, see `sync/records/others.ts`. */
  others: (list: ListName, fireId: string) => `ext/others/${list}/${fireId}`,
  /** The trash's copy of a record: `TrashCopy`. */
  trash: (list: ListName, fireId: string) => `ext/trash/${list}/${fireId}`,
  /** Which copy of a key left the trash last: `{ deletedAt, isEdited? }`. */
  taken: (list: ListName, fireId: string) => `ext/taken/${list}/${fireId}`,
  /** The operation that may PATCH a note, and since when: `{ by, at }`; `at` is the server's time, 0 gives it back. */
  lease: (fireId: string) => `ext/leases/${fireId}`,
  /** A setting of the user. */
  setting: (name: string) => `ext/settings/${name}`,
  /** A device that is reminded by push: its address and keys, its zone. */
  device: (id: string) => `ext/devices/${id}`,
  /** When an operation was applied (ISO instant), so that it is not applied again. */
  applied: (operationId: string) => `ext/applied/${operationId}`,
  /** The name of the database that has the user's data; only in the first database. */
  home: 'ext/home',
};

/**
 * Sidecars, stored under `ext/{list}` by the record's key: the list they belong to, and whether they are shown and
 * exported with the record. They stay there while the record is listed or in the trash. A history is not copied to
 * another version.
 */
const besideLists = {
  /** When a task was ticked off (ISO instant). */
  done: { of: 'tasks', isShown: true },
  /** A task's repeat: `Repeat` (repeats/repeat.ts). */
  repeats: { of: 'tasks', isShown: true },
  /** How a task's occurrences ended: an instant (ISO) or `skipped` by day, and how many subtasks were ticked. */
  occurrences: { of: 'tasks', isShown: true, isHistory: true, isLate: true },
  /** A task's time of day, and its reminder: `{ time, remind? }`. */
  times: { of: 'tasks', isShown: true },
  /** A task's place within a day: `{ day, place }`. `isLate`: read after the records, because no row waits for it. */
  order: { of: 'tasks', isShown: true, isLate: true },
  /** A note's look and place: `{ colour?, pinned?, place? }`. */
  looks: { of: 'notes', isShown: true },
  'others/tasks': { of: 'tasks', isShown: false },
  'others/notes': { of: 'notes', isShown: false },
} as const;

type Lists = typeof besideLists;
export type BesideList = keyof Lists;
/** The sidecars that are exported, by name. */
export type ShownBeside = { [L in BesideList]: Lists[L]['isShown'] extends true ? L : never }[BesideList];

export const BESIDE_LISTS = Object.keys(besideLists) as BesideList[];
export const SHOWN_BESIDE = BESIDE_LISTS.filter(list => besideLists[list].isShown) as ShownBeside[];

/** The path of each list. */
export const listPaths = {
  tasks: 'tasks',
  notes: 'notes',
  ...(Object.fromEntries(BESIDE_LISTS.map(list => [list, `ext/${list}`])) as Record<BesideList, string>),
  'trash/tasks': 'ext/trash/tasks',
  'trash/notes': 'ext/trash/notes',
  'taken/tasks': 'ext/taken/tasks',
  'taken/notes': 'ext/taken/notes',
  settings: 'ext/settings',
  applied: 'ext/applied',
} as const;

/** The list whose records a sidecar list belongs to. */
export const recordsBeside = (list: BesideList): ListName => besideLists[list].of;

const besideOf = (of: ListName) =>
  BESIDE_LISTS.filter(list => recordsBeside(list) === of).map(list => ({
    name: list.split('/')[0]!,
    list,
    isShown: besideLists[list].isShown,
    isHistory: 'isHistory' in besideLists[list],
    isReadFirst: besideLists[list].isShown && !('isLate' in besideLists[list]),
  }));

/** The sidecars of each list's records: the name, and the list that holds them. */
export const besideRecords = { tasks: besideOf('tasks'), notes: besideOf('notes') };

/** The path of a record's sidecar. */
export const besidePath = (list: BesideList, fireId: string) => `${listPaths[list]}/${fireId}`;

/** Removes a record's sidecars. */
export const withoutBeside = (list: ListName, fireId: string): Records =>
  Object.fromEntries(besideRecords[list].map(sidecar => [besidePath(sidecar.list, fireId), null]));
