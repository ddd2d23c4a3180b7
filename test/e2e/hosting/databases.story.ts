import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { signIn as tokensOf } from '../../support/clients/identity';
import { storedData, type StoredData } from '../../support/server/storedData';
import { expect, test, type Page } from '../fixtures';
import { readUserData } from '../support/people/account';
import { openOrigin, type Origin } from '../support/network/origin';
import { createUser, openDevice } from '../support/people/people';

/** The databases by the names of homes and by their instance names. */
const INSTANCES: Record<string, string> = { first: 'a', b: 'b', c: 'c', d: 'd' };

type Person = { email: string; password: string; uid: string; home: string; task: string };

let origin: Origin;
test.beforeEach(async () => {
  origin = await openOrigin({ DATABASE_INSTANCES: 'a,b,c' });
});
test.afterEach(() => origin.close());

const row = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });
const go = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).click();

/** The user's data in one database, over REST. */
async function deviceOf({ email, password, uid }: Omit<Person, 'home' | 'task'>, home: string) {
  const { idToken } = await tokensOf(origin.server.url, email, password);
  return openDevice(origin.server.url, { uid, idToken }, INSTANCES[home]);
}

/** Registers a new user by the form, and adds a task. */
async function register(page: Page): Promise<Person> {
  const [email, password] = [`${randomUUID()}@example.com`, 'secret-1'];
  await page.goto(`${origin.url}/auth/register`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('heading', { name: 'Today' }).waitFor();
  const { id: uid } = (await readUserData(page))!;
  const home = await (await deviceOf({ email, password, uid }, 'first')).get<string>('ext/home');
  const task = `Water ${uid.replace(/[^a-z]/gi, '')}`; // digits could be read as a day
  await page.getByRole('textbox', { name: 'Quick add' }).fill(task);
  await page.keyboard.press('Enter');
  await row(page, task).waitFor();
  const stored = await deviceOf({ email, password, uid }, home);
  await expect.poll(async () => namesOf(await stored.tasks())).toContain(task);
  return { email, password, uid, home, task };
}

async function signIn(page: Page, { email, password }: Person) {
  await page.goto(`${origin.url}/auth/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('heading', { name: 'Today' }).waitFor();
}

const namesOf = (tasks: object | null | undefined) =>
  Object.values((tasks ?? {}) as Record<string, { taskName: string }>).map(({ taskName }) => taskName);

/** Registers users, each in a new browser, until each of these homes has a user. */
async function peopleOf(newPage: () => Promise<Page>, homes: string[]): Promise<Person[]> {
  const people: Person[] = [];
  while (homes.some(home => !people.some(person => person.home === home)))
    people.push(await register(await newPage()));
  return people;
}

/**
 * Expects each user's tasks in their home alone; other databases hold no data of theirs, and the first one the name
 * of the home.
 */
function expectAtHome(stored: Record<string, StoredData>, people: Person[]) {
  for (const { uid, home, task } of people) {
    for (const [name, instance] of Object.entries(INSTANCES)) {
      const { tasks, ext } = (stored[instance]?.[uid] ?? {}) as { tasks?: object; ext?: { home?: string } };
      expect(namesOf(tasks), `${uid} of ${home} in ${name}`).toEqual(name === home ? [task] : []);
      expect(ext?.home, `${uid} of ${home} in ${name}`).toBe(name === 'first' ? home : undefined);
      if (name !== home && name !== 'first') expect(Object.keys(stored[instance] ?? {})).not.toContain(uid);
    }
  }
}

test('Each user’s data are in one of several databases; a new one moves nobody @long', async ({
  browser,
}) => {
  test.slow(); // many users, each in a browser context of their own
  const newPage = async () => (await browser.newContext()).newPage();
  const people = await peopleOf(newPage, ['first', 'b', 'c']);

  await test.step('A second device finds them, and after a reload asks for neither list nor home', async () => {
    for (const person of people) {
      const page = await newPage();
      await signIn(page, person);
      await row(page, person.task).waitFor();
      const asked: string[] = [];
      page.on('request', request => asked.push(new URL(request.url()).pathname));
      await page.reload();
      await row(page, person.task).waitFor();
      await page.waitForLoadState('networkidle');
      expect(asked.filter(path => /databases\.json|ext\/home/.test(path))).toEqual([]);
      await page.context().close();
    }
  });

  await test.step('A fourth database is added', () =>
    origin.server.restart({ DATABASE_INSTANCES: 'a,b,c,d' }));
  for (const person of people) {
    const page = await newPage();
    await signIn(page, person);
    await row(page, person.task).waitFor();
    await page.context().close();
  }
  const everybody = [...people, ...(await peopleOf(newPage, ['d']))];

  for (const context of browser.contexts()) await context.close();
  await origin.server.kill9();
  const stored = await storedData(origin.server.dataDir, Object.values(INSTANCES));
  await origin.server.restart();
  expectAtHome(stored, everybody);
});

test('In a second database changes are heard live, undone, restored and exported @long', async ({
  browser,
}) => {
  test.slow();
  const newPage = async () => (await browser.newContext()).newPage();
  const user = await createUser(origin.server.url);
  await openDevice(origin.server.url, user).put('ext/home', 'b'); // as the first device of theirs chose it
  const stored = openDevice(origin.server.url, user, INSTANCES['b']);
  const person: Person = { ...user, home: 'b', task: 'Water the plants' };
  await stored.addTask({ taskName: person.task });
  const before = await stored.tasks();
  const [page, other] = [await newPage(), await newPage()];
  await signIn(page, person);
  await signIn(other, person);
  await row(other, person.task).waitFor();
  const deleteIt = async () => {
    await row(page, person.task).click();
    await page.getByRole('button', { name: 'Delete Task' }).click();
    await expect(row(other, person.task)).toBeHidden();
    expect(await stored.tasks()).toBeNull();
  };

  await test.step('Live, and Undo', async () => {
    await deleteIt();
    await page.getByRole('button', { name: 'Undo' }).click();
    await row(other, person.task).waitFor();
    expect(await stored.tasks()).toEqual(before);
  });

  await test.step('The trash', async () => {
    await deleteIt();
    await go(page, 'Trash');
    await page.getByRole('button', { name: `Restore ${person.task}` }).click();
    await row(other, person.task).waitFor();
    expect(await stored.tasks()).toEqual(before);
  });

  await test.step('The export', async () => {
    await page.goto(`${origin.url}/account/data`);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download JSON' }).click(),
    ]);
    const { content } = JSON.parse(await readFile(await file.path(), 'utf8')) as {
      content: { tasks: object };
    };
    expect(namesOf(content.tasks)).toEqual([person.task]);
  });

  await test.step('Signing out leaves nothing of the person on the device', async () => {
    await page.goto(`${origin.url}/tasks/today`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
    const left = () =>
      page.evaluate(uid => Object.keys(localStorage).filter(key => key.includes(uid)), person.uid);
    await expect.poll(left).toEqual([]);
  });
  for (const context of browser.contexts()) await context.close();
});

test('A site that lacks somebody’s database lets them in nowhere else, and says so @long', async ({
  browser,
}) => {
  test.slow();
  const newPage = async () => (await browser.newContext()).newPage();
  const people = await peopleOf(newPage, ['c']);
  const person = people.find(({ home }) => home === 'c')!;
  const page = await newPage();
  // The server refuses to start with such a list; a hosted site may have it.
  await page.route('**/databases.json', async route => {
    const { databases } = (await (await route.fetch()).json()) as { databases: { name: string }[] };
    await route.fulfill({ json: { databases: databases.filter(({ name }) => name !== 'c') } });
  });
  await page.goto(`${origin.url}/auth/login`);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('home-not-named/c');
  expect(await readUserData(page)).toBeNull();
  for (const context of browser.contexts()) await context.close();
});
