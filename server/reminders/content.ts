import { dayOfStored } from '../../shared/days';
import { isObject, textOf, type Json } from '../../shared/json';
import { isZone, reminderAt, reminderKey, shownIn, timeOfStored } from '../../shared/reminders';
import { withTagNames } from '../../shared/tags';
import type { Tree } from '../database/tree/node';
import { PLAIN, toText } from '../database/tree/text';

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

/** A reminder of a task in a zone. `at` is its instant in milliseconds, `tag` names it in app and server. */
export type Reminder = {
  at: number;
  tag: string;
  fireId: string;
  dueDate: string;
  time: string;
  remind: number;
};

/** Devices of one account that are reminded, the newest ones. */
const MOST_DEVICES = 20;
/** Push services take 4,096 bytes, of which encryption needs some. */
const MOST_PAYLOAD_BYTES = 3_000;
const LONGEST_NAME_CHARACTERS = 150;
/** A reminder that is later than this says when it was due. */
const LATE_MS = 2 * 60_000;

const jsonOf = (tree: Tree): Json => JSON.parse(toText(tree, PLAIN)) as Json;

/** The devices of an account; without those whose zone this server does not know. */
export function devicesOf(tree: Tree): Device[] {
  const stored = jsonOf(tree);
  if (!isObject(stored)) return [];
  return Object.entries(stored)
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
export function reminderOf(fireId: string, task: Tree, stored: Tree, zone: string): Reminder | null {
  const { time, remind } = timeOfStored(jsonOf(stored)) ?? { time: null, remind: null };
  if (time === null || remind === null) return null;
  const record = jsonOf(task);
  const dueDate = isObject(record)
    ? dayOfStored(record['taskDueDate'], instant => shownIn(instant, zone).slice(0, 10))
    : null;
  const at = reminderAt({ dueDate, time, remind }, zone);
  if (dueDate === null || at === null) return null;
  return { at, tag: reminderKey(fireId, dueDate, time, remind), fireId, dueDate, time, remind };
}

/** The text of a message; null for a task whose key is too long for one. `site` is the origin of the app. */
export function payloadOf(
  reminder: Reminder,
  task: Tree,
  device: Device,
  site: string,
  now: number,
): string | null {
  const { at, tag, fireId, dueDate, time, remind } = reminder;
  const record = jsonOf(task);
  const { taskName, taskId }: { [key: string]: Json } = isObject(record) ? record : {};
  const path = Number.isInteger(taskId) ? `/tasks/today/${String(taskId)}/edit` : '/tasks/today';
  const name = withTagNames(textOf(taskName)).slice(0, LONGEST_NAME_CHARACTERS);
  const text = JSON.stringify({
    web_push: 8030,
    notification: {
      title: device.names && name !== '' ? name : 'A reminder',
      ...(now - at > LATE_MS && { body: `was due ${shownIn(at, device.zone).slice(11)}` }),
      navigate: site + path,
      tag,
      lang: 'en',
    },
    daywall: { fireId, dueDate, time, remind, at },
  });
  return Buffer.byteLength(text) > MOST_PAYLOAD_BYTES ? null : text;
}
