import { call, type Saga } from './effects';
import { ServiceFailure, type DatabaseService, type Json, type ListName } from './services';

/** The record of what the trash keeps, null when it keeps none. */
export function recordOfCopy(copy: Json): Json {
  if (copy === null || typeof copy !== 'object' || Array.isArray(copy)) return null;
  const { record } = copy as { record?: Json };
  return record !== null && typeof record === 'object' ? record : null;
}

/**
 * Puts a record back under its key and takes it out of the trash. One that is there already stays what it is: it has
 * been put back before. Answers what is there now.
 */
export function* putBack(
  { database }: { database: DatabaseService },
  userId: string,
  list: ListName,
  fireId: string,
  record: Json,
): Saga<Json> {
  let there = record;
  try {
    yield* call(database.restore, userId, list, fireId, record);
  } catch (failure) {
    if (!(failure instanceof ServiceFailure) || failure.kind !== 'conflict') throw failure;
    there =
      list === 'tasks'
        ? (yield* call(database.readTask, userId, fireId)).record
        : yield* call(database.readNote, userId, fireId);
  }
  yield* call(database.update, userId, { [`ext/trash/${list}/${fireId}`]: null });
  return there;
}
