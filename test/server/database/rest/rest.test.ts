/** The REST API: the answer to each call. */
import {
  OPEN_RULES,
  OWNER_RULES,
  startDatabaseServer,
  tokenOf,
  type TestServer,
} from '../../../support/server/databaseServer';

let server: TestServer;
let rules = OPEN_RULES;
let now = Date.now();
beforeAll(async () => {
  server = await startDatabaseServer({ rules: () => rules, clock: () => now, names: ['main', 'other'] });
});
beforeEach(() => {
  rules = OPEN_RULES;
  now = 1_700_000_000_000;
});
afterEach(async () => {
  rules = OPEN_RULES;
  await call('DELETE', '/.json');
  expect(server.complaints).toEqual([]);
});
afterAll(() => server.close());

const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
  const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(`${server.url}${path}`, { method, body: text, headers });
  return { status: response.status, text: await response.text(), headers: response.headers };
};
const json = async (...args: Parameters<typeof call>) => JSON.parse((await call(...args)).text) as unknown;
const raw = (value: unknown) => JSON.stringify(value);

test('each method answers as the protocol says', async () => {
  expect(await json('PUT', '/a.json', { b: 1, c: { d: 'x' } })).toEqual({ b: 1, c: { d: 'x' } });
  expect(await json('GET', '/a.json')).toEqual({ b: 1, c: { d: 'x' } });
  expect(await json('PATCH', '/a.json', { 'c/e': 2, b: null })).toEqual({ 'c/e': 2, b: null });
  expect(await json('GET', '/a.json')).toEqual({ c: { d: 'x', e: 2 } });
  const { name } = (await json('POST', '/a/list.json', '"item"')) as { name: string };
  expect(name).toMatch(/^[-0-9A-Z_a-z]{20}$/);
  expect(await json('GET', `/a/list/${name}.json`)).toBe('item');
  expect(await json('DELETE', '/a.json')).toBeNull();
  expect(await json('GET', '/.json')).toBeNull();
});

test('answers are JSON that nobody keeps', async () => {
  const { headers } = await call('GET', '/a.json');
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-cache');
});

test.each([
  ['X-HTTP-Method-Override', '/a.json'],
  ['', '/a.json?x-http-method-override=PUT'],
])('a POST may stand for another method (%s %s)', async (header, path) => {
  await call('POST', path, '1', header ? { [header]: 'PUT' } : {});
  expect(await json('GET', '/a.json')).toBe(1);
});

test('server values are resolved once, and answered resolved', async () => {
  const value = { at: { '.sv': 'timestamp' }, n: { '.sv': { increment: 2 } } };
  expect(await json('PUT', '/a.json', value)).toEqual({ at: now, n: 2 });
  await call('PATCH', '/a.json', { n: { '.sv': { increment: 0.5 } } });
  expect(await json('GET', '/a/n.json')).toBe(2.5);
});

test('whole-number keys are answered as an array while more than half are there', async () => {
  await call('PUT', '/a.json', ['x', 'y', 'z']);
  expect(await json('GET', '/a.json')).toEqual(['x', 'y', 'z']);
  await call('DELETE', '/a/1.json');
  expect(await json('GET', '/a.json')).toEqual(['x', null, 'z']);
  await call('PUT', '/b.json', { 5: 'x', 7: 'y' });
  expect(await json('GET', '/b.json')).toEqual({ 5: 'x', 7: 'y' });
});

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  '%s is a key like another',
  async key => {
    await call('PUT', '/k.json', `{"${key}":{"${key}":1}}`);
    expect((await call('GET', '/k.json')).text).toBe(`{"${key}":{"${key}":1}}`);
    expect(await json('GET', `/k/${key}/${key}.json`)).toBe(1);
    expect(await json('GET', `/other/${key}.json`)).toBeNull();
  },
);

test('print, shallow and format say how the answer looks', async () => {
  await call('PUT', '/a.json', { b: { '.value': 1, '.priority': 2 }, c: { d: 3 } });
  expect((await call('GET', '/a.json?print=pretty')).text).toBe(
    JSON.stringify({ b: 1, c: { d: 3 } }, null, 2),
  );
  expect(await call('PUT', '/x.json?print=silent', '1')).toMatchObject({ status: 204, text: '' });
  expect(await json('GET', '/a.json?shallow=true')).toEqual({ b: true, c: true });
  expect(await json('GET', '/a/b.json?shallow=true')).toBe(1);
  expect(await json('GET', '/a.json?format=export')).toEqual({
    b: { '.value': 1, '.priority': 2 },
    c: { d: 3 },
  });
});

test.each<[string, string[]]>([
  ['orderBy="n"&startAt=2', ['a', 'c', 'e']],
  ['orderBy="n"&startAfter=2,"c"', ['a', 'e']],
  ['orderBy="n"&startAfter=2', ['a']],
  ['orderBy="n"&endBefore=2', ['b', 'd']],
  ['orderBy="n"&equalTo=2', ['c', 'e']],
  ['orderBy="n"&equalTo=null', ['d']],
  ['orderBy="n"&limitToLast=2', ['a', 'e']],
  ['orderBy="n"&startAt=2&limitToFirst=1', ['c']],
  ['orderBy="s/t"&equalTo="x"', ['a']],
  ['orderBy="$key"&startAt="c"&endAt="d"', ['c', 'd']],
  ['orderBy="$key"&startAfter="c"', ['d', 'e']],
  ['orderBy="$priority"&limitToLast=1', ['e']],
])('the query %s selects its children', async (params, expected) => {
  await call('PUT', '/q.json', {
    a: { n: 3, s: { t: 'x' } },
    b: { n: 1 },
    c: { n: 2 },
    d: { m: 2 },
    e: { n: 2 },
  });
  expect(Object.keys((await json('GET', `/q.json?${encodeURI(params)}`)) as object).sort()).toEqual(expected);
});

test('a query by a child or a value that the rules do not index is refused', async () => {
  rules = { ...OPEN_RULES, isIndexed: (path, child) => path[0] === 'y' && child === 'n' };
  expect((await call('GET', '/y.json?orderBy="n"&limitToFirst=1')).status).toBe(200);
  expect(await call('GET', '/y/z.json?orderBy="x/w"&equalTo=1')).toMatchObject({
    status: 400,
    text: raw({ error: 'Index not defined, add ".indexOn": "x/w", for path "/y/z", to the rules' }),
  });
  expect((await call('GET', '/y.json?orderBy="$value"')).status).toBe(400);
  for (const order of ['$key', '$priority'])
    expect((await call('GET', `/y/z.json?orderBy="${order}"`)).status).toBe(200);
});

test('an ETag names a state; if-match writes only on top of it', async () => {
  const asks = { 'X-Firebase-ETag': 'true' };
  const empty = (await call('GET', '/a.json', undefined, asks)).headers.get('etag');
  expect(empty).toBe('null_etag');
  const first = await call('PUT', '/a.json', '1', { ...asks, 'if-match': 'null_etag' });
  expect(first.status).toBe(200);
  const etag = first.headers.get('etag')!;
  expect((await call('GET', '/a.json', undefined, asks)).headers.get('etag')).toBe(etag);
  const refused = await call('PUT', '/a.json', '2', { 'if-match': 'null_etag' });
  expect(refused).toMatchObject({ status: 412, text: '1' });
  expect(refused.headers.get('etag')).toBe(etag);
  expect((await call('DELETE', '/a.json', undefined, { 'if-match': etag })).status).toBe(200);
  expect((await call('POST', '/a.json', '1', { 'if-match': etag })).status).toBe(400);
  expect((await call('PATCH', '/a.json', { a: 1 }, { 'if-match': etag })).status).toBe(400);
});

test('of two conditional writes on the same state one is done', async () => {
  const put = () => call('PUT', '/a.json', String(Math.random()), { 'if-match': 'null_etag' });
  const statuses = (await Promise.all([put(), put(), put()])).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 412, 412]);
});

test('a failed condition shows nothing to one who may not read', async () => {
  rules = { ...OPEN_RULES, canRead: () => false };
  await call('PUT', '/a.json', '"secret"');
  const refused = await call('PUT', '/a.json', '2', { 'if-match': 'null_etag' });
  expect(refused.status).toBe(412);
  expect(refused.text).not.toContain('secret');
  expect(refused.headers.has('etag')).toBe(false);
});

test('the token decides who asks', async () => {
  rules = OWNER_RULES;
  const denied = { status: 401, text: raw({ error: 'Permission denied' }) };
  expect(await call('PUT', '/ann.json', '1')).toMatchObject(denied);
  expect(await call('PUT', `/ann.json?auth=${tokenOf('bob')}`, '1')).toMatchObject(denied);
  expect(await call('PUT', `/ann.json?auth=${tokenOf('ann', now + 1)}`, '1')).toMatchObject({ status: 200 });
  expect(await call('GET', '/ann.json')).toMatchObject(denied);
  expect(await call('GET', '/.json')).toMatchObject(denied);
  const unparsable = { status: 401, text: raw({ error: 'Could not parse auth token.' }) };
  expect(await call('GET', '/ann.json?auth=nonsense')).toMatchObject(unparsable);
  expect(await call('GET', '/ann.json?access_token=ya29')).toMatchObject(unparsable);
  expect(await call('GET', '/ann.json', undefined, { Authorization: 'Bearer owner' })).toMatchObject(
    unparsable,
  );
  expect(await call('GET', `/ann.json?auth=${tokenOf('ann', now)}`)).toMatchObject({
    status: 401,
    text: raw({ error: 'Auth token is expired' }),
  });
});

const deep = (levels: number): string => (levels === 0 ? '1' : `{"a":${deep(levels - 1)}}`);
const unparsable = "Invalid data; couldn't parse JSON object, array, or value.";
test.each<[string, string, string | undefined, number, string]>([
  ['PUT', '/a.json', '{', 400, unparsable],
  ['PUT', '/a.json', '', 400, unparsable],
  ['PUT', '/a.json', '{"a/b":1}', 400, "key value can't be empty or contain $ # [ ] / or ."],
  ['PUT', '/a.json', '{"":1}', 400, "key value can't be empty"],
  ['PUT', '/a.json', '{"\\ud800":1}', 400, "key value can't be empty"],
  ['PUT', '/a.json', `{"${'k'.repeat(769)}":1}`, 400, "key value can't be empty"],
  ['PUT', '/a.json', deep(32), 400, 'deeper than 32'],
  ['PUT', '/a.json', '1e999', 400, 'finite'],
  ['PUT', '/a.json', '{".sv":"nonsense"}', 400, 'unknown server value'],
  ['PUT', '/a.json', '{".value":1,"b":2}', 400, 'a value has no children'],
  ['PUT', '/a.json', '{".priority":true,"b":2}', 400, 'a priority must be'],
  ['PATCH', '/a.json', '[1]', 400, 'an update must be an object'],
  ['PATCH', '/a.json', '1', 400, 'an update must be an object'],
  ['PATCH', '/a.json', '{"b":1,"b/c":2}', 400, 'the ancestor of another'],
  ['PUT', '/a%2Fb.json', '1', 400, 'Invalid path'],
  ['GET', '/a.b.json', undefined, 400, 'Invalid path'],
  ['GET', '/%.json', undefined, 400, 'Invalid path'],
  ['GET', `/${'a/'.repeat(40)}b.json`, undefined, 400, 'Invalid path'],
  [
    'GET',
    '/a.json?startAt=1',
    undefined,
    400,
    'orderBy must be defined when other query parameters are defined',
  ],
  ['GET', '/a.json?orderBy=n', undefined, 400, 'orderBy must be a valid JSON encoded path'],
  ['GET', '/a.json?orderBy="a.b"', undefined, 400, 'orderBy must be a valid JSON encoded path'],
  [
    'GET',
    '/a.json?orderBy="n"&startAt={}',
    undefined,
    400,
    'Constraint index field must be a JSON primitive',
  ],
  ['GET', '/a.json?orderBy="$key"&startAt=1', undefined, 400, 'Constraint of a key must be a string'],
  ['GET', '/a.json?orderBy="n"&limitToFirst=0', undefined, 400, 'limitToFirst must be a positive integer'],
  ['GET', '/a.json?orderBy="n"&limitToFirst=1&limitToLast=1', undefined, 400, 'cannot both be defined'],
  ['GET', '/a.json?orderBy="n"&startAt=1&startAfter=1', undefined, 400, 'startAt and startAfter cannot both'],
  ['GET', '/a.json?orderBy="n"&endAt=1&endBefore=1', undefined, 400, 'endAt and endBefore cannot both'],
  ['GET', '/a.json?shallow=true&orderBy="n"', undefined, 400, 'Mixing'],
  ['GET', '/a.json?shallow=maybe', undefined, 400, 'shallow must be one of: true, false'],
  ['GET', '/a.json?format=xml', undefined, 400, 'format must be one of: export'],
  ['PUT', '/a.json?writeSizeLimit=huge', '1', 400, 'writeSizeLimit must be one of'],
  ['GET', '/a.json?timeout=1h', undefined, 400, 'timeout must be a number of ms, s or min'],
  ['GET', '/a.json?print=nonsense', undefined, 400, 'print must be one of'],
  ['GET', '/a.json?callback=f', undefined, 400, 'callback'],
  ['GET', '/.info/connected.json', undefined, 401, 'Permission denied'],
  ['GET', '/a.json?ns=unknown', undefined, 404, 'No such database'],
  ['LINK', '/a.json', undefined, 405, 'Method not allowed'],
])('%s %s of %s is answered %i', async (method, path, body, status, error) => {
  const answer = await call(method, path, body);
  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.text).error).toContain(error);
});

test('a body of more than 8 MB is refused with 413', async () => {
  const answer = await call('PUT', '/a.json', raw('x'.repeat(8 * 1024 * 1024)));
  expect(answer.status).toBe(413);
  expect(await json('GET', '/a.json')).toBeNull();
});

test('ns chooses the database; without it, or with a mere guess, it is the first', async () => {
  await call('PUT', '/a.json?ns=other', '"other"');
  await call('PUT', '/a.json', '"main"');
  expect(await json('GET', '/a.json?ns=main')).toBe('main');
  expect(await json('GET', '/a.json?ns=other')).toBe('other');
});

test('a path that is not of a database is somebody else’s', async () => {
  expect(await server.databases.handleRest(new Request('http://localhost/a'), () => undefined)).toBeNull();
});

test('push ids grow within a millisecond, when the clock goes back, after a restart', async () => {
  const post = async () => ((await json('POST', '/list.json', '1')) as { name: string }).name;
  const names = [await post(), await post()];
  now -= 60_000;
  names.push(await post());
  await server.close({ keep: true });
  server = await startDatabaseServer({ folder: server.folder, clock: () => now });
  names.push(await post());
  expect([...names].sort()).toEqual(names);
  expect(new Set(names).size).toBe(4);
});
