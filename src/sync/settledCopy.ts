import { call, delay, type Saga } from '../lib/effects';
import type { DatabaseService, Json, ListName } from '../services/database';
import { deletedAtOf } from './trashCopies';

/** A record is removed within this time of its copy's instant, or copied anew. Milliseconds. */
const REMOVAL_TIME = 60_000;

/**
 * What the trash keeps of a record, and the record. While both are there another device may be between copying and
 * removing: it is waited for, for a minute from the copy's instant at most.
 */
export function* settledCopy(
  { database }: { database: DatabaseService },
  userId: string,
  list: ListName,
  fireId: string,
): Saga<{ copy: Json; record: Json }> {
  for (let wait = 100; ; wait = Math.min(2 * wait, 2000)) {
    const copy = yield* call(database.readTrash, userId, list, fireId);
    const { record } = yield* call(database.readRecord, userId, list, fireId);
    if (copy === null || record === null) return { copy, record };
    const age = (yield* call(database.serverTime, userId)) - Date.parse(deletedAtOf(copy));
    if (!(Math.abs(age) < REMOVAL_TIME)) return { copy, record };
    yield* delay(wait);
  }
}
