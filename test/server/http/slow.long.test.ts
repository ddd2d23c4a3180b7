import { once } from 'node:events';
import { connect } from 'node:net';
import { ask } from '../../support/clients/http';
import { signUp } from '../../support/clients/identity';
import { startHere, type ServerHere } from '../../support/server/serverHere';

/** Milliseconds: 60 s for a request, and 5 s until the HTTP server looks again. */
const TIMEOUT_MS = 100_000;

let server: ServerHere;
beforeAll(async () => (server = await startHere()));
afterAll(() => server.stop());

test(
  'A body that does not arrive within a minute is refused and leaves nothing',
  async () => {
    const { localId, idToken } = await signUp(server.url, 'slow@example.com');
    const path = `/${localId}/ext/settings/theme.json?auth=${idToken}`;
    const socket = connect(server.port, '127.0.0.1');
    socket.write(`PUT ${path} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Length: 6\r\n\r\n"dar`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1.1 408 /);
    await once(socket, 'close');
    expect((await ask(`${server.url}${path}`)).body).toBe('null');
  },
  TIMEOUT_MS,
);

test(
  'A request whose headers do not arrive is refused',
  async () => {
    const socket = connect(server.port, '127.0.0.1');
    socket.write('GET /healthz HTTP/1.1\r\nHost: ');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1.1 408 /);
    socket.destroy();
  },
  TIMEOUT_MS,
);
