import { expect, test, type Page } from '../fixtures';
import { expectDraft } from '../support/drafts';
import type { Device } from '../support/people/people';

const field = (page: Page) => page.getByRole('textbox', { name: 'Quick add' });
const row = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });

test('Without network a task is listed at once, and sent once there is one @worker @long', async ({
  page,
  newUser,
  signIn,
  device,
  goOffline,
  goOnline,
}) => {
  const user = await newUser();
  await signIn(user);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await field(page).click();
  await page.waitForLoadState('networkidle');
  await goOffline();
  await page.keyboard.type('Bought on the train');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Bought on the train')).toBeVisible();
  await expect(page.getByText('1 change waits on this device.')).toBeVisible();
  await page.reload();
  await expect(row(page, 'Bought on the train')).toBeVisible();
  await goOnline();
  await expect
    .poll(async () => Object.values((await device(user).tasks()) ?? {}).map(task => task.taskName), {
      timeout: 20_000,
    })
    .toEqual(['Bought on the train']);
});

test('Half a line is there after a reload and on another view', async ({ page, newUser, signIn }) => {
  await signIn(await newUser());
  await field(page).click();
  await page.keyboard.type('Ask Anna about');
  await expectDraft(page, 'Ask Anna about');
  await page.reload();
  await expect(field(page)).toHaveValue('Ask Anna about');
  await page.getByRole('link', { name: 'Work', exact: true }).click();
  await expect(field(page)).toHaveValue('Ask Anna about');
});

/** Adds a task from a line, and ends its page before the disk has it. */
async function endAfterAdding(page: Page, end: () => Promise<unknown> = () => page.reload()) {
  await field(page).click();
  await page.keyboard.type('Milk');
  await expectDraft(page, 'Milk');
  // Keeps the queue's transaction open, so that the end of the page aborts it.
  await page.evaluate(() => {
    const isQueue = (transaction: IDBTransaction) => transaction.objectStoreNames.contains('operations');
    const { add, put } = IDBObjectStore.prototype;
    const { commit } = IDBTransaction.prototype;
    const hold = (store: IDBObjectStore) => {
      if (!isQueue(store.transaction)) return;
      const request = store.count();
      request.onsuccess = () => hold(store);
    };
    IDBObjectStore.prototype.add = function (...args) {
      hold(this);
      return add.apply(this, args);
    };
    IDBObjectStore.prototype.put = function (...args) {
      hold(this);
      return put.apply(this, args);
    };
    IDBTransaction.prototype.commit = function () {
      if (!isQueue(this)) commit.apply(this);
    };
  });
  await page.keyboard.press('Enter');
  await expect(row(page, 'Milk')).toBeVisible();
  await page.keyboard.type('Bread');
  await expectDraft(page, 'Bread');
  await end();
}

const stored = async (data: Device) =>
  Object.values((await data.tasks()) ?? {})
    .map(task => task.taskName)
    .sort();

test('What was added is kept when the page ends at once, and the line’s rest stays @long', async ({
  page,
  somebody,
}) => {
  const { data } = await somebody();
  await endAfterAdding(page);
  await expect(row(page, 'Milk')).toHaveCount(1);
  await expect(field(page)).toHaveValue('Bread');
  await field(page).press('Enter');
  await expect.poll(() => stored(data)).toEqual(['Bread', 'Milk']);
  await expect(row(page, 'Milk')).toHaveCount(1);
});

test('Where local storage is full, what was added is in the line again then @long', async ({
  page,
  somebody,
}) => {
  const { data } = await somebody();
  await page.evaluate(() => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (key: string, value: string) {
      if (key.startsWith('daywall-un')) throw new DOMException('full', 'QuotaExceededError');
      setItem.call(this, key, value);
    };
  });
  await endAfterAdding(page);
  await expect(field(page)).toHaveValue('Milk\nBread');
  await expect(page.getByRole('button', { name: 'Add 2 tasks' })).toBeVisible();
  expect(await data.tasks()).toBeNull();
  await field(page).press('Enter');
  await expect.poll(() => stored(data)).toEqual(['Bread', 'Milk']);
});

test('A page that crashes before the disk has a task loses it and offers its words @long', async ({
  page,
  context,
  somebody,
}) => {
  const { data } = await somebody();
  const session = await context.newCDPSession(page);
  await endAfterAdding(page, async () => {
    const crashed = page.waitForEvent('crash');
    void session.send('Page.crash').catch(() => undefined);
    await crashed;
  });
  const next = await context.newPage();
  await next.goto('/tasks/today');
  await expect(field(next)).toHaveValue('Milk\nBread');
  await expect(row(next, 'Milk')).toHaveCount(0);
  expect(await data.tasks()).toBeNull();
});
