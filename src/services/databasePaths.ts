import type { ListName, Records } from './database';

/** Every path of the database, below its user's id. What the specification does not know lies under `ext`. */
export const databasePaths = {
  record: (list: ListName, fireId: string) => `${list}/${fireId}`,
  /** A notice at a record: `{ at, fields?, isBack? }`, see `sync/records/others.ts`. */
  others: (list: ListName, fireId: string) => `ext/others/${list}/${fireId}`,
  /** The trash's copy of a record: `TrashCopy`. */
  trash: (list: ListName, fireId: string) => `ext/trash/${list}/${fireId}`,
  /** Which copy of a key left the trash last: `{ deletedAt, isEdited? }`; a repeated add: `{ deletedAt, otherOf, record }`. */
  taken: (list: ListName, fireId: string) => `ext/taken/${list}/${fireId}`,
  /** The device that is about to PATCH a note: `{ by, until }`, until in milliseconds. */
  lease: (fireId: string) => `ext/leases/${fireId}`,
  /** A setting of the user. */
  setting: (name: string) => `ext/settings/${name}`,
  /** The instant (ISO) at which an operation was applied, so that it is not applied twice. */
  applied: (operationId: string) => `ext/applied/${operationId}`,
  /** The name of the database that the user's data are in; in the first one alone. */
  home: 'ext/home',
};

/**
 * Sidecars, under `ext/{list}` by the record's key: of which list, and whether they are shown, and so exported, with the
 * record. They leave and return with it, in the same update. A history is the record's alone: another version has none.
 */
const besideLists = {
  /** The instant (ISO) at which a task was ticked off. */
  done: { of: 'tasks', isShown: true },
  /** When a task comes again: `Repeat` (repeats/repeat.ts). Read before the occurrences: a copy that has the former has these. */
  repeats: { of: 'tasks', isShown: true },
  /**
   * The outcome of a task's occurrences: an instant (ISO) or `skipped` by day, and how many parts were ticked.
   */
  occurrences: { of: 'tasks', isShown: true, isHistory: true, isLate: true },
  /** A task's place among those of a day: `{ day, place }`. `isLate`: read after the records; no row waits for it. */
  order: { of: 'tasks', isShown: true, isLate: true },
  /** How a note looks and where it hangs: `{ colour?, pinned?, place? }`. */
  looks: { of: 'notes', isShown: true },
  'others/tasks': { of: 'tasks', isShown: false },
  'others/notes': { of: 'notes', isShown: false },
} as const;

type Lists = typeof besideLists;
export type BesideList = keyof Lists;
/** Those that an export has, each under its name. */
export type ShownBeside = { [L in BesideList]: Lists[L]['isShown'] extends true ? L : never }[BesideList];

export const BESIDE_LISTS = Object.keys(besideLists) as BesideList[];
export const SHOWN_BESIDE = BESIDE_LISTS.filter(list => besideLists[list].isShown) as ShownBeside[];

/** Where each list lies. */
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

/** The list of the records beside which a list lies. */
export const recordsBeside = (list: BesideList): ListName => besideLists[list].of;

const besideOf = (of: ListName) =>
  BESIDE_LISTS.filter(list => recordsBeside(list) === of).map(list => ({
    name: list.split('/')[0]!,
    list,
    isShown: besideLists[list].isShown,
    isHistory: 'isHistory' in besideLists[list],
    isReadFirst: besideLists[list].isShown && !('isLate' in besideLists[list]),
  }));

/** The sidecars of the records of each list: the name in a copy in the trash, and the list in which they lie. */
export const besideRecords = { tasks: besideOf('tasks'), notes: besideOf('notes') };

/** Where something lies beside a record. */
export const besidePath = (list: BesideList, fireId: string) => `${listPaths[list]}/${fireId}`;

/** Removes what lies beside a record. */
export const withoutBeside = (list: ListName, fireId: string): Records =>
  Object.fromEntries(besideRecords[list].map(sidecar => [besidePath(sidecar.list, fireId), null]));
