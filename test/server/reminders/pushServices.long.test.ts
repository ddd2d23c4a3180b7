/** Answers of push services to reminders, and what they do to the server. */
import { createServer, type AddressInfo } from 'node:net';
import { askControl } from '../../../server/storage/control';
import { answering, taken } from '../../support/server/pushService';
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

test.each([404, 410])('A subscription that is over (%i) is removed', async status => {
  const ann = await world.somebody();
  world.service.respond = answering(status);
  await ann.addTask('a', world.ahead(5));
  await world.advance(5);
  await until(async () => expect(await ann.read('ext/devices')).toBeNull());
});

test('Five refusals without a success in between end a subscription', async () => {
  const ann = await world.somebody();
  const statuses = [400, 413, 302, 400, 201, 403, 400, 400, 400, 400];
  world.service.respond = (_, response) =>
    void response.writeHead(statuses.shift()!, { location: '/' }).end();
  for (let count = 1; count <= 10; count += 1) {
    expect(await ann.read('ext/devices')).not.toBeNull();
    await ann.addTask(`a${count}`, world.ahead(5));
    await world.advance(5);
    await until(() => expect(ann.got().length).toBeGreaterThanOrEqual(count));
    await until(() => expect(statuses.length).toBeLessThanOrEqual(10 - count));
  }
  await until(async () => expect(await ann.read('ext/devices')).toBeNull());
  // Each was sent once: a redirect is not followed, and what is refused is not tried again.
  expect(ann.got()).toHaveLength(10);
});

test('A busy push service is asked again, as late as it says, within the hour', async () => {
  const ann = await world.somebody();
  const heard = (reason: string) =>
    until(() => expect(world.server.log()).toMatch(new RegExp(`${ann.uid}.*"reason":"${reason}"`)));
  world.service.respond = answering(429, { 'retry-after': '600' });
  await ann.addTask('a', world.ahead(5));
  await world.advance(5);
  await heard('429');
  world.service.respond = taken;
  await world.advance(5);
  await world.sentAll();
  expect(ann.got()).toHaveLength(1);
  world.service.respond = answering(500);
  await world.advance(6);
  await heard('500');
  expect(ann.got()).toHaveLength(2);
  world.service.respond = taken;
  await world.advance(2);
  await until(() => expect(ann.got()).toHaveLength(3));
  await world.advance(20);
  await world.sentAll();
  expect(ann.got()).toHaveLength(3);
  expect(new Set(ann.got().map(({ topic }) => topic)).size).toBe(1);
  expect(ann.got()[2]!.payload.notification.body).toMatch(/^was due \d\d:\d\d$/);
});

test('A device that has the key before the last rotation is reminded by that', async () => {
  const ann = await world.somebody();
  const key = async () =>
    ((await (await fetch(`${world.server.url}/push/key`)).json()) as { key: string }).key;
  const before = await key();
  await askControl(world.server.dataDir, 'keys rotate', null);
  world.service.respond = (pushed, response) =>
    void response.writeHead(pushed.key === before ? 201 : 403).end();
  await ann.addTask('a', world.ahead(5));
  await world.advance(5);
  await until(() => expect(ann.got().map(pushed => pushed.key === before)).toEqual([false, true]));
  expect(await key()).not.toBe(before);
});

test('Services that hang, flood or take no connection hold nobody up', async () => {
  const [ann, bob, cid] = [await world.somebody(), await world.somebody(), await world.somebody()];
  const silent = createServer(() => undefined);
  await new Promise<void>(done => silent.listen(0, '127.0.0.1', done));
  const { port } = silent.address() as AddressInfo;
  let drained = 0;
  world.service.respond = ({ device }, response) => {
    if (device === ann.id) return;
    if (device !== bob.id) return void response.writeHead(201).end();
    response.writeHead(201);
    const flood = () => {
      while (!response.destroyed && drained < 8e6) {
        drained += 65_536;
        if (!response.write(Buffer.alloc(65_536))) return void response.once('drain', flood);
      }
      response.end();
    };
    flood();
  };
  const dead = { ...world.service.subscribe(cid.id), endpoint: `https://127.0.0.1:${port}/x` };
  await cid.write({ [`ext/devices/${cid.id}`]: { ...dead, zone: 'UTC', at: '2026-03-10T08:00:00Z' } });
  for (const person of [ann, bob, cid])
    for (const key of ['a', 'b', 'c']) await person.addTask(key, world.ahead(5));
  await world.advance(5);
  await until(() => expect(bob.got()).toHaveLength(3));
  await world.sentAll();
  expect(drained).toBeLessThan(8e6);
  // A silent service is no refusal: it may be the network.
  expect(await cid.read('ext/devices')).not.toBeNull();
  silent.close();
});
