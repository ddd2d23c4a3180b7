import { databasePaths } from '../lib/databasePaths';
import { call, type Saga } from '../lib/effects';
import { mergeFields } from '../lib/mergeFields';
import { pushKeyTime } from '../lib/pushKeyTime';
import type { Json } from '../services/database';
import type { SendServices } from '../sync/kinds';
import { keyOfOtherVersion } from '../sync/otherVersion';
import { beforeRepeat, keepCopy, moveToTrash, recordOfCopy } from '../sync/trashCopies';
import { keptAsNewMark, type Added } from './sameTask';
import { fieldsOfRecord, sameFields, type TaskFields } from './task';
import { bodyOver } from './taskBody';

/** The keys of two records that one add made, and what it sent. */
type Twins = { userId: string; keys: readonly [string, string]; added: TaskFields };

/** Both records of one add were made within this time. Milliseconds. */
const RETRY_TIME = 60 * 60_000;

/** Whether two keys carry times that differ by less. */
export function wereMadeWithin(a: string, b: string, milliseconds = RETRY_TIME): boolean {
  const [first, second] = [pushKeyTime(a), pushKeyTime(b)];
  return first !== null && second !== null && Math.abs(first - second) < milliseconds;
}

/** The same order on every device. The database makes later keys larger. */
export const sortKeys = (a: string, b: string): [string, string] => (a < b ? [a, b] : [b, a]);

/**
 * Makes one record of two. The one with the smaller key stays, whichever the tab or device that asks knew first: if each
 * kept its own, both would be removed. What was changed in the other one is written into it; of a field that both
 * changed, the other one's version goes into the trash. Answers what is left (`record` null: nothing is listed).
 */
export function* joinRecords(services: SendServices, { userId, keys, added }: Twins): Saga<Added> {
  const { database } = services;
  const [kept, surplus] = sortKeys(...keys);
  for (let repeat = 0; ; repeat++) {
    try {
      const first = yield* call(database.readRecord, userId, 'tasks', kept);
      const second = yield* call(database.readRecord, userId, 'tasks', surplus);
      const [fields, others] = [fieldsOfRecord(first.record), fieldsOfRecord(second.record)];
      if (!others) return yield* followTwin(services, { userId, keys: [kept, surplus], added }, first.record);
      if (!fields)
        return yield* followTwin(services, { userId, keys: [surplus, kept], added }, second.record);
      const { agreed, disputed } = mergeFields(added, others, fields);
      if (!sameFields(agreed, fields)) {
        const body = bodyOver(first.record, agreed, (first.record as { taskId: number }).taskId);
        yield* call(database.saveTask, userId, kept, body, first.etag);
      }
      const copied = disputed.length > 0 ? keyOfOtherVersion(kept, second.record) : undefined;
      if (copied) yield* call(keepCopy, services, userId, 'tasks', copied, second.record);
      yield* moveMark(services, userId, { from: surplus, to: kept, copied });
      yield* call(database.removeRecord, userId, 'tasks', surplus, second.record);
      const { record } = yield* call(database.readRecord, userId, 'tasks', kept);
      return { fireId: kept, record };
    } catch (failure) {
      yield* beforeRepeat(failure, repeat);
    }
  }
}

/**
 * Only the first of these keys is listed, or none. If the trash has the other one, a person deleted the task, and the
 * record follows it, unless it was kept as new; a copy of its own is kept only of words that are not there yet. Otherwise
 * it stays.
 */
function* followTwin(
  services: SendServices,
  { userId, keys: [fireId, gone], added }: Twins,
  record: Json,
): Saga<Added> {
  const { database } = services;
  const fields = fieldsOfRecord(record);
  const copy = yield* call(database.readTrash, userId, 'tasks', gone);
  const isKeptAsNew = (yield* call(database.appliedAt, userId, keptAsNewMark(gone))) !== null;
  if (!fields || copy === null || isKeptAsNew) return { fireId, record };
  const copied = fieldsOfRecord(recordOfCopy(copy));
  if (sameFields(fields, added) || (copied && sameFields(fields, copied))) {
    yield* moveMark(services, userId, { from: fireId, to: gone });
    yield* call(database.removeRecord, userId, 'tasks', fireId, record);
  } else yield* call(moveToTrash, services, userId, 'tasks', fireId);
  return { fireId, record: null };
}

/** A task that was ticked off under one key is done under the other one, and so is a copy of it. */
function* moveMark(
  { database }: SendServices,
  userId: string,
  { from, to, copied }: { from: string; to: string; copied?: string | undefined },
): Saga {
  const moved = yield* call(database.readShown, userId, 'tasks', from);
  const there = yield* call(database.readShown, userId, 'tasks', to);
  const mark = there ?? moved;
  if (mark === null || (moved === null && copied === undefined)) return;
  yield* call(database.update, userId, {
    ...(moved !== null && { [databasePaths.done(from)]: null, [databasePaths.done(to)]: mark }),
    ...(copied !== undefined && { [databasePaths.done(copied)]: mark }),
  });
}
