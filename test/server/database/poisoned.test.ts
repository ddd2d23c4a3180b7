/** The failure of one connection does not end the process, other connections, or a revocation. */
import { EventEmitter, once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import {
  OWNER_RULES,
  startDatabaseServer,
  tokenOf,
  type TestServer,
} from '../../support/server/databaseServer';
import { RawClient } from '../../support/clients/rawClient';

let server: TestServer;
beforeEach(async () => (server = await startDatabaseServer({ rules: () => OWNER_RULES })));
afterEach(() => server.close());

/** A socket whose sending fails on demand. */
class BreakingSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  breaks = false;
  readonly sent: string[] = [];

  send(frame: Buffer): void {
    if (this.breaks) throw new RangeError('the wire broke');
    this.sent.push(String(frame));
    this.emit('sent');
  }
  async ask(action: string, body: object): Promise<void> {
    const count = this.sent.length;
    this.emit('message', Buffer.from(JSON.stringify({ t: 'd', d: { r: count, a: action, b: body } })), false);
    while (!this.sent.some(text => text.includes(`"r":${count}`))) await once(this, 'sent');
  }
  close = () => this.terminate();
  terminate(): void {
    this.readyState = 3;
    this.emit('close');
  }
  ping(): void {}
  pause(): void {}
  resume(): void {}
}

function connectBreaking(): BreakingSocket {
  const socket = new BreakingSocket();
  const request = { url: '/.ws?v=5&ns=main' } as IncomingMessage;
  server.databases.acceptSocket(socket as unknown as WebSocket, request, server.host);
  return socket;
}

async function ann(): Promise<RawClient> {
  const client = await RawClient.open(server.host);
  await client.ask('auth', { cred: tokenOf('ann') });
  return client;
}

test('a write reaches every listener when one can not be told, and that one is ended', async () => {
  const broken = connectBreaking();
  await broken.ask('q', { p: '/open', h: '' });
  const [other, writer] = [await ann(), await ann()];
  await other.ask('q', { p: '/open', h: '' });
  broken.breaks = true;
  expect((await writer.ask('p', { p: '/open/a', d: 1 })).s).toBe('ok');
  await other.until(({ d }) => d.a === 'd');
  expect(broken.readyState).toBe(3);
  expect(server.complaints).toEqual([expect.stringContaining('a database connection failed')]);
});

test('a revocation ends all connections’ listens, also when one can not be told', async () => {
  const broken = connectBreaking();
  await broken.ask('auth', { cred: tokenOf('ann') });
  await broken.ask('q', { p: '/ann', h: '' });
  const other = await ann();
  await other.ask('q', { p: '/ann', h: '' });
  const stream = await fetch(`${server.url}/ann.json?auth=${tokenOf('ann')}`, {
    headers: { accept: 'text/event-stream' },
  });
  broken.breaks = true;
  server.tokens.revoke('ann');
  await other.until(({ d }) => d.a === 'c');
  expect(await stream.text()).toContain('event: auth_revoked');
  expect(broken.readyState).toBe(3);
  expect((await other.ask('g', { p: '/ann', q: {} })).s).toBe('permission_denied');
});

test('new rules are asked for every connection, also when one can not be told', async () => {
  let isClosed = false;
  await server.close();
  const rules = { ...OWNER_RULES, canRead: () => !isClosed };
  server = await startDatabaseServer({ rules: () => rules });
  const broken = connectBreaking();
  await broken.ask('q', { p: '/open', h: '' });
  const other = await ann();
  await other.ask('q', { p: '/open', h: '' });
  broken.breaks = true;
  isClosed = true;
  server.databases.rulesChanged();
  await other.until(({ d }) => d.a === 'c');
});

test('rules that throw deny, and the listens of others go on', async () => {
  let breaks = false;
  await server.close();
  const canRead: typeof OWNER_RULES.canRead = ({ path }) => {
    if (breaks && path[0] === 'bad') throw new RangeError('too deep');
    return true;
  };
  server = await startDatabaseServer({ rules: () => ({ ...OWNER_RULES, canRead }) });
  const client = await ann();
  await client.ask('q', { p: '/bad', h: '' });
  await client.ask('q', { p: '/open', h: '' });
  breaks = true;
  server.databases.rulesChanged();
  const { d } = await client.until(message => message.d.a === 'c');
  expect(d.b).toEqual({ p: 'bad' });
  expect((await client.ask('p', { p: '/open', d: 1 })).s).toBe('ok');
  expect(client.pushes.at(-1)).toEqual(['d', { p: 'open', d: 1 }]);
});

test('a write that meets a bug is refused, and what waits behind it is answered', async () => {
  await server.close();
  const canWrite: typeof OWNER_RULES.canWrite = ({ writes }) => {
    if (writes[0]!.path[0] === 'bad') throw new RangeError('too deep');
    return true;
  };
  server = await startDatabaseServer({ rules: () => ({ ...OWNER_RULES, mayWrite: () => true, canWrite }) });
  const client = await ann();
  const answers = ['/open/a', '/bad', '/open/b'].map(p => client.ask('p', { p, d: 1 }));
  expect((await Promise.all(answers)).map(({ s }) => s)).toEqual(['ok', 'internal_error', 'ok']);
  expect((await fetch(`${server.url}/bad.json`, { method: 'PUT', body: '1' })).status).toBe(500);
});

test.each([
  { x: 1 },
  { i: '.key', x: [[[[]]]] },
  { i: 7 },
  { sin: 'yes', sp: 1 },
  { sn: 1 },
  { l: 0 },
  { l: 1.5 },
  { vf: 'x', l: 1 },
  { i: 'a/'.repeat(40) },
])('the query %j is refused', async query => {
  const client = await ann();
  for (const action of ['q', 'n', 'g'])
    expect((await client.ask(action, { p: '/ann', q: query as never, h: '' })).s).toBe('invalid_query');
});

test('a bound that is no finite number is refused', async () => {
  const client = await ann();
  client.send('{"t":"d","d":{"r":77,"a":"q","b":{"p":"/ann","q":{"sp":1e400},"h":""}}}');
  const { d } = await client.until(message => message.d.r === 77);
  expect(d.b).toMatchObject({ s: 'invalid_query' });
  const url = `${server.url}/open.json?orderBy="$priority"&startAt=1e400`;
  expect((await fetch(url)).status).toBe(400);
});
