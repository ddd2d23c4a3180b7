import { createSelector } from '@reduxjs/toolkit';
import type { NotesRoot } from '../notes/notesSelectors';
import type { NoteFields } from '../notes/note';
import { noteKinds } from '../notes/noteKinds';
import { noteList } from '../notes/notesState';
import { kindIn, type Kinds } from '../sync/kinds';
import type { Operation } from '../sync/operations';
import type { Deletion, Target } from '../sync/records/recordType';
import type { TaskFields } from '../tasks/task';
import { taskKinds } from '../tasks/taskKinds';
import type { TasksRoot } from '../tasks/tasksSelectors';
import { taskList } from '../tasks/tasksState';
import { itemKeyOf, noteItemsOf, taskItemsOf, type TrashItem } from './trashItem';
import type { TrashState } from './trashSlice';

export type TrashRoot = { trash: TrashState } & TasksRoot & NotesRoot;

/** The item that an item's last operation puts into the trash, unless the server refused it, and the item's key. */
function deletedBy<Fields>(kinds: Kinds, operations: readonly Operation[]) {
  const last = operations.at(-1)!;
  const { fireId, fields, beside } = last.payload as Target & Deletion<Fields>;
  const isOnItsWay = kindIn(kinds, last)?.trash === 'in' && last.status !== 'blocked';
  const item = { fields: fields!, beside, deletedAt: last.madeAt, isPending: true };
  return { fireId, item: isOnItsWay && fields ? item : null };
}

/** The server's copies and this device's unconfirmed deletions; what it restores is not in the trash any more. */
const selectTaskItems = createSelector(
  [(state: TrashRoot) => state.trash.copies.tasks, (state: TrashRoot) => state.tasks],
  (copies, tasks): TrashItem[] => {
    const pending = taskList
      .allPending(tasks)
      .map(({ id, operations }) => ({ taskId: id, ...deletedBy<TaskFields>(taskKinds, operations) }));
    const isThere = (fireId: string) =>
      taskList.idOfKey(tasks, fireId) !== undefined || pending.some(deletion => deletion.fireId === fireId);
    return [
      ...pending.flatMap(({ taskId, fireId, item }) =>
        item ? { list: 'tasks' as const, fireId, taskId, ...item } : [],
      ),
      ...taskItemsOf(copies).filter(({ fireId }) => !isThere(fireId!)),
    ];
  },
);

const selectNoteItems = createSelector(
  [(state: TrashRoot) => state.trash.copies.notes, (state: TrashRoot) => state.notes],
  (copies, notes): TrashItem[] => [
    ...noteList.allPending(notes).flatMap(({ id, operations }) => {
      const { item } = deletedBy<NoteFields>(noteKinds, operations);
      return item ? { list: 'notes' as const, fireId: id, ...item } : [];
    }),
    ...noteItemsOf(copies).filter(({ fireId }) => noteList.idOfKey(notes, fireId!) === undefined),
  ],
);

/** Deletions for ever by what they delete: those that are on their way hide it, those that were refused say so. */
const selectForgetting = createSelector([(state: TrashRoot) => state.trash.forgetting], forgetting => {
  const byItem = new Map<string, { itemKey: string; reason: string | null }>();
  for (const { payload, itemKey, status, reason } of forgetting)
    for (const item of payload.items ?? []) {
      const key = item.deletedAt === null ? item.itemKey! : `${item.list}/${item.fireId}/${item.deletedAt}`;
      byItem.set(key, { itemKey, reason: status === 'blocked' ? (reason ?? '') : null });
    }
  return byItem;
});

/** All that was deleted, the latest first. */
export const selectTrash = createSelector(
  [selectTaskItems, selectNoteItems, selectForgetting],
  (tasks, notes, forgetting) =>
    [...tasks, ...notes]
      .flatMap((item): TrashItem | never[] => {
        const forget =
          forgetting.get(`${item.list}/${item.fireId}/${item.deletedAt}`) ??
          forgetting.get(itemKeyOf(item) ?? '');
        if (!forget) return item;
        return forget.reason === null
          ? []
          : { ...item, refused: { itemKey: forget.itemKey, reason: forget.reason } };
      })
      .sort((a, b) => (a.deletedAt > b.deletedAt ? -1 : 1)),
);
export const selectTrashPhase = (state: TrashRoot) => state.trash.phase;
export const selectClockOffset = (state: TrashRoot) => state.trash.clockOffset;
export const selectTrashFailure = (state: TrashRoot) => state.trash.failure;
