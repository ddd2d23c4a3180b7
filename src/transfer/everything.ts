import {
  recordsBeside,
  SHOWN_BESIDE,
  databasePaths,
  listPaths,
  type ShownBeside,
} from '../services/databasePaths';
import { call, select, type Saga } from '../lib/effects';
import type { NotesRoot } from '../notes/notesSelectors';
import type { Queue } from '../sync/queue/queue';
import type { DatabaseService, Records, Json, ListName } from '../services/database';
import type { CachedList, CacheService, Random } from '../services/device';
import { failureOf } from '../services/failure';
import { copyOf } from '../sync/records/trashMoves';
import type { TasksRoot } from '../tasks/tasksSelectors';
import { besideFrom, type Content, recordsFrom } from './formats/content';
import { fieldsOf as noteFieldsOf } from '../notes/note';
import { noteKinds } from '../notes/noteKinds';
import { noteSidecars } from '../notes/noteSidecars';
import { noteList } from '../notes/notesState';
import type { Kinds } from '../sync/kinds';
import type { Operation } from '../sync/operations';
import { tagSettingsOf } from '../settings/settings';
import { selectSettings, type SettingsRoot } from '../settings/settingsSlice';
import { bodyOf } from '../tasks/task';
import { taskKinds } from '../tasks/taskKinds';
import { taskList } from '../tasks/tasksState';
import { changedValue, changeOf, type Sidecars } from '../sync/records/sidecars';
import { taskSidecars } from '../tasks/taskSidecars';
import { isTrashOperation } from '../trash/trashKinds';
import { importKinds, isImportOperation, isImportBatch, type ImportOperation } from './import/importKinds';
import type { Taken } from './import/importPlan';

/** The content of the lists and the trash, by key; each list by its path. */
type Lists = Record<string, Map<string, Json>>;

const LISTS: ListName[] = ['tasks', 'notes'];
const trashPath = (list: ListName) => listPaths[`trash/${list}`];

/** Sets the value at a database path (null: removes it). */
function putAt(lists: Lists, path: string, value: Json) {
  const end = path.lastIndexOf('/');
  const [list, key] = [path.slice(0, end), path.slice(end + 1)];
  const copy = LISTS.some(name => list === trashPath(name)) ? copyOf(value) : null;
  set(lists[list], key, copy ? { deletedAt: copy.deletedAt, record: copy.record } : value);
}
function set(list: Map<string, Json> | undefined, key: string, value: Json) {
  if (value === null) list?.delete(key);
  else list?.set(key, value);
}

/** A pending deletion: puts the record where the server will have it. */
function moveToTrash(lists: Lists, list: ListName, key: string, deletedAt: string) {
  const record = lists[list]!.get(key);
  if (record === undefined) return;
  lists[list]!.delete(key);
  lists[trashPath(list)]!.set(key, { deletedAt, record });
}

/** Applies a change of an import to the lists. */
function putImport(lists: Lists, operation: ImportOperation) {
  if (isImportBatch(operation)) {
    const paths = JSON.parse(operation.payload.paths) as Records;
    for (const [path, value] of Object.entries(paths)) putAt(lists, path, value);
    return;
  }
  const { trash } = importKinds[operation.kind];
  for (const list of LISTS)
    for (const key of operation.payload.keys[list]) {
      const copies = lists[trashPath(list)]!;
      if (trash === 'in') moveToTrash(lists, list, key, operation.madeAt);
      const copy = copies.get(key) as { record?: Json } | undefined;
      if (trash !== 'out' || !copy?.record || lists[list]!.has(key)) continue;
      copies.delete(key);
      lists[list]!.set(key, copy.record);
    }
}

/** Whether the last pending operation on the trash's copy restored it or deleted it forever. */
const leavesTrash = (kinds: Kinds, operations: readonly Operation[]) =>
  operations.map(({ kind }) => kinds[kind]!.trash).findLast(trash => trash !== null) === 'out';

/** Sets a record's sidecar where its item has another value; a value that this version cannot read stays. */
function putBeside<Item>(lists: Lists, sidecars: Sidecars<Item>, key: string, item: Item) {
  for (const [name, sidecar] of Object.entries(sidecars)) {
    const list = lists[listPaths[name as ShownBeside]]!;
    const stored = list.get(key) ?? null;
    const change = changeOf(sidecar.of(sidecar.onto(item, stored)), sidecar.of(item));
    set(list, key, changedValue(stored, change));
  }
}

function putTasks(lists: Lists, { tasks }: Root, newKey: () => string) {
  for (const { id, base, operations } of taskList.allPending(tasks)) {
    const task = taskList.item(tasks, id);
    const { fireId } = operations[0]!.payload as { fireId: string | null };
    const known = task?.fireId ?? base?.fireId ?? fireId;
    if (task) {
      const key = known ?? newKey();
      lists['tasks']!.set(key, bodyOf(task, id));
      putBeside(lists, taskSidecars, key, task);
    } else if (known !== null) {
      moveToTrash(lists, 'tasks', known, operations.at(-1)!.madeAt);
    }
    if (known !== null && leavesTrash(taskKinds, operations))
      putAt(lists, databasePaths.trash('tasks', known), null);
  }
}

function putNotes(lists: Lists, { notes }: Root) {
  for (const { id, operations } of noteList.allPending(notes)) {
    const note = noteList.item(notes, id);
    if (note) {
      lists['notes']!.set(id, noteFieldsOf(note));
      putBeside(lists, noteSidecars, id, note);
    } else moveToTrash(lists, 'notes', id, operations.at(-1)!.madeAt);
    if (leavesTrash(noteKinds, operations)) putAt(lists, databasePaths.trash('notes', id), null);
  }
}

function endCopies(lists: Lists, operations: readonly Operation[]) {
  for (const operation of operations.filter(isTrashOperation)) {
    for (const { list, fireId } of operation.payload.items)
      if (fireId !== null) putAt(lists, databasePaths.trash(list, fireId), null);
  }
}

/** The server's content with everything pending on this device applied. */
function withPending(
  content: Content,
  state: Root,
  operations: readonly Operation[],
  newKey: () => string,
): Content {
  const { tasks, notes, trash } = content;
  const read: [string, Records][] = [
    ...Object.entries({ tasks, notes }),
    ...SHOWN_BESIDE.map((list): [string, Records] => [listPaths[list], content[list]]),
    ...LISTS.map((list): [string, Records] => [trashPath(list), trash[list]]),
  ];
  const lists: Lists = Object.fromEntries(
    read.map(([path, records]) => [path, new Map(Object.entries(records))]),
  );
  for (const operation of operations.filter(isImportOperation)) putImport(lists, operation);
  putTasks(lists, state, newKey);
  putNotes(lists, state);
  endCopies(lists, operations);
  const at = (path: string) => recordsFrom(lists[path]!);
  return {
    tasks: at('tasks'),
    notes: at('notes'),
    ...besideFrom(list => at(listPaths[list])),
    trash: { tasks: at(trashPath('tasks')), notes: at(trashPath('notes')) },
  };
}

export type EverythingServices = {
  database: DatabaseService;
  cache: CacheService;
  queue: Queue;
  random: Random;
};
export type Root = TasksRoot & NotesRoot & SettingsRoot;

/** All content on the server, including records of an invalid shape. Throws a `ServiceFailure`. */
export async function serversContent(database: DatabaseService, userId: string): Promise<Content> {
  const lists = ['tasks', 'notes', 'trash/tasks', 'trash/notes', ...SHOWN_BESIDE] as const;
  const loaded = Object.fromEntries(
    await Promise.all(lists.map(async list => [list, await database.load(userId, list)] as const)),
  ) as Record<(typeof lists)[number], Records>;
  return {
    tasks: loaded.tasks,
    notes: loaded.notes,
    ...besideFrom(list => loaded[list]),
    trash: { tasks: exported(loaded['trash/tasks']), notes: exported(loaded['trash/notes']) },
  };
}

/** The trash's copies as they are exported; copies of another shape are left unchanged. */
const exported = (trash: Records): Records =>
  Object.fromEntries(
    Object.entries(trash).map(([fireId, value]) => {
      const copy = copyOf(value);
      return [fireId, copy ? { deletedAt: copy.deletedAt, record: copy.record } : value];
    }),
  );

/** This device's copy of the server's content, which lacks the trash. */
async function rememberedContent(cache: CacheService, userId: string): Promise<Content> {
  const read = async (list: CachedList) => [list, (await cache.read(userId, list)) ?? {}] as const;
  const lists = await Promise.all((['tasks', 'notes', ...SHOWN_BESIDE] as const).map(read));
  return { ...Object.fromEntries(lists), trash: { tasks: {}, notes: {} } } as Content;
}

/**
 * All data of the user, with this device's unsent changes. If the server cannot be reached it is read from the device,
 * and `isWhole` is false.
 */
export function* loadEverything(
  { database, cache, queue, random }: EverythingServices,
  userId: string,
): Saga<{ content: Content; isWhole: boolean }> {
  let known: Content | null = null;
  try {
    known = yield* call(serversContent, database, userId);
  } catch (error) {
    failureOf(error);
  }
  const state = yield* select((now: Root) => now);
  const below = known ?? (yield* call(rememberedContent, cache, userId));
  const operations = yield* call(queue.all, userId);
  const lists = tagSettingsOf(selectSettings(state));
  const content = {
    ...withPending(below, state, operations, random.pushKey),
    ...(Object.keys(lists).length > 0 && { lists }),
  };
  return { content, isWhole: known !== null };
}

const idsIn = (records: Records) =>
  Object.values(records).map(record => (record as { taskId?: unknown } | null)?.taskId);

/** Names that an import must not use. When `content` is incomplete, no key of a file can be known to be free. */
export function takenOf({ tasks }: Root, content: Content, isWhole: boolean): Taken {
  const { trash } = content;
  const deleted = Object.values(trash.tasks).map(
    entry => (entry as { record?: never } | null)?.record ?? null,
  );
  const taskIds = [
    ...[...taskList.allItems(tasks)].map(({ taskId }) => taskId),
    ...taskList.allPending(tasks).map(({ id }) => id),
    ...idsIn(content.tasks),
    ...idsIn(deleted as never),
  ];
  const keysOf = (list: ListName) => {
    const beside = SHOWN_BESIDE.filter(name => recordsBeside(name) === list).map(name => content[name]);
    return new Set([content[list], trash[list], ...beside].flatMap(Object.keys));
  };
  return {
    keys: isWhole ? { tasks: keysOf('tasks'), notes: keysOf('notes') } : null,
    taskIds: new Set(taskIds.filter(id => typeof id === 'number')),
  };
}
