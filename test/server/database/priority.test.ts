/** A priority is limited like a key on every way in. */
import { startDatabaseServer, type TestServer } from '../../support/server/databaseServer';
import { RawClient } from '../../support/clients/rawClient';
import { importData } from '../../../server/database/dataFiles';
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
