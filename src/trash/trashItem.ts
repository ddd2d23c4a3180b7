import type { Json, Records } from '../services/database';
import { fieldsOfRecord as noteFieldsOf, type NoteFields } from '../notes/note';
import { noteItemKey } from '../notes/noteKinds';
import { fieldsOfRecord as taskFieldsOf, isTaskId, type TaskFields } from '../tasks/task';
import { copyOf } from '../sync/trashMoves';
import { taskItemKey } from '../tasks/taskKinds';

/** Something that was deleted. `isPending` while the server does not have the deletion yet. */
export type TrashItem = {
  deletedAt: string;
  isPending: boolean;
  /** It is another version of a record that is, or was, listed. */
  isOther?: true;
  /** The server refused to delete it for ever: the operation's item key, and why. */
  refused?: { itemKey: string; reason: string };
} & (
  | { list: 'tasks'; fireId: string | null; taskId: number | null; fields: TaskFields; doneAt: string | null }
  | { list: 'notes'; fireId: string; fields: NoteFields }
);

/** For so many days what was deleted is kept. */
export const TRASH_DAYS = 30;
export const DAY = 86_400_000;

/** What copies of tasks keep; a copy without a record is left out. */
export const taskItemsOf = (copies: Records): TrashItem[] =>
  Object.entries(copies).flatMap(([fireId, copy]) => {
    const { record = null, deletedAt = '', beside, otherOf } = copyOf(copy) ?? {};
    const fields = taskFieldsOf(record);
    if (!fields) return [];
    const { taskId } = record as { taskId?: Json };
    const doneAt = beside?.['done'];
    return {
      list: 'tasks',
      fireId,
      taskId: isTaskId(taskId) ? taskId : null,
      fields,
      doneAt: typeof doneAt === 'string' ? doneAt : null,
      deletedAt,
      isPending: false,
      ...(otherOf !== undefined && { isOther: true as const }),
    };
  });

export const noteItemsOf = (copies: Records): TrashItem[] =>
  Object.entries(copies).flatMap(([fireId, copy]) => {
    const { record = null, deletedAt = '', otherOf } = copyOf(copy) ?? {};
    const fields = noteFieldsOf(record);
    if (!fields) return [];
    return {
      list: 'notes',
      fireId,
      fields,
      deletedAt,
      isPending: false,
      ...(otherOf !== undefined && { isOther: true as const }),
    };
  });

/** The title that a person knows it by. */
export const titleOf = (item: TrashItem) =>
  (item.list === 'tasks' ? item.fields.taskName : item.fields.noteTitle).trim();

/** Whole days until it goes by itself; `now` is by the server's clock. */
export const daysLeft = ({ deletedAt, isPending }: TrashItem, now: number) =>
  // What the server does not have yet has the device's instant, and all of its days.
  isPending ? TRASH_DAYS : Math.max(0, Math.ceil((Date.parse(deletedAt) + TRASH_DAYS * DAY - now) / DAY));

/** The key of its operations, null when it has none. */
export const itemKeyOf = (item: TrashItem): string | null => {
  if (item.list === 'notes') return noteItemKey(item.fireId);
  return item.taskId === null ? null : taskItemKey(item.taskId);
};
