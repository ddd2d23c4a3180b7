import { databasePaths } from '../lib/databasePaths';
import { call, type Saga } from '../lib/effects';
import type { DatabaseService, Records } from '../services/database';
import type { SendServices } from '../sync/kinds';
import type { Operation, Outcome } from '../sync/operations';
import { removeCopies } from '../sync/trashCopies';
import { listedOf } from './listed';
import type { Forget, Forgettable } from './trashKinds';

/** Removes what lies beside records whose copies are gone for ever. */
export function* removeBeside(
  database: DatabaseService,
  userId: string,
  gone: readonly Pick<Forgettable, 'list' | 'fireId'>[],
): Saga {
  const paths: Records = {};
  for (const list of ['tasks', 'notes'] as const) {
    const keys = gone.flatMap(item => (item.list === list ? item.fireId : []));
    const listed = yield* call(listedOf, database, userId, list, keys);
    for (const key of keys.filter(one => !listed.has(one)))
      for (const path of databasePaths.beside(list, key)) paths[path] = null;
  }
  if (Object.keys(paths).length > 0) yield* call(database.update, userId, paths);
}

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
