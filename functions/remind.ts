import { devicesOf, payloadOf, reminderOf, topicOf, type Device } from '../server/reminders/content';
import { isObject, type Json } from '../shared/json';

/** The site as its administrator sees it: ids of people who may sign in, and the database by paths. */
export interface Site {
  people(): Promise<string[]>;
  get(path: string): Promise<Json>;
  set(path: string, value: Json): Promise<void>;
  /** Sends by `web-push`; rejects with the `statusCode` of a push service that refuses. */
  send(device: Device, payload: string, topic: string): Promise<unknown>;
}

const HOUR_MS = 60 * 60_000;
/** The place of what was sent, by hours. No person has this id. */
const SENT = '-reminders';

/**
 * Sends the reminders of the last hour that were not sent yet. Call it once a minute. A message that was sent and not
 * noted, or not taken, is sent again, under the same name.
 */
export async function remind(site: Site, origin: string, now: number): Promise<void> {
  await site.set(`${SENT}/${hourOf(now) - 3}`, null);
  await Promise.all((await site.people()).map(uid => remindOne(site, uid, origin, now)));
}

async function remindOne(site: Site, uid: string, origin: string, now: number): Promise<void> {
  const devices = devicesOf(await site.get(`${uid}/ext/devices`));
  const times = devices.length > 0 ? await site.get(`${uid}/ext/times`) : null;
  for (const [fireId, time] of Object.entries(isObject(times) ? times : {})) {
    if (!isObject(time) || time['remind'] === undefined) continue;
    const task = await site.get(`${uid}/tasks/${fireId}`);
    for (const device of devices) {
      const reminder = reminderOf(fireId, task, time, device.zone);
      if (!reminder || reminder.at > now || reminder.at <= now - HOUR_MS) continue;
      const topic = topicOf(reminder);
      const sent = `${SENT}/${hourOf(reminder.at)}/${uid}/${device.id}/${topic}`;
      const payload = payloadOf(reminder, task, device, origin, now);
      const isDone = (await site.get(`${uid}/ext/done/${fireId}`)) !== null;
      if (isDone || payload === null || (await site.get(sent)) !== null) continue;
      const status = await site.send(device, payload, topic).then(() => 200, statusOf);
      if (status === 200) await site.set(sent, true);
      else if (status === 404 || status === 410) await site.set(`${uid}/ext/devices/${device.id}`, null);
    }
  }
}

const hourOf = (instant: number) => Math.floor(instant / HOUR_MS);

/** The status of a refusal; 0 for no answer. */
const statusOf = ({ statusCode = 0 }: { statusCode?: number }) => statusCode;
