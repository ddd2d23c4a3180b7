import { expect, test, type Page } from '../fixtures';
import { gesturesReady, withRules } from '../support/gestures';
import type { Device } from '../support/people/people';

type Repeat = { rule: string; first: string; at: string; after?: true };

const row = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Done: ${name}`, exact: true });
const view = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true });
const toast = (page: Page, words: string) => page.getByText(words, { exact: true });
const noted = async (data: Device, key: string) =>
  Object.keys((await data.get<Record<string, string> | null>(`ext/occurrences/${key}`)) ?? {});
const repeatOf = (data: Device, key: string) => data.get<Repeat | null>(`ext/repeats/${key}`);

/** Adds a task that repeats, as another device, and expects it on a day. */
async function addRepeat(data: Device, taskName: string, repeat: Repeat) {
  const key = await data.addTask({ taskName, taskDueDate: `${repeat.at}T00:00:00.000Z` });
  await data.put(`ext/repeats/${key}`, repeat);
  return key;
}
const tuesdays = { rule: 'FREQ=WEEKLY;BYDAY=TU;WKST=MO', first: '2026-11-24', at: '2026-11-24' };

async function typeTask(page: Page, line: string) {
  await page.getByRole('textbox', { name: 'Quick add' }).fill(line);
  await page.keyboard.press('Enter');
}
/** The key of the only task. */
const onlyKey = async (data: Device) => {
  await expect.poll(data.tasks).not.toBeNull();
  return Object.keys((await data.tasks())!)[0]!;
};

/** Runs in the page: the number of operations that the device stores. */
function keptOperations(): Promise<number> {
  return new Promise((done, failed) => {
    const opening = indexedDB.open('daywall');
    opening.onerror = () => failed(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const counting = database.transaction('operations').objectStore('operations').count();
      counting.onsuccess = () => {
        database.close();
        done(counting.result);
      };
    };
  });
}

/** Ticks a row so many times, each time after the server has the last tick and the row shows its next day. */
async function tickTimes(
  page: Page,
  name: string,
  times: number,
  { ticks, leave }: { ticks: () => Promise<unknown[]>; leave: () => Promise<void> },
) {
  for (let n = 0; n < times; n++) {
    await expect(box(page, name)).not.toBeChecked();
    await box(page, name).click();
    await expect(box(page, name)).toBeChecked();
    await expect.poll(ticks).toHaveLength(n + 1);
    await leave();
  }
  await expect(box(page, name)).not.toBeChecked();
}

test.use({ ownServer: true });

test('Five days late and ticked once, the next one is after today @long', async ({
  page,
  newUser,
  signIn,
  device,
  time,
}) => {
  await time.start('2026-11-29T10:00:00Z');
  const user = await newUser();
  const key = await addRepeat(device(user), 'Bins', tuesdays);
  await withRules(page, signIn(user));
  await view(page, 'Previous').click();
  await box(page, 'Bins').click();
  await expect(toast(page, 'Done. Next on Tue 1 Dec')).toBeVisible();
  await expect.poll(() => repeatOf(device(user), key)).toMatchObject({ at: '2026-12-01' });
  expect(await noted(device(user), key)).toEqual(['2026-11-24']);
});

test('Filter after 3 months, ten days late, comes three months after it was done @long', async ({
  page,
  newUser,
  signIn,
  device,
  time,
}) => {
  await time.start('2026-12-04T10:00:00Z');
  const user = await newUser();
  const data = device(user);
  await withRules(page, signIn(user));
  await typeTask(page, 'Filter after 3 months');
  await expect(row(page, 'Filter')).toContainText('3 months after it is done');
  const key = await onlyKey(data);
  const repeat = { rule: 'FREQ=MONTHLY;INTERVAL=3', first: '2026-12-04', at: '2026-12-04', after: true };
  await expect.poll(() => repeatOf(data, key)).toEqual(repeat);
  // Ten days pass.
  const before = { ...repeat, first: '2026-11-24', at: '2026-11-24' };
  await data.patch('', {
    [`tasks/${key}/taskDueDate`]: '2026-11-24T00:00:00.000Z',
    [`ext/repeats/${key}`]: before,
  });
  await view(page, 'Previous').click();
  await box(page, 'Filter').click();
  await expect(toast(page, 'Done. Next on Thu 4 Mar 2027')).toBeVisible();
  await expect
    .poll(() => repeatOf(data, key))
    .toMatchObject({ ...before, at: '2027-03-04', from: before.at });
  expect(await noted(data, key)).toEqual(['2026-11-24']);
});

test('Rent every last day is on the last one of February of two years @long', async ({
  page,
  newUser,
  signIn,
  device,
  time,
}) => {
  await time.start('2027-01-31T10:00:00Z');
  const user = await newUser();
  await withRules(page, signIn(user));
  await typeTask(page, 'Rent every last day');
  const key = await onlyKey(device(user));
  await view(page, 'Personal').click();
  await tickTimes(page, 'Rent', 14, {
    ticks: () => noted(device(user), key),
    leave: () => time.advance(6000),
  });
  await expect.poll(() => repeatOf(device(user), key)).toMatchObject({ at: '2028-03-31' });
  const days = await noted(device(user), key);
  expect(days).toHaveLength(14);
  expect(days).toEqual(expect.arrayContaining(['2027-02-28', '2027-04-30', '2027-12-31', '2028-02-29']));
});

test('What comes every year on 29 Feb comes every year @long', async ({
  page,
  newUser,
  signIn,
  device,
  time,
}) => {
  await time.start('2028-02-29T10:00:00Z');
  const user = await newUser();
  await withRules(page, signIn(user));
  await typeTask(page, 'Leap party every year on 29 Feb');
  await expect(row(page, 'Leap party')).toContainText('every year on the last day of February');
  const key = await onlyKey(device(user));
  await view(page, 'Personal').click();
  await tickTimes(page, 'Leap party', 4, {
    ticks: () => noted(device(user), key),
    leave: () => time.advance(6000),
  });
  await expect.poll(() => repeatOf(device(user), key)).toMatchObject({ at: '2032-02-29' });
  expect(await noted(device(user), key)).toEqual(['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28']);
});

test('This week’s one is dragged to Wednesday, and the next one is on Tuesday @long', async ({
  page,
  newUser,
  signIn,
  device,
  time,
}) => {
  await time.start('2026-11-22T15:00:00Z');
  const user = await newUser();
  const data = device(user);
  const key = await addRepeat(data, 'Bins', tuesdays);
  await data.addTask({ taskName: 'Market', taskDueDate: '2026-11-25T00:00:00.000Z' });
  await withRules(page, signIn(user));
  await view(page, 'Upcoming').click();
  await expect(page.locator('main [data-day]')).toHaveCount(2);
  await gesturesReady(page);
  const from = (await row(page, 'Bins').boundingBox())!;
  const to = page.locator('main [data-day]').last();
  const over = (await to.boundingBox())!;
  await page.mouse.move(from.x + 60, from.y + 20);
  await page.mouse.down();
  await expect(async () => {
    await page.mouse.move(from.x + 80, from.y + 30, { steps: 4 });
    await page.mouse.move(over.x + 60, over.y + over.height / 2, { steps: 4 });
    await expect(to).toHaveCSS('outline-style', 'solid', { timeout: 500 });
  }).toPass();
  await page.mouse.up();
  const day = async () => (await data.tasks())![key]!.taskDueDate;
  await expect.poll(day).toBe('2026-11-25T00:00:00.000Z');
  expect(await repeatOf(data, key)).toEqual(tuesdays);
  await expect(page.locator('main [data-day]')).toHaveCount(1);
  await box(page, 'Bins').click();
  await expect(toast(page, 'Done. Next on Tue 1 Dec')).toBeVisible();
  await expect.poll(day).toBe('2026-12-01T00:00:00.000Z');
  expect(await noted(data, key)).toEqual(['2026-11-24']);
});

test.describe('A device that flies', () => {
  test.use({ timezoneId: 'Europe/Berlin' });

  test('from Berlin to Los Angeles before its sending goes on from Berlin’s day', async ({
    page,
    browser,
    baseURL,
    newUser,
    signIn,
    device,
    time,
    goOffline,
    goOnline,
  }) => {
    // 00:30 of the 25th in Berlin, the afternoon of the 24th in Los Angeles.
    await time.start('2026-11-24T23:30:00Z');
    const user = await newUser();
    const pills = { rule: 'FREQ=DAILY', first: '2026-11-25', at: '2026-11-25' };
    const key = await addRepeat(device(user), 'Pills', pills);
    await withRules(page, signIn(user));
    await expect(row(page, 'Pills')).toBeVisible();
    // Once the added task is sent, the chunk of the senders is loaded, which contains the rules.
    await typeTask(page, 'Pack');
    await expect.poll(async () => Object.keys((await device(user).tasks())!)).toHaveLength(2);
    await goOffline();
    await box(page, 'Pills').click();
    await expect(toast(page, 'Done. Next tomorrow')).toBeVisible();

    await expect.poll(() => page.evaluate(keptOperations)).toBe(1);
    const storageState = await page.context().storageState({ indexedDB: true });
    await page.close();
    expect(await noted(device(user), key)).toEqual([]);

    // The task is opened again in the zone of arrival.
    await goOnline();
    const landed = await browser.newContext({ storageState, baseURL, timezoneId: 'America/Los_Angeles' });
    await landed.clock.install({ time: '2026-11-24T23:40:00Z' });
    const otherPage = await landed.newPage();
    await otherPage.goto('/tasks/upcoming');
    expect(await otherPage.evaluate(() => new Date().toLocaleDateString('sv'))).toBe('2026-11-24');
    await expect
      .poll(() => repeatOf(device(user), key))
      .toMatchObject({ ...pills, at: '2026-11-26', from: pills.at });
    expect(await noted(device(user), key)).toEqual(['2026-11-25']);
    await expect(row(otherPage, 'Pills')).toBeVisible();
    await expect(otherPage.locator('main [data-day="2026-11-26"]')).toBeVisible();
    await landed.close();
  });
});
