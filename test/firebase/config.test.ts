/** @jest-environment ./test/support/jest/network-env.cjs */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { createDatabase } from '../../src/firebase/databaseService';

const html = '<!doctype html>the app';
const noDatabase = { apiKey: 'key', projectId: 'p', authDomain: 'p.example' };

let server: Server;
let base: string;
/** The answer of `/__/firebase/init.json`. */
let config: { status: number; body: string };
/** Requests to the database, in order. */
let asked: string[];
let database: ReturnType<typeof createDatabase>;
const realFetch = globalThis.fetch;

beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    if (request.url === '/__/firebase/init.json') {
      response.writeHead(config.status).end(config.body);
      return;
    }
    asked.push(request.url!.split('?')[0]!);
    response.end('null');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  localStorage.clear();
  globalThis.fetch = (input, init) => realFetch(new URL(String(input), base), init);
  await openPage();
});
afterEach(async () => {
  globalThis.fetch = realFetch;
  server.closeAllConnections();
  await new Promise(closed => server.close(closed));
});

/** Opens a new page: the configuration is requested once per page. */
async function openPage() {
  jest.resetModules();
  const { createDatabase: create } = await import('../../src/firebase/databaseService');
  database = create({
    idToken: async () => 'id-token',
    user: async () => ({ uid: 'anna' }) as never,
  });
}

const answers = (body: unknown, status = 200) => {
  config = { status, body: typeof body === 'string' ? body : JSON.stringify(body) };
};
const whole = () => ({ ...noDatabase, databaseURL: `${base}/?ns=daywall` });

test('A site without a database says so at every call, and asks no other host for it', async () => {
  answers(noDatabase);
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
  answers(noDatabase);
  await expect(database.load('anna', 'tasks')).rejects.toMatchObject({ code: 'no-database' });
  answers(whole());
  await expect(database.load('anna', 'tasks')).resolves.toEqual({});
  expect(asked).toEqual(['/anna/tasks.json']);
});

test('A stored configuration without a database is not used for the first read', async () => {
  localStorage.setItem('daywall:config', JSON.stringify(noDatabase));
  answers(whole());
  await expect(database.load('anna', 'tasks')).resolves.toEqual({});
});

test.each([
  ['the app for every path', html, 200],
  ['404', 'Not found', 404],
  ['no key', { projectId: 'p' }, 200],
])('A host that answers %s has no configuration, and says so', async (_, body, status) => {
  answers(body, status);
  await expect(database.load('anna', 'tasks')).rejects.toMatchObject({
    kind: 'server',
    code: 'no-config',
    message: 'This site is not set up: it has no /__/firebase/init.json',
  });
});

test('A server that can’t answer now is unreachable, or the last configuration serves', async () => {
  answers('Service unavailable', 503);
  await expect(database.load('anna', 'tasks')).rejects.toMatchObject({ kind: 'network', code: 'no-config' });
  answers(whole());
  await expect(database.load('anna', 'tasks')).resolves.toEqual({});
  await openPage();
  answers('Service unavailable', 503);
  await expect(database.load('anna', 'notes')).resolves.toEqual({});
});
