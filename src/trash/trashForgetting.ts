import { nanoid } from '@reduxjs/toolkit';
import { put, type Saga } from '../lib/effects';
import type { ForgottenItem } from '../history/forgetting';
import { noteChange, noteItemKey } from '../notes/noteKinds';
import { requestChange, type Operation } from '../sync/operations';
import { taskChange, taskItemKey } from '../tasks/taskKinds';
import type { TrashItem } from './trashItem';
import { isTrashOperation, type Forgettable } from './trashKinds';
import type { trashForgetRequested } from './trashSlice';

/** So many in one operation. */
const PIECE = 500;

const itemKeyOf = (item: TrashItem): string | null => {
  if (item.list === 'notes') return noteItemKey(item.fireId);
  return item.taskId === null ? null : taskItemKey(item.taskId);
};

const forgettableOf = (item: TrashItem): Forgettable => ({
  list: item.list,
  fireId: item.fireId!,
  deletedAt: item.deletedAt,
  itemKey: itemKeyOf(item),
});

/** Deletes for ever. What is still on its way into the trash is deleted behind that; the rest is deleted at once. */
export function* forgetItems({ payload: items }: ReturnType<typeof trashForgetRequested>): Saga {
  for (const item of items.filter(({ isPending }) => isPending)) {
    const change =
      item.list === 'notes'
        ? noteChange('note/forget', { fireId: item.fireId })
        : taskChange('task/forget', { taskId: item.taskId!, fireId: item.fireId });
    yield* put(requestChange(change, { role: 'silent' }));
  }
  const kept = items.filter(({ isPending, fireId }) => !isPending && fireId !== null).map(forgettableOf);
  for (let at = 0; at < kept.length; at += PIECE) {
    // Each operation is an item of its own: one that is refused holds up no other.
    const change = {
      itemKey: `trash:${nanoid()}`,
      kind: 'trash/forget',
      payload: { items: kept.slice(at, at + PIECE) },
    };
    yield* put(requestChange(change, { role: 'silent' }));
  }
}

/** Which items an operation deletes for ever; none if it is of another kind. */
export function forgottenBy(operation: Operation): ForgottenItem[] {
  const { kind, itemKey, payload } = operation;
  if (isTrashOperation(operation)) return operation.payload.items ?? [];
  if (!kind.endsWith('/forget')) return [];
  return [{ itemKey, fireId: (payload as { fireId: string | null }).fireId }];
}
