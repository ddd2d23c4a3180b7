/** Every accepted write can be stored, read, backed up, restored, and read at the next start. */
import fc from 'fast-check';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backup } from '../../../../server/storage/records/backupFile';
import { restore } from '../../../../server/storage/backup/restore';
import { hostileOperation, type HostileOperation } from '../../../support/clients/hostile';
import { startDatabaseServer, type TestServer } from '../../../support/server/databaseServer';
import { times } from '../../../support/long';
import { RawClient } from '../../../support/clients/rawClient';

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'daywall-accepted-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Sends one operation; resolves with whether it was accepted. */
async function send(server: TestServer, client: RawClient, operation: HostileOperation): Promise<boolean> {
  if (operation.wire === 'socket') return (await client.ask(operation.action, operation.body)).s === 'ok';
  const { method, path, body } = operation;
  const response = await fetch(`${server.url}/${path}.json`, { method, body });
  await response.text();
  expect(response.status).toBeLessThan(500);
  return response.status < 300;
}

/** All that a client can see: values with priorities, the hash, and every order that a query may ask for. */
async function contentOf(url: string) {
  const read = async (path: string) => {
    const response = await fetch(`${url}/${path}`, { headers: { 'x-firebase-etag': 'true' } });
    return { status: response.status, etag: response.headers.get('etag'), text: await response.text() };
  };
  const orders = ['$key', '$value', '$priority', 'a'];
  return {
    all: await read('.json?format=export'),
    ordered: await Promise.all(
      orders.map(order => read(`.json?format=export&limitToFirst=5&orderBy=${JSON.stringify(order)}`)),
    ),
  };
}

/** Sends the operations to a server on `data`, and waits for the writes that they leave for the disconnect. */
async function perform(server: TestServer, operations: readonly HostileOperation[]): Promise<number> {
  const client = await RawClient.open(server.host);
  let accepted = 0;
  for (const operation of operations) accepted += Number(await send(server, client, operation));
  await client.close();
  // The answer to a new connection comes after the disconnect writes of the closed one.
  const next = await RawClient.open(server.host);
  await next.ask('p', { p: '/the-end', d: true });
  await next.close();
  return accepted;
}

const perStart = 8;
let run = 0;

/** Counts the accepted operations; fails if a start, a backup or a restore changes the content. */
async function survives(operations: readonly HostileOperation[]): Promise<number> {
  const ownFolder = join(folder, String((run += 1)));
  const data = join(ownFolder, 'data');
  let accepted = 0;
  let content: unknown = null;
  for (let done = 0; done <= operations.length; done += perStart) {
    const server = await startDatabaseServer({ folder: data });
    if (done > 0) expect(await contentOf(server.url)).toEqual(content);
    accepted += await perform(server, operations.slice(done, done + perStart));
    content = await contentOf(server.url);
    if (done + perStart > operations.length) await backup(server.store, join(ownFolder, 'backup'));
    await server.close({ keep: true });
    expect(server.complaints).toEqual([]);
  }
  await restore(join(ownFolder, 'backup'), join(ownFolder, 'restored'));
  for (const kept of [data, join(ownFolder, 'restored')]) {
    const server = await startDatabaseServer({ folder: kept });
    expect(await contentOf(server.url)).toEqual(content);
    await server.close();
  }
  await rm(ownFolder, { recursive: true });
  return accepted;
}

test('a POST below a priority is refused, and the server starts again', async () => {
  const write = { wire: 'rest', method: 'PUT', path: 'ann/tasks/t/taskName', body: '"Water"' } as const;
  const poison = {
    wire: 'rest',
    method: 'POST',
    path: 'ann/tasks/t/taskName/.priority',
    body: 'true',
  } as const;
  expect(await survives([write, poison])).toBe(1);
});

test.each<[string, HostileOperation]>([
  [
    'an array at the deepest level',
    { wire: 'rest', method: 'PUT', path: Array(32).fill('a').join('/'), body: '[1]' },
  ],
  [
    'a server value with more than its fields',
    { wire: 'socket', action: 'p', body: { p: '/a', d: { '.sv': { increment: 1, more: 1 } } } },
  ],
  ['an update below a priority', { wire: 'socket', action: 'm', body: { p: '/a/.priority', d: { b: 1 } } }],
  ['an empty update below a priority', { wire: 'socket', action: 'm', body: { p: '/a/.priority', d: {} } }],
  ['an update on disconnect below one', { wire: 'socket', action: 'om', body: { p: '/a/.priority', d: {} } }],
])('%s is refused', async (_, operation) => {
  expect(await survives([operation])).toBe(0);
});

test('whatever is accepted can be stored, read, backed up, restored and started with', async () => {
  const seed = Number(process.env['SEED'] ?? 20_261_122);
  const numRuns = Number(process.env['RUNS'] ?? times(6, 25));
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(hostileOperation, { minLength: 20, maxLength: 60 }), async operations => {
      accepted += await survives(operations);
    }),
    { seed, numRuns },
  );
  expect(accepted).toBeGreaterThan(numRuns * 5);
});
