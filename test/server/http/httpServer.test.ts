import { connect } from 'node:net';
import { once } from 'node:events';
import { hostname, networkInterfaces } from 'node:os';
import { ask, askUpgrade } from '../../support/clients/http';
import { call, signUp } from '../../support/clients/identity';
import { startHere, type ServerHere } from '../../support/server/serverHere';

let server: ServerHere;
let proxied: ServerHere;
beforeAll(async () => {
  [server, proxied] = await Promise.all([
    startHere({ env: { LOG_LEVEL: 'debug' } }),
    startHere({
      env: {
        PUBLIC_URL: 'https://tasks.example',
        TRUST_PROXY: '1',
        ALLOWED_HOSTS: 'nas.local,nas:81',
        ALLOWED_ORIGINS: 'https://friend.example',
        DATABASE_INSTANCES: 'shard-a,shard-b',
        PROJECT_ID: 'my-tasks',
      },
    }),
  ]);
});
afterAll(() => Promise.all([server.stop(), proxied.stop()]));

/** The status of a GET with exactly these header lines. */
async function rawStatus(path: string, lines: readonly string[]): Promise<number> {
  const socket = connect(server.port, '127.0.0.1');
  socket.write([`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return Number(/^HTTP\/1.1 (\d+)/.exec(answer.toString())![1]);
}

describe('answers only to its own names, to requests and sockets alike', () => {
  test.each<[string, string, boolean]>([
    ['127.0.0.1 with its port', '127.0.0.1:PORT', true],
    ['localhost with its port', 'localhost:PORT', true],
    ['LOCALHOST with its port', 'LOCALHOST:PORT', true],
    ['[::1] with its port', '[::1]:PORT', true],
    ['localhost with another port', 'localhost:1', false],
    ['localhost without a port', 'localhost', false],
    ['a name that was bound to our address', 'evil.example:PORT', false],
    ['a name that begins like ours', 'localhost.evil.example:PORT', false],
  ])('%s', async (_name, host, taken) => {
    const headers = { host: host.replace('PORT', String(server.port)) };
    expect((await ask(`${server.url}/healthz`, { headers })).status).toBe(taken ? 200 : 421);
    expect((await askUpgrade(server.url, headers)).status).toBe(taken ? 101 : 421);
  });

  test.each<[string, number]>([
    ['http://evil.example', 421],
    ['HTTP://evil.example:PORT', 421],
    ['http://me@evil.example', 421],
    ['http://127.0.0.1:PORT@evil.example', 421],
    ['http://', 421],
    ['http://127.0.0.1:PORT', 200],
    ['http://LOCALHOST:PORT', 200],
  ])('a target that names %s, whatever the Host header says: %i', async (site, status) => {
    const port = String(server.port);
    for (const host of [`127.0.0.1:${port}`, 'evil.example'])
      expect(await rawStatus(`${site.replace('PORT', port)}/healthz`, [`Host: ${host}`])).toBe(status);
  });

  test.each(['host', 'origin'])('no request with two %s headers, on any path', async name => {
    const own = name === 'host' ? `127.0.0.1:${server.port}` : server.url;
    const host = `127.0.0.1:${server.port}`;
    for (const second of [own, 'evil.example']) {
      const headers = ['Host', host, ...(name === 'origin' ? ['Origin', own] : []), name, second];
      const lines = headers.flatMap((text, index) => (index % 2 ? [] : [`${text}: ${headers[index + 1]}`]));
      const socketLines = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
      const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
      expect(await rawStatus('/healthz', lines)).toBe(400);
      expect(await rawStatus('/.ws?v=5&ns=daywall', [...lines, ...socketLines, key])).toBe(400);
    }
  });

  test.each([
    ['tasks.example', 200],
    ['nas.local', 200],
    ['nas.local:8080', 200],
    ['nas:81', 200],
    ['nas:82', 421],
    ['friend.example', 421],
  ])('%s, as the operator says: %i', async (host, status) => {
    expect((await ask(`${proxied.url}/healthz`, { headers: { host } })).status).toBe(status);
  });
});

describe('lets only its own pages and allowed ones ask', () => {
  test.each<[string, string, boolean]>([
    ['its own page', 'http://127.0.0.1:PORT', true],
    ['another port', 'http://127.0.0.1:1', false],
    ['its own name over TLS', 'https://127.0.0.1:PORT', false],
    ['another site', 'https://evil.example', false],
    ['a page without an origin', 'null', false],
  ])('%s', async (_name, origin, taken) => {
    const headers = { origin: origin.replace('PORT', String(server.port)) };
    expect((await ask(`${server.url}/healthz`, { headers })).status).toBe(taken ? 200 : 403);
    expect((await askUpgrade(server.url, headers)).status).toBe(taken ? 101 : 403);
  });

  it('reads the answer from an allowed origin, after a preflight', async () => {
    const headers = { host: 'tasks.example', origin: 'https://friend.example' };
    const preflight = await ask(`${proxied.url}/x/tasks.json`, {
      method: 'OPTIONS',
      headers: {
        ...headers,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'if-match',
      },
    });
    expect(preflight).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': 'https://friend.example',
        'access-control-allow-methods': 'GET, PUT, POST, PATCH, DELETE',
        'access-control-allow-headers': 'if-match',
        vary: 'Origin',
      },
    });
    const answer = await ask(`${proxied.url}/healthz`, { headers });
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': 'https://friend.example',
      'access-control-expose-headers': 'ETag',
    });
  });

  it('knows its own page behind a TLS proxy', async () => {
    const from = (origin: string, headers = {}) =>
      ask(`${proxied.url}/healthz`, { headers: { host: 'tasks.example', origin, ...headers } });
    expect((await from('https://tasks.example')).status).toBe(200);
    expect((await from('http://tasks.example')).status).toBe(403);
    const secure = { host: 'nas.local', 'x-forwarded-proto': 'https' };
    expect((await from('https://nas.local', secure)).status).toBe(200);
    expect((await from('http://nas.local', secure)).status).toBe(403);
  });
});

describe('the configuration for the app', () => {
  it('names this server by the name it was asked by', async () => {
    const { headers, body } = await ask(`${server.url}/__/firebase/init.json`, {
      headers: { host: `localhost:${server.port}` },
    });
    expect(headers['cache-control']).toBe('no-cache');
    expect(JSON.parse(body)).toEqual({
      apiKey: 'daywall',
      authDomain: `localhost:${server.port}`,
      databaseURL: `http://localhost:${server.port}?ns=daywall`,
      projectId: 'daywall',
      appId: '1:1:web:daywall',
      emulated: { authUrl: `http://localhost:${server.port}` },
    });
  });

  it('writes the port out behind a proxy, since the SDK takes none for TLS', async () => {
    const { body } = await ask(`${proxied.url}/__/firebase/init.json`, {
      headers: { host: 'tasks.example' },
    });
    expect(JSON.parse(body)).toMatchObject({
      authDomain: 'tasks.example',
      databaseURL: 'https://tasks.example:443?ns=shard-a',
      projectId: 'my-tasks',
      emulated: { authUrl: 'https://tasks.example' },
    });
  });
});

describe('the list of databases', () => {
  it('is empty where there is one', async () => {
    const { status, headers, body } = await ask(`${server.url}/databases.json`);
    expect([status, headers['cache-control'], JSON.parse(body)]).toEqual([
      200,
      'no-cache',
      { databases: [] },
    ]);
  });

  it('names all of several, the first by the name that it has everywhere', async () => {
    const { body } = await ask(`${proxied.url}/databases.json`, { headers: { host: 'tasks.example' } });
    expect(JSON.parse(body)).toEqual({
      databases: [
        { name: 'first', url: 'https://tasks.example:443?ns=shard-a' },
        { name: 'shard-b', url: 'https://tasks.example:443?ns=shard-b' },
      ],
    });
  });

  it('is not a place of the database', async () => {
    const { status } = await ask(`${server.url}/databases.json`, { method: 'PUT' });
    expect(status).not.toBe(200);
  });
});

describe('every answer', () => {
  it.each(['/', '/healthz', '/x/tasks.json', '/nowhere.png', '/v1/projects?key=k'])(
    'to %s is guarded',
    async path => {
      const { headers } = await ask(server.url + path);
      expect(headers).toMatchObject({
        'content-security-policy':
          `default-src 'self'; script-src 'self'; style-src 'self'; worker-src 'self'; ` +
          `img-src 'self' data:; ` +
          `connect-src 'self' ws://127.0.0.1:${server.port}; object-src 'none'; base-uri 'none'; ` +
          "form-action 'self'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
      });
      expect(headers['strict-transport-security']).toBeUndefined();
    },
  );

  it('asks for TLS ever after where the site has it', async () => {
    const { headers } = await ask(`${proxied.url}/healthz`, { headers: { host: 'tasks.example' } });
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    expect(headers['content-security-policy']).toContain("connect-src 'self' wss://tasks.example;");
  });
});

describe('limits', () => {
  const padding = 'x'.repeat(70_000);

  it('refuses a long identity request, with a length or without', async () => {
    const body = JSON.stringify({ idToken: padding });
    const url = `${server.url}/v1/accounts:lookup?key=k`;
    expect((await ask(url, { method: 'POST', body })).status).toBe(413);
    const headers = { 'transfer-encoding': 'chunked' };
    expect((await ask(url, { method: 'POST', body, headers })).status).toBe(413);
  });

  it.each([
    ['an identity request for its length', 413, '/v1/accounts:lookup?key=k', 70_000],
    ['a write for its length', 413, '/x.json', 17 * 1024 * 1024],
    ['a write by a stranger before it has arrived', 401, '/x.json', 1024 * 1024],
    ['a method before its body has arrived', 405, '/', 1024 * 1024],
  ])('says that it closes the connection when it refuses %s', async (_, status, path, length) => {
    const { socket, answer } = put(path, length);
    expect(await answer).toContain(`HTTP/1.1 ${status} `);
    expect(await answer).toMatch(/^connection: close\r$/im);
    await once(socket, 'close');
  });

  it('says that it closes the connection when a write exceeds the database’s limit', async () => {
    const { localId, idToken } = await signUp(server.url, 'large@example.com');
    const { socket, answer } = put(`/${localId}/ext/a.json?auth=${idToken}`, 9 * 1024 * 1024);
    socket.write('x'.repeat(9 * 1024 * 1024 - 2));
    expect(await answer).toContain('HTTP/1.1 413 ');
    expect(await answer).toMatch(/^connection: close\r$/im);
    await once(socket, 'close');
  });

  /** Sends the head of a request and one byte of its body; resolves with the head of the answer. */
  function put(path: string, length: number) {
    const socket = connect(server.port, '127.0.0.1');
    const answer = new Promise<string>(done => {
      let text = '';
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        if (text.includes('\r\n\r\n')) done(text);
      });
    });
    socket.on('error', () => undefined);
    socket.write(
      `PUT ${path} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Length: ${length}\r\n\r\n"`,
    );
    return { socket, answer };
  }

  it('refuses long headers', async () => {
    expect((await ask(`${server.url}/healthz`, { headers: { 'x-long': 'x'.repeat(20_000) } })).status).toBe(
      431,
    );
  });

  it('refuses what is not HTTP, and stays up', async () => {
    const socket = connect(server.port, '127.0.0.1');
    socket.write('\x16\x03\x01 hello\r\n\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1.1 400 /);
    socket.destroy();
    expect((await ask(`${server.url}/healthz`)).body).toBe('ok');
  });

  it('refuses an address that asks too often, and connections beyond the limit', async () => {
    const small = await startHere({ env: { REQUESTS_PER_MINUTE: '5', MAX_CONNECTIONS_PER_ADDRESS: '2' } });
    const held = [connect(small.port, '127.0.0.1'), connect(small.port, '127.0.0.1')];
    await Promise.all(held.map(socket => once(socket, 'connect')));
    expect(await ask(`${small.url}/healthz`)).toMatchObject({
      status: 503,
      headers: { 'retry-after': '10' },
    });
    await Promise.all(held.map(socket => (socket.end(), once(socket, 'close'))));
    for (let i = 0; i < 5; i++) expect((await ask(`${small.url}/healthz`)).status).toBe(200);
    const answer = await ask(`${small.url}/healthz`);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await askUpgrade(small.url)).status).toBe(429);
    await small.stop();
  });

  it('opens sockets at /.ws alone', async () => {
    const headers = { connection: 'Upgrade', upgrade: 'websocket' };
    expect((await ask(`${server.url}/other`, { headers })).status).toBe(404);
  });

  it('has no back doors', async () => {
    for (const path of ['/.settings/rules.json', '/emulator/v1/projects/daywall/accounts', '/__/control']) {
      expect([400, 401, 404, 405]).toContain((await ask(server.url + path, { method: 'DELETE' })).status);
    }
  });
});

it('compresses a long answer, but never one whose ETag comes back in if-match', async () => {
  const { localId, idToken } = await signUp(server.url, 'long@example.com');
  const url = `${server.url}/${localId}/notes.json?auth=${idToken}`;
  const body = JSON.stringify({ n: { noteTitle: '', noteDescription: 'long '.repeat(1_000) } });
  expect((await fetch(url, { method: 'PUT', body })).status).toBe(200);
  const encodingFor = async (headers: Record<string, string>) => {
    const answer = await fetch(url, { headers });
    expect(JSON.stringify(await answer.json()).length).toBe(body.length);
    return answer.headers.get('content-encoding');
  };
  expect(await encodingFor({ 'accept-encoding': 'gzip' })).toBe('gzip');
  expect(await encodingFor({ 'accept-encoding': 'gzip, deflate, br' })).toBe('br');
  expect(await encodingFor({ 'accept-encoding': 'br', 'X-Firebase-ETag': 'true' })).toBeNull();
});

it('logs neither secrets nor what people write', async () => {
  const { idToken, refreshToken } = await signUp(server.url, 'private@example.com', 'my-secret-1');
  await ask(`${server.url}/u/tasks.json?auth=${idToken}`, { method: 'PUT', body: '"my words"' });
  await call(server.url, 'token', { grant_type: 'refresh_token', refresh_token: refreshToken });
  await server.restart();
  const log = server.log();
  expect(log).toContain('/u/tasks.json');
  for (const secret of ['private@example.com', 'my-secret-1', idToken, refreshToken, 'my words', 'auth=']) {
    expect(log).not.toContain(secret);
  }
});

test('An answer tells the time of the rules, not another clock', async () => {
  const HOUR_MS = 3_600_000;
  await proxied.advance(-HOUR_MS);
  const answer = await fetch(`${proxied.url}/healthz`);
  const serverTime = Date.parse(answer.headers.get('Date')!);
  expect(Math.abs(serverTime - (Date.now() - HOUR_MS))).toBeLessThan(60_000);
});

describe('open to the network', () => {
  const addresses = Object.values(networkInterfaces()).flatMap(list => list ?? []);
  const own = addresses.filter(({ family }) => family === 'IPv4').map(({ address }) => address);

  let server: ServerHere;
  beforeAll(async () => (server = await startHere({ env: { HOST: '0.0.0.0' } })));
  afterAll(() => server.stop());

  const statusOf = async (url: string, host: string) =>
    (await ask(`${url}/healthz`, { headers: { host } })).status;

  it.each(own)('answers at %s, to requests and sockets', async address => {
    const url = `http://${address}:${server.port}`;
    expect(await statusOf(url, `${address}:${server.port}`)).toBe(200);
    expect((await askUpgrade(url, { host: `${address}:${server.port}` })).status).toBe(101);
  });

  it('answers to the name of the machine', async () => {
    const name = hostname().toLowerCase();
    for (const host of [name, `${name}.local`])
      expect(await statusOf(server.url, `${host}:${server.port}`)).toBe(200);
  });

  it.each([
    ['another machine’s address', '192.0.2.7:PORT'],
    ['an address without the port', own[0]!],
    ['a name that was bound to our address', 'evil.example:PORT'],
    ['an address as the name of somebody', `${own[0]}.evil.example:PORT`],
    ['an address that is written as a number', '2130706433:PORT'],
  ])('does not answer to %s', async (_, host) => {
    expect(await statusOf(server.url, host.replace('PORT', String(server.port)))).toBe(421);
  });

  it('says at its start where it answers', async () => {
    for (const address of own) expect(server.hosts).toContain(`${address}:${server.port}`);
    expect(server.hosts).toContain(`${hostname().toLowerCase()}:${server.port}`);
    expect(proxied.hosts).toEqual([]);
  });
});
