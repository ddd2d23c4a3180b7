/** Limits of the memory that all strangers together, and each account, can occupy. */
import { request, type ClientRequest } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Budget } from '../../../../server/database/holding/budget';
import { LIMIT } from '../../../../server/database/holding/limits';
import { startDatabaseServer, tokenOf, type TestServer } from '../../../support/server/databaseServer';
import { RawClient } from '../../../support/clients/rawClient';

describe('a budget', () => {
  test('ends the one that holds most, and goes on until the rest fits', () => {
    const budget = new Budget(100);
    const ended: string[] = [];
    const shares = ['a', 'b', 'c'].map(name => budget.open(() => ended.push(name)));
    shares[0]!.set(40);
    shares[1]!.set(50);
    shares[2]!.set(10);
    expect(ended).toEqual([]);
    shares[2]!.set(20);
    expect(ended).toEqual(['b']);
    expect(budget.used).toBe(60);
  });

  test('leaves alone what is being worked at, and ends the newcomer instead', () => {
    const budget = new Budget(100);
    const ended: string[] = [];
    const busy = budget.open(() => ended.push('busy'));
    busy.set(95);
    busy.keep();
    const share = budget.open(() => ended.push('late'));
    share.set(10);
    expect(ended).toEqual(['late']);
    busy.release();
    expect(budget.used).toBe(0);
  });
});

const HEAP = 64 * 1024 * 1024;
const SHARE_BYTES = 4_000_000;
const MOST_BYTES = 20_000_000;
let server: TestServer;
beforeEach(
  async () =>
    (server = await startDatabaseServer({
      heapBytes: HEAP,
      shareOf: () => SHARE_BYTES,
      mostStored: MOST_BYTES,
    })),
);
afterEach(() => server.close());

const put = (path: string, value: unknown) =>
  fetch(`${server.url}${path}.json`, { method: 'PUT', body: JSON.stringify(value) });
const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await sleep(20);
};
const text = (bytes: number) => 'x'.repeat(bytes);

test('one account stores what it may and no more; others go on, shrinking is taken', async () => {
  const half = text(Math.floor(SHARE_BYTES * 0.45));
  expect([(await put('/ann/a', half)).status, (await put('/ann/b', half)).status]).toEqual([200, 200]);
  const refused = await put('/ann/c', half);
  expect([refused.status, await refused.json()]).toEqual([
    413,
    { error: 'This account stores as much as it may.' },
  ]);
  expect((await put('/bob/a', half)).status).toBe(200);
  expect((await put('/ann/b', 1)).status).toBe(200);
  expect((await put('/ann/c', half)).status).toBe(200);
  expect(server.complaints).toEqual(['a write was refused, its account stores all that it may']);
});

test('a full database serves what it has, refuses more and takes what makes room', async () => {
  const all = MOST_BYTES;
  const piece = text(Math.floor(SHARE_BYTES * 0.9));
  const fitting = Math.floor((all * 0.75) / piece.length);
  const statuses: number[] = [];
  for (let index = 0; index <= fitting; index += 1) statuses.push((await put(`/u${index}`, piece)).status);
  expect(statuses).toEqual([...Array<number>(fitting).fill(200), 503]);
  expect(((await (await fetch(`${server.url}/u0.json`)).json()) as string).length).toBe(piece.length);
  const socket = await RawClient.open(server.host);
  expect((await socket.ask('p', { p: '/more', d: piece })).s).toBe('unavailable');
  expect((await socket.ask('p', { p: '/u0', d: null })).s).toBe('ok');
  expect((await socket.ask('p', { p: '/more', d: piece })).s).toBe('ok');
  await socket.close();
});

test('accounts that take all they can leave room for others, and the log names them', async () => {
  const piece = text(50_000);
  for (let account = 0; account < 12; account += 1)
    for (let at = 0; (await put(`/greedy${account}/${at}`, piece)).status === 200; at += 1);
  expect((await put('/stranger/tasks/t1', text(100_000))).status).toBe(200);
  expect(server.complaints).toContainEqual(
    expect.stringMatching(/^the database is nearly full; the biggest accounts are greedy\d+ \d MB,/),
  );
});

test('an account that the operator gave more stores more', async () => {
  await server.close();
  server = await startDatabaseServer({
    heapBytes: HEAP,
    shareOf: uid => (uid === 'ann' ? 2 : 1) * 1_000_000,
  });
  const most = text(1_500_000);
  expect([(await put('/ann', most)).status, (await put('/bob', most)).status]).toEqual([200, 413]);
});

test('an account’s share counts all databases together, as does the biggest', async () => {
  await server.close();
  server = await startDatabaseServer({ names: ['a', 'b', 'c'], shareOf: () => 1_000_000 });
  const putInto = async (ns: string, uid: string, bytes: number) =>
    (await fetch(`${server.url}/${uid}.json?ns=${ns}`, { method: 'PUT', body: JSON.stringify(text(bytes)) }))
      .status;
  expect([
    await putInto('a', 'ann', 450_000),
    await putInto('b', 'ann', 450_000),
    await putInto('c', 'bob', 600_000),
    await putInto('c', 'ann', 450_000),
    await putInto('a', 'ann', 300_000),
  ]).toEqual([200, 200, 200, 413, 200]);
  expect(server.databases.biggest()).toMatchObject({ uid: 'ann', mayStore: 1_000_000 });
  expect(server.databases.biggest()!.stores).toBe(server.databases.storedBy('ann'));
});

test('a disk without room takes what makes room and no more, and the log says so', async () => {
  await server.close();
  let free = 40_000_000;
  server = await startDatabaseServer({ heapBytes: HEAP, shareOf: () => SHARE_BYTES, room: () => free });
  expect([(await put('/ann', text(3_000_000))).status, (await put('/bob', 1)).status]).toEqual([200, 200]);
  // A sixteenth of the free memory is for sockets whose requests grow.
  free = 1_000_000;
  expect([(await put('/bob', text(50_000))).status, (await put('/ann', text(3_100_000))).status]).toEqual([
    200, 503,
  ]);
  free = 0;
  const refused = await put('/bob', text(60_000));
  expect([refused.status, await refused.json()]).toEqual([503, { error: 'The database is full.' }]);
  expect((await put('/ann', text(1_000_000))).status).toBe(200);
  expect(server.complaints).toContainEqual(expect.stringMatching(/^the disk of the data is nearly full; /));
});

test('an account is told what it stores and may store before it is refused', async () => {
  await put('/ann', { a: text(1_000_000) });
  const response = await fetch(`${server.url}/.info/storage.json?auth=${tokenOf('ann')}`);
  const { stores, mayStore } = (await response.json()) as { stores: number; mayStore: number };
  expect(mayStore).toBe(SHARE_BYTES);
  expect(Math.round(stores / 100_000)).toBe(10);
  expect((await fetch(`${server.url}/.info/storage.json`)).status).toBe(401);
});

test('half messages end the connections that hold most; small requests are served', async () => {
  const sockets = await Promise.all(Array.from({ length: 6 }, () => RawClient.open(server.host)));
  const ended = sockets.map(socket => socket.closed());
  const frame = text(16_384);
  for (const { socket } of sockets) {
    socket.send('400');
    for (let sent = 0; sent < 200; sent += 1) socket.send(frame);
  }
  await Promise.race(ended);
  const honest = await RawClient.open(server.host);
  expect((await honest.ask('p', { p: '/a', d: 1 })).s).toBe('ok');
  expect(server.complaints[0]).toBe('a connection was ended, the budget for unfinished requests is used up');
  await Promise.all([...sockets, honest].map(socket => socket.close()));
});

test('half bodies are refused when they are too many, and small requests are served', async () => {
  const half = (): Promise<number | undefined> =>
    new Promise(done => {
      const sent = request(`${server.url}/a.json`, { method: 'PUT' }, answer => done(answer.statusCode));
      sent.on('error', () => done(undefined)).write(' '.repeat(3_000_000));
      open.push(sent);
    });
  const open: ClientRequest[] = [];
  expect(await Promise.race(Array.from({ length: 4 }, half))).toBe(503);
  expect((await put('/a', 1)).status).toBe(200);
  expect(server.complaints[0]).toBe('a request was refused, the budget for unfinished requests is used up');
  for (const sent of open) sent.destroy();
});

test('a listen may not be longer than a path and a query are', async () => {
  const socket = await RawClient.open(server.host);
  const query = { i: 'n', sp: text(LIMIT.listenCharacters) };
  expect((await socket.ask('q', { p: '/a', h: '', t: 1, q: query })).s).toBe('too_big');
  expect((await socket.ask('o', { p: '/a', d: text(LIMIT.disconnectBytes) })).s).toBe('too_big');
  await socket.close();
});

test('what is listened to has an end, and the connection that listens to most is ended', async () => {
  const greedy = await RawClient.open(server.host);
  const honest = await RawClient.open(server.host);
  expect((await honest.ask('q', { p: '/a', h: '' })).s).toBe('ok');
  const ended = greedy.closed();
  const bound = text(20_000);
  for (let tag = 0; tag < 100; tag += 1)
    void greedy.ask('q', { p: '/a', h: '', t: tag, q: { i: 'n', sp: `${tag}${bound}` } });
  await ended;
  expect(server.complaints).toEqual(['a connection was ended, the budget for listens is used up']);
  expect((await honest.ask('p', { p: '/a', d: 1 })).s).toBe('ok');
  expect(honest.pushes).toEqual([['d', { p: 'a', d: 1 }]]);
  await honest.close();
});

test('listens deep down count for the places that they make on their way', async () => {
  const greedy = await RawClient.open(server.host);
  const ended = greedy.closed();
  const below = Array.from({ length: 31 }, () => 'd').join('/');
  for (let tag = 0; tag < 200; tag += 1) void greedy.ask('q', { p: `/n${tag}/${below}`, h: '', t: tag });
  await ended;
  expect(server.complaints).toEqual(['a connection was ended, the budget for listens is used up']);
});

test('event streams count towards what is listened to, and the largest is ended', async () => {
  const path = Array.from({ length: 14 }, () => 'd'.repeat(700)).join('/');
  const open = () => fetch(`${server.url}/${path}.json`, { headers: { Accept: 'text/event-stream' } });
  const answers = await Promise.all(Array.from({ length: 90 }, open));
  expect(server.complaints).toContain('an event stream was ended, the budget for listens is used up');
  for (const { body } of answers) await body?.cancel();
  expect((await put('/a', 1)).status).toBe(200);
});

test('a body counts for the values that it is read into, not for its characters alone', async () => {
  const many = JSON.stringify(Array.from({ length: 15_000 }, () => 1));
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      fetch(`${server.url}/u${index}.json?print=silent`, { method: 'PUT', body: many }),
    ),
  );
  const statuses = new Set(answers.map(({ status }) => status));
  expect([...statuses].sort()).toEqual([204, 503]);
  expect(server.complaints).toContain('a request was refused, the budget for unfinished requests is used up');
});

describe('answers that are not read', () => {
  const uids = ['ann', 'bob', 'cleo'];
  const whole = async (uid: string) => (await (await fetch(`${server.url}/${uid}.json`)).text()).length;
  /** Sends a request and never reads; `closed` resolves when the server has closed the connection. */
  const unread = (head: string) => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.write(`${head} HTTP/1.1\r\nHost: ${server.host}\r\nContent-Length: 1\r\n`);
    socket.write('If-Match: x\r\n\r\n1');
    socket.pause();
    return { socket, closed: new Promise(done => socket.on('error', done).on('close', done)) };
  };
  beforeEach(async () => {
    await server.close();
    server = await startDatabaseServer({ heapBytes: HEAP, shareOf: () => 2 * MOST_BYTES });
    for (const uid of uids)
      for (const key of ['a', 'b']) await put(`/${uid}/${key}`, { c: text(3e6), d: text(3e6) });
  });

  test.each(['GET', 'PUT'])('of %s the largest is ended, and its memory is free again', async method => {
    const all = uids.map(uid => unread(`${method} /${uid}.json`));
    await until(() => server.complaints.length > 0);
    expect(server.complaints).toContain('an answer was ended, the budget for answers is used up');
    await Promise.race(all.map(({ socket, closed }) => (socket.resume(), closed)));
    for (const { socket } of all) socket.destroy();
    const lengths = [];
    for (const uid of uids) lengths.push(await whole(uid));
    expect(lengths.every(length => length > 12e6)).toBe(true);
  });
});
