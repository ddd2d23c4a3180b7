import { fieldsOf as noteFieldsOf } from '../notes/note';
import { noteKinds } from '../notes/noteKinds';
import { noteSidecars } from '../notes/noteSidecars';
import { noteList } from '../notes/notesState';
import type { Json, ListName, Records } from '../services/database';
import type { Kinds } from '../sync/kinds';
import type { Operation } from '../sync/operations';
import { bodyOf } from '../tasks/task';
import { taskKinds } from '../tasks/taskKinds';
import { taskList } from '../tasks/tasksState';
import { databasePaths, listPaths, SHOWN_BESIDE, type ShownBeside } from '../services/databasePaths';
import { changedValue, changeOf, type Sidecars } from '../sync/records/sidecars';
import { taskSidecars } from '../tasks/taskSidecars';
import { copyOf } from '../sync/records/trashCopy';
import { isTrashOperation } from '../trash/trashKinds';
import { besideFrom, recordsFrom, type Content } from './formats/content';
import type { Root } from './everything';
import { importKinds, isImportOperation, isImportBatch, type ImportOperation } from './import/importKinds';

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
  for (const [name, lay] of Object.entries(copy?.beside ?? {})) set(lists[`ext/${name}`], key, lay);
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
export function withPending(
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
