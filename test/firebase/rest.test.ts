/** @jest-environment ./test/support/jest/network-env.cjs */
import 'fake-indexeddb/auto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { createDatabase } from '../../src/firebase/databaseService';
import type { ServiceFailure } from '../../src/services/failure';
import { bodyOf } from '../../src/tasks/task';
import { taskFields } from '../support/app/operations';

type Asked = {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingMessage['headers'];
  body: string;
};
type Answer = (response: ServerResponse, asked: Asked) => void;

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  response => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

let server: Server;
let base: string;
/** Requests to the database so far; `answers` are given next. */
let asked: Asked[];
let answers: Answer[];
/** For each token that was handed out, whether a fresh one was forced. */
let forced: boolean[];
let database: ReturnType<typeof createDatabase>;
/** Fields of the configuration that hosted Firebase lacks. */
let own: object;
/** Another answer of `/__/firebase/init.json`. */
let init: { status: number; body: string } | undefined;
const realFetch = globalThis.fetch;

beforeEach(async () => {
  [asked, answers, forced, own, init] = [[], [], [], {}, undefined];
  server = createServer((request, response) => {
    const url = new URL(request.url!, base);
    if (url.pathname === '/__/firebase/init.json') {
      if (init) return void response.writeHead(init.status).end(init.body);
      const config = { apiKey: 'key', projectId: 'p', databaseURL: `${base}/?ns=daywall`, ...own };
      json(200, config)(response, asked[0]!);
      return;
    }
    let body = '';
    request.on('data', chunk => (body += chunk));
    request.on('end', () => {
      const answer = {
        method: request.method!,
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        headers: request.headers,
        body,
      };
      asked.push(answer);
      (answers.shift() ?? json(200, null))(response, answer);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  localStorage.clear();
  globalThis.fetch = (input, init) => realFetch(new URL(String(input), base), init);
  await openPage();
});
afterEach(async () => {
  jest.restoreAllMocks();
  globalThis.fetch = realFetch;
  server.closeAllConnections();
  await new Promise(closed => server.close(closed));
});

/** Opens a new page: the configuration is requested once per page. */
async function openPage() {
  jest.resetModules();
  const { createDatabase: create } = await import('../../src/firebase/databaseService');
  database = create({
    idToken: async (_userId, force = false) => {
      forced.push(force);
      return force ? 'fresh-token' : 'id-token';
    },
    user: () => Promise.reject(new Error('Not over REST')),
  });
}

const body = bodyOf(taskFields(), 4711);

describe('The calls', () => {
  const shapes: [
    string,
    () => Promise<unknown>,
    { method: string; path: string; body?: unknown; headers?: object; query?: object },
  ][] = [
    ['loading tasks', () => database.load('anna', 'tasks'), { method: 'GET', path: '/anna/tasks.json' }],
    [
      'adding a task',
      () => database.addTask('anna', body),
      { method: 'POST', path: '/anna/tasks.json', body },
    ],
    [
      'saving a task',
      () => database.saveTask('anna', '-Oz1', body, 'etag1'),
      { method: 'PUT', path: '/anna/tasks/-Oz1.json', body, headers: { 'if-match': 'etag1' } },
    ],
    [
      'reading a task',
      () => database.readRecord('anna', 'tasks', '-Oz1'),
      { method: 'GET', path: '/anna/tasks/-Oz1.json', headers: { 'x-firebase-etag': 'true' } },
    ],
    [
      'looking a task up by its number',
      () => database.find('anna', 'tasks', { by: 'taskId', equalTo: 4711 }),
      { method: 'GET', path: '/anna/tasks.json', query: { orderBy: '"taskId"', equalTo: '4711' } },
    ],
    ['loading notes', () => database.load('anna', 'notes'), { method: 'GET', path: '/anna/notes.json' }],
    [
      'reading a note',
      () => database.readRecord('anna', 'notes', '-Oz1'),
      { method: 'GET', path: '/anna/notes/-Oz1.json', headers: { 'x-firebase-etag': 'true' } },
    ],
    [
      'saving a note',
      () => database.saveNote('anna', '-Oz1', { noteTitle: 'Milk', noteDescription: 'Two' }),
      { method: 'PATCH', path: '/anna/notes/-Oz1.json', body: { noteTitle: 'Milk', noteDescription: 'Two' } },
    ],
  ];
  test.each(shapes)('%s is the specification’s, as the signed-in user', async (_name, ask, shape) => {
    answers = [json(200, { name: '-Oz9' }, { ETag: 'abc' })];
    await ask();
    expect(asked).toHaveLength(1);
    const { method, path, headers, query, body: sent } = asked[0]!;
    expect([method, path]).toEqual([shape.method, shape.path]);
    expect(query).toEqual({ auth: 'id-token', ns: 'daywall', ...shape.query });
    expect(headers).toMatchObject(shape.headers ?? {});
    expect(sent === '' ? undefined : JSON.parse(sent)).toEqual(shape.body);
  });

  test('a task’s body has exactly the five fields', async () => {
    answers = [json(200, { name: '-Oz9' })];
    expect(await database.addTask('anna', body)).toBe('-Oz9');
    expect(Object.keys(JSON.parse(asked[0]!.body) as object).sort()).toEqual([
      'taskDescription',
      'taskDueDate',
      'taskId',
      'taskList',
      'taskName',
    ]);
  });

  test('a record comes with its ETag, and one that is not there is null', async () => {
    answers = [json(200, body, { ETag: 'abc' }), json(200, null, { ETag: 'null_etag' })];
    expect(await database.readRecord('anna', 'tasks', 'k')).toEqual({ record: body, etag: 'abc' });
    expect(await database.readRecord('anna', 'tasks', 'k')).toEqual({ record: null, etag: 'null_etag' });
  });

  test('a record without an ETag is no answer: each later conditional write would fail', async () => {
    answers = [json(200, body)];
    await expect(database.readRecord('anna', 'tasks', 'k')).rejects.toMatchObject({
      name: 'ServiceFailure',
      kind: 'server',
    });
  });

  test.each([
    ['null for nothing', null, {}],
    ['an object', { a: 1, b: null }, { a: 1 }],
    ['an array for whole-number keys', [null, 'one', null, 'three'], { 1: 'one', 3: 'three' }],
    ['a bare value', '"text"', {}],
  ])('records are read from %s', async (_what, answered, records) => {
    answers = [json(200, answered)];
    expect(await database.load('anna', 'tasks')).toEqual(records);
  });
});

test('How full the account is, is asked of the embedded server alone', async () => {
  const storage = { stores: 1, mayStore: 20e6 };
  answers.push(json(200, storage));
  expect(await database.accountStorage('anna')).toBeNull();
  expect(asked).toEqual([]);
  own = { emulated: { authUrl: base } };
  await openPage();
  expect(await database.accountStorage('anna')).toEqual(storage);
  expect(asked).toMatchObject([
    { method: 'GET', path: '/.info/storage.json', query: { auth: 'id-token', ns: 'daywall' } },
  ]);
});

/** Stops the device's clocks; returns the time. */
function stopClocks() {
  const now = Date.now();
  jest.spyOn(Date, 'now').mockReturnValue(now);
  jest.spyOn(performance, 'now').mockReturnValue(0);
  return now;
}

test('The server’s time is that of the last answer, whatever this device’s clock says', async () => {
  const inFortyDays = stopClocks() + 40 * 86_400_000;
  answers.push(json(200, null, { Date: new Date(inFortyDays).toUTCString() }));
  await database.load('anna', 'notes');
  const wrong = (await database.serverTime('anna')) - inFortyDays;
  expect(Math.abs(wrong)).toBeLessThan(2000);
});

test('A failure, maybe of another server on the way, tells no server’s time', async () => {
  const now = stopClocks();
  const dated = (time: number) => ({ Date: new Date(time).toUTCString() });
  answers = [json(200, null, dated(now)), json(503, 'busy', dated(0))];
  await database.load('anna', 'notes');
  await database.load('anna', 'notes').catch(() => null);
  expect(Math.abs((await database.serverTime('anna')) - now)).toBeLessThan(2000);
});

describe('A failure', () => {
  const failureOf = async (...next: Answer[]) => {
    answers = next;
    const failure = await database.load('anna', 'tasks').then(
      () => null,
      (error: unknown) => error as ServiceFailure,
    );
    return failure && [failure.name, failure.kind, failure.message];
  };

  test('of the token refreshes it once and goes on', async () => {
    expect(await failureOf(json(401, { error: 'Auth token is expired' }), json(200, {}))).toBeNull();
    expect(forced).toEqual([false, true]);
    expect(asked.map(({ query }) => query['auth'])).toEqual(['id-token', 'fresh-token']);
  });

  test.each([
    [
      'a second 401 by the rules',
      [json(401, { error: 'Permission denied' }), json(401, { error: 'Permission denied' })],
      'refused',
      'Permission denied',
    ],
    [
      'a second 401 for the token',
      [json(401, { error: 'Auth token is expired' }), json(401, { error: 'Auth token is expired' })],
      'signIn',
      'Sign in again',
    ],
    ['400', [json(400, { error: 'Invalid token in path' })], 'refused', 'Invalid token in path'],
    ['403 without words', [json(403, '')], 'refused', 'The server refused it (403)'],
    ['412', [json(412, { error: 'ETag mismatch' })], 'conflict', 'Changed elsewhere'],
    ['413', [json(413, { error: 'This account is full.' })], 'refused', 'This account is full.'],
    ['413 of a proxy', [json(413, '')], 'refused', 'Too large for the server'],
    ['408', [json(408, '')], 'server', 'The server is not answering'],
    ['429', [json(429, '')], 'server', 'The server is not answering'],
    ['500', [json(500, { error: 'Internal' })], 'server', 'The server is not answering'],
    ['503 as a page', [json(503, '<h1>Down</h1>')], 'server', 'The server is not answering'],
    [
      'an answer that is no JSON',
      [json(200, '<!doctype html>')],
      'server',
      'The server’s answer can’t be read',
    ],
  ] as [string, Answer[], string, string][])('by %s', async (_what, next, kind, message) => {
    expect(await failureOf(...next)).toEqual(['ServiceFailure', kind, message]);
    expect(asked).toHaveLength(next.length);
  });

  test('by an answer that was cut off', async () => {
    const cut: Answer = response => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"a":', () => response.destroy());
    };
    expect(await failureOf(cut)).toEqual(['ServiceFailure', 'network', expect.any(String)]);
  });

  test('by a server that is not there', async () => {
    await failureOf(json(200, {})); // reads the configuration first
    server.closeAllConnections();
    await new Promise(closed => server.close(closed));
    expect(await failureOf()).toEqual(['ServiceFailure', 'network', 'The server cannot be reached']);
  });

  test('by no answer within 30 s', async () => {
    const timeout = jest.spyOn(AbortSignal, 'timeout');
    const aborts: AbortController[] = [];
    await failureOf(json(200, {}));
    timeout.mockImplementation(milliseconds => {
      expect(milliseconds).toBe(30_000);
      const controller = new AbortController();
      aborts.push(controller);
      return controller.signal;
    });
    const silent: Answer = () => aborts[0]!.abort(new DOMException('', 'TimeoutError'));
    expect(await failureOf(silent)).toEqual(['ServiceFailure', 'network', 'The server cannot be reached']);
    timeout.mockRestore();
  });
});

describe('The configuration', () => {
  const load = async () => (await import('../../src/firebase/rest/config')).loadConfig();

  test('is asked for once, and kept for a start without network', async () => {
    const first = await load();
    expect(first.apiKey).toBe('key');
    expect(await load()).toBe(first);
    jest.resetModules();
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    expect(await load()).toEqual(first);
  });

  test('of the last visit is used for the first reads only', async () => {
    const kept = { apiKey: 'key', projectId: 'p', databaseURL: `${base}/?ns=kept` };
    localStorage.setItem('daywall:config', JSON.stringify(kept));
    await database.load('ada', 'tasks');
    answers = [json(200, body, { ETag: 'abc' })];
    await database.readRecord('ada', 'tasks', '-k1');
    await database.load('ada', 'tasks');
    expect(asked.map(({ query }) => query['ns'])).toEqual(['kept', 'daywall', 'daywall']);
  });

  test.each([
    ['nothing', null],
    ['something broken', '{"apiKey":'],
  ])('cannot be had without network when %s was kept, and is asked for anew', async (_what, kept) => {
    if (kept !== null) localStorage.setItem('daywall:config', kept);
    const { fetch } = globalThis;
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    await expect(load()).rejects.toMatchObject({ name: 'ServiceFailure', kind: 'network' });
    globalThis.fetch = fetch;
    expect((await load()).apiKey).toBe('key');
  });
});

const noDatabase = { apiKey: 'key', projectId: 'p', authDomain: 'p.example' };
const answersInit = (body: unknown, status = 200) => {
  init = { status, body: typeof body === 'string' ? body : JSON.stringify(body) };
};

test('A site without a database says so at every call, and asks no other host for it', async () => {
  answersInit(noDatabase);
  const failure = {
    kind: 'server',
    code: 'no-database',
    message: 'This site has no database yet: /__/firebase/init.json names none',
  };
  await expect(database.load('anna', 'tasks')).rejects.toMatchObject(failure);
  await expect(database.load('anna', 'notes')).rejects.toMatchObject(failure);
  await expect(database.deleteAll('anna')).rejects.toMatchObject(failure);
  expect(asked).toEqual([]);
});

test('A database that is made later is found by the next try, without a reload', async () => {
  answersInit(noDatabase);
  await expect(database.load('anna', 'tasks')).rejects.toMatchObject({ code: 'no-database' });
  init = undefined;
  await expect(database.load('anna', 'tasks')).resolves.toEqual({});
  expect(asked.map(({ path }) => path)).toEqual(['/anna/tasks.json']);
});

test('A stored configuration without a database is not used for the first read', async () => {
  localStorage.setItem('daywall:config', JSON.stringify(noDatabase));
  await expect(database.load('anna', 'tasks')).resolves.toEqual({});
});

test.each([
  ['the app for every path', '<!doctype html>the app', 200],
  ['404', 'Not found', 404],
  ['no key', { projectId: 'p' }, 200],
])('A host that answers %s has no configuration, and says so', async (_, body, status) => {
  answersInit(body, status);
  await expect(database.load('anna', 'tasks')).rejects.toMatchObject({
    kind: 'server',
    code: 'no-config',
    message: 'This site is not set up: it has no /__/firebase/init.json',
  });
});

test('A server that can’t answer now is unreachable, or the last configuration serves', async () => {
  answersInit('Service unavailable', 503);
  await expect(database.load('anna', 'tasks')).rejects.toMatchObject({ kind: 'network', code: 'no-config' });
  init = undefined;
  await expect(database.load('anna', 'tasks')).resolves.toEqual({});
  await openPage();
  answersInit('Service unavailable', 503);
  await expect(database.load('anna', 'notes')).resolves.toEqual({});
});
