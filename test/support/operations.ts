import type { NoteFields } from '../../src/notes/note';
import type { NoteAdd, NoteDelete, NoteEdit } from '../../src/notes/noteOperations';
import { noteLane } from '../../src/notes/noteOperations';
import type { Operation } from '../../src/sync/operations';
import type { Json } from '../../src/services/database';
import type { TaskFields } from '../../src/tasks/task';
import { taskLane, type TaskAdd, type TaskDelete, type TaskEdit } from '../../src/tasks/taskOperations';

let number = 0;
const kept = (id: string, lane: string) => ({
  id,
  userId: 'anna',
  number: ++number,
  lane,
  madeAt: '2026-03-10T12:00:00.000Z',
  status: 'waiting' as const,
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
  ...kept(id, taskLane(taskId)),
  kind: 'task/add',
  payload: { taskId, fireId: null, fields },
});

export const taskEdit = (
  id: string,
  taskId: number,
  fields: TaskFields,
  { base = taskFields(), fireId = `k${taskId}` }: { base?: TaskFields; fireId?: string | null } = {},
): TaskEdit => ({
  ...kept(id, taskLane(taskId)),
  kind: 'task/edit',
  payload: { taskId, fireId, base, fields },
});

export const taskDelete = (id: string, taskId: number, fireId: string | null = `k${taskId}`): TaskDelete => ({
  ...kept(id, taskLane(taskId)),
  kind: 'task/delete',
  payload: { taskId, fireId },
});

export const noteAdd = (id: string, fireId: string, fields = noteFields()): NoteAdd => ({
  ...kept(id, noteLane(fireId)),
  kind: 'note/add',
  payload: { fireId, fields },
});

export const noteEdit = (id: string, fireId: string, fields: NoteFields, base = noteFields()): NoteEdit => ({
  ...kept(id, noteLane(fireId)),
  kind: 'note/edit',
  payload: { fireId, base, fields },
});

export const noteDelete = (id: string, fireId: string): NoteDelete => ({
  ...kept(id, noteLane(fireId)),
  kind: 'note/delete',
  payload: { fireId },
});

/** The operation as it is once it is held. */
export const held = <O extends Operation>(operation: O, reason: string, more: Partial<O> = {}): O => ({
  ...operation,
  status: 'held',
  reason,
  ...more,
});
