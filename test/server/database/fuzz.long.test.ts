/** Random requests of strangers are refused or end their connection, and the server goes on. */
import fc from 'fast-check';
import { connect } from 'node:net';
import { character, json, query, write } from '../../support/arbitraries';
import { times } from '../../support/long';
import { RawClient } from '../../support/clients/rawClient';
import { startDatabaseServer, type TestServer } from '../../support/server/databaseServer';

let server: TestServer;
beforeAll(async () => (server = await startDatabaseServer()));
afterEach(async () => {
  expect((await fetch(`http://${server.host}/alive.json`)).status).toBe(200);
});
afterAll(() => server.close());

const odd = fc.oneof(
  fc.string({ unit: character, maxLength: 40 }),
  fc.string({ maxLength: 40 }),
  fc.constantFrom('..', '.priority', '%', '%00', '$x', '[', '__proto__'),
);
const method = fc.constantFrom('GET', 'PUT', 'POST', 'PATCH', 'DELETE');
const name = fc.constantFrom(
  'auth',
  'ns',
  'print',
  'format',
  'shallow',
  'orderBy',
  'startAt',
  'endBefore',
  'equalTo',
  'limitToLast',
  'timeout',
);

test('REST calls of any form are answered 2xx or 4xx', async () => {
  const body = fc.oneof(
    odd,
    json.map(value => JSON.stringify(value)),
    fc.jsonValue().map(value => JSON.stringify(value)),
  );
  await fc.assert(
    fc.asyncProperty(
      method,
      fc.array(odd, { maxLength: 4 }),
      fc.array(fc.tuple(name, odd), { maxLength: 4 }),
      body,
      async (verb, path, params, text) => {
        const url = `http://${server.host}/${path.map(part => encodeURIComponent(part.replace(/\p{Surrogate}/gu, ''))).join('/')}.json?${new URLSearchParams(params)}`;
        const response = await fetch(url, { method: verb, body: verb === 'GET' ? undefined : text });
        expect(response.status).toBeLessThan(500);
        const answer = await response.text();
        if (response.status >= 400) expect(typeof JSON.parse(answer).error).toBe('string');
        else if (response.status !== 204) JSON.parse(answer);
      },
    ),
    { numRuns: times(100, 400) },
  );
});

test('bytes that are not even HTTP end their connection alone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async bytes => {
      const [hostname, port] = server.host.split(':');
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined).end(bytes);
      await new Promise(done => socket.once('close', done).resume());
    }),
    { numRuns: 50 },
  );
});

const action = fc.constantFrom('q', 'n', 'g', 'p', 'm', 'o', 'om', 'oc', 'auth', 'gauth', 'unauth', 's', 'x');
const anything = fc.oneof(json, fc.jsonValue(), odd);
const body = fc.oneof(
  fc.record(
    { p: odd, d: anything, q: anything, t: anything, h: anything, cred: anything },
    { requiredKeys: [] },
  ),
  fc.record({ p: fc.constantFrom('/a', '/a/b', '/'), q: query, h: fc.constantFrom('', 'x'), t: fc.nat(9) }),
  write.map(({ path, data }) => ({ p: `/${path.join('/')}`, d: data })),
);

test('well-formed requests with any content are each answered', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(action, body), { maxLength: 20 }), async requests => {
      const client = await RawClient.open(server.host);
      const answers = await Promise.all(
        requests.map(([a, b]) => client.ask(a, JSON.parse(JSON.stringify(b)))),
      );
      for (const { s } of answers) expect(s).toMatch(/^[a-z_]+$/);
      await client.close();
    }),
    { numRuns: times(75, 300) },
  );
});

test('frames of any form are answered or end their connection', async () => {
  const frame = fc.oneof(
    odd,
    fc.constantFrom('0', '1', '2', '3', '-1', '1e3', '{}', '{"t":"c"}', '{"t":"d","d":null}', 'null'),
    fc.jsonValue().map(value => JSON.stringify(value)),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(frame, { maxLength: 8 }),
      fc.uint8Array({ maxLength: 20 }),
      async (frames, binary) => {
        const client = await RawClient.open(server.host);
        for (const frame of frames) client.send(frame);
        client.socket.send(binary);
        await client.closed();
      },
    ),
    { numRuns: times(50, 200) },
  );
});
