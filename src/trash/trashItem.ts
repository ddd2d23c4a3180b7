import type { Json, ListName, Records } from '../services/database';
import { fieldsOfRecord as noteFieldsOf, type NoteFields } from '../notes/note';
import { noteItemKey } from '../notes/noteKinds';
import { fieldsOfRecord as taskFieldsOf, isTaskId, type TaskFields } from '../tasks/task';
import { copyOf } from '../sync/records/trashMoves';
import { taskItemKey } from '../tasks/taskKinds';
import { trimmed } from '../lib/text/visible';

/**
 * A copy in the trash at the time of its deletion forever. `deletedAt` is null, and `fireId` may be, while the
 * deletion of the record is pending.
 */
export type Forgettable = {
  list: ListName;
  fireId: string | null;
  deletedAt: string | null;
  itemKey: string | null;
};

/** `fireId` is the key supplied by the previous operation. */
export type Forget = { items: Forgettable[]; fireId?: string };

/** A deleted item. `isPending` while the deletion is not confirmed. */
export type TrashItem = {
  deletedAt: string;
  /** Its sidecars by name, while the deletion is not confirmed. */
  beside?: Records;
  isPending: boolean;
  /** True for another version of a record that is, or was, listed. */
  isOther?: true;
  /** The server refused to delete it forever: the operation's item key, and the reason. */
  refused?: { itemKey: string; reason: string };
} & (
  | { list: 'tasks'; fireId: string | null; taskId: number | null; fields: TaskFields }
  | { list: 'notes'; fireId: string; fields: NoteFields }
);

/** The number of days for which deleted items are kept. */
export const TRASH_DAYS = 30;
export const DAY_MS = 86_400_000;

/** The items of a list's copies; copies without a record are omitted. */
export const itemsOf = (list: ListName, copies: Records): TrashItem[] =>
  Object.entries(copies).flatMap(([fireId, value]): TrashItem | never[] => {
    const { record = null, deletedAt = '', otherOf } = copyOf(value) ?? {};
    const isOther = otherOf !== undefined && { isOther: true as const };
    const item = { fireId, deletedAt, isPending: false, ...isOther };
    if (list === 'notes') {
      const fields = noteFieldsOf(record);
      return fields ? { list, ...item, fields } : [];
    }
    const fields = taskFieldsOf(record);
    const { taskId } = (record ?? {}) as { taskId?: Json };
    return fields ? { list, ...item, taskId: isTaskId(taskId) ? taskId : null, fields } : [];
  });

/** The item's title in the interface. */
export const titleOf = (item: TrashItem) =>
  trimmed(item.list === 'tasks' ? item.fields.taskName : item.fields.noteTitle);

/** Whole days until it is removed automatically; `now` is by the server's clock. */
export const daysLeft = ({ deletedAt, isPending }: TrashItem, now: number) =>
  // Until the deletion is confirmed, its instant is by the device's clock: show the full number of days.
  isPending
    ? TRASH_DAYS
    : Math.max(0, Math.ceil((Date.parse(deletedAt) + TRASH_DAYS * DAY_MS - now) / DAY_MS));

/** The item key of its operations, null without one. */
export const itemKeyOf = (item: TrashItem): string | null => {
  if (item.list === 'notes') return noteItemKey(item.fireId);
  return item.taskId === null ? null : taskItemKey(item.taskId);
};
