import { fieldsOf as noteFieldsOf } from '../notes/note';
import { storedOfLook } from '../notes/look';
import { isNoteOperation, noteKinds } from '../notes/noteKinds';
import { noteList } from '../notes/notesState';
import type { Json, ListName, Records } from '../services/database';
import type { Kinds } from '../sync/kinds';
import type { Operation } from '../sync/operations';
import { bodyOf } from '../tasks/task';
import { taskKinds } from '../tasks/taskKinds';
import { taskList } from '../tasks/tasksState';
import { databasePaths } from '../lib/databasePaths';
import { isTrashOperation } from '../trash/trashKinds';
import { membersOf, recordsFrom, type Content } from './content';
import type { Root } from './everything';
import { importKinds, isImportOperation, isImportPart, type ImportOperation } from './importKinds';

/** What the lists and the trash hold, by key. */
type ListMaps = {
  [List in 'tasks' | 'notes' | 'done' | 'looks' | 'trashedTasks' | 'trashedNotes']: Map<string, Json>;
};

const trashed = { tasks: 'trashedTasks', notes: 'trashedNotes' } as const;
const LISTS: ListName[] = ['tasks', 'notes'];

/** Sets what lies at a path of the database, below the user's own (null: removes it). */
function putAt(lists: ListMaps, path: string, value: Json) {
  const [area, kind, item, key] = path.split('/') as [string, string, string, string];
  if (area === 'ext' && kind === 'taken') return;
  const [list, at] =
    area !== 'ext'
      ? [lists[area as ListName], kind]
      : kind === 'done' || kind === 'looks'
        ? [lists[kind], item]
        : [lists[trashed[item as ListName]], key];
  if (value === null) list.delete(at);
  else list.set(at, value);
}

/** Deleted here, and not yet on the server: it stands where the server will have it. */
function moveToTrash(from: Map<string, Json>, trash: Map<string, Json>, key: string, deletedAt: string) {
  const record = from.get(key);
  if (record === undefined) return;
  from.delete(key);
  trash.set(key, { deletedAt, record });
}

/** What a change of an import makes of the lists. */
function putImport(lists: ListMaps, operation: ImportOperation) {
  if (isImportPart(operation)) {
    const paths = JSON.parse(operation.payload.paths) as Records;
    for (const [path, value] of Object.entries(paths)) putAt(lists, path, value);
    return;
  }
  const { trash } = importKinds[operation.kind];
  for (const list of LISTS)
    for (const key of operation.payload.keys[list]) {
      const copies = lists[trashed[list]];
      if (trash === 'in') moveToTrash(lists[list], copies, key, operation.madeAt);
      const copy = copies.get(key) as { record?: Json } | undefined;
      if (trash !== 'out' || !copy?.record || lists[list].has(key)) continue;
      copies.delete(key);
      lists[list].set(key, copy.record);
    }
}

/** Whether the last that was done with the trash's copy took it out: restored, or deleted for ever. */
const leavesTrash = (kinds: Kinds, operations: readonly Operation[]) =>
  operations.map(({ kind }) => kinds[kind]!.trash).findLast(trash => trash !== null) === 'out';

function putTasks(lists: ListMaps, { tasks }: Root, newKey: () => string) {
  for (const { id, base, operations } of taskList.allPending(tasks)) {
    const task = taskList.item(tasks, id);
    const { fireId } = operations[0]!.payload as { fireId: string | null };
    const known = task?.fireId ?? base?.fireId ?? fireId;
    if (task) {
      const key = known ?? newKey();
      lists.tasks.set(key, bodyOf(task, id));
      if (task.doneAt === null) lists.done.delete(key);
      else lists.done.set(key, task.doneAt);
    } else if (known !== null) {
      moveToTrash(lists.tasks, lists.trashedTasks, known, operations.at(-1)!.madeAt);
    }
    if (known !== null && leavesTrash(taskKinds, operations)) lists.trashedTasks.delete(known);
  }
}

/** Sets what this device changed of a note's look; what a newer version stores beside it stays. */
function putLook(looks: Map<string, Json>, fireId: string, operations: readonly Operation[]) {
  for (const operation of operations) {
    if (!isNoteOperation(operation) || operation.kind !== 'note/look') continue;
    const changed = { ...membersOf(looks.get(fireId)), ...storedOfLook(operation.payload.look) };
    const left = Object.entries(changed).filter(([, value]) => value !== null);
    if (left.length > 0) looks.set(fireId, Object.fromEntries(left));
    else looks.delete(fireId);
  }
}

function putNotes(lists: ListMaps, { notes }: Root) {
  for (const { id, operations } of noteList.allPending(notes)) {
    const note = noteList.item(notes, id);
    if (note) lists.notes.set(id, noteFieldsOf(note));
    else moveToTrash(lists.notes, lists.trashedNotes, id, operations.at(-1)!.madeAt);
    if (leavesTrash(noteKinds, operations)) lists.trashedNotes.delete(id);
    putLook(lists.looks, id, operations);
  }
}

function putMany(lists: ListMaps, operations: readonly Operation[]) {
  for (const operation of operations) {
    if (isTrashOperation(operation)) {
      const { items, paths } = operation.payload;
      for (const { list, fireId } of items ?? [])
        if (fireId !== null) putAt(lists, databasePaths.trash(list, fireId), null);
      for (const path of Object.keys(paths ?? {})) putAt(lists, path, null); // as version 1 stored it
    }
    if (isImportOperation(operation)) putImport(lists, operation);
  }
}

/** What the server will have once it has confirmed everything that is pending on this device. */
export function withPending(
  { tasks, notes, done, looks, trash }: Content,
  state: Root,
  operations: readonly Operation[],
  newKey: () => string,
): Content {
  const mapOf = (records: Records) => new Map<string, Json>(Object.entries(records));
  const lists: ListMaps = {
    tasks: mapOf(tasks),
    notes: mapOf(notes),
    done: mapOf(done),
    looks: mapOf(looks),
    trashedTasks: mapOf(trash.tasks),
    trashedNotes: mapOf(trash.notes),
  };
  putMany(lists, operations);
  putTasks(lists, state, newKey);
  putNotes(lists, state);
  return {
    tasks: recordsFrom(lists.tasks),
    notes: recordsFrom(lists.notes),
    done: recordsFrom(lists.done),
    looks: recordsFrom(lists.looks),
    trash: { tasks: recordsFrom(lists.trashedTasks), notes: recordsFrom(lists.trashedNotes) },
  };
}
