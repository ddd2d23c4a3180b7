import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, type Page } from '../fixtures';
import { expectDraft } from '../support/drafts';
import { storedDay } from '../support/people/people';

/** A storage place of the browser, as docs/browsers.md names it. */
type Place = 'localStorage' | 'sessionStorage' | 'IndexedDB' | 'Cache Storage' | 'cookie';
type Kept = { place: Place; key: string; value: string };

/** The rows of the table in docs/browsers.md: place and key, where `{id}` stands for any text. */
const named = readFileSync(path.resolve(__dirname, '../../../docs/browsers.md'), 'utf8')
  .split('\n')
  .map(line => line.split('|').map(cell => cell.trim()))
  .filter(([, place]) => /^(localStorage|sessionStorage|IndexedDB|Cache Storage)$/.test(place ?? ''))
  .map(([, place, key]) => ({
    place,
    pattern: new RegExp(
      `^${key!
        .replace(/`/g, '')
        .split(/\{\w+\}/)
        .map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
        .join('.+')}$`,
    ),
  }));
const isNamed = ({ place, key }: Kept) => named.some(row => row.place === place && row.pattern.test(key));

/** All data that the browser stores for this origin, and all workers; stores of a database as `database/store`. */
async function allKept(page: Page): Promise<Kept[]> {
  return page.evaluate(async () => {
    const found: { place: Place; key: string; value: string }[] = [];
    type Place = 'localStorage' | 'sessionStorage' | 'IndexedDB' | 'Cache Storage' | 'cookie';
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error!);
      });
    for (const [place, storage] of [
      ['localStorage', localStorage],
      ['sessionStorage', sessionStorage],
    ] as const)
      for (const [key, value] of Object.entries(storage)) found.push({ place, key, value: String(value) });
    if (document.cookie) found.push({ place: 'cookie', key: document.cookie, value: document.cookie });
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      found.push({ place: 'Cache Storage', key: name, value: requests.map(({ url }) => url).join(' ') });
    }
    for (const { name } of await indexedDB.databases()) {
      const database = await answer(indexedDB.open(name!));
      for (const store of database.objectStoreNames) {
        const rows = database.transaction(store).objectStore(store);
        const value = JSON.stringify([await answer(rows.getAllKeys()), await answer(rows.getAll())]);
        found.push({ place: 'IndexedDB', key: `${name}/${store}`, value });
      }
      database.close();
    }
    return found;
  });
}

/** Keys with the parts that vary between browsers replaced. */
const keysOf = (kept: readonly Kept[]) => kept.map(({ place, key }) => `${place} ${key}`);

test('Each key that is kept is in the table, and none is left after Sign out @worker @long', async ({
  page,
  newUser,
  signInByForm,
  device,
  troubles,
}) => {
  troubles.expect(/net::ERR_ABORTED/);
  const user = await newUser();
  const secret = 'Xanadu';
  for (const taskName of [`${secret} one`, `${secret} two`])
    await device(user).addTask({ taskName, taskId: taskName.length });
  const note = await device(user).addNote({ noteTitle: secret, noteDescription: secret });
  const day = storedDay().slice(0, 10);
  const task = await device(user).addTask({ taskName: 'Bins', taskDescription: '- [ ] Rinse', taskId: 7 });
  await device(user).put(`ext/repeats/${task}`, { rule: 'FREQ=DAILY;INTERVAL=2', first: day, at: day });
  const notice = { at: '2026-03-10T12:00:00.000Z', isBack: true };
  await device(user).put(`ext/others/tasks/${task}`, notice);
  await device(user).put(`ext/others/notes/${note}`, notice);
  await signInByForm(user);
  await page.evaluate(() => navigator.serviceWorker.ready);

  // Use each part of the app that stores data: an order, a step of a repeat, a tick of a part, a change, a tick,
  // settings, a search, the wall, a draft of a part, shared text.
  await page.locator(`main [data-task="7"]`).first().focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(() => device(user).get('ext/order')).not.toBeNull();
  await page.getByRole('checkbox', { name: 'Done: Bins' }).check();
  await expect.poll(() => device(user).get(`ext/occurrences/${task}`)).not.toBeNull();
  await page.getByRole('checkbox', { name: `Done: ${secret} one` }).check();
  await page.locator('[data-quick-add]').fill(`${secret} three`);
  await page.keyboard.press('Enter');
  await page.goto('/account/settings');
  await page.getByRole('radio', { name: 'Dark' }).check();
  await page.goto('/tasks/sticky-wall');
  await expect(page.locator('main [data-note]', { hasText: secret })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill(secret);
  await expect(page.getByRole('option').first()).toBeVisible();
  expect(page.workers().length).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  await page.goto('/tasks/new');
  await page.getByPlaceholder('Title of your task').fill(`${secret} draft`);
  await expectDraft(page, `${secret} draft`);
  await page.getByPlaceholder('Title of your task').fill('');
  await page.getByLabel('Add a subtask').fill(`${secret} part`);
  await expectDraft(page, `${secret} part`);
  await page.getByLabel('Add a subtask').fill('');
  await page.goto(`/share?title=${secret}&text=Words`);
  await expect(page.getByText(secret)).toBeVisible();
  await page.goto('/tasks/today');
  await expect(page.getByRole('checkbox', { name: `Done: ${secret} two` })).toBeVisible();
  await expect.poll(async () => Object.values((await device(user).tasks()) ?? {}).length).toBe(4);
  await expect(page.getByText(/waits? on this device/)).toHaveCount(0);

  const before = await allKept(page);
  expect(keysOf(before.filter(entry => !isNamed(entry))), 'Keys that docs/browsers.md does not name').toEqual(
    [],
  );
  const isOfPerson = ({ key, value }: Kept) =>
    [user.uid, user.email, secret, task, note].some(mark => key.includes(mark) || value.includes(mark));
  expect(before.filter(isOfPerson).length).toBeGreaterThan(5);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await expect
    .poll(async () => keysOf((await allKept(page)).filter(isOfPerson)), 'What is still of the person')
    .toEqual([]);
  expect(keysOf((await allKept(page)).filter(entry => !isNamed(entry)))).toEqual([]);
  expect(page.workers()).toEqual([]);

  // The next user is not led to the shared text of the last user.
  const other = await newUser();
  await page.getByLabel('Email').fill(other.email);
  await page.getByLabel('Password').fill(other.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
  expect((await page.content()).includes(secret)).toBe(false);
});
