import { call, type Saga } from '../lib/effects';
import type { DatabaseService, Json, ListName } from '../services/database';
import { ServiceFailure } from '../services/failure';

/** The record of what the trash keeps, null when it keeps none. */
export function recordOfCopy(copy: Json): Json {
  if (copy === null || typeof copy !== 'object' || Array.isArray(copy)) return null;
  const { record } = copy as { record?: Json };
  return record !== null && typeof record === 'object' ? record : null;
}

type Services = { database: DatabaseService };

/** Now, by the server's clock, as an ISO instant. Throws `network` when it can't be asked. */
export function* serverInstant({ database }: Services, userId: string): Saga<string> {
  return new Date(yield* call(database.serverTime, userId)).toISOString();
}

function* recordAt({ database }: Services, userId: string, list: ListName, fireId: string): Saga<Json> {
  if (list === 'notes') return yield* call(database.readNote, userId, fireId);
  return (yield* call(database.readTask, userId, fireId)).record;
}

/**
 * Removes a record, of which the trash keeps a copy first, as it is, with the server's time. A removal whose answer was lost is sent again by
 * the SDK, also over what somebody has put back meanwhile; the copy went when they did, and is kept once more.
 */
export function* moveToTrash(services: Services, userId: string, list: ListName, fireId: string): Saga {
  const { database } = services;
  let kept: Json = null;
  for (;;) {
    const record: Json = yield* recordAt(services, userId, list, fireId);
    // Somebody may have changed it while the copy was written.
    if (record === null || JSON.stringify(record) === JSON.stringify(kept)) break;
    kept = record;
    const deletedAt = yield* serverInstant(services, userId);
    yield* call(database.keepInTrash, userId, list, fireId, { deletedAt, record });
  }
  yield* call(list === 'tasks' ? database.deleteTask : database.deleteNote, userId, fireId);
  if (kept === null || (yield* call(database.readTrash, userId, list, fireId)) !== null) return;
  if ((yield* recordAt(services, userId, list, fireId)) !== null) return;
  const deletedAt = yield* serverInstant(services, userId);
  yield* call(database.keepInTrash, userId, list, fireId, { deletedAt, record: kept });
}

/**
 * Puts a record back under its key and takes it out of the trash. One that is there already stays what it is: it has
 * been put back before. Answers what is there now.
 */
export function* putBack(
  services: Services,
  userId: string,
  list: ListName,
  fireId: string,
  record: Json,
): Saga<Json> {
  const { database } = services;
  let there = record;
  try {
    yield* call(database.restore, userId, list, fireId, record);
  } catch (failure) {
    if (!(failure instanceof ServiceFailure) || failure.kind !== 'conflict') throw failure;
    there = yield* recordAt(services, userId, list, fireId);
  }
  yield* call(database.update, userId, { [`ext/trash/${list}/${fireId}`]: null });
  return there;
}
