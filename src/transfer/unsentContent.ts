import { fieldsOf as noteFieldsOf } from '../notes/note';
import type { Operation } from '../sync/operations';
import type { Json, Records } from '../services/database';
import { bodyOf } from '../tasks/task';
import { taskOf } from '../tasks/taskList';
import { changesOf, unsentIds } from '../tasks/tasksState';
import type { TrashForget } from '../trash/trashForgetting';
import { recordOfCopy } from '../sync/trashCopies';
import { recordsFrom, type Content } from './content';
import type { Root } from './everything';
import { isTransferOperation } from './transferOperations';

type Lists = { [List in 'tasks' | 'notes' | 'done' | 'trashedTasks' | 'trashedNotes']: Map<string, Json> };

const put = (list: Map<string, Json>, key: string, value: Json) =>
  value === null ? list.delete(key) : list.set(key, value);

/** Deleted here, and not yet on the server: it goes where the server will have it. */
function toTrash(from: Map<string, Json>, trash: Map<string, Json>, key: string, deletedAt: string) {
  const record = from.get(key);
  if (record === undefined) return;
  from.delete(key);
  trash.set(key, { deletedAt, record });
}

function fromTrash(trash: Map<string, Json>, to: Map<string, Json>, key: string) {
  const record = recordOfCopy(trash.get(key) ?? null);
  if (record === null || to.has(key)) return;
  trash.delete(key);
  to.set(key, record);
}

/** Whether the last that was done with the trash's copy took it out: put back, or deleted for ever. */
const leavesTrash = (operations: readonly Operation[]) => {
  const last = operations.findLast(({ kind }) => /\/(delete|restore|forget)$/.test(kind));
  return last !== undefined && !last.kind.endsWith('/delete');
};

function putTasks(lists: Lists, { tasks }: Root, newKey: () => string) {
  for (const taskId of unsentIds(tasks)) {
    const task = taskOf(tasks.list, taskId);
    const { base, operations } = changesOf(tasks, taskId)!;
    const known = task?.fireId ?? base?.fireId ?? operations[0]!.payload.fireId;
    if (task) {
      const key = known ?? newKey();
      lists.tasks.set(key, bodyOf(task, taskId));
      put(lists.done, key, task.doneAt);
    } else if (known !== null) {
      toTrash(lists.tasks, lists.trashedTasks, known, operations.at(-1)!.madeAt);
    }
    if (known !== null && leavesTrash(operations)) lists.trashedTasks.delete(known);
  }
}

function putNotes(lists: Lists, { notes }: Root) {
  const shown = new Map(notes.list.map(note => [note.notesFireId, note]));
  for (const [key, { operations }] of Object.entries(notes.changes)) {
    const note = shown.get(key);
    if (note) lists.notes.set(key, noteFieldsOf(note));
    else toTrash(lists.notes, lists.trashedNotes, key, operations.at(-1)!.madeAt);
    if (leavesTrash(operations)) lists.trashedNotes.delete(key);
  }
}

/** Where a path of an import leads. */
function placeOf(lists: Lists, path: string): [Map<string, Json>, string] {
  const [area, kind, item] = path.split('/') as [string, string, string | undefined];
  if (area !== 'ext') return [area === 'tasks' ? lists.tasks : lists.notes, kind];
  if (kind === 'done') return [lists.done, item!];
  return [item === 'tasks' ? lists.trashedTasks : lists.trashedNotes, path.split('/')[3]!];
}

const isForget = (operation: Pick<Operation, 'kind'>): operation is TrashForget =>
  operation.kind === ('trash/forget' satisfies TrashForget['kind']);

function putMany(lists: Lists, operations: readonly Operation[]) {
  for (const operation of operations) {
    if (isForget(operation)) {
      for (const path of Object.keys(operation.payload.paths)) put(...placeOf(lists, path), null);
    }
    if (!isTransferOperation(operation)) continue;
    if (operation.kind === 'import/add') {
      for (const [path, value] of Object.entries(JSON.parse(operation.payload.paths) as Records))
        put(...placeOf(lists, path), value);
    } else if (operation.kind === 'import/remove') {
      const { tasks, notes } = operation.payload.keys;
      for (const key of tasks) toTrash(lists.tasks, lists.trashedTasks, key, operation.madeAt);
      for (const key of notes) toTrash(lists.notes, lists.trashedNotes, key, operation.madeAt);
    } else if (operation.kind === 'import/restore') {
      const { tasks, notes } = operation.payload.keys;
      for (const key of tasks) fromTrash(lists.trashedTasks, lists.tasks, key);
      for (const key of notes) fromTrash(lists.trashedNotes, lists.notes, key);
    }
  }
}

/** What the server will have once it has everything that this device has not sent yet. */
export function withUnsent(
  { tasks, notes, done, trash }: Content,
  state: Root,
  operations: readonly Operation[],
  newKey: () => string,
): Content {
  const mapOf = (records: Records) => new Map(Object.entries(records));
  const lists: Lists = {
    tasks: mapOf(tasks),
    notes: mapOf(notes),
    done: mapOf(done),
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
    trash: { tasks: recordsFrom(lists.trashedTasks), notes: recordsFrom(lists.trashedNotes) },
  };
}
