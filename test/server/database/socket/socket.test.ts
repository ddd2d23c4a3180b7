/** The socket protocol, frame by frame, for requests that the SDK cannot send and answers that it hides. */
import { createHash } from 'node:crypto';
import { WebSocket } from 'ws';
import { LIMIT } from '../../../../server/database/holding/limits';
import type { Rules } from '../../../../server/lib/types';
import {
  OPEN_RULES,
  OWNER_RULES,
  startDatabaseServer,
  tokenOf,
  type TestServer,
} from '../../../support/server/databaseServer';
import { RawClient } from '../../../support/clients/rawClient';

let server: TestServer;
let rules: Rules = OPEN_RULES;
let isFull = false;
/** The server's time where it stands still. */
let now: number | null = null;
const clients: RawClient[] = [];
const client = async (params?: string) => {
  const opened = await RawClient.open(server.host, params);
  clients.push(opened);
  return opened;
};
const put = (path: string, value: unknown) =>
  fetch(`${server.url}${path}.json`, { method: 'PUT', body: JSON.stringify(value) });
const get = async (path: string) => (await fetch(`${server.url}${path}.json`)).json();

beforeAll(async () => {
  server = await startDatabaseServer({
    rules: () => rules,
    clock: () => now ?? Date.now(),
    names: ['main', 'other'],
    store: { fault: () => (isFull ? new Error('No space left on device') : null) },
  });
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map(connection => connection.close()));
  [rules, isFull, now] = [OPEN_RULES, false, null];
  await fetch(`${server.url}/.json`, { method: 'DELETE' });
  expect(server.complaints).toEqual([]);
});
afterAll(() => server.close());

const ok = (d: unknown = '') => ({ s: 'ok', d });

test('the server greets first, with the host that was asked and a session of its own', async () => {
  const [a, b] = [await client(), await client()];
  const hello = a.messages[0]!;
  expect(hello).toEqual({
    t: 'c',
    d: {
      t: 'h',
      d: { ts: expect.any(Number), v: '5', h: server.host, s: expect.stringMatching(/^[0-9a-f]{32}$/) },
    },
  });
  expect((b.messages[0]!.d.d as { s: string }).s).not.toBe((hello.d.d as { s: string }).s);
});

test('a ping is answered with a pong that has its data, a keep-alive with nothing', async () => {
  const connection = await client();
  connection.send('0');
  connection.send('{"t":"c","d":{"t":"p","d":{}}}');
  await connection.until(({ d }) => d.t === 'o');
  expect(connection.messages.slice(1)).toEqual([{ t: 'c', d: { t: 'o', d: null } }]);
});

test('every request is answered: statistics, app check, unlisten, and unknown ones', async () => {
  const connection = await client();
  expect(await connection.ask('s', { c: { 'sdk.js.12': 1 } })).toEqual(ok());
  expect(await connection.ask('appcheck', { token: 'x' })).toEqual(ok());
  expect(await connection.ask('unappeck', {})).toEqual(ok());
  expect(await connection.ask('n', { p: '/a' })).toEqual(ok());
  expect(await connection.ask('unauth', {})).toEqual(ok());
  expect((await connection.ask('toString', {})).s).toBe('invalid_action');
  expect((await connection.ask('p', { p: 'a.b', d: 1 })).s).toBe('invalid_path');
  expect((await connection.ask('p', { d: 1 })).s).toBe('invalid_path');
  expect((await connection.ask('q', { p: '/a', q: { l: -1 } })).s).toBe('invalid_query');
  expect((await connection.ask('p', { p: '/.info/connected', d: 1 })).s).toBe('permission_denied');
  expect((await connection.ask('q', { p: '/.info/connected', h: '' })).s).toBe('permission_denied');
});

test('a listener gets the data, then the answer; nothing when it has it already', async () => {
  await put('/a', { x: 1 });
  const connection = await client();
  expect(await connection.ask('q', { p: '/a', h: '' })).toEqual(ok({}));
  expect(connection.messages.slice(1)).toEqual([
    { t: 'd', d: { a: 'd', b: { p: 'a', d: { x: 1 } } } },
    { t: 'd', d: { r: 1, b: ok({}) } },
  ]);
  const leaf = createHash('sha1').update('number:3ff0000000000000').digest('base64');
  const hash = createHash('sha1').update(`:x:${leaf}`).digest('base64');
  const two = await client();
  await two.ask('q', { p: '/a', h: hash });
  await two.ask('q', { p: '/nothing', h: '' });
  expect(two.pushes).toEqual([]);
  await two.ask('q', { p: '/gone', h: hash });
  expect(two.pushes).toEqual([['d', { p: 'gone', d: null }]]);
});

test('a writer hears its own write before the answer to it', async () => {
  const connection = await client();
  await connection.ask('q', { p: '/a', h: '' });
  await connection.ask('p', { p: '/a/b', d: 1 });
  await connection.ask('m', { p: '/', d: { 'a/c': 2, 'a/d': 3, elsewhere: 4 } });
  expect(connection.messages.slice(2)).toEqual([
    { t: 'd', d: { a: 'd', b: { p: 'a/b', d: 1 } } },
    { t: 'd', d: { r: 2, b: ok() } },
    { t: 'd', d: { a: 'm', b: { p: 'a', d: { c: 2, d: 3 } } } },
    { t: 'd', d: { r: 3, b: ok() } },
  ]);
});

test('what is read after a write on the same connection has the write', async () => {
  const connection = await client();
  const answers = await Promise.all([
    connection.ask('p', { p: '/n', d: 1 }),
    connection.ask('p', { p: '/n', d: { '.sv': { increment: 1 } } }),
    connection.ask('g', { p: '/n', q: {} }),
    connection.ask('p', { p: '/n', d: 5 }),
    connection.ask('g', { p: '/n', q: {} }),
  ]);
  expect(answers.map(({ d }) => d)).toEqual(['', '', 2, '', 5]);
  expect(connection.messages.slice(1).map(({ d }) => d.r)).toEqual([1, 2, 3, 4, 5]);
});

test('a write that never reached the disk was never seen, nor what was built on it', async () => {
  const [writer, reader] = [await client(), await client()];
  await writer.ask('p', { p: '/a', d: 'old' });
  await reader.ask('q', { p: '/', h: '' });
  isFull = true;
  const denied = await Promise.all([
    writer.ask('p', { p: '/a', d: 'lost' }),
    writer.ask('p', { p: '/b', d: 'lost' }),
    writer.ask('p', { p: '/a', d: 'too', h: hashOfText('lost') }),
  ]);
  expect(denied.map(({ s }) => s)).toEqual(['unavailable', 'unavailable', 'unavailable']);
  expect(server.complaints.splice(0)[0]).toMatch(
    /^writes were refused because the disk failed: .*"unavailable"/,
  );
  isFull = false;
  expect(await writer.ask('p', { p: '/c', d: 'new', h: '' })).toEqual(ok());
  expect((await reader.ask('g', { p: '/', q: {} })).d).toEqual({ a: 'old', c: 'new' });
  expect(reader.pushes).toEqual([
    ['d', { p: '', d: { a: 'old' } }],
    ['d', { p: 'c', d: 'new' }],
  ]);
});
const hashOfText = (text: string) => createHash('sha1').update(`string:${text}`).digest('base64');

test('a transaction on what has changed is stale, unless the rules refuse it first', async () => {
  const connection = await client();
  await connection.ask('p', { p: '/a', d: 'x' });
  expect((await connection.ask('p', { p: '/a', d: 'y', h: '' })).s).toBe('datastale');
  expect((await connection.ask('p', { p: '/a', d: 'y', h: hashOfText('x') })).s).toBe('ok');
  rules = { ...OPEN_RULES, canWrite: () => false };
  expect((await connection.ask('p', { p: '/a', d: 'z', h: '' })).s).toBe('permission_denied');
});

test('rules are asked about the state that a write will really meet', async () => {
  rules = { ...OPEN_RULES, canWrite: ({ root, newRoot }) => root.isEmpty || newRoot.isEmpty };
  const [a, b] = [await client(), await client()];
  const answers = await Promise.all([
    a.ask('p', { p: '/x', d: 1 }),
    b.ask('p', { p: '/x', d: 2 }),
    a.ask('p', { p: '/x', d: 3 }),
  ]);
  expect(answers.map(({ s }) => s).sort()).toEqual(['ok', 'permission_denied', 'permission_denied']);
});

test('a tagged window is told by its tag, with what came and what left', async () => {
  await put('/s', { a: 1, b: 2, c: 3 });
  const connection = await client();
  const q = { i: '.value', l: 2, vf: 'r' };
  await connection.ask('q', { p: '/s', q, t: 7, h: '' });
  await connection.ask('p', { p: '/s/d', d: 9 });
  await connection.ask('p', { p: '/s/a', d: 0 });
  await connection.ask('p', { p: '/s', d: null });
  await connection.ask('n', { p: '/s', q, t: 7 });
  await connection.ask('p', { p: '/s/z', d: 1 });
  expect(connection.pushes).toEqual([
    ['d', { p: 's', d: { b: 2, c: 3 }, t: 7 }],
    ['m', { p: 's', d: { d: 9, b: null }, t: 7 }],
    ['d', { p: 's', d: null, t: 7 }],
  ]);
});

test('a query that the rules do not index is served with a warning', async () => {
  rules = { ...OPEN_RULES, isIndexed: (_, child) => child === 'good' };
  const connection = await client();
  expect(await connection.ask('q', { p: '/s', q: { i: 'bad', l: 1 }, t: 1, h: '' })).toEqual(
    ok({ w: ['no_index'] }),
  );
  expect(await connection.ask('q', { p: '/s', q: { i: 'good', l: 1 }, t: 2, h: '' })).toEqual(ok({}));
  expect(await connection.ask('q', { p: '/s', q: { i: '.key', l: 1 }, t: 3, h: '' })).toEqual(ok({}));
});

test('a multi-path update with a priority in it is seen as one', async () => {
  await put('/a', { b: 1, c: 2 });
  const connection = await client();
  await connection.ask('q', { p: '/a', h: '' });
  await connection.ask('m', { p: '/a', d: { 'b/.priority': 5, c: 3 } });
  expect(connection.pushes.slice(1)).toEqual([
    ['d', { p: 'a', d: { b: { '.value': 1, '.priority': 5 }, c: 3 } }],
  ]);
});

test('each connection is who its token says, and no more', async () => {
  rules = OWNER_RULES;
  const connection = await client();
  expect((await connection.ask('p', { p: '/ann', d: 1 })).s).toBe('permission_denied');
  expect(await connection.ask('auth', { cred: tokenOf('ann') })).toEqual(ok({ auth: { sub: 'ann' } }));
  expect((await connection.ask('p', { p: '/ann', d: 1 })).s).toBe('ok');
  expect((await connection.ask('p', { p: '/bob', d: 1 })).s).toBe('permission_denied');
  expect((await connection.ask('auth', { cred: 'a.b.c' })).s).toBe('invalid_token');
  expect((await connection.ask('auth', { cred: tokenOf('ann', 1) })).s).toBe('expired_token');
  expect((await connection.ask('gauth', { cred: 'owner' })).s).toBe('invalid_token');
  expect((await connection.ask('auth', { cred: tokenOf('bob'), authvar: { uid: 'ann' } })).s).toBe('ok');
  expect((await connection.ask('g', { p: '/ann', q: {} })).d).toBe('Permission denied');
});

test('when the user changes, listens that it may not have are cancelled', async () => {
  rules = OWNER_RULES;
  const connection = await client();
  await connection.ask('auth', { cred: tokenOf('ann') });
  const q = { i: '.key', l: 1, vf: 'l' };
  await connection.ask('q', { p: '/ann/list', q, t: 1, h: '' });
  await connection.ask('q', { p: '/ann', h: '' });
  await connection.ask('q', { p: '/open', h: '' });
  await connection.ask('unauth', {});
  expect(connection.pushes).toEqual([
    ['c', { p: 'ann/list', q: [q] }],
    ['c', { p: 'ann' }],
  ]);
  await put(`/open/x`, 1);
  await fetch(`${server.url}/ann.json?auth=${tokenOf('ann')}`, { method: 'PUT', body: '2' });
  await connection.ask('s', {});
  expect(connection.pushes.slice(2)).toEqual([['d', { p: 'open/x', d: 1 }]]);
});

test('when its token ends, a connection is told before its listens are cancelled', async () => {
  rules = OWNER_RULES;
  const connection = await client();
  now = Date.now();
  expect((await connection.ask('auth', { cred: tokenOf('ann', now + 40) })).s).toBe('ok');
  await connection.ask('q', { p: '/ann', h: '' });
  now += 40;
  await connection.until(({ d }) => d.a === 'c');
  expect(connection.pushes).toEqual([
    ['ac', { s: 'expired_token', d: 'Auth token is expired' }],
    ['c', { p: 'ann' }],
  ]);
  expect((await connection.ask('p', { p: '/ann', d: 1 })).s).toBe('permission_denied');
});

test('a revoked user’s connections lose their identity at once, others keep theirs', async () => {
  rules = OWNER_RULES;
  const [eve, bob] = [await client(), await client()];
  await eve.ask('auth', { cred: tokenOf('eve') });
  await bob.ask('auth', { cred: tokenOf('bob') });
  server.tokens.revoke('eve');
  await eve.until(({ d }) => d.a === 'ac');
  expect((await eve.ask('p', { p: '/eve', d: 1 })).s).toBe('permission_denied');
  expect((await bob.ask('p', { p: '/bob', d: 1 })).s).toBe('ok');
  expect(eve.pushes).toEqual([['ac', { s: 'invalid_token', d: 'The token was revoked' }]]);
});

test('when the rules change, what they no longer allow is cancelled', async () => {
  const connection = await client();
  await connection.ask('q', { p: '/a', h: '' });
  rules = { ...OPEN_RULES, canRead: () => false };
  server.databases.rulesChanged();
  await connection.until(({ d }) => d.a === 'c');
});

test('a database is chosen by ns, and one that does not exist is refused', async () => {
  const other = await client('ns=other');
  await other.ask('p', { p: '/a', d: 'other' });
  expect(await get('/a')).toBeNull();
  const socket = new WebSocket(`ws://${server.host}/.ws?v=5&ns=missing`);
  expect(await new Promise(done => socket.once('close', done))).toBe(1008);
});

const longText = 'x'.repeat(LIMIT.writeBytes + 1);
test('a write of more than 8 MB is too big, and the connection goes on', async () => {
  const connection = await client();
  const message = JSON.stringify({ t: 'd', d: { r: 99, a: 'p', b: { p: '/a', d: longText } } });
  const pieces = message.match(/.{1,16384}/g)!;
  connection.send(String(pieces.length));
  for (const piece of pieces) connection.send(piece);
  const answer = await connection.until(({ d }) => d.r === 99);
  expect(answer.d.b).toMatchObject({ s: 'too_big' });
  expect((await connection.ask('p', { p: '/a', d: 1 })).s).toBe('ok');
});

test.each([
  ['what is not JSON', ['{']],
  ['what is not a request', ['{"t":"d","d":{"a":"p"}}']],
  ['a request without an action', ['{"t":"d","d":{"r":1,"b":{}}}']],
  ['a list', ['[1]']],
  ['more frames than any message has', ['999999']],
  ['a message longer than any may be', ['1000', ...Array<string>(1025).fill('x'.repeat(16384))]],
])('%s ends the connection', async (_, frames) => {
  const connection = await client();
  const closed = connection.closed();
  for (const frame of frames) connection.send(frame);
  expect(await closed).toBe(1008);
});

test('listens and operations for the disconnect have an end', async () => {
  const connection = await client();
  const listens = Array.from({ length: LIMIT.listensPerConnection + 1 }, (_, index) =>
    connection.ask('q', { p: `/l/${index}`, h: '' }),
  );
  expect((await Promise.all(listens)).map(({ s }) => s).filter(s => s !== 'ok')).toEqual(['too_big']);
  const writes = Array.from({ length: LIMIT.disconnectsPerConnection + 1 }, (_, index) =>
    connection.ask('o', { p: `/d/${index}`, d: 1 }),
  );
  expect((await Promise.all(writes)).map(({ s }) => s).filter(s => s !== 'ok')).toEqual(['too_big']);
});

test('a message that is split between two characters arrives whole, in both directions', async () => {
  const text = '😀'.repeat(30_000);
  const connection = await client();
  const message = [...JSON.stringify({ t: 'd', d: { r: 1000, a: 'p', b: { p: '/a', d: text } } })];
  connection.send(String(Math.ceil(message.length / 8000)));
  for (let from = 0; from < message.length; from += 8000)
    connection.send(message.slice(from, from + 8000).join(''));
  await connection.until(({ d }) => d.r === 1000);
  expect((await connection.ask('g', { p: '/a', q: {} })).d).toBe(text);
});
