/** A request never ends the process: a failure in a timer, stream or socket ends only that. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { ask } from '../../support/clients/http';
import { startServer, type TestServer } from '../../support/server/server';

let server: TestServer;
beforeAll(async () => (server = await startServer()));
afterAll(() => server.stop());

const wait = (ms: number) => new Promise(done => setTimeout(done, ms));

async function isServing(): Promise<void> {
  expect((await ask(`${server.url}/healthz`)).body).toBe('ok');
  expect(server.log()).not.toMatch(/"level":[56]0/);
}

test('a socket of an unknown database that sends no frames ends alone', async () => {
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => undefined);
  const head = [
    'GET /.ws?v=5&ns=nobody HTTP/1.1',
    `Host: 127.0.0.1:${server.port}`,
    ...['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'],
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await once(socket, 'data');
  socket.write(Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff]));
  await once(socket.resume(), 'close');
  await isServing();
});

test.each(['/.ws?ns=%', '/.ws?%00', '//.ws', '/.ws/../..//', 'http://[/.ws', '*'])(
  'an upgrade of %s is answered',
  async path => {
    const socket = connect(server.port, '127.0.0.1').on('error', () => undefined);
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    );
    socket.end();
    await once(socket.resume(), 'close');
    await isServing();
  },
);

test.each(['/open/x.json', '/v1/accounts:signUp?key=k', '/__/auth/action', '/.lp'])(
  'who leaves in the middle of a body of %s leaves no error in the log',
  async path => {
    for (const framing of ['Content-Length: 500', 'Transfer-Encoding: chunked']) {
      const socket = connect(server.port, '127.0.0.1').on('error', () => undefined);
      socket.write(`POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n${framing}\r\n\r\n5\r\n"abc`);
      await wait(100);
      socket.destroy();
      await wait(100);
    }
    await isServing();
  },
);

test('an error that no part handled is told to the operator, and the process goes on', async () => {
  server.plantErrors();
  while (!server.log().includes('a planted error')) await wait(20);
  expect(server.log().match(/a bug: no part handled this error/g)).toHaveLength(2);
  expect((await ask(`${server.url}/healthz`)).body).toBe('ok');
  await server.restart();
});
