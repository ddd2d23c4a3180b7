import type { Json, Records } from '../services/database';
import { fieldsOfRecord as noteFieldsOf, type NoteFields } from '../notes/note';
import { fieldsOfRecord as taskFieldsOf, isTaskId, type TaskFields } from '../tasks/task';
import { deletedAtOf, recordOfCopy } from '../sync/trashCopies';

/** Something that was deleted. `isPending` while the server does not have the deletion yet. */
export type TrashItem = {
  deletedAt: string;
  isPending: boolean;
  /** The server refused to delete it for ever: the operation's item key, and why. */
  refused?: { itemKey: string; reason: string };
} & (
  | { list: 'tasks'; fireId: string | null; taskId: number | null; fields: TaskFields }
  | { list: 'notes'; fireId: string; fields: NoteFields }
);

/** For so many days what was deleted is kept. */
export const TRASH_DAYS = 30;
export const DAY = 86_400_000;

/** What copies of tasks keep; a copy without a record is left out. */
export const taskItemsOf = (copies: Records): TrashItem[] =>
  Object.entries(copies).flatMap(([fireId, copy]) => {
    const record = recordOfCopy(copy);
    const fields = taskFieldsOf(record);
    if (!fields) return [];
    const { taskId } = record as { taskId?: Json };
    return {
      list: 'tasks',
      fireId,
      taskId: isTaskId(taskId) ? taskId : null,
      fields,
      deletedAt: deletedAtOf(copy),
      isPending: false,
    };
  });

export const noteItemsOf = (copies: Records): TrashItem[] =>
  Object.entries(copies).flatMap(([fireId, copy]) => {
    const fields = noteFieldsOf(recordOfCopy(copy));
    return fields ? { list: 'notes', fireId, fields, deletedAt: deletedAtOf(copy), isPending: false } : [];
  });

/** The title that a person knows it by. */
export const titleOf = (item: TrashItem) =>
  (item.list === 'tasks' ? item.fields.taskName : item.fields.noteTitle).trim();

/** Whole days until it goes by itself; `now` is by the server's clock. */
export const daysLeft = ({ deletedAt, isPending }: TrashItem, now: number) =>
  // What the server does not have yet has the device's instant, and all of its days.
  isPending ? TRASH_DAYS : Math.max(0, Math.ceil((Date.parse(deletedAt) + TRASH_DAYS * DAY - now) / DAY));
