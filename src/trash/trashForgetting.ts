import { nanoid } from '@reduxjs/toolkit';
import { call, delay, put, type Saga } from '../lib/effects';
import type { ForgottenItem } from '../history/forgetting';
import { noteChange, noteItemKey } from '../notes/noteKinds';
import type { DatabaseService } from '../services/database';
import { ServiceFailure } from '../services/failure';
import { requestChange, type Operation } from '../sync/operations';
import { deletedAtOf, removeCopies } from '../sync/trashCopies';
import { taskChange, taskItemKey } from '../tasks/taskKinds';
import { removeBeside } from './forgetSender';
import { DAY, TRASH_DAYS, type TrashItem } from './trashItem';
import { isTrashOperation, type Forgettable } from './trashKinds';
import type { trashForgetRequested } from './trashSlice';

type Services = { database: DatabaseService };

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

/** Milliseconds after the start, so that nothing that somebody waits for waits for this. */
const LATER = 10_000;

/**
 * Removes what was deleted more than 30 days of the server's ago, and marks of operations as old, once a session. It does
 * not go through the queue: what is sent later could remove a copy that was made since.
 */
export function* removeOld(services: Services, userId: string): Saga {
  yield* delay(LATER);
  try {
    const now = yield* call(services.database.serverTime, userId);
    const before = new Date(now - TRASH_DAYS * DAY).toISOString();
    yield* call(services.database.forgetApplied, userId, before);
    for (const list of ['tasks', 'notes'] as const) {
      const old = Object.entries(yield* call(services.database.loadOldTrash, userId, list, before));
      const copies = old.map(([fireId, copy]) => ({ list, fireId, deletedAt: deletedAtOf(copy) }));
      const { gone } = yield* removeCopies(services, userId, copies);
      yield* call(removeBeside, services.database, userId, gone);
    }
  } catch (failure) {
    // The next session tries again.
    if (!(failure instanceof ServiceFailure)) throw failure;
  }
}
