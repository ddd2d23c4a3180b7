import { call, type Saga } from '../lib/effects';
import { removeBeside } from '../sync/besideCopies';
import type { SendServices } from '../sync/kinds';
import type { Operation, Outcome } from '../sync/operations';
import { removeCopies } from '../sync/trashCopies';
import type { Forget } from './trashKinds';

/**
 * Removes copies for ever. A copy that was made anew since, of something that was restored and deleted again, stays.
 * When the server refuses some of them, those alone are blocked.
 */
export function* sendForget(
  services: SendServices,
  { userId, payload }: Operation<string, Forget>,
): Saga<Outcome> {
  const { database } = services;
  if (payload.paths) {
    yield* call(database.update, userId, payload.paths);
    return { type: 'confirmed' };
  }
  const { gone, refused, reason } = yield* removeCopies(services, userId, payload.items);
  yield* call(removeBeside, database, userId, gone);
  if (refused.length === 0) return { type: 'confirmed' };
  return { type: 'blocked', reason, payload: { items: refused } };
}
