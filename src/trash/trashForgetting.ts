import { nanoid } from '@reduxjs/toolkit';
import { put, type Saga } from '../lib/effects';
import type { ForgottenItem } from '../history/forgetting';
import { requestChange, type Operation } from '../sync/operations';
import { itemKeyOf, type Forgettable, type TrashItem } from './trashItem';
import { isTrashOperation } from './trashKinds';
import type { trashForgetRequested } from './trashSlice';

/** The maximum number of items in one operation. */
const BATCH = 500;

const forgettableOf = (item: TrashItem): Forgettable => ({
  list: item.list,
  fireId: item.fireId,
  deletedAt: item.isPending ? null : item.deletedAt,
  itemKey: itemKeyOf(item),
});

/** Deletes items forever. A pending deletion is followed by a second operation; all others are deleted at once. */
export function* forgetItems({ payload: all }: ReturnType<typeof trashForgetRequested>): Saga {
  const request = (itemKey: string, items: Forgettable[]) =>
    put(requestChange({ itemKey, kind: 'trash/forget', payload: { items } }, { role: 'silent' }));
  for (const item of all.filter(({ isPending }) => isPending))
    yield* request(itemKeyOf(item)!, [forgettableOf(item)]);
  const kept = all.filter(({ isPending, fireId }) => !isPending && fireId !== null).map(forgettableOf);
  // Each operation has its own item key, so that a refused one does not block others.
  for (let at = 0; at < kept.length; at += BATCH)
    yield* request(`trash:${nanoid()}`, kept.slice(at, at + BATCH));
}

/** The items that an operation deletes forever; none if it is of another kind. */
export const forgottenBy = (operation: Operation): ForgottenItem[] =>
  isTrashOperation(operation) ? operation.payload.items : [];
