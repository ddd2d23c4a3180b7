import { createHash } from 'node:crypto';
import { dayOfStored } from '../../shared/days';
import { isObject, textOf, type Json } from '../../shared/json';
import { isZone, reminderAt, reminderKey, shownIn, wasDue, type Reminder } from '../../shared/reminders';
import { withTagNames } from '../../shared/tags';
import { timingOfStored } from '../../shared/timing';

/** A device that is reminded: `ext/devices/{id}`. `names`: its messages may have the names of tasks. */
export type Device = {
  id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  zone: string;
  names: boolean;
  at: string;
};

/** Devices of one account that are reminded, the newest ones; none of an account that stores more than any person has. */
const [MOST_DEVICES, MOST_STORED] = [20, 500];
/** Push services take 4,096 bytes, of which encryption needs some. */
const MOST_PAYLOAD_BYTES = 3_000;
const LONGEST_NAME_CHARACTERS = 150;

/** The devices of an account; without those whose zone this server does not know. */
export function devicesOf(stored: Json): Device[] {
  const entries = isObject(stored) ? Object.entries(stored) : [];
  if (entries.length > MOST_STORED) return [];
  return entries
    .map(([id, device]) => readDevice(id, isObject(device) ? device : {}))
    .filter(({ zone }) => isZone(zone))
    .sort((a, b) => (a.at < b.at ? 1 : -1))
    .slice(0, MOST_DEVICES);
}

const readDevice = (id: string, stored: { [key: string]: Json }): Device => ({
  id,
  endpoint: textOf(stored['endpoint']),
  p256dh: textOf(stored['p256dh']),
  auth: textOf(stored['auth']),
  zone: textOf(stored['zone']),
  names: stored['names'] === true,
  at: textOf(stored['at']),
});

/** The reminder of a stored task with its stored time, in a zone; null for none. */
export function reminderOf(fireId: string, task: Json, stored: Json, zone: string): Reminder | null {
  const { time, remind } = timingOfStored(stored) ?? {};
  if (time === undefined || remind === undefined) return null;
  const dueDate = isObject(task)
    ? dayOfStored(task['taskDueDate'], instant => shownIn(instant, zone).slice(0, 10))
    : null;
  const at = reminderAt({ dueDate, time, remind }, zone);
  if (dueDate === null || at === null) return null;
  return { fireId, dueDate, time, remind, at };
}

/** The topic of a message: a push service keeps only the last message of a topic that it could not deliver yet. */
export const topicOf = (reminder: Reminder) =>
  createHash('sha256').update(reminderKey(reminder)).digest('base64url').slice(0, 32);

/** The text of a message; null for a task whose key is too long for one. `site` is the origin of the app. */
export function payloadOf(
  reminder: Reminder,
  task: Json,
  device: Device,
  site: string,
  now: number,
): string | null {
  const { taskName, taskId }: { [key: string]: Json } = isObject(task) ? task : {};
  const path = Number.isInteger(taskId) ? `/tasks/today/${String(taskId)}/edit` : '/tasks/today';
  const name = withTagNames(textOf(taskName)).slice(0, LONGEST_NAME_CHARACTERS);
  const text = JSON.stringify({
    web_push: 8030,
    notification: {
      title: device.names && name !== '' ? name : 'A reminder',
      ...(wasDue(reminder, now) && { body: `was due ${reminder.time}` }),
      navigate: site + path,
      tag: reminderKey(reminder),
      lang: 'en',
    },
    daywall: reminder,
  });
  return Buffer.byteLength(text) > MOST_PAYLOAD_BYTES ? null : text;
}
