/** Calendar addresses: who makes, changes, revokes and reads them. */
import { askControl } from '../../../server/storage/control';
import { ask } from '../../support/clients/http';
import { openFeed, stored } from '../../support/server/feeds';
import { startHere, type ServerHere } from '../../support/server/serverHere';

let server: ServerHere;
beforeAll(async () => {
  server = await startHere({ env: { LOG_LEVEL: 'debug' } });
});
afterAll(() => server.stop());

let people = 0;
const open = () => openFeed(server.url, `p${(people += 1)}@example.com`);
const summaries = async (address: string) =>
  [...(await (await fetch(address)).text()).matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, name]) => name);

test('An address is made with 128 random bits, told once, and read without a session', async () => {
  const ann = await open();
  expect((await ann.own('GET')).body).toEqual({ feed: null });
  const { status, body } = await ann.own('POST', {});
  expect(status).toBe(200);
  expect(body.address).toMatch(new RegExp(`^${server.url}/feeds/[\\w-]{22}\\.ics$`));
  await ann.write({ 'tasks/-a': stored('Call Bob', '2026-12-01'), 'tasks/-b': stored('Some day', '') });
  expect(await summaries(body.address!)).toEqual(['Call Bob']);
  expect((await ann.own('GET')).body).toEqual({ feed: { createdAt: expect.any(Number), only: '' } });
});

test('A list or a tag limits what is shown, at the same address', async () => {
  const ann = await open();
  await ann.write({
    'tasks/-a': stored('Paint #house', '2026-12-01'),
    'tasks/-b': stored('Report', '2026-12-02', { taskList: 'work' }),
    'tasks/-c': stored('Walk #Haus', '2026-12-03'),
  });
  const address = await ann.make('#haus');
  expect(await summaries(address)).toEqual([expect.stringMatching(/^Walk/)]);
  await ann.own('PATCH', { only: 'work' });
  expect(await summaries(address)).toEqual(['Report']);
  await ann.own('PATCH', { only: 'personal' });
  expect(await summaries(address)).toHaveLength(2);
  await ann.own('PATCH', { only: '#HAUS' });
  expect((await ann.own('GET')).body.feed).toMatchObject({ only: '#haus' });
  await ann.own('PATCH', { only: 'personal' });
  for (const only of ['#', '#"a"', '#a;b', '#work', 'shopping', 7, `#${'a'.repeat(200)}`])
    expect(await ann.own('PATCH', { only })).toEqual({ status: 400, body: { error: 'INVALID_FILTER' } });
  expect(await summaries(address)).toHaveLength(2);
});

test('Unknown, revoked, replaced, malformed, disabled and of nobody are one answer', async () => {
  const [ann, bob, cid] = [await open(), await open(), await open()];
  const [replaced, deleted, disabled] = [await ann.make(), await bob.make(), await cid.make()];
  const revoked = await ann.make();
  await ann.own('DELETE');
  expect((await ann.own('GET')).body).toEqual({ feed: null });
  await deleteAccount(bob.idToken);
  await askControl(server.dataDir, 'users disable', cid.email);
  const secret = 'A'.repeat(22);
  const unknown = [
    `${secret}.ics`,
    secret,
    `${secret}.ICS`,
    '.ics',
    `${secret}A.ics`,
    '..%2f',
    'x/y.ics',
    `%41${secret.slice(1)}.ics`,
  ];
  const paths = [replaced, revoked, deleted, disabled, ...unknown.map(path => `${server.url}/feeds/${path}`)];
  for (const method of ['GET', 'HEAD']) {
    const answers = await Promise.all(paths.map(path => ask(path, { method })));
    const [first] = answers.map(({ status, headers, body }) => ({
      status,
      body,
      headers: { ...headers, date: '' },
    }));
    expect(first!.status).toBe(404);
    for (const { status, body, headers } of answers)
      expect({ status, body, headers: { ...headers, date: '' } }).toEqual(first);
  }
  await askControl(server.dataDir, 'users enable', cid.email);
  expect((await ask(disabled)).status).toBe(200);
});

const deleteAccount = (idToken: string) =>
  fetch(`${server.url}/identitytoolkit.googleapis.com/v1/accounts:delete?key=k`, {
    method: 'POST',
    body: JSON.stringify({ idToken }),
  });

test.each([
  ['no token', 'GET', {}, 401, 'INVALID_ID_TOKEN'],
  ['a wrong token', 'POST', { authorization: 'Bearer no' }, 401, 'INVALID_ID_TOKEN'],
])('%s makes no address', async (_title, method, headers, status, error) => {
  const answer = await fetch(`${server.url}/feeds`, { method, headers });
  expect([answer.status, await answer.json()]).toEqual([status, { error }]);
});

test('No address is changed that there is not, nor by another method', async () => {
  const ann = await open();
  expect(await ann.own('PATCH', { only: '' })).toEqual({ status: 404, body: { error: 'NO_ADDRESS' } });
  expect(await ann.own('PUT', {})).toEqual({ status: 405, body: { error: 'METHOD_NOT_ALLOWED' } });
});

test('Whoever is signed out everywhere changes no address', async () => {
  const ann = await open();
  const address = await ann.make();
  await fetch(`${server.url}/identitytoolkit.googleapis.com/v1/accounts:update?key=k`, {
    method: 'POST',
    body: JSON.stringify({ idToken: ann.idToken, password: 'another1' }),
  });
  expect(await ann.own('DELETE')).toEqual({ status: 401, body: { error: 'TOKEN_EXPIRED' } });
  expect((await fetch(address)).status).toBe(200);
});

test('A long text is cut, and no line of one breaks the calendar', async () => {
  const ann = await open();
  await ann.write({
    'tasks/-a': stored(`${'x'.repeat(999)}\u{1f600}`, '2026-12-01', { taskDescription: 'é'.repeat(9_000) }),
    'tasks/-b': stored('a\u2028END:VEVENT\u0085b\u0007\r\nBEGIN:VEVENT', '2026-12-01'),
  });
  const { body } = await ask(await ann.make());
  const lines = body.split('\r\n');
  expect(Math.max(...lines.map(line => Buffer.byteLength(line)))).toBe(75);
  expect(lines.filter(line => line === 'END:VEVENT')).toHaveLength(2);
  expect(body).not.toMatch(/[\x85\u2028\u2029\ufffd]|[^\r]\n/);
  const unfolded = body.replaceAll('\r\n ', '');
  expect(unfolded).toContain(`SUMMARY:${'x'.repeat(999)}…\r\n`);
  expect(unfolded).toContain(`DESCRIPTION:${'é'.repeat(8_000)}…\r\n`);
  expect(unfolded).toContain('SUMMARY:a\\nEND:VEVENT\\nb\\nBEGIN:VEVENT\r\n');
});

test('A reader that has the calendar gets 304 until it changes, also after a restart', async () => {
  const ann = await open();
  await ann.write({ 'tasks/-a': stored('One', '2026-12-01') });
  const address = await ann.make();
  const { headers } = await ask(address);
  const { etag = '' } = headers;
  expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
  const again = (sent = etag) => ask(address, { headers: { 'if-none-match': sent } });
  expect((await again()).status).toBe(304);
  expect((await again()).body).toBe('');
  expect((await again(`"x", ${etag}`)).status).toBe(304);
  await server.restart();
  expect((await again()).status).toBe(304);
  await ann.write({ 'tasks/-a/taskName': 'Two' });
  const changed = await again();
  expect(changed.status).toBe(200);
  expect(changed.headers.etag).not.toBe(etag);
});

test('HEAD has the headers of GET, and no body', async () => {
  const ann = await open();
  const address = await ann.make();
  const [get, head] = [await ask(address), await ask(address, { method: 'HEAD' })];
  expect(head.body).toBe('');
  for (const name of ['etag', 'content-type', 'x-robots-tag', 'cache-control', 'referrer-policy'])
    expect(head.headers[name]).toBe(get.headers[name]);
  expect(get.headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'x-robots-tag': 'noindex',
    'cache-control': 'private, no-cache',
  });
  expect((await ask(`${server.url}/robots.txt`)).body).toBe('User-agent: *\nAllow: /feeds/\n');
});

test('A calendar is compressed for who takes that', async () => {
  const ann = await open();
  await ann.write({
    'tasks/-a': stored('x'.repeat(2_000), '2026-12-01', { taskDescription: 'y'.repeat(2_000) }),
  });
  const { headers } = await ask(await ann.make(), { headers: { 'accept-encoding': 'gzip' } });
  expect(headers['content-encoding']).toBe('gzip');
});

test('A reader who asks too often waits', async () => {
  const ann = await open();
  const address = await ann.make();
  const statuses: number[] = [];
  for (let read = 0; read < 31; read += 1) statuses.push((await ask(address, { method: 'HEAD' })).status);
  expect(statuses).toEqual([...Array<number>(30).fill(200), 429]);
  expect(Number((await ask(address)).headers['retry-after'])).toBeGreaterThan(0);
});

test('No secret is in the log or the metrics', async () => {
  const ann = await open();
  const address = await ann.make();
  const secret = /feeds\/([\w-]{22})/.exec(address)![1]!;
  const { url } = server;
  for (const path of [
    `feeds/${secret}.ics`,
    `feeds/${secret}`,
    `%66eeds/${secret}%2eics`,
    `x/${secret}.%69cs`,
  ])
    await ask(`${url}/${path}`);
  const metrics = await ask(`${url}/metrics`);
  expect(metrics.body).toContain('kind="feed"');
  expect(metrics.body).not.toContain(secret);
  expect(server.log()).toContain('"path":"/feeds/…"');
  expect(server.log()).not.toContain(secret);
});
