import { databasePaths } from '../lib/databasePaths';
import { call, type Saga } from '../lib/effects';
import type { DatabaseService, Json, ListName, Records } from '../services/database';
import { ServiceFailure } from '../services/failure';
import type { SendServices } from '../sync/kinds';
import type { Operation, Outcome } from '../sync/operations';
import { listedOf } from './listed';
import type { Forget, Forgettable } from './trashKinds';

const deletedAtOf = (copy: Json | undefined) => (copy as { deletedAt?: Json } | null | undefined)?.deletedAt;

/** What goes with a copy for ever: a record that is listed again keeps what lies beside it. */
function pathsOf({ list, fireId }: Forgettable, isListed: boolean): string[] {
  const copy = databasePaths.trash(list, fireId);
  return isListed ? [copy] : [copy, databasePaths.beside(list, fireId)];
}

const toNull = (paths: string[]): Records => Object.fromEntries(paths.map(path => [path, null]));

/** Removes copies one by one; answers those that were refused, and why. */
function* removeEach(
  database: DatabaseService,
  userId: string,
  items: [Forgettable, string[]][],
): Saga<{ refused: Forgettable[]; reason: string }> {
  const refused: Forgettable[] = [];
  let reason = '';
  for (const [item, paths] of items) {
    try {
      yield* call(database.update, userId, toNull(paths));
    } catch (failure) {
      if (!(failure instanceof ServiceFailure) || failure.kind !== 'refused') throw failure;
      refused.push(item);
      reason = failure.message;
    }
  }
  return { refused, reason };
}

/**
 * Removes copies for ever. A copy that was made anew since, of something that was restored and deleted again, stays.
 * When the server refuses some of them, those alone are blocked.
 */
export function* sendForget(
  { database }: SendServices,
  { userId, payload }: Operation<string, Forget>,
): Saga<Outcome> {
  if (payload.paths) {
    yield* call(database.update, userId, payload.paths);
    return { type: 'confirmed' };
  }
  const trash = yield* call(database.loadTrash, userId);
  const there = payload.items.filter(
    ({ list, fireId, deletedAt }) => deletedAtOf(trash[list][fireId]) === deletedAt,
  );
  const keysOf = (list: ListName) => there.flatMap(item => (item.list === list ? item.fireId : []));
  const listed = {
    tasks: yield* call(listedOf, database, userId, 'tasks', keysOf('tasks')),
    notes: yield* call(listedOf, database, userId, 'notes', keysOf('notes')),
  };
  const withPaths = there.map((item): [Forgettable, string[]] => [
    item,
    pathsOf(item, listed[item.list].has(item.fireId)),
  ]);
  if (withPaths.length === 0) return { type: 'confirmed' };
  try {
    yield* call(database.update, userId, toNull(withPaths.flatMap(([, paths]) => paths)));
    return { type: 'confirmed' };
  } catch (failure) {
    if (!(failure instanceof ServiceFailure) || failure.kind !== 'refused') throw failure;
    const { refused, reason } = yield* call(removeEach, database, userId, withPaths);
    if (refused.length === 0) return { type: 'confirmed' };
    return { type: 'blocked', reason, payload: { items: refused } };
  }
}
