/**
 * Conditional removals, by the real SDK from the real server.
 * @jest-environment ./test/support/network-env.cjs
 */
import { randomUUID } from 'node:crypto';
import { createUserWithEmailAndPassword } from 'firebase/auth';
import { createDatabase } from '../../src/firebase/databaseService';
import { openClient, type Client } from '../support/authClient';
import { noteFields, taskRecord } from '../support/operations';
import { startServer, type TestServer } from '../support/server';

const AT = '2026-03-10T12:00:00.000Z';
const LATER = '2026-03-10T13:00:00.000Z';
const record = taskRecord(1);

let server: TestServer;
let client: Client;
let anna: string;
let database: ReturnType<typeof createDatabase>;
const { fetch } = globalThis;

beforeAll(async () => {
  server = await startServer();
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

const conflict = { kind: 'conflict' };

describe('A copy in the trash', () => {
  const keep = (deletedAt: string) => database.keepInTrash(anna, 'tasks', 'k1', { deletedAt, record });
  const kept = () => database.readTrash(anna, 'tasks', 'k1');

  test('is removed if it is the one of that instant, and nothing else is', async () => {
    await keep(AT);
    await database.keepInTrash(anna, 'tasks', 'k2', { deletedAt: AT, record });
    await database.removeCopy(anna, 'tasks', 'k1', AT);
    expect(await kept()).toBeNull();
    expect(await database.readTrash(anna, 'tasks', 'k2')).toEqual({ deletedAt: AT, record });
  });

  test('that is gone already is removed', async () => {
    await database.removeCopy(anna, 'tasks', 'k1', AT);
    expect(await kept()).toBeNull();
  });

  test('that was made anew stays, also when this connection knows the old one', async () => {
    await keep(AT);
    const stop = database.follow(anna, 'trash/tasks', () => undefined);
    try {
      await keep(LATER);
      await expect(database.removeCopy(anna, 'tasks', 'k1', AT)).rejects.toMatchObject(conflict);
      expect(await kept()).toEqual({ deletedAt: LATER, record });
    } finally {
      stop();
    }
  });
});

describe('A record', () => {
  const save = (noteTitle: string) => database.addNote(anna, 'n1', { ...noteFields(noteTitle) });
  const saved = async () => (await database.readRecord(anna, 'notes', 'n1')).record;

  test('is removed if it is still the one that was copied, in whichever order its fields come', async () => {
    await save('Milk');
    const { noteTitle, noteDescription } = noteFields('Milk');
    await database.removeRecord(anna, 'notes', 'n1', { noteTitle, noteDescription });
    expect(await saved()).toBeNull();
  });

  test('that changed since stays', async () => {
    await save('Bread');
    await expect(database.removeRecord(anna, 'notes', 'n1', { ...noteFields('Milk') })).rejects.toMatchObject(
      conflict,
    );
    expect(await saved()).toEqual(noteFields('Bread'));
  });
});
