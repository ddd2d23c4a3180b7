/** Reminders over changes of clock in zones, and a server that is killed at every step. */
import type { Account } from '../../../server/auth/accounts/accountRecord';
import type { Message, Outcome, Push } from '../../../server/reminders/push';
import { REMINDERS } from '../../../server/reminders/leases';
import { Reminders } from '../../../server/reminders/reminders';
import type { Section } from '../../../server/lib/types';
import { startDatabaseServer, type TestServer } from '../../support/server/databaseServer';
import { stored } from '../../support/server/feeds';
import type { PushedPayload } from '../../support/server/pushService';

const MINUTE = 60_000;
const SITE = 'https://tasks.example';
const device = (zone: string) => ({
  ...{ endpoint: 'https://push.example/1', p256dh: 'a', auth: 'b' },
  ...{ zone, at: '2026-03-10T08:00:00Z' },
});

type Shown = { device: string; tag: string; topic: string; sentAt: number; body: string | undefined };

let committing = 0;

/** A fake of what stands between the reminders and the world; `step` is called before and after each effect. */
function aroundOf(server: TestServer, clock: () => number, step: () => Promise<void> = async () => {}) {
  const shown: Shown[] = [];
  /** Messages that the disk knew to be over and that were sent all the same. */
  const again: Shown[] = [];
  const over = new Set<string>();
  const real = server.store.section(REMINDERS);
  const section: Section = {
    ...real,
    async commit(changes) {
      await step();
      committing += 1;
      await real.commit(changes).finally(() => (committing -= 1));
      for (const { key, value } of changes) if (value?.includes('"isOver":true')) over.add(key);
      await step();
    },
  };
  const push: Push = {
    async send(_from, endpoint, make): Promise<Outcome> {
      const message = await make();
      if (!message) return { is: 'unwanted' };
      await step();
      shown.push(shownBy(message, clock()));
      if (over.has(`ann/${message.device.id}/${message.topic}`)) again.push(shown.at(-1)!);
      await step();
      return { is: endpoint ? 'sent' : 'gone' };
    },
    close: () => undefined,
  };
  const errors: unknown[] = [];
  const accounts = {
    get: (uid: string) => ({ uid, disabled: false }) as Account,
    all: () => [{ uid: 'ann' } as Account],
  } as never;
  const begin = () => {
    const log = { warn: () => undefined, error: (...said: unknown[]) => errors.push(said) } as never;
    const { databases } = server;
    const reminders = new Reminders({
      ...{ auth: { accounts, clock }, databases, section, push, log },
      site: () => SITE,
    });
    reminders.begin();
    return reminders;
  };
  return { shown, again, errors, begin };
}

function shownBy({ device: { id }, payload, topic }: Message, sentAt: number): Shown {
  const { notification } = JSON.parse(payload) as PushedPayload;
  return { device: id, tag: notification.tag, topic, sentAt, body: notification.body };
}

const put = (server: TestServer, data: object) =>
  fetch(`${server.url}/ann.json`, { method: 'PATCH', body: JSON.stringify(data) });

/** Lets the server do what is due: its only timer is that of the ticks. */
async function pass(reminders: Reminders): Promise<void> {
  jest.advanceTimersByTime(1_000);
  await settled(reminders);
}
async function settled(reminders: Reminders): Promise<void> {
  do await new Promise(setImmediate);
  while (reminders.counts.waiting > 0);
}

let server: TestServer;
beforeEach(async () => {
  server = await startDatabaseServer();
  jest.useFakeTimers({ doNotFake: FAKED_NOT });
});
const FAKED_NOT = [
  ...(['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask'] as const),
  ...(['setImmediate', 'clearImmediate', 'setTimeout', 'clearTimeout'] as const),
];
afterEach(async () => {
  jest.useRealTimers();
  await server.close();
});

const two = (part: number) => String(part).padStart(2, '0');

/** Zones, and a day of theirs whose clock changes. */
test.each([
  ['Europe/Berlin', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25'],
  ['America/Santiago', '2026-09-06'],
  ['America/Santiago', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Pacific/Chatham', '2026-09-27'],
  ['Africa/Casablanca', '2026-03-22'],
  ['Asia/Kathmandu', '2026-03-29'],
  ['Pacific/Apia', '2011-12-30'],
  ['Pacific/Apia', '2011-04-02'],
])('In %s each reminder of %s comes once, when a clock there shows it first', async (zone, day) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  const times = Array.from({ length: 96 }, (_, at) => `${two(Math.floor(at / 4))}:${two((at % 4) * 15)}`);
  const tasks = Object.fromEntries(times.map(time => [time.replace(':', ''), stored(time, day)]));
  const beside = Object.fromEntries(times.map(time => [time.replace(':', ''), { time, remind: 0 }]));
  await put(server, { tasks, ext: { times: beside, devices: { phone: device(zone) } } });
  const from = Date.parse(`${day}T00:00Z`) - 15 * 60 * MINUTE;
  let now = from;
  const { shown, begin, errors } = aroundOf(server, () => now);
  const reminders = begin();
  await settled(reminders);
  const clock: { now: number; shows: string }[] = [];
  for (; now < from + 56 * 60 * MINUTE; now += 15 * MINUTE) {
    clock.push({ now, shows: format.format(now) });
    await pass(reminders);
  }
  await reminders.close();
  const expected = times.map(time => {
    const first = clock.find(({ shows }) => shows === `${day} ${time}`);
    // A time that no clock shows: at the first instant after it.
    const { now: sentAt } = first ?? clock.find(({ shows }) => shows > `${day} ${time}`)!;
    return { tag: `${time.replace(':', '')}/${day}/${time}/0`, sentAt };
  });
  const byTag = (a: { tag: string }, b: { tag: string }) => (a.tag < b.tag ? -1 : 1);
  expect(shown.map(({ tag, sentAt }) => ({ tag, sentAt })).sort(byTag)).toEqual(expected.sort(byTag));
  expect(errors).toEqual([]);
});

test('A server that is killed at any step shows each reminder once, by one name', async () => {
  const start = Date.parse('2026-03-10T12:00Z');
  const tasks = { a: stored('a', '2026-03-10'), b: stored('b', '2026-03-10'), c: stored('c', '2026-03-10') };
  const times = {
    a: { time: '12:01', remind: 0 },
    b: { time: '12:01', remind: 0 },
    c: { time: '12:03', remind: 0 },
  };
  const devices = { phone: device('UTC'), laptop: device('UTC') };
  await put(server, { tasks, ext: { times, devices } });
  let isWhole = false;
  for (let dies = 1; !isWhole; dies += 1) {
    let now = start;
    let steps = 0;
    // A process that was killed does nothing more: what it waits for never comes.
    const never = new Promise<void>(() => undefined);
    const { shown, again, begin } = aroundOf(
      server,
      () => now,
      () => ((steps += 1) >= dies && steps <= dies + 1_000 && !isReborn ? never : Promise.resolve()),
    );
    let isReborn = false;
    const killed = begin();
    for (; now < start + 5 * MINUTE && steps < dies; now += MINUTE)
      await passUntil(killed, () => steps >= dies);
    isWhole = steps < dies;
    isReborn = true;
    await abandon(killed);
    const reborn = begin();
    for (; now < start + 8 * MINUTE; now += MINUTE) await pass(reborn);
    await settled(reborn);
    await reborn.close();
    const names = new Set(shown.map(({ device: id, tag, topic }) => `${id} ${tag} ${topic}`));
    expect(names.size).toBe(6);
    expect(again).toEqual([]);
    if (isWhole) expect(shown).toHaveLength(6);
    for (const { sentAt, tag } of shown)
      expect(sentAt).toBeGreaterThanOrEqual(Date.parse(`2026-03-10T${tag.split('/')[2]}Z`));
    const section = server.store.section(REMINDERS);
    for await (const page of section.pages())
      await section.commit(page.map(([key]) => ({ key, value: null })));
  }
});

/** Passes time until a server has done all, or is dead. */
async function passUntil(reminders: Reminders, isDead: () => boolean): Promise<void> {
  jest.advanceTimersByTime(1_000);
  do await new Promise(setImmediate);
  while (reminders.counts.waiting > 0 && !isDead());
}

/** Stops the timers of a dead server; what it had begun is never heard of, but for what the disk has taken already. */
async function abandon(reminders: Reminders): Promise<void> {
  jest.clearAllTimers();
  void reminders.close();
  do await new Promise(setImmediate);
  while (committing > 0);
}
