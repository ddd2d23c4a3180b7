/**
 * The handshake of a hosted database, by the real SDK: it names the host for the next connection, redirects, and
 * gives the server's time.
 * @jest-environment ./test/support/jest/network-env.cjs
 */
import { randomUUID } from 'node:crypto';
import { createUserWithEmailAndPassword, type User } from 'firebase/auth';
import { createDatabase } from '../../src/firebase/databaseService';
import type { LiveEvent } from '../../src/services/database';
import { openClient, type Client } from '../support/clients/authClient';
import { openDatabaseProxy, type DatabaseProxy } from '../support/server/databaseProxy';
import { noteFields } from '../support/app/operations';
import { startServer, type TestServer } from '../support/server/server';
import { until } from '../support/until';

const DAYS_40_MS = 40 * 86_400_000;

let server: TestServer;
let front: DatabaseProxy;
let shard: DatabaseProxy;
let client: Client;
let user: User;
let database: ReturnType<typeof createDatabase>;
const { fetch } = globalThis;

beforeAll(async () => {
  [front, shard] = await Promise.all([openDatabaseProxy(), openDatabaseProxy()]);
  server = await startServer({ env: { ALLOWED_HOSTS: `${front.host},${shard.host}` } });
  [front, shard].forEach(proxy => proxy.connectTo(server.port));
  globalThis.fetch = (address, init) =>
    fetch(typeof address === 'string' ? new URL(address, front.url) : address, init);
  client = await openClient(front.url);
  const made = await createUserWithEmailAndPassword(client.auth, `${randomUUID()}@example.com`, 'secret-1');
  user = made.user;
});
beforeEach(() => {
  [front, shard].forEach(({ upgrades }) => upgrades.splice(0));
  database = createDatabase({ idToken: () => user.getIdToken(), user: async () => user });
});
afterEach(async () => {
  await database.close(user.uid);
  front.changeHandshake({});
  front.resetTo(undefined);
});
afterAll(async () => {
  await client.close();
  globalThis.fetch = fetch;
  await Promise.all([front.close(), shard.close()]);
  await server.stop();
});

test('The handshake’s host is the next connection’s, and says which database it is', async () => {
  front.changeHandshake({ h: shard.host });
  const events: LiveEvent[] = [];
  const stop = database.follow(user.uid, 'notes', event => events.push(event));
  await until(() => expect(events).toHaveLength(1));
  expect(shard.upgrades).toEqual([]);

  front.cutSockets();
  await until(() =>
    expect(shard.upgrades[0]).toMatchObject({ host: shard.host, query: { ns: 'daywall', v: '5' } }),
  );
  expect(front.upgrades).toHaveLength(1);
  await until(() => expect(events).toHaveLength(2));
  await database.addNote(user.uid, 'n1', noteFields('Milk'));
  await until(() => expect(events.at(-1)!.records).toEqual({ n1: noteFields('Milk') }));
  stop();
});

test('A connection that is sent to another host opens there, and reads and writes', async () => {
  front.resetTo(shard.host);
  await database.addNote(user.uid, 'n2', noteFields('Bread'));
  expect(shard.upgrades).toHaveLength(1);
  expect((await database.readRecord(user.uid, 'notes', 'n2')).record).toEqual(noteFields('Bread'));
});

test('The server’s time is the handshake’s, whatever this device’s clock says', async () => {
  front.changeHandshake({ ts: ts => ts + DAYS_40_MS });
  const wrong = (await database.serverTime(user.uid)) - (Date.now() + DAYS_40_MS);
  expect(Math.abs(wrong)).toBeLessThan(2000);
});
