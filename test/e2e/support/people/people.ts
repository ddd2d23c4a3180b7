import { randomInt, randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { signUp } from '../../../support/clients/identity';

/** A user whose account only one test uses. */
export interface User {
  email: string;
  password: string;
  uid: string;
  idToken: string;
  refreshToken: string;
}

/** A task or a note as stored. */
export interface TaskBody {
  taskName: string;
  taskDescription: string;
  taskList: string;
  taskDueDate: string;
  taskId: number;
}
export interface NoteBody {
  noteTitle: string;
  noteDescription: string;
}
export type Stored<Body> = Record<string, Body> | null;

/** Creates an account over REST, without a browser. */
export async function createUser(url: string, email = `${randomUUID()}@example.com`): Promise<User> {
  const password = 'secret-1';
  const { localId, idToken, refreshToken } = await signUp(url, email, password);
  return { email, password, uid: localId, idToken, refreshToken };
}

/**
 * Signs in by the form and waits for Today and for the notes, which signing in reads, so that no late answer meets a
 * fault or a jump of the clock. `url` is the server's, for a browser without a base URL.
 */
export async function signInByForm(page: Page, user: User, url = '') {
  await page.goto(`${url}/auth/login`);
  const notes = page.waitForResponse(answer => new URL(answer.url()).pathname.endsWith('/notes.json'));
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password').fill(user.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('heading', { name: 'Today' }).waitFor();
  await notes;
}

/** Opens Today on a device with a stored session, and waits for the tasks. */
export async function openToday(page: Page): Promise<void> {
  const tasks = page.waitForResponse(answer => new URL(answer.url()).pathname.endsWith('/tasks.json'));
  await page.goto('/tasks/today');
  await page.getByRole('heading', { name: 'Today' }).waitFor();
  await tasks;
}

/**
 * Reads and changes the user's data as another device, by the REST calls of docs/rules.md. `database` names the
 * user's database if it is not the first.
 */
export function openDevice(url: string, user: Pick<User, 'uid' | 'idToken'>, database?: string) {
  const ns = database === undefined ? '' : `&ns=${database}`;
  async function call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const at = `${url}/${user.uid}/${path}.json?auth=${user.idToken}${ns}`;
    const response = await fetch(at, { method, body: body === undefined ? undefined : JSON.stringify(body) });
    const answer = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer}`);
    return JSON.parse(answer) as Answer;
  }
  return {
    tasks: () => call<Stored<TaskBody>>('GET', 'tasks'),
    notes: () => call<Stored<NoteBody>>('GET', 'notes'),
    /** Resolves with the new record's key. Omitted fields get plausible values. */
    async addTask(task: Partial<TaskBody> = {}) {
      return (await call<{ name: string }>('POST', 'tasks', { ...plausibleTask(), ...task })).name;
    },
    async addNote(note: Partial<NoteBody> = {}) {
      const body = { noteTitle: 'A note', noteDescription: 'What it says', ...note };
      return (await call<{ name: string }>('POST', 'notes', body)).name;
    },
    get: <Answer>(path: string) => call<Answer>('GET', path),
    put: (path: string, body: unknown) => call('PUT', path, body),
    patch: (path: string, body: unknown) => call('PATCH', path, body),
    remove: (path: string) => call('DELETE', path),
  };
}
export type Device = ReturnType<typeof openDevice>;

const plausibleTask = (): TaskBody => ({
  taskName: 'A task',
  taskDescription: 'What there is to do',
  taskList: 'personal',
  taskDueDate: storedDay(),
  taskId: randomInt(10_000_000),
});

/** The day `days` from today in this process's time zone, in stored form. */
export function storedDay(days = 0, from = new Date()): string {
  const utc = Date.UTC(from.getFullYear(), from.getMonth(), from.getDate() + days);
  return new Date(utc).toISOString();
}

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** A signed-in user's stored data on a device, without the cached tasks. */
export function withoutTasks(state: StorageState): StorageState {
  const bare = structuredClone(state);
  for (const origin of bare.origins) {
    const { indexedDB = [] } = origin as { indexedDB?: { name: string }[] };
    Object.assign(origin, { indexedDB: indexedDB.filter(({ name }) => name !== 'daywall') });
  }
  return bare;
}
