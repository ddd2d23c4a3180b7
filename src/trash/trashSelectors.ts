import { createSelector } from '@reduxjs/toolkit';
import type { NotesRoot } from '../notes/notesSelectors';
import type { NoteFields } from '../notes/note';
import { noteKinds } from '../notes/noteKinds';
import { noteList } from '../notes/notesState';
import { kindIn, type Kinds } from '../sync/kinds';
import type { Operation } from '../sync/operations';
import type { Deletion } from '../sync/recordKinds';
import type { TaskFields } from '../tasks/task';
import { taskKinds } from '../tasks/taskKinds';
import type { TasksRoot } from '../tasks/tasksSelectors';
import { taskList } from '../tasks/tasksState';
import { itemKeyOf, noteItemsOf, taskItemsOf, type TrashItem } from './trashItem';
import type { TrashState } from './trashSlice';

export type TrashRoot = { trash: TrashState } & TasksRoot & NotesRoot;

/** Whether an operation moves its item into the trash, unless the server refused it. */
const isOnItsWay = (kinds: Kinds, operation: Operation) =>
  kindIn(kinds, operation)?.trash === 'in' && operation.status !== 'blocked';

/** What this device deleted and the server has not confirmed; what it wants back is not in the trash any more. */
const selectPendingTaskItems = createSelector([(state: TrashRoot) => state.tasks], tasks =>
  taskList.allPending(tasks).map(({ id, operations }) => {
    const last = operations.at(-1)!;
    const { fireId } = last.payload as { fireId: string | null };
    let item: TrashItem | null = null;
    if (isOnItsWay(taskKinds, last)) {
      const { fields, beside } = last.payload as Deletion<TaskFields>;
      if (fields)
        item = {
          list: 'tasks',
          fireId,
          taskId: id,
          fields,
          beside,
          deletedAt: last.madeAt,
          isPending: true,
        };
    }
    return { fireId, item };
  }),
);

const selectTaskItems = createSelector(
  [(state: TrashRoot) => state.trash.copies.tasks, (state: TrashRoot) => state.tasks, selectPendingTaskItems],
  (copies, tasks, pending) => {
    const isThere = (fireId: string) =>
      taskList.idOfKey(tasks, fireId) !== undefined || pending.some(one => one.fireId === fireId);
    const server = taskItemsOf(copies).filter(({ fireId }) => !isThere(fireId!));
    return [...pending.flatMap(({ item }) => item ?? []), ...server];
  },
);

const selectNoteItems = createSelector(
  [(state: TrashRoot) => state.trash.copies.notes, (state: TrashRoot) => state.notes],
  (copies, notes) => {
    const pending = noteList.allPending(notes).flatMap(({ id, operations }): TrashItem[] => {
      const last = operations.at(-1)!;
      if (!isOnItsWay(noteKinds, last)) return [];
      const { fields, beside } = last.payload as Deletion<NoteFields>;
      return fields
        ? [
            {
              list: 'notes',
              fireId: id,
              fields,
              beside,
              deletedAt: last.madeAt,
              isPending: true,
            },
          ]
        : [];
    });
    const server = noteItemsOf(copies).filter(({ fireId }) => noteList.idOfKey(notes, fireId!) === undefined);
    return [...pending, ...server];
  },
);

/** Deletions for ever by what they delete: those that are on their way hide it, those that were refused say so. */
const selectForgetting = createSelector([(state: TrashRoot) => state.trash.forgetting], forgetting => {
  const byItem = new Map<string, { itemKey: string; reason: string | null }>();
  for (const { payload, itemKey, status, reason } of Object.values(forgetting))
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
