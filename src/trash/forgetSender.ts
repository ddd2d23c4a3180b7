import { databasePaths } from '../lib/databasePaths';
import { call, type Saga } from '../lib/effects';
import type { SendServices } from '../sync/kinds';
import type { Operation, Outcome } from '../sync/operations';
import { copyOf, ending } from '../sync/trashMoves';
import { nameOfKeys, writeAll } from '../sync/writeOnce';
import type { Forget, Forgettable } from './trashKinds';

/**
 * Removes copies for ever. One that was made anew since, of something that was restored and deleted again, stays. Those
 * that stand unchanged, and that the server did not let go, are blocked.
 */
export function* sendForget(
  services: SendServices,
  { id, userId, payload }: Operation<string, Forget>,
): Saga<Outcome> {
  if (payload.paths) yield* call(services.database.update, userId, payload.paths);
  const refused = yield* writeAll(services, { userId, id }, payload.items ?? [], {
    nameOf: items => nameOfKeys(items.map(({ list, fireId }) => `${list}/${fireId}`)),
    pathsOf: ({ list, fireId, deletedAt }) => ending(list, fireId, { deletedAt }),
  });
  const items: Forgettable[] = [];
  let reason = '';
  for (const { item, failure } of refused) {
    const path = databasePaths.trash(item.list, item.fireId);
    const copy = copyOf(yield* call(services.database.read, userId, path));
    if (copy?.deletedAt !== item.deletedAt) continue;
    items.push(item);
    reason = failure.message;
  }
  return items.length === 0 ? { type: 'confirmed' } : { type: 'blocked', reason, payload: { items } };
}
