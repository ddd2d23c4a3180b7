/** A priority is limited like a key on every way in, and is kept with its node. */
import { join } from 'node:path';
import { startDatabaseServer, type TestServer } from '../../support/server/databaseServer';
import { exportText } from '../../support/server/storedData';
import { RawClient } from '../../support/clients/rawClient';
import { importData, removeStored } from '../../../server/database/dataFiles';
import { backup } from '../../../server/storage/records/backupFile';
import { openStore } from '../../../server/storage/store';
import { restore } from '../../../server/storage/backup/restore';
import type { Json } from '../../../server/lib/types';

let server: TestServer;
beforeAll(async () => (server = await startDatabaseServer()));
afterAll(() => server.close());

const [most, beyond] = ['é'.repeat(384), 'é'.repeat(384) + 'a'];

test.each<[string, string, string, (priority: string) => unknown]>([
  ['PUT', 'a', 'in a value', priority => ({ '.value': 1, '.priority': priority })],
  ['PUT', 'a', 'in a branch', priority => ({ b: { c: 1, '.priority': priority } })],
  ['PUT', 'a/.priority', 'at its own path', priority => priority],
  ['PATCH', 'a', 'in an update', priority => ({ 'b/.priority': priority })],
  ['POST', 'list', 'in a new child', priority => ({ '.value': 1, '.priority': priority })],
])('REST %s %s %s', async (method, path, _, body) => {
  const send = (priority: string) =>
    fetch(`${server.url}/${path}.json`, { method, body: JSON.stringify(body(priority)) });
  expect((await send(most)).status).toBe(200);
  const refused = await send(beyond);
  expect(refused.status).toBe(400);
  expect(await refused.json()).toEqual({ error: 'Invalid data; a priority has at most 768 bytes' });
});

test.each<[string, string, Json]>([
  ['p', '/a/.priority', beyond],
  ['p', '/a', { '.value': 1, '.priority': beyond }],
  ['m', '/a', { 'b/.priority': beyond }],
])('the socket: %s at %s', async (action, p, d) => {
  const client = await RawClient.open(server.host);
  expect(await client.ask(action, { p, d })).toMatchObject({ s: 'invalid_data' });
  await client.close();
});

test('a file that is imported', async () => {
  const section = server.store.section('db:other');
  const json = { ann: { a: { '.value': 1, '.priority': beyond } } };
  await expect(importData(section, json, 0)).rejects.toThrow('a priority has at most 768 bytes');
});

describe('the priority of the root', () => {
  const content = { ann: { a: { b: 1, '.priority': 2 }, '.priority': 3 }, '.priority': 0 };
  const put = (path: string, body: Json) =>
    fetch(`${server.url}/${path}.json`, { method: 'PUT', body: JSON.stringify(body) });
  const stored = async () => (await fetch(`${server.url}/.json?format=export`)).json();
  beforeEach(() => put('', content));

  it('outlives a restart, a backup and a move by file', async () => {
    const { folder } = server;
    await backup(server.store, join(folder, 'backup'));
    await server.close({ keep: true });
    await restore(join(folder, 'backup'), join(folder, 'restored'));
    for (const kept of [join(folder, 'restored'), folder]) {
      server = await startDatabaseServer({ folder: kept });
      expect(await stored()).toEqual(content);
      const moved = server.store.section('db:moved');
      const file = await exportText(server.store.section('db:main'));
      expect(await importData(moved, JSON.parse(file) as Json, 0)).toBe(1);
      expect(JSON.parse(await exportText(moved))).toEqual(content);
      if (kept !== folder) await server.close({ keep: true });
    }
  });

  it('does not return once the last account is removed', async () => {
    const { folder } = server;
    await server.close({ keep: true });
    const store = await openStore(folder);
    await removeStored(store, ['main'], 'ann');
    await store.close();
    server = await startDatabaseServer({ folder });
    await put('bob', { a: 1 });
    await server.close({ keep: true });
    server = await startDatabaseServer({ folder });
    expect(await stored()).toEqual({ bob: { a: 1 } });
  });
});
