/** Writes that a client leaves for its disconnect, for each way in which it disconnects. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { goOffline, onDisconnect, ref, serverTimestamp, set } from 'firebase/database';
import {
  OPEN_RULES,
  OWNER_RULES,
  startDatabaseServer,
  tokenOf,
  type TestServer,
} from '../../../support/server/databaseServer';
import type { Json, Rules } from '../../../../server/lib/types';
import { RawClient } from '../../../support/clients/rawClient';
import { endClients, sdk } from '../../../support/clients/sdk';

let server: TestServer;
let rules: Rules = OPEN_RULES;
beforeEach(async () => {
  rules = OPEN_RULES;
  server = await startDatabaseServer({ rules: () => rules });
});
afterEach(async () => {
  await endClients();
  await server.close();
  expect(server.complaints).toEqual([]);
});

/** The value at `path` once an ended session has written its mark there. */
async function after(path: string, end: () => Promise<void> | void, host = server.host): Promise<Json> {
  const watcher = await RawClient.open(host);
  await watcher.ask('q', { p: path, h: '' });
  const pushes = watcher.pushes.length;
  await end();
  await watcher.until(() => watcher.pushes.length > pushes);
  const { d } = await watcher.ask('g', { p: path, q: {} });
  await watcher.close();
  return d;
}

test('the SDK’s onDisconnect writes when the client goes offline, with that time', async () => {
  const client = sdk(server.url);
  await set(ref(client, 'p/ann'), 'here');
  const before = Date.now();
  await onDisconnect(ref(client, 'p/ann')).set({ left: serverTimestamp() });
  const left = (await after('/p/ann', () => goOffline(client))) as { left: number };
  expect(left.left).toBeGreaterThanOrEqual(before);
});

test('a connection that is cut leaves its updates and removals', async () => {
  const connection = await RawClient.open(server.host);
  await connection.ask('p', { p: '/a', d: { x: 1, y: 1 } });
  await connection.ask('om', { p: '/a', d: { x: 2, 'deep/z': 3 } });
  await connection.ask('o', { p: '/a/y', d: null });
  expect(await after('/a/y', () => connection.close())).toBeNull();
  expect(await (await fetch(`${server.url}/a.json`)).json()).toEqual({ x: 2, deep: { z: 3 } });
});

test('cancelling forgets all that waits at or below a path, a new set replaces it', async () => {
  const connection = await RawClient.open(server.host);
  await connection.ask('o', { p: '/a/b', d: 'cancelled' });
  await connection.ask('om', { p: '/', d: { 'a/c': 'cancelled', d: 'kept' } });
  await connection.ask('oc', { p: '/a', d: null });
  await connection.ask('o', { p: '/e/f', d: 'replaced' });
  await connection.ask('o', { p: '/e', d: 'new' });
  await connection.ask('o', { p: '/z', d: 'last' });
  await after('/z', () => connection.close());
  expect(await (await fetch(`${server.url}/.json`)).json()).toEqual({ d: 'kept', e: 'new', z: 'last' });
});

test('a session has an end of places to write, and gets them back when it cancels', async () => {
  const connection = await RawClient.open(server.host);
  const update = (name: string, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}`, 1]));
  expect((await connection.ask('om', { p: '/a', d: update('x', 600) })).s).toBe('ok');
  expect((await connection.ask('om', { p: '/b', d: update('y', 600) })).s).toBe('too_big');
  expect((await connection.ask('om', { p: '/b', d: update('y', 400) })).s).toBe('ok');
  expect((await connection.ask('o', { p: '/c', d: 1 })).s).toBe('too_big');
  await connection.ask('oc', { p: '/a/x7', d: null });
  expect((await connection.ask('o', { p: '/c', d: 1 })).s).toBe('ok');
  expect(Object.keys((await after('/a', () => connection.close())) as object)).toHaveLength(599);
});

test('the rules are asked at the registration, as who registered, and when it is done', async () => {
  rules = OWNER_RULES;
  const connection = await RawClient.open(server.host);
  expect((await connection.ask('o', { p: '/ann', d: 1 })).s).toBe('permission_denied');
  await connection.ask('auth', { cred: tokenOf('ann') });
  expect((await connection.ask('o', { p: '/ann', d: 1 })).s).toBe('ok');
  expect((await connection.ask('o', { p: '/open/refused', d: 1 })).s).toBe('ok');
  expect((await connection.ask('o', { p: '/open/done', d: 1 })).s).toBe('ok');
  await connection.ask('unauth', {});
  rules = {
    ...OWNER_RULES,
    canWrite: ask => OWNER_RULES.canWrite(ask) && ask.writes.every(({ path }) => path[1] !== 'refused'),
  };
  await after('/open/done', () => connection.close());
  const read = async (path: string) =>
    (await fetch(`${server.url}${path}.json?auth=${tokenOf('ann')}`)).json();
  expect(await read('/ann')).toBe(1);
  expect(await read('/open')).toEqual({ done: 1 });
});

test('sessions that were open at a power cut leave theirs at the next start, once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'daywall-cut-'));
  const before = await startDatabaseServer({ folder: join(folder, '0') });
  const connection = await RawClient.open(before.host);
  await connection.ask('o', { p: '/gone', d: { '.sv': { increment: 1 } } });
  await connection.ask('o', { p: '/cancelled', d: 1 });
  await connection.ask('oc', { p: '/cancelled', d: null });
  let last = before;
  for (const next of ['1', '2']) {
    // A copy of a running server's folder is what a power cut leaves.
    await cp(last.folder, join(folder, next), { recursive: true });
    await last.close({ keep: true });
    last = await startDatabaseServer({ folder: join(folder, next) });
    expect(await (await fetch(`${last.url}/.json`)).json()).toEqual({ gone: 1 });
  }
  await last.close({ keep: true });
  await rm(folder, { recursive: true });
});
