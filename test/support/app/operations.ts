import { noLook } from '../../../src/notes/look';
import type { Note, NoteFields } from '../../../src/notes/note';
import { noteItemKey, type NoteOperation } from '../../../src/notes/noteKinds';
import { operationConfirmed, type Operation } from '../../../src/sync/operations';
import type { Json } from '../../../src/services/database';
import { bodyOf, type Task, type TaskFields } from '../../../src/tasks/task';
import { taskItemKey, type TaskOperation } from '../../../src/tasks/taskKinds';

type Of<O, Kind extends string> = Extract<O, { kind: Kind }>;
type TaskAdd = Of<TaskOperation, 'task/add'>;
type TaskEdit = Of<TaskOperation, 'task/edit'>;
type TaskDelete = Of<TaskOperation, 'task/delete'>;
type NoteAdd = Of<NoteOperation, 'note/add'>;
type NoteEdit = Of<NoteOperation, 'note/edit'>;
type NoteDelete = Of<NoteOperation, 'note/delete'>;

let number = 0;
const kept = (id: string, itemKey: string) => ({
  id,
  userId: 'anna',
  number: ++number,
  itemKey,
  madeAt: '2026-03-10T12:00:00.000Z',
  status: 'pending' as const,
  isAttempted: false,
});

export const taskFields = (fields: Partial<TaskFields> = {}): TaskFields => ({
  taskName: 'Water the plants',
  taskDescription: 'All of them',
  taskList: 'personal',
  taskDueDay: '2026-03-10',
  ...fields,
});

/** A task as the database keeps it. */
export const taskRecord = (
  taskId: Json,
  more: { [field: string]: Json } = {},
): { [field: string]: Json } => ({
  taskName: 'Water the plants',
  taskDescription: 'All of them',
  taskList: 'personal',
  taskDueDate: '2026-03-10T00:00:00.000Z',
  taskId,
  ...more,
});

export const noteFields = (noteTitle = 'Milk', noteDescription = 'Two bottles'): NoteFields => ({
  noteTitle,
  noteDescription,
});

export const taskAdd = (id: string, taskId: number, fields = taskFields()): TaskAdd => ({
  ...kept(id, taskItemKey(taskId)),
  kind: 'task/add',
  payload: { taskId, fireId: null, fields },
});

export const taskEdit = (
  id: string,
  taskId: number,
  fields: TaskFields,
  { base = taskFields(), fireId = `k${taskId}` }: { base?: TaskFields; fireId?: string | null } = {},
): TaskEdit => ({
  ...kept(id, taskItemKey(taskId)),
  kind: 'task/edit',
  payload: { taskId, fireId, base, fields },
});

export const taskDelete = (id: string, taskId: number, fireId: string | null = `k${taskId}`): TaskDelete => ({
  ...kept(id, taskItemKey(taskId)),
  kind: 'task/delete',
  payload: { taskId, fireId, fields: taskFields() },
});

export const noteAdd = (id: string, fireId: string, fields = noteFields()): NoteAdd => ({
  ...kept(id, noteItemKey(fireId)),
  kind: 'note/add',
  payload: { fireId, fields },
});

export const noteEdit = (id: string, fireId: string, fields: NoteFields, base = noteFields()): NoteEdit => ({
  ...kept(id, noteItemKey(fireId)),
  kind: 'note/edit',
  payload: { fireId, base, fields },
});

export const noteDelete = (id: string, fireId: string): NoteDelete => ({
  ...kept(id, noteItemKey(fireId)),
  kind: 'note/delete',
  payload: { fireId, fields: noteFields() },
});

/** The operation as it is once it is blocked. */
export const blocked = <O extends Operation>(operation: O, reason: string, more: Partial<O> = {}): O => ({
  ...operation,
  status: 'blocked',
  reason,
  ...more,
});

/** A task as a list shows it: of the record `taskRecord(taskId)` under the key `k<taskId>`. */
export const shownTask = (taskId: number, more: Partial<Task> = {}): Task => ({
  ...taskFields(),
  taskId,
  fireId: `k${taskId}`,
  doneAt: null,
  ...more,
});

/** A note as the wall shows it: of the record `noteFields()`. */
export const shownNote = (notesFireId: string, fields = noteFields()): Note => ({
  ...fields,
  ...noLook,
  notesFireId,
});

/** The server has an operation on a task: its record now has these fields (null: it is deleted). */
export const taskConfirmed = (
  operation: TaskOperation,
  fields: TaskFields | null,
  fireId = `k${operation.payload.taskId}`,
) =>
  operationConfirmed({
    operation,
    confirmation: {
      record: { fireId, value: fields && bodyOf(fields, operation.payload.taskId) },
    },
  });

/** The same of a note. */
export const noteConfirmed = (operation: NoteOperation, fields: NoteFields | null) =>
  operationConfirmed({
    operation,
    confirmation: { record: { fireId: operation.payload.fireId, value: fields } },
  });
