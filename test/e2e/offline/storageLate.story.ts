/** The app's storage is created early, answers late, or was taken over by a newer version of the app. */
import { expectDraft } from '../support/drafts';
import { loadAllCode } from '../support/gestures';
import { expect, test } from '../fixtures';

const quickAdd = 'Quick add';

/** Blocks all stores of the app's database in the page for so long; every request waits that long. */
const holdStorage = (milliseconds: number) =>
  new Promise<void>(resolve => {
    const opening = indexedDB.open('daywall');
    opening.onsuccess = () => {
      const database = opening.result;
      const hold = () => {
        const until = performance.now() + milliseconds;
        const transaction = database.transaction([...database.objectStoreNames], 'readwrite');
        const store = transaction.objectStore('leases');
        const goOn = () => {
          if (performance.now() < until) store.count().onsuccess = goOn;
        };
        store.count().onsuccess = () => {
          resolve();
          goOn();
        };
        transaction.oncomplete = hold;
      };
      hold();
    };
  });

for (const [milliseconds, words, tag] of [
  [1500, null, ['@long']],
  [5000, /storage does not answer/, ['@long']],
] as [number, RegExp | null, string[]][])
  test(
    `Where storage answers ${milliseconds} ms late, a change is kept and then sent`,
    { tag },
    async ({ page, context, newUser, signInByForm, goOffline, goOnline, device }) => {
      const user = await newUser();
      await signInByForm(user);
      await loadAllCode(page);
      await page.evaluate(holdStorage, milliseconds);
      await goOffline();
      await page.getByLabel(quickAdd).fill('Made here');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('listitem').filter({ hasText: 'Made here' })).toContainText('Waiting');
      const said = page.getByText(/storage does not answer/);
      if (words) await expect(said).toBeVisible();
      else await expect(said).toHaveCount(0);
      await goOnline();
      await page.close();
      const next = await context.newPage();
      await next.goto('/tasks/today');
      await expect
        .poll(async () => Object.values((await device(user).tasks()) ?? {}).map(task => task.taskName))
        .toEqual(['Made here']);
    },
  );

test('A tab beside a newer version says Reload, and its changes are kept and sent @long', async ({
  page,
  context,
  newUser,
  signInByForm,
  goOffline,
  goOnline,
  device,
}) => {
  const user = await newUser();
  await signInByForm(user);
  await loadAllCode(page);
  const newer = await context.newPage();
  await newer.goto('/healthz');
  await goOffline();
  await page.getByLabel(quickAdd).fill('Ahead of it');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listitem').filter({ hasText: 'Ahead of it' })).toContainText('Waiting');
  await newer.evaluate(
    () =>
      new Promise<void>(resolve => {
        const opening = indexedDB.open('daywall');
        opening.onsuccess = () => {
          const { version } = opening.result;
          opening.result.close();
          indexedDB.open('daywall', version + 1).onsuccess = () => resolve();
        };
      }),
  );
  await page.getByLabel(quickAdd).fill('Beside it');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Reload to use it' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Beside it' })).toContainText('Waiting');
  await goOnline();
  await expect
    .poll(async () =>
      Object.values((await device(user).tasks()) ?? {})
        .map(task => task.taskName)
        .sort(),
    )
    .toEqual(['Ahead of it', 'Beside it']);
});

test('The app’s one database is made once, before the first form is shown', async ({ page, newUser }) => {
  type Opening = { name: string; isFormShown: boolean; isMade: boolean };
  await page.addInitScript(() => {
    const openings: Opening[] = [];
    Object.assign(window, { openings });
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (this: IDBFactory, name, ...version) {
      const opening = { name, isFormShown: document.querySelector('form') !== null, isMade: false };
      openings.push(opening);
      const request = open.call(this, name, ...version);
      request.addEventListener('upgradeneeded', () => (opening.isMade = true));
      return request;
    };
  });
  const openings = () => page.evaluate(() => (window as unknown as { openings: Opening[] }).openings);
  const names = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  const user = await newUser();
  await page.goto('/auth/login');
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  const made = { name: 'daywall', isFormShown: false, isMade: true };
  await expect.poll(openings).toEqual([made]);
  expect(await names()).toEqual(['daywall']);
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password').fill(user.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByLabel(quickAdd).fill('Made here');
  await page.keyboard.press('Enter');
  await page.getByLabel(quickAdd).fill('Half a thought');
  await expectDraft(page, 'Half a thought');
  const ofApp = async () => (await openings()).filter(({ name }) => name.startsWith('daywall'));
  expect((await ofApp()).filter(({ isMade }) => isMade)).toEqual([made]);
  expect(await names()).toEqual(['daywall']);
  await page.reload();
  await expect(page.getByLabel(quickAdd)).toHaveValue('Half a thought');
  expect((await ofApp()).filter(({ isMade }) => isMade)).toEqual([]);
});
