import { call, type Saga } from '../lib/effects';
import { pushKeyTime } from '../lib/pushKeyTime';
import type { Json } from '../services/database';
import type { SendServices } from '../sync/kinds';
import type { Operation } from '../sync/operations';
import type { TaskTarget } from './taskRecord';

/** Milliseconds by which two clocks may differ that both are meant to be right. */
const CLOCK_TOLERANCE_MS = 10 * 60_000;

/**
 * What an add whose answer was lost has made, null when it never arrived: the first record, listed or in the trash
 * (`record` null), that has its taskId and a key made no earlier than the operation, whatever its fields are by now.
 */
export function* findAdded(
  { database, clock }: SendServices,
  { userId, madeAt, payload: { taskId } }: Operation<string, TaskTarget>,
): Saga<{ fireId: string; record: Json } | null> {
  const age = Math.max(0, clock.now() - Date.parse(madeAt));
  const earliest = (yield* call(database.serverTime, userId)) - age - CLOCK_TOLERANCE_MS;
  const firstOf = (keys: string[]) => keys.sort().find(key => (pushKeyTime(key) ?? -1) >= earliest);

  const listed = yield* call(database.find, userId, 'tasks', { by: 'taskId', equalTo: taskId });
  const fireId = firstOf(Object.keys(listed));
  if (fireId !== undefined) return { fireId, record: listed[fireId]! };
  const trashed = yield* call(database.find, userId, 'trash/tasks', { by: 'record/taskId', equalTo: taskId });
  const deleted = firstOf(Object.keys(trashed));
  return deleted === undefined ? null : { fireId: deleted, record: null };
}
