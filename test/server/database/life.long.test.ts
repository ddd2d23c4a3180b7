/** The life of connections: keepalives, readers that do not read, long polling, and the server's own end. */
import { runInNewContext } from 'node:vm';
import { LIMIT } from '../../../server/database/holding/limits';
import { startDatabaseServer, type TestServer } from '../../support/server/databaseServer';
import { RawClient } from '../../support/clients/rawClient';

const REAL = [
  'Date',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setTimeout',
  'clearTimeout',
] as const;
let server: TestServer;
beforeEach(async () => {
  // Fakes intervals only, because the heartbeat is the only one.
  jest.useFakeTimers({ doNotFake: [...REAL] });
  server = await startDatabaseServer();
});
afterEach(async () => {
  await server.close();
  jest.useRealTimers();
});

test('a connection without a sign of life between two heartbeats is ended', async () => {
  const [dead, alive] = [await RawClient.open(server.host), await RawClient.open(server.host)];
  dead.socket.pause();
  const closed = new Promise(done => dead.socket.once('close', done));
  const pinged = new Promise(done => alive.socket.once('ping', done));
  jest.advanceTimersByTime(LIMIT.heartbeatMs);
  await pinged;
  await alive.ask('s', {});
  jest.advanceTimersByTime(LIMIT.heartbeatMs);
  dead.socket.resume();
  await closed;
  expect((await alive.ask('s', {})).s).toBe('ok');
  await alive.close();
});

test('a message whose frames do not all arrive in time ends its connection', async () => {
  jest.useRealTimers();
  jest.useFakeTimers({ doNotFake: REAL.filter(name => !name.endsWith('Timeout')) });
  const [quick, slow] = [await RawClient.open(server.host), await RawClient.open(server.host)];
  const timers = jest.getTimerCount();
  const begin = (client: RawClient) => ['2', '{"t":"c",'].forEach(frame => client.send(frame));
  const hasTimers = async (count: number) => {
    while (jest.getTimerCount() !== timers + count) await new Promise(setImmediate);
  };
  [quick, slow].forEach(begin);
  await hasTimers(2);
  quick.send('"d":{"t":"p","d":{}}}');
  await hasTimers(1);
  const closed = slow.closed();
  jest.advanceTimersByTime(LIMIT.arrivalMs);
  await closed;
  expect((await quick.ask('s', {})).s).toBe('ok');
  await quick.close();
});

test('more requests than may wait are answered all the same, in their order', async () => {
  const connection = await RawClient.open(server.host);
  const count = LIMIT.pendingRequests * 3;
  const answers = Array.from({ length: count }, (_, index) =>
    index % 5 === 0 ? connection.ask('g', { p: '/n', q: {} }) : connection.ask('p', { p: '/n', d: index }),
  );
  await Promise.all(answers);
  const numbers = connection.messages.slice(1).map(({ d }) => d.r);
  expect(numbers).toEqual(Array.from({ length: count }, (_, index) => index + 1));
  await connection.close();
});

test('closing answers what is under way, and it is there afterwards', async () => {
  const connection = await RawClient.open(server.host);
  const answers = Array.from({ length: 50 }, (_, index) =>
    connection.ask('p', { p: `/k/${index}`, d: index }),
  );
  await answers[0];
  const closed = new Promise(done => connection.socket.once('close', done));
  await server.close({ keep: true });
  await closed;
  const answered = connection.messages.filter(({ d }) => d.r !== undefined).length;
  server = await startDatabaseServer({ folder: server.folder });
  const kept = (await (await fetch(`${server.url}/k.json?shallow=true`)).json()) as object;
  expect(Object.keys(kept).length).toBeGreaterThanOrEqual(answered);
  expect(answered).toBeGreaterThan(0);
});

test('a browser that fell back to long polling is told to forget it and try again', async () => {
  const response = await fetch(`${server.url}/.lp?start=t&ser=1&cb=7&v=5&ns=main`);
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  const [removed, commands]: string[][] = [[], []];
  const parent = {
    localStorage: { removeItem: (key: string) => removed!.push(key) },
    window: { pLPCommand7: (command: string) => commands!.push(command) },
  };
  runInNewContext(await response.text(), { parent });
  expect(removed).toEqual(['firebase:previous_websocket_failure']);
  expect(commands).toEqual(['close']);
});

test.each(['cb=alert(1)', 'cb=', 'cb=7%27%5D', 'id=1&pw=2'])(
  'long polling with %s runs nothing',
  async params => {
    const response = await fetch(`${server.url}/.lp?start=t&${params}`);
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  },
);
