/**
 * The database on a network that blocks WebSockets, by the real SDK on the real server.
 * @jest-environment ./test/support/jest/network-env.cjs
 */
import { randomUUID } from 'node:crypto';
import { createUserWithEmailAndPassword, type User } from 'firebase/auth';
import { createDatabase } from '../../src/firebase/databaseService';
import type { LiveEvent } from '../../src/services/database';
import { removal } from '../../src/sync/records/trashMoves';
import { openClient, type Client } from '../support/clients/authClient';
import { openDatabaseProxy, type DatabaseProxy, type SocketFault } from '../support/server/databaseProxy';
import { noteFields, taskRecord } from '../support/app/operations';
import { startServer, type TestServer } from '../support/server/server';
import { until } from '../support/until';

const AT = '2026-03-10T12:00:00.000Z';
/** Time-outs of the code, in milliseconds, that take a tenth of their time in this file. */
const TIMEOUTS_MS = new Set([5000, 10_000]);
/** The interval of reads; a test lets it pass by `passInterval`. */
const READ_AGAIN_MS = 20_000;

let server: TestServer;
let proxy: DatabaseProxy;
let client: Client;
let user: User;
let database: ReturnType<typeof createDatabase>;
let reached = 0;
const { fetch, setTimeout, setInterval } = globalThis;
let passInterval: (() => void)[] = [];

/** Opens a database client of its own, like a new page. */
const open = () =>
  createDatabase(
    { idToken: (_userId, force) => user.getIdToken(force), user: async () => user },
    () => reached++,
  );
/** Calls the REST API as another device. */
const elsewhere = async (method: string, path: string, value?: unknown) => {
  const address = `${server.url}/${user.uid}/${path}.json?ns=daywall&auth=${await user.getIdToken()}`;
  const answer = await fetch(address, { method, body: value === undefined ? null : JSON.stringify(value) });
  expect(answer.status).toBe(200);
  return (await answer.json()) as unknown;
};
beforeAll(async () => {
  proxy = await openDatabaseProxy();
  server = await startServer({ env: { ALLOWED_HOSTS: proxy.host } });
  proxy.connectTo(server.port);
  globalThis.fetch = (address, init) =>
    fetch(typeof address === 'string' ? new URL(address, proxy.url) : address, init);
  globalThis.setTimeout = ((work: () => void, milliseconds = 0, ...rest: []) =>
    setTimeout(
      work,
      TIMEOUTS_MS.has(milliseconds) ? milliseconds / 10 : milliseconds,
      ...rest,
    )) as typeof setTimeout;
  globalThis.setInterval = ((work: () => void, milliseconds: number, ...rest: []) => {
    if (milliseconds === READ_AGAIN_MS) passInterval.push(work);
    return setInterval(work, milliseconds, ...rest);
  }) as typeof setInterval;
  client = await openClient(proxy.url);
});
beforeEach(async () => {
  const made = await createUserWithEmailAndPassword(client.auth, `${randomUUID()}@example.com`, 'secret-1');
  user = made.user;
  reached = 0;
  database = open();
});
afterEach(async () => {
  await database.close(user.uid);
  proxy.breakSockets(undefined);
  passInterval = [];
});
afterAll(async () => {
  await client.close();
  Object.assign(globalThis, { fetch, setTimeout, setInterval });
  await proxy.close();
  await server.stop();
});

describe.each(['refuse', 'swallow', 'mute'] as SocketFault[])(
  'Where the network does this to sockets: %s',
  fault => {
    beforeEach(() => proxy.breakSockets(fault));

    test('a note goes into the trash if its copy is what stands there, else it stays', async () => {
      await elsewhere('PUT', 'notes/n1', noteFields('Milk'));
      const moved = (noteTitle: string) =>
        removal('notes', 'n1', { deletedAt: AT, record: { ...noteFields(noteTitle) } });
      await expect(database.apply(user.uid, 'a', moved('Bread'))).rejects.toMatchObject({ kind: 'refused' });
      expect(await elsewhere('GET', 'notes/n1')).toEqual(noteFields('Milk'));
      await database.apply(user.uid, 'a', moved('Milk'));
      expect(await elsewhere('GET', 'notes/n1')).toBeNull();
      expect(await elsewhere('GET', 'ext/trash/notes/n1')).toMatchObject({ record: noteFields('Milk') });
    });

    test('a note is added, and all that the user has can be removed', async () => {
      await database.addNote(user.uid, 'n1', noteFields('Milk'));
      expect(await elsewhere('GET', 'notes')).toEqual({ n1: noteFields('Milk') });
      await database.deleteAll(user.uid);
      expect(await elsewhere('GET', 'notes')).toBeNull();
    });
  },
);

describe('Where no WebSocket gets through', () => {
  beforeEach(() => proxy.breakSockets('refuse'));

  const follow = (list: 'tasks' | 'notes') => {
    const events: LiveEvent[] = [];
    const stop = database.follow(user.uid, list, event => events.push(event));
    return { events, stop };
  };

  test.each([
    ['every 20 s', () => passInterval.forEach(pass => pass())],
    ['when the page becomes visible', () => document.dispatchEvent(new Event('visibilitychange'))],
  ])('lists are read again by REST %s', async (_when, happen) => {
    await elsewhere('PUT', 'tasks/k1', taskRecord(1));
    const tasks = follow('tasks');
    const notes = follow('notes');
    await until(() => {
      expect(tasks.events).toEqual([{ type: 'list', records: { k1: taskRecord(1) } }]);
      expect(notes.events).toEqual([{ type: 'list', records: {} }]);
    });
    expect(reached).toBeGreaterThan(0);
    await elsewhere('PUT', 'notes/n1', noteFields('Milk'));
    await elsewhere('DELETE', 'tasks/k1');
    proxy.calls.length = 0;
    happen();
    await until(() => {
      expect(tasks.events.slice(1)).toEqual([{ type: 'list', records: {} }]);
      expect(notes.events.slice(1)).toEqual([{ type: 'list', records: { n1: noteFields('Milk') } }]);
    });
    tasks.stop();
    notes.stop();
    happen();
    expect(proxy.calls.sort()).toEqual(
      ['tasks', 'notes'].map(list => `GET /${user.uid}/${list}.json`).sort(),
    );
  });

  test('a hidden page reads nothing', async () => {
    const notes = follow('notes');
    await until(() => expect(notes.events).toHaveLength(1));
    const hidden = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    proxy.calls.length = 0;
    passInterval.forEach(pass => pass());
    hidden.mockRestore();
    passInterval.forEach(pass => pass());
    await until(() => expect(notes.events).toHaveLength(2));
    expect(proxy.calls).toHaveLength(1);
    notes.stop();
  });

  test('lists are followed over the socket again once one gets through', async () => {
    const notes = follow('notes');
    await until(() => expect(notes.events).toHaveLength(1));
    proxy.breakSockets(undefined);
    await until(() => expect(proxy.bytes.socket).toBeGreaterThan(0));
    await elsewhere('PUT', 'notes/n1', noteFields('Milk'));
    await until(() => expect(notes.events.at(-1)!.records).toEqual({ n1: noteFields('Milk') }));
    proxy.calls.length = 0;
    await database.addNote(user.uid, 'n2', noteFields('Bread'));
    expect(proxy.calls).toEqual([]);
    notes.stop();
  });

  test('the server’s time is that of a fresh ID token', async () => {
    await server.advance(40 * 86_400_000);
    try {
      const wrong = (await database.serverTime(user.uid)) - (Date.now() + 40 * 86_400_000);
      expect(Math.abs(wrong)).toBeLessThan(3000);
    } finally {
      await server.advance(-40 * 86_400_000);
    }
  });
});
