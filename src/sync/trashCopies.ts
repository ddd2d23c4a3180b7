import { databasePaths } from '../lib/databasePaths';
import { call, delay, type Saga } from '../lib/effects';
import type { DatabaseService, Json, ListName } from '../services/database';
import { ServiceFailure } from '../services/failure';

type Services = { database: DatabaseService };

/** Conditional writes that meet a newer record are repeated this often before the sending of everything backs off. */
const REPEATS = 6;

export const isConflict = (failure: unknown): failure is ServiceFailure =>
  failure instanceof ServiceFailure && failure.kind === 'conflict';

/**
 * Waits before a conditional write is repeated that met a newer record: not the first time, then 200 ms, doubling. Throws
 * the failure if it is no conflict, or the seventh in a row: something else than another device's change is wrong.
 */
export function* beforeRepeat(failure: unknown, repeat: number): Saga {
  if (!isConflict(failure) || repeat === REPEATS) throw failure;
  if (repeat > 0) yield* delay(100 * 2 ** repeat);
}

/** The record of what the trash keeps, null when it keeps none. */
export function recordOfCopy(copy: Json | undefined): Json {
  if (copy === null || typeof copy !== 'object' || Array.isArray(copy)) return null;
  const { record } = copy as { record?: Json };
  return record !== null && typeof record === 'object' ? record : null;
}

/** When what the trash keeps was deleted (ISO); empty when it does not say. */
export function deletedAtOf(copy: Json | undefined): string {
  const { deletedAt } = (copy ?? {}) as { deletedAt?: Json };
  return typeof deletedAt === 'string' ? deletedAt : '';
}

/** Now, by the server's clock, as an ISO instant. Throws `network` when it can't be asked. */
export function* serverInstant({ database }: Services, userId: string): Saga<string> {
  return new Date(yield* call(database.serverTime, userId)).toISOString();
}

/** Keeps a copy in the trash; with `operationId` the same write marks that operation as applied. */
export function* keepCopy(
  services: Services,
  userId: string,
  list: ListName,
  key: string,
  record: Json,
  operationId?: string,
): Saga {
  const { database } = services;
  const copy = { deletedAt: yield* serverInstant(services, userId), record };
  if (operationId === undefined) return yield* call(database.keepInTrash, userId, list, key, copy);
  const paths = { [databasePaths.trash(list, key)]: copy };
  yield* call(database.updateOnce, userId, { id: operationId, isAttempted: false }, paths);
}

/**
 * Removes a record, of which the trash keeps a copy first. Only the very record that was copied is removed:
 * one that was changed meanwhile is copied again. If the copy went meanwhile, because another device restored or removed
 * it, and the record did not stay, the copy is kept once more. Answers whether there was one.
 */
export function* moveToTrash(
  services: Services,
  userId: string,
  list: ListName,
  fireId: string,
  operationId?: string,
): Saga<boolean> {
  const { database } = services;
  for (let repeat = 0; ; repeat++) {
    const { record } = yield* call(database.readRecord, userId, list, fireId);
    if (record === null) return repeat > 0;
    yield* keepCopy(services, userId, list, fireId, record, operationId);
    try {
      yield* call(database.removeRecord, userId, list, fireId, record);
    } catch (failure) {
      yield* beforeRepeat(failure, repeat);
      continue;
    }
    const wasTaken =
      (yield* call(database.readTrash, userId, list, fireId)) === null &&
      (yield* call(database.readRecord, userId, list, fireId)).record === null;
    if (wasTaken) yield* keepCopy(services, userId, list, fireId, record);
    return true;
  }
}

/**
 * Puts a record back under its key. One that is there already stays what it is: it has been put back before. Answers what
 * is there now.
 */
export function* putBack(
  services: Services,
  userId: string,
  list: ListName,
  fireId: string,
  record: Json,
): Saga<Json> {
  const { database } = services;
  try {
    yield* call(database.restore, userId, list, fireId, record);
    return record;
  } catch (failure) {
    if (!isConflict(failure)) throw failure;
    return (yield* call(database.readRecord, userId, list, fireId)).record;
  }
}

/** So many copies are removed at once. */
const AT_ONCE = 50;

/**
 * Removes copies for ever, each only if it is still the one of its `deletedAt`: what was deleted once more since stays.
 * Answers which are gone and which the server refused.
 */
export function* removeCopies<Copy extends { list: ListName; fireId: string; deletedAt: string }>(
  { database }: Services,
  userId: string,
  copies: readonly Copy[],
): Saga<{ gone: Copy[]; refused: Copy[]; reason: string }> {
  const gone: Copy[] = [];
  const refused: Copy[] = [];
  let reason = '';
  for (let at = 0; at < copies.length; at += AT_ONCE) {
    const some = copies.slice(at, at + AT_ONCE);
    const answers = yield* call(() =>
      Promise.allSettled(
        some.map(({ list, fireId, deletedAt }) => database.removeCopy(userId, list, fireId, deletedAt)),
      ),
    );
    for (const [index, answer] of answers.entries()) {
      if (answer.status === 'fulfilled') {
        gone.push(some[index]!);
        continue;
      }
      const failure: unknown = answer.reason;
      if (isConflict(failure)) continue;
      if (!(failure instanceof ServiceFailure) || failure.kind !== 'refused') throw failure;
      refused.push(some[index]!);
      reason = failure.message;
    }
  }
  return { gone, refused, reason };
}
