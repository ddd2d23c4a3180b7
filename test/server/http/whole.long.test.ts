import { createUserWithEmailAndPassword, type Auth } from 'firebase/auth';
import { get, getDatabase, goOffline, ref, set, type Database } from 'firebase/database';
import { openClient, type Client } from '../../support/clients/authClient';
import { startServer, type TestServer } from '../../support/server/server';

const task = {
  taskName: 'Milk',
  taskDescription: 'Two litres',
  taskList: 'personal',
  taskDueDate: '2026-03-10T00:00:00.000Z',
  taskId: 12,
};
const note = { noteTitle: 'Idea', noteDescription: 'A wall' };

let server: TestServer;
let client: Client;
let auth: Auth;
let database: Database;
let people = 0;
let uid: string;

beforeAll(async () => (server = await startServer()));
afterAll(() => server.stop());
beforeEach(async () => {
  client = await openClient(server.url);
  auth = client.auth;
  database = getDatabase(auth.app);
  uid = (await createUserWithEmailAndPassword(auth, `whole${++people}@example.com`, 'secret1')).user.uid;
});
afterEach(async () => {
  goOffline(database);
  await client.close();
});

const rest = async (path: string, init?: RequestInit) =>
  fetch(`${server.url}/${path}.json?ns=daywall&auth=${await auth.currentUser!.getIdToken()}`, init);

it('compresses a long answer, but never one whose ETag comes back in if-match', async () => {
  const body = JSON.stringify({ ...task, taskDescription: 'long '.repeat(1000) });
  const { name } = (await (await rest(`${uid}/tasks`, { method: 'POST', body })).json()) as { name: string };
  expect((await rest(`${uid}/tasks`)).headers.get('content-encoding')).toBe('gzip');
  const asBrowser = await rest(`${uid}/tasks`, { headers: { 'Accept-Encoding': 'gzip, deflate, br' } });
  expect(asBrowser.headers.get('content-encoding')).toBe('br');
  expect(await asBrowser.json()).toEqual({ [name]: JSON.parse(body) as unknown });
  const read = await rest(`${uid}/tasks/${name}`, { headers: { 'X-Firebase-ETag': 'true' } });
  expect(read.headers.get('content-encoding')).toBeNull();
  const ifMatch = { 'if-match': read.headers.get('etag')! };
  expect((await rest(`${uid}/tasks/${name}`, { method: 'PUT', body, headers: ifMatch })).status).toBe(200);
});

it('loses nothing that it answered to kill -9, and the SDK comes back by itself', async () => {
  await set(ref(database, `${uid}/notes/a`), note);
  await server.kill9();
  await server.restart();
  expect(await (await rest(`${uid}/notes/a`)).json()).toEqual(note);
  await set(ref(database, `${uid}/notes/b`), note);
  expect((await get(ref(database, `${uid}/notes`))).size).toBe(2);
});

it('serves the SDK whose token ended meanwhile, as it brings a fresh one', async () => {
  await set(ref(database, `${uid}/notes/a`), note);
  await server.advance(3_600_000);
  await auth.currentUser!.getIdToken(true);
  expect((await rest(`${uid}/notes`)).status).toBe(200);
  await set(ref(database, `${uid}/notes/b`), note);
});
