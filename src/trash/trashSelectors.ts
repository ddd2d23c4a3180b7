import { createSelector } from '@reduxjs/toolkit';
import type { NotesRoot } from '../notes/notesSelectors';
import { noteKinds } from '../notes/noteKinds';
import { noteList } from '../notes/notesState';
import { kindIn, type Kinds } from '../sync/kinds';
import type { ListName, Records } from '../services/database';
import type { Operation } from '../sync/operations';
import type { Key } from '../sync/records/list/recordState';
import type { Deletion, Target } from '../sync/records/recordType';
import { taskKinds } from '../tasks/taskKinds';
import type { TasksRoot } from '../tasks/tasksSelectors';
import { taskList } from '../tasks/tasksState';
import { itemKeyOf, itemsOf, type TrashItem } from './trashItem';
import type { TrashState } from './trashSlice';

export type TrashRoot = { trash: TrashState } & TasksRoot & NotesRoot;

/** The deletion in an item's last operation, unless the server refused it, with the item's key. */
function deletedBy(kinds: Kinds, operations: readonly Operation[]) {
  const last = operations.at(-1)!;
  const { fireId, fields, beside } = last.payload as Target & Deletion<unknown>;
  const isOnItsWay = kindIn(kinds, last)?.trash === 'in' && last.status !== 'blocked';
  const item = { fireId, fields, beside, deletedAt: last.madeAt, isPending: true };
  return { fireId, item: isOnItsWay ? item : null };
}

/** A list's items in the trash: the server's copies and this device's unconfirmed deletions, without unconfirmed restorations. */
function itemsIn<State, Id extends Key>(
  list: ListName,
  records: {
    allPending(state: State): { id: Id; operations: Operation[] }[];
    idOfKey(state: State, fireId: string): Id | undefined;
  },
  kinds: Kinds,
  state: State,
  copies: Records,
): TrashItem[] {
  const pending = records
    .allPending(state)
    .map(({ id, operations }) => ({ id, ...deletedBy(kinds, operations) }));
  const isThere = (fireId: string) =>
    records.idOfKey(state, fireId) !== undefined || pending.some(deletion => deletion.fireId === fireId);
  return [
    ...pending.flatMap(({ id, item }) =>
      item ? ({ list, ...(list === 'tasks' && { taskId: id }), ...item } as TrashItem) : [],
    ),
    ...itemsOf(list, copies).filter(({ fireId }) => !isThere(fireId!)),
  ];
}

const selectTaskItems = createSelector(
  [(state: TrashRoot) => state.tasks, (state: TrashRoot) => state.trash.copies.tasks],
  (tasks, copies) => itemsIn('tasks', taskList, taskKinds, tasks, copies),
);
const selectNoteItems = createSelector(
  [(state: TrashRoot) => state.notes, (state: TrashRoot) => state.trash.copies.notes],
  (notes, copies) => itemsIn('notes', noteList, noteKinds, notes, copies),
);

/** Deletions forever by item: pending ones hide the item, refused ones are shown with it. */
const selectForgetting = createSelector([(state: TrashRoot) => state.trash.forgetting], forgetting => {
  const byItem = new Map<string, { itemKey: string; reason: string | null }>();
  for (const { payload, itemKey, status, reason } of forgetting)
    for (const item of payload.items ?? []) {
      const key = item.deletedAt === null ? item.itemKey! : `${item.list}/${item.fireId}/${item.deletedAt}`;
      byItem.set(key, { itemKey, reason: status === 'blocked' ? (reason ?? '') : null });
    }
  return byItem;
});

/** All deleted items, the latest first. */
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
