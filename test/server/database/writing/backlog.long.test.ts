/** The memory of writes that wait for the disk: counted before it is used, keys included, and limited. */
import fc from 'fast-check';
import { Backlog, bytesOfRecords, bytesOfWrite } from '../../../../server/database/writing/backlog';
import { budgetsFor, LIMIT } from '../../../../server/database/holding/limits';
import { nodeAt, withNode, type Tree } from '../../../../server/database/tree/node';
import { parseNode } from '../../../../server/database/tree/parse';
import { recordWork, type Records } from '../../../../server/database/tree/records';
import { atOnce } from '../../../../server/lib/slices';
import { isLarge, partsOf } from '../../../../server/database/writing/write';
import type { Json } from '../../../../server/lib/types';
import { startDatabaseServer, type TestServer } from '../../../support/server/databaseServer';
import { RawClient } from '../../../support/clients/rawClient';

describe('a backlog', () => {
  test('lets in what fits, in the order of asking, and one alone that is too large', async () => {
    const backlog = new Backlog(100);
    const begun: string[] = [];
    const ask = (name: string, bytes: number) => void backlog.room(bytes).then(() => begun.push(name));
    ask('a', 60);
    ask('b', 150);
    ask('c', 10);
    await Promise.resolve();
    expect([begun, backlog.isFull]).toEqual([['a'], true]);
    backlog.remove(60);
    await Promise.resolve();
    expect(begun).toEqual(['a', 'b']);
    backlog.remove(150);
    await Promise.resolve();
    expect([begun, backlog.used, backlog.isFull]).toEqual([['a', 'b', 'c'], 10, false]);
  });

  test('counts small writes at once, and is full beyond its limit', () => {
    const backlog = new Backlog(100);
    backlog.add(100);
    expect(backlog.isFull).toBe(false);
    backlog.add(1);
    expect(backlog.isFull).toBe(true);
  });
});

const key = fc.oneof(
  fc.constantFrom('a', 'b'),
  fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme-ascii' }),
);
const legal = key.map(text => text.replace(/[.#$[\]/]/g, '_'));
const leaf = fc.oneof(fc.integer(), fc.string({ maxLength: 20 }), fc.constant('x'.repeat(1_500)));
const wide = fc
  .tuple(fc.integer({ min: 60, max: 70 }), leaf)
  .map(([count, value]) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, value])),
  );
const { json } = fc.letrec<{ json: Json }>(tie => ({
  json: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    wide as fc.Arbitrary<Json>,
    fc.dictionary(legal, tie('json'), { maxKeys: 4 }) as fc.Arbitrary<Json>,
  ),
}));

test('a write never takes more for its records than was counted before they were made', () => {
  fc.assert(
    fc.property(json, json, fc.array(legal, { maxLength: 4 }), (old, data, path) => {
      const before = withNode(null, path, parseNode(old, 0));
      const after = withNode(before, path, parseNode(data, 0));
      const records: Records = new Map();
      atOnce(recordWork(before, after, path, records));
      // A branch that becomes small or large moves at most 64 leaves of its own, and rewrites its record.
      const moved = path.length === 0 ? 0 : ownRecords(before, after, path);
      const write = { kind: 'set', path, data, auth: null } as const;
      expect(bytesOfRecords(records)).toBeLessThanOrEqual(bytesOfWrite(write, before) + moved);
    }),
    { numRuns: 500 },
  );
});

/** The bytes of the records of the branches above a place. */
function ownRecords(before: Tree, after: Tree, path: readonly string[]): number {
  const records: Records = new Map();
  path.forEach((_, depth) => {
    const above = path.slice(0, depth);
    const [old, now] = [nodeAt(before, above), nodeAt(after, above)];
    records.set(`/${above.join('/')}`, JSON.stringify([old, now].map(String)) + 'x'.repeat(200));
  });
  return 2 * bytesOfRecords(records);
}

const HEAP = 64 * 1024 * 1024;
const SHARE_BYTES = 4_800_000;
let server: TestServer;
beforeEach(async () => (server = await startDatabaseServer({ heapBytes: HEAP, shareOf: () => SHARE_BYTES })));
afterEach(() => server.close());

const send = (method: string, path: string, body?: string) =>
  fetch(`${server.url}${path}.json?print=silent`, { method, body });
const keys = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1])));
/** A path with 20 keys of 700 characters, so that each record below has a key of 14,000. */
const deep = (top: string) => `/${top}/${Array.from({ length: 20 }, () => 'd'.repeat(700)).join('/')}`;

test('a small request with long keys is refused before its records are made', async () => {
  const socket = await RawClient.open(server.host);
  const { one } = budgetsFor(HEAP).unwrittenBytes;
  const data = JSON.parse(keys(1_000)) as Json;
  expect(2 * 1_000 * 14_000).toBeGreaterThan(one);
  expect((await socket.ask('p', { p: deep('a'), d: data })).s).toBe('too_big');
  expect((await send('PUT', '/b', '1')).status).toBe(204);
  expect(server.complaints).toEqual(['a write was refused, it takes more memory than one write may']);
  await socket.close();
});

test('the keys of what an account stores count towards what it may store', async () => {
  const socket = await RawClient.open(server.host);
  const words: string[] = [];
  for (let part = 0; part < 4; part += 1) {
    const data = JSON.parse(keys(100)) as Json;
    words.push((await socket.ask('p', { p: `${deep('a')}/p${part}`, d: data })).s);
  }
  expect(SHARE_BYTES).toBeLessThan(4 * 100 * 14_000);
  expect(words).toEqual(['ok', 'ok', 'ok', 'too_big']);
  expect((await socket.ask('p', { p: '/a', d: null })).s).toBe('ok');
  expect((await socket.ask('p', { p: `${deep('a')}/p3`, d: JSON.parse(keys(100)) as Json })).s).toBe('ok');
  await socket.close();
});

test('large writes of many accounts at once wait for each other, and all are answered', async () => {
  const accounts = Array.from({ length: 12 }, (_, index) => `u${index}`);
  const written = await Promise.all(accounts.map(name => send('PUT', `/${name}/list`, keys(5_000))));
  expect(new Set(written.map(({ status }) => status))).toEqual(new Set([204]));
  const removed = await Promise.all(accounts.map(name => send('DELETE', `/${name}`)));
  expect(new Set(removed.map(({ status }) => status))).toEqual(new Set([204]));
  expect(await (await fetch(`${server.url}/.json`)).json()).toBeNull();
});

test('requests not begun are dropped with their connection when there are too many', async () => {
  const greedy = await Promise.all(Array.from({ length: 30 }, () => RawClient.open(server.host)));
  const ended = greedy.map(client => client.closed());
  for (const client of greedy)
    for (let index = 0; index < 1_500; index += 1) void client.ask('p', { p: `/g/k${index}`, d: index });
  await Promise.race(ended);
  const honest = await RawClient.open(server.host);
  expect((await honest.ask('p', { p: '/a', d: 1 })).s).toBe('ok');
  expect(server.complaints[0]).toBe('a connection was ended, the budget for unfinished requests is used up');
  await Promise.all([...greedy, honest].map(client => client.close()));
});

test('an update that is a text has no parts, however long it is', () => {
  const write = { kind: 'merge', path: ['a'], data: 'x'.repeat(LIMIT.writeBytes), auth: null } as const;
  expect(partsOf(write)).toEqual([]);
  expect(isLarge(write, null)).toBe(false);
});
