/**
 * Checks before a request's body is read: whether the sender may write at all, and whether there is memory for the
 * body.
 */
import { connect } from 'node:net';
import { LIMIT } from '../../../server/database/holding/limits';
import { signUp, type SignedIn } from '../../support/clients/identity';
import { RawClient } from '../../support/clients/rawClient';
import { startHere, type ServerHere } from '../../support/server/serverHere';

let server: ServerHere;
let ann: SignedIn;
beforeAll(async () => {
  // Everybody may write any data in their own part, so that only the size can be refused.
  const own = 'auth != null && auth.uid === $uid';
  const rules = { rules: { $uid: { '.read': own, '.write': own } } };
  server = await startHere({ rules });
  ann = await signUp(server.url, 'ann@example.com');
});
afterAll(() => server.stop());

/** Sends the head of a request and the first bytes of a body that never ends; returns the status of the answer. */
function statusBeforeBody(method: string, path: string): Promise<number> {
  return new Promise((done, failed) => {
    const socket = connect(server.port, '127.0.0.1', () =>
      socket.write(
        `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Length: 7000000\r\n\r\n{"a":`,
      ),
    );
    socket.once('data', data => {
      socket.destroy();
      done(Number(/^HTTP\/1\.1 (\d+)/.exec(String(data))?.[1]));
    });
    socket.once('error', failed);
  });
}

const ask = (method: string, path: string, body: string, token = ann.idToken) =>
  fetch(`${server.url}${path}.json?auth=${token}`, { method, body });

test.each([
  ['PATCH', () => `/${ann.localId}.json`],
  ['PATCH', () => '/.json'],
  ['PUT', () => `/${ann.localId}/tasks/t1.json`],
  ['POST', () => `/${ann.localId}/tasks.json`],
  ['POST', () => '/.json'],
])('an anonymous %s is refused before its body has arrived', async (method, path) => {
  expect(await statusBeforeBody(method, path())).toBe(401);
});

test("a write to another's place is refused before its body has arrived", async () => {
  const bob = await signUp(server.url, 'bob@example.com');
  expect(await statusBeforeBody('PUT', `/${bob.localId}/notes.json?auth=${ann.idToken}`)).toBe(401);
});

const numbers = (count: number) => `[${'0,'.repeat(count - 1)}0]`;
const keys = (count: number) =>
  `{${Array.from({ length: count }, (_, index) => `"${index.toString(36)}":1`).join(',')}}`;

test.each([
  ['4,000,000 numbers', () => numbers(4_000_000)],
  ['800,000 keys', () => keys(800_000)],
  ['one value more than the limit', () => numbers(LIMIT.values)],
])('a body of %s is too big, and the server goes on', async (_, body) => {
  const text = body();
  for (const [method, path] of [
    ['PATCH', `/${ann.localId}`],
    ['PUT', `/${ann.localId}/ext/a`],
    ['POST', `/${ann.localId}/ext`],
  ] as const) {
    const answer = await ask(method, path, text);
    expect([answer.status, await answer.json()]).toEqual([
      413,
      { error: 'Data to write exceeds the maximum size that can be modified with a single request.' },
    ]);
  }
  expect((await ask('PUT', `/${ann.localId}/ext/a/b`, '1')).status).toBe(200);
});

test('a body that is nested too deeply is invalid, not a failure', async () => {
  const answer = await ask('PUT', `/${ann.localId}/ext`, '['.repeat(4_000_000));
  expect(answer.status).toBe(400);
});

test('escaped quotes and brackets in a string are not values', async () => {
  const text = '\\"[{,\\\\'.repeat(LIMIT.values);
  const answer = await ask('PUT', `/${ann.localId}/ext/a/b`, `"${text}"`);
  expect(answer.status).toBe(200);
});

test('the same limits hold for a socket, whose connection goes on', async () => {
  const connection = await RawClient.open(`127.0.0.1:${server.port}`, 'ns=daywall');
  await connection.ask('auth', { cred: ann.idToken });
  const send = (request: number, data: string) => {
    const text = `{"t":"d","d":{"r":${request},"a":"p","b":{"p":"/${ann.localId}/ext/a","d":${data}}}}`;
    const pieces = text.match(/.{1,16384}/g)!;
    for (const piece of [String(pieces.length), ...pieces]) connection.send(piece);
    return connection.until(({ d }) => d.r === request);
  };
  expect((await send(1001, numbers(1_000_000))).d.b).toMatchObject({ s: 'too_big' });
  expect((await send(1002, `${'['.repeat(5_000)}${']'.repeat(5_000)}`)).d.b).toMatchObject({
    s: 'invalid_data',
  });
  expect((await send(1003, '{"b":2}')).d.b).toMatchObject({ s: 'ok' });
  await connection.close();
});
