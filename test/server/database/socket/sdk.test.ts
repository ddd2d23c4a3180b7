/** The server with the Firebase SDK over a real socket. */
import {
  child,
  endAt,
  equalTo,
  get,
  limitToFirst,
  limitToLast,
  onChildAdded,
  onChildChanged,
  onChildMoved,
  onChildRemoved,
  onValue,
  orderByChild,
  orderByKey,
  orderByPriority,
  push,
  query,
  ref,
  remove,
  runTransaction,
  set,
  setPriority,
  setWithPriority,
  startAfter,
  startAt,
  update,
  type DataSnapshot,
  type Query,
} from 'firebase/database';
import { startDatabaseServer, type TestServer } from '../../../support/server/databaseServer';
import { endClients, sdk } from '../../../support/clients/sdk';

let server: TestServer;
beforeAll(async () => (server = await startDatabaseServer()));
afterEach(async () => {
  await endClients();
  await fetch(`${server.url}/.json`, { method: 'DELETE' });
  expect(server.complaints).toEqual([]);
});
afterAll(() => server.close());

const client = () => sdk(server.url);
/** Resolves with the first value that satisfies a predicate. */
const until = (source: Query, satisfies: (value: unknown) => boolean) =>
  new Promise<unknown>((done, failed) => {
    const stop = onValue(
      source,
      snapshot => {
        if (!satisfies(snapshot.val())) return;
        queueMicrotask(() => stop());
        done(snapshot.val());
      },
      failed,
    );
  });
const keysOf = (snapshot: DataSnapshot) => {
  const keys: string[] = [];
  snapshot.forEach(child => void keys.push(child.key));
  return keys;
};

test('what one client sets another reads, with the types it was given', async () => {
  const value = { text: 'é😀', number: -1.5, yes: true, list: ['a', 'b'], deep: { a: { b: 'c' } } };
  await set(ref(client(), 'a/b'), value);
  expect((await get(ref(client(), 'a/b'))).val()).toEqual(value);
  expect((await get(ref(client(), 'a/b/deep/a'))).val()).toEqual({ b: 'c' });
  expect((await get(ref(client(), 'nothing'))).exists()).toBe(false);
});

test('a listener hears first what is there, then every change of it', async () => {
  const [writer, reader] = [client(), client()];
  await set(ref(writer, 'a'), { x: 1 });
  const seen: unknown[] = [];
  const first = until(ref(reader, 'a'), value => {
    seen.push(value);
    return (value as { x?: number } | null)?.x === 3;
  });
  await until(ref(reader, 'a'), value => value !== null);
  await set(ref(writer, 'a/x'), 2);
  await update(ref(writer, 'a'), { x: 3, y: 4 });
  await first;
  expect(seen).toEqual([{ x: 1 }, { x: 2 }, { x: 3, y: 4 }]);
});

test('a multi-path update is seen as one by those above, beside and below', async () => {
  const [writer, reader] = [client(), client()];
  await set(ref(writer, 'a'), { b: { c: 1 }, d: { e: 1 } });
  const seen: Record<string, unknown[]> = { a: [], 'a/b': [], 'a/d/e': [] };
  const received = Object.keys(seen).map(path =>
    until(ref(reader, path), value => {
      seen[path]!.push(value);
      return JSON.stringify(value).includes('2');
    }),
  );
  await get(ref(reader, 'a'));
  await update(ref(writer), { 'a/b/c': 2, 'a/d/e': 2, 'a/new': 2 });
  await Promise.all(received);
  expect(seen['a']!.at(-1)).toEqual({ b: { c: 2 }, d: { e: 2 }, new: 2 });
  expect(seen['a']!.length).toBe(2);
  expect(seen['a/b']!.at(-1)).toEqual({ c: 2 });
  expect(seen['a/d/e']!.at(-1)).toBe(2);
});

test('pushed children come in the order they were pushed, and leave when removed', async () => {
  const [writer, reader] = [client(), client()];
  const list = ref(writer, 'list');
  const keys = [];
  for (const title of ['one', 'two', 'three']) keys.push((await push(list, { title })).key!);
  const events: string[] = [];
  const done = new Promise<void>(resolve => {
    onChildAdded(ref(reader, 'list'), child => void events.push(`added ${child.val().title}`));
    onChildChanged(ref(reader, 'list'), child => void events.push(`changed ${child.val().title}`));
    onChildRemoved(ref(reader, 'list'), child => {
      events.push(`removed ${child.val().title}`);
      resolve();
    });
  });
  await until(ref(reader, 'list'), value => value !== null);
  await update(child(list, keys[1]!), { title: 'TWO' });
  await remove(child(list, keys[0]!));
  await done;
  expect(events).toEqual(['added one', 'added two', 'added three', 'changed TWO', 'removed one']);
});

const numbers = {
  a: { n: 3, s: 'x' },
  b: { n: 1, s: 'y' },
  c: { n: 2, s: 'x' },
  d: { s: 'z' },
  e: { n: 2, s: 'x' },
};
test.each<[string, (source: Query) => Query, string[]]>([
  ['a child after a value and key', q => query(q, orderByChild('n'), startAfter(2, 'c')), ['e', 'a']],
  ['a child up to a value', q => query(q, orderByChild('n'), endAt(1)), ['d', 'b']],
  ['a child equal to a text', q => query(q, orderByChild('s'), equalTo('x')), ['a', 'c', 'e']],
  ['a child, the last of a range', q => query(q, orderByChild('n'), endAt(2), limitToLast(2)), ['c', 'e']],
  ['keys', q => query(q, orderByKey(), startAt('b'), endAt('d')), ['b', 'c', 'd']],
  ['priority', q => query(q, orderByPriority(), limitToFirst(3)), ['a', 'b', 'c']],
])('a query by %s selects what it says, by get and by listening', async (_, build, expected) => {
  await set(ref(client(), 'q'), numbers);
  const source = build(ref(client(), 'q'));
  expect(keysOf(await get(source))).toEqual(expected);
  const snapshot = await new Promise<DataSnapshot>(done => onValue(source, done, { onlyOnce: true }));
  expect(keysOf(snapshot)).toEqual(expected);
});

test('transactions of many clients all count', async () => {
  const clients = Array.from({ length: 5 }, client);
  const bump = (database: ReturnType<typeof client>) =>
    runTransaction(ref(database, 'counter'), (value: number | null) => (value ?? 0) + 1);
  await Promise.all(clients.flatMap(client => [bump(client), bump(client)]));
  expect((await get(ref(client(), 'counter'))).val()).toBe(10);
});

test('priorities order, move and survive', async () => {
  const [writer, reader] = [client(), client()];
  await setWithPriority(ref(writer, 'p/a'), 'A', 2);
  await setWithPriority(ref(writer, 'p/b'), { deep: 'B' }, 'text');
  await setWithPriority(ref(writer, 'p/c'), 'C', 1);
  const moved = new Promise<string>(done => onChildMoved(ref(reader, 'p'), child => done(child.key!)));
  const all = await new Promise<DataSnapshot>(done => onValue(ref(reader, 'p'), done, { onlyOnce: true }));
  expect(keysOf(all)).toEqual(['c', 'a', 'b']);
  expect(all.child('b').priority).toBe('text');
  await setPriority(ref(writer, 'p/c'), 3);
  expect(await moved).toBe('c');
  expect(keysOf(await get(query(ref(client(), 'p'), orderByPriority(), startAt(2), endAt(3))))).toEqual([
    'a',
    'c',
  ]);
});

test('a client that lost its server hears what changed, and sends what it could not', async () => {
  const [writer, reader] = [client(), client()];
  await set(ref(writer, 'a'), { kept: 1, changed: 1 });
  await until(ref(reader, 'a'), value => value !== null);
  const changed = until(ref(reader, 'a/changed'), value => value === 2);
  const late = until(ref(reader, 'a/late'), value => value === true);
  await server.close({ keep: true });
  const port = Number(server.host.split(':')[1]);
  const written = set(ref(writer, 'a/late'), true);
  server = await startDatabaseServer({ port, folder: server.folder });
  await fetch(`${server.url}/a/changed.json`, { method: 'PUT', body: '2' });
  await Promise.all([written, changed, late]);
  expect((await get(ref(client(), 'a'))).val()).toEqual({ kept: 1, changed: 2, late: true });
});
