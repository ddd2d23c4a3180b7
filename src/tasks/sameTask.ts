import { call, type Saga } from '../lib/effects';
import type { Json } from '../services/database';
import type { SendServices } from '../sync/kinds';
import { isConflict } from '../sync/trashCopies';
import { areAkin, fieldsOfRecord, sameFields, type TaskFields } from './task';

export type Added = { fireId: string; record: Json };

/** Whether a record may be the task that had these fields, where they are known. */
export const isAkin = (record: Json, fields: TaskFields | undefined) => {
  const there = fieldsOfRecord(record);
  return there !== null && (!fields || areAkin(there, fields));
};

/** The id of the mark that says that a record was renamed since it was added. */
export const renamedMark = (fireId: string) => `renamed-${fireId}`;

/** Removes a record if it still says what `fields` say. */
export function* removeUnchanged(
  { database }: SendServices,
  userId: string,
  fireId: string,
  fields: TaskFields,
): Saga<boolean> {
  const { record } = yield* call(database.readRecord, userId, 'tasks', fireId);
  const there = fieldsOfRecord(record);
  if (!there || !sameFields(there, fields)) return false;
  try {
    yield* call(database.removeRecord, userId, 'tasks', fireId, record);
    return true;
  } catch (failure) {
    if (!isConflict(failure)) throw failure;
    return false;
  }
}
