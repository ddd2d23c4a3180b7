import { call, type Saga } from '../lib/effects';
import type { DatabaseService } from '../services/database';
import { removeBeside } from '../sync/besideCopies';
import { deletedAtOf, removeCopies } from '../sync/trashCopies';
import { DAY, TRASH_DAYS } from './trashItem';

type Services = { database: DatabaseService };

/**
 * Removes what was deleted more than 30 days of the server's ago, and marks of operations as old, once a session. It does
 * not go through the queue: what is sent later could remove a copy that was made since.
 */
export function* removeOld(services: Services, userId: string): Saga {
  const now = yield* call(services.database.serverTime, userId);
  const before = new Date(now - TRASH_DAYS * DAY).toISOString();
  yield* call(services.database.forgetApplied, userId, before);
  for (const list of ['tasks', 'notes'] as const) {
    const old = Object.entries(yield* call(services.database.loadOldTrash, userId, list, before));
    const copies = old.map(([fireId, copy]) => ({ list, fireId, deletedAt: deletedAtOf(copy) }));
    const { gone } = yield* removeCopies(services, userId, copies);
    yield* call(removeBeside, services.database, userId, gone);
  }
}
