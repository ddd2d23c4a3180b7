/**
 * Refusals of the real server, by the real SDK: of updates whose condition the rules don't find, and of a full account.
 * @jest-environment ./test/support/jest/network-env.cjs
 */
import { randomUUID } from 'node:crypto';
import { createUserWithEmailAndPassword } from 'firebase/auth';
import { createDatabase } from '../../src/firebase/databaseService';
import { databasePaths } from '../../src/services/databasePaths';
import type { LiveEvent } from '../../src/services/database';
import { ending, removal, restoration } from '../../src/sync/records/trashMoves';
import { openClient, type Client } from '../support/clients/authClient';
import { noteFields, taskRecord } from '../support/app/operations';
import { startServer, type TestServer } from '../support/server/server';
import { until } from '../support/until';

const AT = '2026-03-10T12:00:00.000Z';
const LATER = '2026-03-10T13:00:00.000Z';
const record = taskRecord(1);

let server: TestServer;
let client: Client;
let anna: string;
let database: ReturnType<typeof createDatabase>;
const { fetch } = globalThis;

beforeAll(async () => {
  server = await startServer({ env: { ACCOUNT_QUOTA: '20KB' } });
  globalThis.fetch = (address, init) =>
    fetch(typeof address === 'string' ? new URL(address, server.url) : address, init);
  client = await openClient(server.url);
  const { user } = await createUserWithEmailAndPassword(
    client.auth,
    `${randomUUID()}@example.com`,
    'secret-1',
  );
  anna = user.uid;
  database = createDatabase({ idToken: () => user.getIdToken(), user: () => Promise.resolve(user) });
});
afterAll(async () => {
  await database.close(anna);
  await client.close();
  globalThis.fetch = fetch;
  await server.stop();
});

const refused = { kind: 'refused', code: 'PERMISSION_DENIED' };
const listed = async () => (await database.readRecord(anna, 'tasks', 'k1')).record;
const copied = () => database.read(anna, databasePaths.trash('tasks', 'k1'));
const copy = { deletedAt: AT, record };

describe('A task that moves', () => {
  test('goes into the trash with a copy of what stands there, once', async () => {
    await database.update(anna, { 'tasks/k1': record });
    const stale = { ...copy, record: taskRecord(1, { taskName: 'Before' }) };
    await expect(database.apply(anna, 'a', removal('tasks', 'k1', stale))).rejects.toMatchObject(refused);
    expect(await listed()).toEqual(record);
    await database.apply(anna, 'a', removal('tasks', 'k1', copy));
    expect([await listed(), await copied()]).toEqual([null, copy]);
    await expect(database.apply(anna, 'a', { 'tasks/k2': record })).rejects.toMatchObject(refused);
  });

  test('comes back from the copy that was read, and from no other', async () => {
    const stop = database.follow(anna, 'trash/tasks', () => undefined);
    try {
      const other = { ...copy, deletedAt: LATER };
      await expect(database.apply(anna, 'b', restoration('tasks', 'k1', other))).rejects.toMatchObject(
        refused,
      );
      await database.apply(anna, 'b', restoration('tasks', 'k1', copy));
      expect([await listed(), await copied()]).toEqual([record, null]);
    } finally {
      stop();
    }
  });

  test('is gone for ever after its copy, but for an update that says otherwise', async () => {
    await database.apply(anna, 'c', removal('tasks', 'k1', copy));
    await database.apply(anna, 'd', ending('tasks', 'k1', copy));
    await expect(database.update(anna, { 'tasks/k1': record })).rejects.toMatchObject(refused);
    await database.update(anna, { 'tasks/k1': record, 'ext/taken/tasks/k1': null });
    expect(await listed()).toEqual(record);
  });

  test('is refused over what this connection has heard, which stays on the screen', async () => {
    const events: LiveEvent[] = [];
    const stop = database.follow(anna, 'tasks', event => events.push(event));
    try {
      const stale = { ...copy, record: taskRecord(1, { taskName: 'Before' }) };
      await expect(database.apply(anna, 'e', removal('tasks', 'k1', stale))).rejects.toMatchObject(refused);
      const lastRecord = () =>
        events.flatMap(({ records }) => ('k1' in records ? [records['k1']] : [])).at(-1);
      await until(() => expect(lastRecord()).toEqual(record));
    } finally {
      stop();
    }
  });
});

test('A full account is told in the server’s own sentence, by the socket and by REST', async () => {
  const text = 'x'.repeat(30_000);
  const full = { kind: 'refused', message: 'This account stores as much as it may.' };
  await expect(database.update(anna, { 'notes/n1': noteFields('Milk', text) })).rejects.toMatchObject(full);
  const byRest = database.addTask(anna, taskRecord(1, { taskDescription: text }) as never);
  await expect(byRest).rejects.toMatchObject(full);
});
