import { call, type Saga } from '../lib/effects';
import { pushKeyTime } from '../lib/pushKeyTime';
import type { Json } from '../services/database';
import type { SendServices } from '../sync/kinds';
import type { Operation } from '../sync/operations';
import { keyOfOtherVersion } from '../sync/otherVersion';
import { keepCopy, recordOfCopy } from '../sync/trashCopies';
import { joinRecords, wereMadeWithin } from './joinRecords';
import { isAkin, renamedMark, type Added } from './sameTask';
import { bodyOf, type TaskFields } from './task';
import type { TaskTarget } from './taskRecord';

/** Milliseconds by which two clocks may differ that both are meant to be right. */
const CLOCK_TOLERANCE = 10 * 60_000;

/** The earliest instant, by the server's clock, at which the server can have made what this operation added. */
function* earliestKeyTime({ database, clock }: SendServices, { userId, madeAt }: Operation): Saga<number> {
  const age = clock.now() - Date.parse(madeAt);
  return (yield* call(database.serverTime, userId)) - Math.max(0, age) - CLOCK_TOLERANCE;
}

/** `instead` is the deleted record that the add replaces under the same taskId. */
type Sought = { userId: string; fields: TaskFields; earliest: number; instead: string | undefined };

/**
 * The keys of records that an add may have made, in order: those made no earlier than the operation. Another device may
 * have drawn the same taskId, so a record that has nothing in common with what was sent counts only if it was renamed.
 */
function* keysOfAdd(
  { database }: SendServices,
  { userId, fields, earliest, instead }: Sought,
  records: [string, Json][],
): Saga<string[]> {
  const keys: string[] = [];
  for (const [key, record] of records) {
    if (key === instead || (pushKeyTime(key) ?? -1) < earliest) continue;
    const isOurs =
      isAkin(record, fields) || (yield* call(database.appliedAt, userId, renamedMark(key))) !== null;
    if (isOurs) keys.push(key);
  }
  return keys.sort();
}

/**
 * What an add whose answer was lost has made, null when it never arrived: a record, listed or in the trash, that has its
 * taskId and a key made no earlier than the operation. What was done to it since then stands, whatever its fields are
 * now. A browser sends a POST again by itself when a used connection breaks, so there may be two: they become one.
 */
export function* findAdded(
  services: SendServices,
  operation: Operation<string, TaskTarget & { fields: TaskFields }>,
): Saga<Added | null> {
  const { database } = services;
  const { userId, payload } = operation;
  const { taskId, fields, instead } = payload;
  const sought = { userId, fields, instead, earliest: yield* earliestKeyTime(services, operation) };

  const listed = yield* call(database.findTasks, userId, taskId);
  const keys = yield* keysOfAdd(services, sought, Object.entries(listed));
  if (keys.length > 0) {
    // What may be another task comes last, however early it was made.
    const akin = keys.filter(key => isAkin(listed[key]!, fields));
    const [first, ...others] = (akin.length > 0 ? akin : keys) as [string, ...string[]];
    if (akin.length > 0) {
      let left: Added = { fireId: first, record: listed[first]! };
      for (const other of others.filter(key => wereMadeWithin(first, key)))
        left = yield* call(joinRecords, services, { userId, keys: [left.fireId, other], added: fields });
      return left;
    }
    // Nothing says whether it is ours, renamed, or another task of the same number, renamed: our words are kept.
    const mine = bodyOf(fields, taskId);
    yield* call(keepCopy, services, userId, 'tasks', keyOfOtherVersion(first, mine), mine);
    return { fireId: first, record: listed[first]! };
  }
  const trashed = yield* call(database.findInTrash, userId, taskId);
  const copies = Object.entries(trashed).map(([key, copy]): [string, Json] => [key, recordOfCopy(copy)]);
  const [inTrash] = yield* keysOfAdd(services, sought, copies);
  return inTrash === undefined ? null : { fireId: inTrash, record: null };
}
