/**
 * The home of users on a site with several databases, by the real SDK on the real server.
 * @jest-environment ./test/support/jest/network-env.cjs
 */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { randomUUID } from 'node:crypto';
import type { createAuth } from '../../src/firebase/auth/authService';
import type { createDatabase } from '../../src/firebase/databaseService';
import { placeOf } from '../../src/firebase/auth/home';
import { bodyOf } from '../../src/tasks/task';
import { signUp as signUpByRest } from '../support/clients/identity';
import { taskFields } from '../support/app/operations';
import { startServer, type TestServer } from '../support/server/server';
import { storedData } from '../support/server/storedData';
import { until } from '../support/until';

type Page = { auth: ReturnType<typeof createAuth>; database: ReturnType<typeof createDatabase> };
/** Replaces a request: answers it, breaks it, or lets it through (undefined). */
type Fault = (
  url: URL,
  init: RequestInit | undefined,
  send: () => Promise<Response>,
) => Promise<Response> | undefined;

const password = 'secret-1';
const names = ['a', 'b', 'c'] as const;
const task = bodyOf(taskFields(), 4711);

let server: TestServer;
let fault: Fault | undefined;
let asked: string[];
const { fetch } = globalThis;

beforeAll(async () => {
  server = await startServer({ env: { DATABASE_INSTANCES: names.join(',') } });
  globalThis.fetch = (address, init) => {
    const url = new URL(address instanceof Request ? address.url : String(address), server.url);
    asked.push(`${init?.method ?? 'GET'} ${url.pathname}`);
    const send = () => fetch(address instanceof Request ? address : url, init);
    return fault?.(url, init, send) ?? send();
  };
});
beforeEach(() => {
  [asked, fault] = [[], undefined];
});
afterAll(async () => {
  globalThis.fetch = fetch;
  await server.stop();
});

/**
 * Opens a page on the device of the last page or on a new one. In Node the SDK stores no session, so that of an
 * earlier `page` is copied.
 */
async function openPage(device: 'same' | 'new' = 'new', page?: Page): Promise<Page> {
  if (device === 'new') {
    localStorage.clear();
    globalThis.indexedDB = new IDBFactory();
  }
  jest.resetModules();
  const { createAuth: openAuth } = await import('../../src/firebase/auth/authService');
  const { createDatabase: openDatabase } = await import('../../src/firebase/databaseService');
  const auth = page?.auth ?? openAuth();
  return { auth, database: openDatabase(auth) };
}

const newEmail = () => `${randomUUID()}@example.com`;
const listed = [{ name: 'first' }, { name: 'b' }, { name: 'c' }];

/** Signs up a user on a new device; the user's home is this database. */
async function signUpInto(home: string) {
  for (;;) {
    const page = await openPage();
    const email = newEmail();
    const { uid } = await page.auth.signUp(email, password);
    if (placeOf(uid, listed) === home) return { page, email, uid };
  }
}

/** Reads from a database with the user's own token. */
async function read({ auth }: Page, uid: string, ns: string, path: string) {
  const answer = await fetch(`${server.url}/${uid}/${path}.json?ns=${ns}&auth=${await auth.idToken(uid)}`);
  return (await answer.json()) as unknown;
}
const isHomeCall = (url: URL, init?: RequestInit, method = 'PUT') =>
  url.pathname.endsWith('/ext/home.json') && (init?.method ?? 'GET') === method;
const breakNetwork = () => Promise.reject(new TypeError('fetch failed'));

test.each([
  ['first', 'a'],
  ['b', 'b'],
  ['c', 'c'],
])('Who is placed in %s has that written in the first database, their data there', async (home, ns) => {
  const { page, email, uid } = await signUpInto(home);
  expect(await read(page, uid, 'a', 'ext/home')).toBe(home);
  const key = await page.database.addTask(uid, task);
  expect(await read(page, uid, ns, `tasks/${key}`)).toEqual(task);
  // The SDK's connection uses the home too.
  await page.database.addNote(uid, 'n1', { noteTitle: 'Milk', noteDescription: 'and bread' });
  expect(await read(page, uid, ns, 'notes/n1/noteTitle')).toBe('Milk');
  await page.database.close(uid);

  const other = await openPage();
  await other.auth.signIn(email, password);
  expect(Object.keys(await other.database.load(uid, 'tasks'))).toEqual([key]);
  await other.database.close(uid);
});

test('A later start asks neither for the list nor for the home', async () => {
  const { page, uid } = await signUpInto('b');
  await page.database.addTask(uid, task);
  const later = await openPage('same', page);
  asked = [];
  expect(Object.keys(await later.database.load(uid, 'tasks'))).toHaveLength(1);
  expect(asked.filter(call => /databases|home/.test(call))).toEqual([]);
});

test('Two users of one device have their own homes', async () => {
  const { uid: inB } = await signUpInto('b');
  const page = await openPage('same');
  let inC: string;
  do inC = (await page.auth.signUp(newEmail(), password)).uid;
  while (placeOf(inC, listed) !== 'c');
  await page.database.addTask(inC, task);
  expect(await read(page, inC, 'c', 'tasks')).not.toBeNull();
  expect(localStorage.getItem(`daywall:home:${inB}`)).toContain('ns=b');
  expect(localStorage.getItem(`daywall:home:${inC}`)).toContain('ns=c');
});

test('After a sign-out the home is forgotten, and another tab’s call still reaches it', async () => {
  const { page, uid } = await signUpInto('b');
  await page.database.addTask(uid, task);
  const other = await openPage('same', page);
  await other.database.close(uid);
  expect(Object.keys(localStorage).filter(key => key.includes(uid))).toEqual([]);
  expect(Object.keys(await page.database.load(uid, 'tasks'))).toHaveLength(1);
});

test('On a device that stores nothing the home is known for as long as the page lives', async () => {
  const { email, uid } = await signUpInto('b');
  const page = await openPage();
  const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  try {
    await page.auth.signIn(email, password);
    const key = await page.database.addTask(uid, task);
    expect(await read(page, uid, 'b', `tasks/${key}`)).toEqual(task);
  } finally {
    full.mockRestore();
  }
});

describe('An account without a record', () => {
  const withoutRecord = async () => {
    const email = newEmail();
    const { localId, idToken } = await signUpByRest(server.url, email, password);
    return { email, uid: localId, idToken };
  };

  test('has the first database for good, which the next sign-in writes down', async () => {
    const { email, uid, idToken } = await withoutRecord();
    await fetch(`${server.url}/${uid}/tasks/t1.json?auth=${idToken}`, {
      method: 'PUT',
      body: JSON.stringify(task),
    });
    const page = await openPage();
    await page.auth.signIn(email, password);
    expect(await page.database.load(uid, 'tasks')).toEqual({ t1: task });
    expect(await read(page, uid, 'a', 'ext/home')).toBe('first');
  });

  test('is not placed by a sign-up that comes late', async () => {
    let release = () => undefined as void;
    const held = new Promise<void>(resolve => (release = resolve));
    let arrived: Promise<Response> | undefined;
    fault = (url, init, send) => {
      if (!isHomeCall(url, init) || arrived) return undefined;
      return (arrived = held.then(send));
    };
    const first = await openPage();
    const email = newEmail();
    const signingUp = first.auth.signUp(email, password);
    await until(() => expect(arrived).toBeDefined());
    const second = await openPage();
    const { uid } = await second.auth.signIn(email, password);
    expect(await read(second, uid, 'a', 'ext/home')).toBe('first');
    release();
    expect([401, 412]).toContain((await arrived!).status); // refused by the rules or by the condition
    await signingUp;
    expect(await read(second, uid, 'a', 'ext/home')).toBe('first');
    expect(localStorage.getItem(`daywall:home:${uid}`)).toBeNull();
  });
});

describe('A sign-up whose placing fails', () => {
  test('lets nobody in, and the next sign-in has the first database', async () => {
    fault = (url, init) => (isHomeCall(url, init) ? breakNetwork() : undefined);
    const page = await openPage();
    const email = newEmail();
    await expect(page.auth.signUp(email, password)).rejects.toMatchObject({ kind: 'network' });
    const userId = await new Promise(resolve => page.auth.follow(resolve));
    expect(userId).toBeNull(); // the provider's session has ended too
    fault = undefined;
    const { uid } = await page.auth.signIn(email, password);
    await page.database.addTask(uid, task);
    expect(await read(page, uid, 'a', 'ext/home')).toBe('first');
    expect(await read(page, uid, 'a', 'tasks')).not.toBeNull();
  });

  test('and whose answer alone was lost, is found where it was placed', async () => {
    let uid = '';
    let email: string;
    let page: Page;
    fault = (url, init, send) => {
      if (!isHomeCall(url, init)) return undefined;
      uid = url.pathname.split('/')[1]!;
      return send().then(breakNetwork);
    };
    do {
      email = newEmail();
      page = await openPage();
      await expect(page.auth.signUp(email, password)).rejects.toMatchObject({ kind: 'network' });
    } while (placeOf(uid, listed) !== 'c');
    fault = undefined;
    const next = await openPage();
    await next.auth.signIn(email, password);
    const key = await next.database.addTask(uid, task);
    expect(await read(next, uid, 'c', `tasks/${key}`)).toEqual(task);
  });
});

describe('A sign-in is refused with a code for whoever looks after the site', () => {
  const answerList =
    (body: string, status = 200): Fault =>
    url =>
      url.pathname === '/databases.json' ? Promise.resolve(new Response(body, { status })) : undefined;
  const first = () => ({ name: 'first', url: `${server.url}?ns=a` });
  const named = (...databases: object[]) => JSON.stringify({ databases });

  test.each<[string, () => Fault, object]>([
    ['the list is a page', () => answerList('<!doctype html>'), { code: 'databases-unreadable' }],
    ['there is no list', () => answerList('Not found', 404), { code: 'databases-unreadable' }],
    ['the list can’t be read now', () => answerList('', 503), { kind: 'network', code: 'no-databases' }],
    [
      'the list lacks their home',
      () => answerList(named(first())),
      { kind: 'server', code: 'home-not-named/b' },
    ],
    [
      'the first database has another name',
      () => answerList(named({ ...first(), name: 'a' })),
      { code: 'databases-misnamed' },
    ],
    [
      'another database is called the first',
      () => answerList(named({ name: 'first', url: `${server.url}?ns=b` })),
      { code: 'databases-misnamed' },
    ],
  ])('when %s', async (_, given, failure) => {
    const { email, uid } = await signUpInto('b');
    const page = await openPage();
    fault = given();
    await expect(page.auth.signIn(email, password)).rejects.toMatchObject(failure);
    expect(localStorage.getItem(`daywall:home:${uid}`)).toBeNull();
  });
});

test('Another database than their home shows and takes nothing of a user’s', async () => {
  const { email, uid } = await signUpInto('b');
  const page = await openPage();
  await page.auth.signIn(email, password);
  localStorage.removeItem(`daywall:home:${uid}`);
  const reloaded = await openPage('same', page);
  const refused = { kind: 'refused', message: 'Permission denied' };
  await expect(reloaded.database.load(uid, 'tasks')).rejects.toMatchObject(refused);
  await expect(reloaded.database.addTask(uid, task)).rejects.toMatchObject(refused);
});

describe('The deletion of an account', () => {
  /** Deletes all data and the account, as the account page does. */
  const deleteAll = async ({ auth, database }: Page, uid: string) => {
    await auth.reauthenticate(uid, password);
    await database.deleteAll(uid);
    await auth.deleteAccount(uid);
  };

  test('leaves nothing in the home, and no record of it in the first database', async () => {
    const people = [await signUpInto('b'), await signUpInto('first')];
    for (const { page, email, uid } of people) {
      const again = await openPage();
      await again.auth.signIn(email, password);
      await again.database.addTask(uid, task);
      await deleteAll(again, uid);
      await again.database.close(uid);
      await page.database.close(uid);
    }
    await server.kill9();
    const stored = await storedData(server.dataDir, names);
    await server.restart();
    for (const { uid } of people)
      for (const name of names) expect(Object.keys(stored[name])).not.toContain(uid);
  });

  test('that the provider does not do leaves the record, for one database on all devices', async () => {
    const { email, uid } = await signUpInto('b');
    const page = await openPage();
    await page.auth.signIn(email, password);
    fault = url =>
      url.pathname.includes('accounts:delete')
        ? Promise.resolve(
            new Response('{"error":{"code":400,"message":"OPERATION_NOT_ALLOWED"}}', { status: 400 }),
          )
        : undefined;
    await expect(deleteAll(page, uid)).rejects.toMatchObject({ kind: 'refused' });
    expect(asked).toContain(`DELETE /${uid}.json`);
    expect(await read(page, uid, 'a', 'ext/home')).toBe('b');
    fault = undefined;
    await deleteAll(page, uid);
    await page.database.close(uid);
  });
});

test('A site of one database is asked for its list, and for nothing else', async () => {
  const several = server;
  server = await startServer();
  try {
    const page = await openPage();
    const email = newEmail();
    const { uid } = await page.auth.signUp(email, password);
    const other = await openPage();
    await other.auth.signIn(email, password);
    expect(asked.filter(call => call.endsWith('.json')).sort()).toEqual([
      'GET /__/firebase/init.json',
      'GET /__/firebase/init.json',
      'GET /databases.json',
      'GET /databases.json',
    ]);
    expect(await read(other, uid, 'daywall', 'ext/home')).toBeNull();
  } finally {
    await server.stop();
    server = several;
  }
});

test('A database that is added moves nobody, and takes some of the new ones', async () => {
  const { email, uid, page } = await signUpInto('c');
  await page.database.addTask(uid, task);
  await server.restart({ DATABASE_INSTANCES: 'a,b,c,d' });
  const again = await openPage();
  await again.auth.signIn(email, password);
  expect(Object.keys(await again.database.load(uid, 'tasks'))).toHaveLength(1);
  const more = [...listed, { name: 'd' }];
  let placed: string;
  do {
    const fresh = await openPage();
    const { uid: newcomer } = await fresh.auth.signUp(newEmail(), password);
    placed = placeOf(newcomer, more);
    expect(await read(fresh, newcomer, 'a', 'ext/home')).toBe(placed);
  } while (placed !== 'd');
});
