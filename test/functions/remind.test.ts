/** The Cloud Function of docs/hosted.md, by the embedded server's REST, with a scheduler of the test's own. */
import { Agent } from 'node:https';
import webPush from 'web-push';
import { remind, type Site } from '../../functions/remind';
import { startDatabaseServer, type TestServer } from '../support/server/databaseServer';
import { stored } from '../support/server/feeds';
import { answering, startPushService, taken, type PushService } from '../support/server/pushService';

const MINUTE_MS = 60_000;
const ORIGIN = 'https://site.web.app';
const START = Date.parse('2026-03-10T12:00Z');

let server: TestServer;
let service: PushService;
beforeEach(async () => {
  [server, service] = [await startDatabaseServer(), await startPushService()];
});
afterEach(async () => {
  await server.close();
  await service.close();
});

const rest = (path: string, init?: RequestInit) => fetch(`${server.url}/${path}.json`, init);
const put = (path: string, value: unknown) => rest(path, { method: 'PUT', body: JSON.stringify(value) });

/** The site as `functions/index.mjs` makes it, by REST instead of the Admin SDK. */
function siteOf(people: string[]): Site {
  const agent = new Agent({ rejectUnauthorized: false });
  const vapidDetails = { subject: ORIGIN, ...webPush.generateVAPIDKeys() };
  return {
    people: async () => people,
    get: async path => (await rest(path)).json(),
    set: async (path, value) => void (await put(path, value)),
    send: ({ endpoint, p256dh, auth }, payload, topic) => {
      const more = { vapidDetails, topic, TTL: 3_600, urgency: 'high', agent } as const;
      return webPush.sendNotification({ endpoint, keys: { p256dh, auth } }, payload, more);
    },
  };
}

/** A person with a device in Berlin, and tasks at 13:05 there, which is 12:05 in UTC. */
async function person(uid: string, ...keys: string[]): Promise<void> {
  await put(uid, {
    tasks: Object.fromEntries(keys.map(key => [key, stored(key, '2026-03-10')])),
    ext: {
      times: Object.fromEntries(keys.map(key => [key, { time: '13:05', remind: 0 }])),
      devices: { [uid]: { ...service.subscribe(uid), zone: 'Europe/Berlin', at: '2026-03-10T08:00:00Z' } },
    },
  });
}

/** Calls the function once a minute. */
async function pass(site: Site, from: number, minutes: number): Promise<void> {
  for (let at = 0; at < minutes; at += 1) await remind(site, ORIGIN, START + (from + at) * MINUTE_MS);
}
const got = () => service.pushed.map(({ device, payload }) => `${device} ${payload.daywall.fireId}`).sort();

test('The function reminds each device once, at its time, of what is not done', async () => {
  await person('ann', 'a', 'b', 'done');
  await person('bob', 'a');
  await person('disabled', 'a');
  await put('ann/ext/done/done', '2026-03-10T11:00:00Z');
  const site = siteOf(['ann', 'bob', 'nobody']);
  await pass(site, 0, 5);
  expect(got()).toEqual([]);
  await pass(site, 5, 5);
  await pass(site, 64, 5);
  expect(got()).toEqual(['ann a', 'ann b', 'bob a']);
  expect(service.pushed[0]!.payload.notification.navigate).toMatch(
    /^https:\/\/site\.web\.app\/tasks\/today\/\d+\/edit$/,
  );
});

test('It tries again what was not taken, and removes a subscription that is over', async () => {
  await person('ann', 'a');
  const site = siteOf(['ann']);
  service.respond = answering(500);
  await pass(site, 5, 3);
  expect(got()).toHaveLength(3);
  service.respond = taken;
  await pass(site, 8, 3);
  expect(got()).toHaveLength(4);
  expect(service.pushed[3]!.payload.notification.body).toBe('was due 13:05');
  expect(new Set(service.pushed.map(({ topic }) => topic)).size).toBe(1);
  service.respond = answering(410);
  await put('ann/ext/times/a', { time: '13:20', remind: 0 });
  await pass(site, 20, 3);
  expect(got()).toHaveLength(5);
  expect(await site.get('ann/ext/devices')).toBeNull();
});

test('What it notes is removed after some hours', async () => {
  await person('ann', 'a');
  const site = siteOf(['ann']);
  await pass(site, 5, 1);
  expect(await site.get('-reminders')).not.toBeNull();
  await pass(site, 185, 1);
  expect(await site.get('-reminders')).toBeNull();
});
