import type { Reminder } from '../../shared/reminders';
import { coalesce, loggedLabelOf } from '../app/store/kinds';
import { createCache } from '../device/cache';
import { openReminderMemory } from '../device/reminderMemory';
import type { DeviceDatabase } from '../lib/deviceDatabase';
import { besideRecords } from '../services/databasePaths';
import type { ReminderAnswer } from '../services/reminders';
import { kindIn } from '../sync/kinds';
import { openQueue, type Queue } from '../sync/queue/queue';
import { withStored } from '../sync/records/sidecars';
import { answersTo } from '../tasks/reminderAnswers';
import { fieldsOfRecord, looksDone, taskIdOfRecord, type Task } from '../tasks/task';
import { isTaskOperation, taskKinds } from '../tasks/taskKinds';
import { taskSidecars } from '../tasks/taskSidecars';

/** A task as this device knows it, with its unsent changes; null for one that it does not know. */
async function taskOf(database: DeviceDatabase, queue: Queue, userId: string, fireId: string) {
  const cache = createCache(database);
  const record = (await cache.read(userId, 'tasks'))?.[fireId] ?? null;
  const fields = fieldsOfRecord(record);
  const taskId = record === null ? undefined : taskIdOfRecord(record);
  if (!fields || taskId === undefined) return null;
  const shown = besideRecords.tasks.filter(({ isShown }) => isShown);
  const stored = await Promise.all(
    shown.map(async ({ name, list }) => [name, (await cache.read(userId, list))?.[fireId]] as const),
  );
  const beside = new Map(stored);
  const task: Task = withStored(taskSidecars, { ...fields, taskId, fireId, doneAt: null }, name =>
    beside.get(name),
  );
  const pending = (await queue.all(userId)).filter(
    operation => isTaskOperation(operation) && operation.payload.fireId === fireId,
  );
  return pending.reduce<Task | null>(
    (now, operation) => kindIn(taskKinds, operation)!.apply(now, operation) as Task | null,
    task,
  );
}

/**
 * Puts the answer to a reminder into this device's queue, as one step: open tabs show it, and the leader sends it. False
 * when the disk does not have it, or the device knows the task at another time, or not at all.
 */
export async function answer(
  database: DeviceDatabase,
  reminder: Reminder,
  how: ReminderAnswer,
): Promise<boolean> {
  const userId = (await openReminderMemory(database).read())?.userId;
  if (userId === undefined) return false;
  const tabs = new BroadcastChannel('daywall-queue');
  try {
    const queue = openQueue({ coalesce, labelOf: loggedLabelOf, tabs, database });
    let isOnDisk = true;
    queue.follow(({ type }) => (isOnDisk &&= type !== 'moved'));
    const task = await taskOf(database, queue, userId, reminder.fireId);
    if (!task) return false;
    const requests = answersTo(task, reminder, how);
    for (const { payload } of requests) await queue.append({ ...payload, userId });
    return isOnDisk && (requests.length > 0 || looksDone(task));
  } finally {
    tabs.close();
  }
}
