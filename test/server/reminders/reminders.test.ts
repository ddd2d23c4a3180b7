/** Reminders of the real server, as a push service of the test's own gets them. */
import webPush from 'web-push';
import { createPush } from '../../../server/reminders/push';
import { askControl } from '../../../server/storage/control';
import { taken } from '../../support/server/pushService';
import { startReminding } from '../../support/server/reminded';
import { until } from '../../support/until';

let world: Awaited<ReturnType<typeof startReminding>>;
beforeAll(async () => {
  world = await startReminding();
});
beforeEach(() => {
  world.service.respond = taken;
});
afterAll(() => world.stop());

test('A reminder comes at its time, encrypted and signed, without a word of the person', async () => {
  const ann = await world.somebody();
  const due = world.ahead(90);
  await ann.addTask('a', due, 15);
  await world.advance(72);
  await world.sentAll();
  expect(ann.got()).toHaveLength(0);
  await world.advance(2);
  await until(() => expect(ann.got()).toHaveLength(1));
  const metrics = await (await fetch(`${world.server.url}/metrics`)).text();
  expect(metrics).toMatch(/^daywall_reminded_accounts [1-9]/m);
  const [{ payload, ...pushed }] = ann.got() as [ReturnType<typeof ann.got>[0]];
  const { key } = (await (await fetch(`${world.server.url}/push/key`)).json()) as { key: string };
  expect(pushed).toEqual({
    ...{ device: ann.id, ttl: '3600', urgency: 'high', key },
    ...{ topic: expect.stringMatching(/^[\w-]{32}$/), subject: 'mailto:operator@daywall.invalid' },
  });
  const [dueDate, time] = due.split('T');
  expect(payload).toEqual({
    web_push: 8030,
    notification: {
      title: 'A reminder',
      navigate: expect.stringMatching(new RegExp(`^${world.server.url}/tasks/today/\\d+/edit$`)),
      tag: `a/${dueDate}/${time}/15`,
      lang: 'en',
    },
    daywall: { fireId: 'a', dueDate, time, remind: 15, at: Date.parse(`${due}Z`) - 15 * 60_000 },
  });
});

test('A device that wants it gets the name of the task', async () => {
  const ann = await world.somebody();
  await ann.addDevice(ann.id, 'UTC', { names: true });
  await ann.addTask('a', world.ahead(5), 0, { taskName: 'Call Bob #at-work' });
  await world.advance(5);
  await until(() => expect(ann.got()).toHaveLength(1));
  expect(ann.got()[0]!.payload.notification.title).toBe('Call Bob at work');
});

test('What was due while the server was down says so, for an hour', async () => {
  const ann = await world.somebody();
  const [old, due] = [world.ahead(10), world.ahead(40)];
  await ann.addTask('old', old);
  await ann.addTask('a', due, 15);
  await world.advance(80);
  await world.server.restart();
  await until(() => expect(ann.got()).toHaveLength(1));
  expect(ann.got()[0]!.payload.notification.body).toBe(`was due ${due.slice(11)}`);
  await world.server.restart();
  await world.sentAll();
  expect(ann.got()).toHaveLength(1);
});

test('Nothing comes of a task that is done, gone or moved, nor for nobody', async () => {
  const [ann, bob, cid] = [await world.somebody(), await world.somebody(), await world.somebody()];
  const due = world.ahead(30);
  for (const key of ['done', 'gone', 'moved', 'later', 'quiet', 'away']) await ann.addTask(key, due);
  for (const person of [bob, cid]) await person.addTask('a', due);
  await ann.write({
    'ext/done/done': '2026-03-10T08:00:00Z',
    ...{ 'tasks/gone': null, 'ext/times/gone': null },
    'tasks/moved/taskDueDate': '2031-01-01T00:00:00.000Z',
    'ext/times/later/time': world.ahead(60).slice(11),
    'ext/times/quiet/remind': null,
    'ext/times/away': null,
  });
  await askControl(world.server.dataDir, 'users disable', bob.uid);
  await askControl(world.server.dataDir, 'users delete', cid.uid);
  await world.advance(31);
  await world.sentAll();
  expect([...ann.got(), ...bob.got(), ...cid.got()]).toEqual([]);
  await world.advance(29);
  await until(() => expect(ann.got()).toHaveLength(1));
  expect(ann.got()[0]!.payload.daywall.fireId).toBe('later');
});

test('Each device is reminded by its own clock', async () => {
  const ann = await world.open();
  const ids = ['Asia/Tokyo', 'UTC', 'Asia/Tokyo'].map((zone, at) => ({ zone, id: `${ann.uid}-${at}` }));
  for (const { zone, id } of ids) await ann.addDevice(id, zone);
  const due = world.ahead(9 * 60 + 30);
  await ann.addTask('a', due);
  const got = () =>
    world.service.pushed.filter(({ device }) => device.startsWith(ann.uid)).map(({ device }) => device);
  await world.advance(30);
  await until(() => expect(got().sort()).toEqual([ids[0]!.id, ids[2]!.id]));
  await world.sentAll();
  await world.advance(9 * 60);
  await until(() => expect(got()).toHaveLength(3));
  expect(got()[2]).toBe(ids[1]!.id);
});

test.each([
  'https://127.0.0.1/',
  'https://10.0.0.1/',
  'https://169.254.169.254/latest',
  'https://[::ffff:10.0.0.1]/',
  'https://[fd00::1]/',
  'https://0x7f.1/',
  'https://user@192.168.1.1/',
])('Nothing is sent to %s', async endpoint => {
  const keys = [webPush.generateVAPIDKeys()];
  const push = createPush({ keys: () => keys, subject: 'mailto:a@b.c', allowsLoopback: false });
  const { p256dh, auth } = world.service.subscribe('phone');
  const device = { id: 'phone', endpoint, p256dh, auth, zone: 'UTC', names: false, at: '' };
  const message = async () => ({ device, payload: '{}', topic: 'x' });
  expect(await push.send('ann', endpoint, message)).toEqual({
    is: 'refused',
    reason: 'not a public address',
  });
  push.close();
});

test('Anybody may ask for the key of the push services: it stays until it is rotated', async () => {
  const { server } = world;
  const ask = async () => {
    const answer = await fetch(`${server.url}/push/key`);
    return answer.ok ? ((await answer.json()) as { key: string }).key : answer.status;
  };
  const first = await ask();
  // An uncompressed point of the curve.
  expect(first).toMatch(/^B[\w-]{86}$/);
  expect(await askControl(server.dataDir, 'keys rotate', null)).toMatch(/New keys/);
  const second = await ask();
  expect(second).not.toBe(first);
  await server.restart({ PUSH: 'off' });
  expect(await ask()).toBe(404);
  await server.restart({ PUSH: 'loopback' });
  expect(await ask()).toBe(second);
});
