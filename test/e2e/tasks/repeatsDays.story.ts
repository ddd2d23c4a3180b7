import { expect, test, type Page } from '../fixtures';
import { withRules } from '../support/gestures';
import type { Device } from '../support/people/people';

type Repeat = { rule: string; first: string; at: string; after?: true };

const row = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Done: ${name}`, exact: true });
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

async function typeTask(page: Page, line: string) {
  await page.getByRole('textbox', { name: 'Quick add' }).fill(line);
  await page.keyboard.press('Enter');
}

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

test.use({ ownServer: true });

test.describe('A device that flies', () => {
  test.use({ timezoneId: 'Europe/Berlin' });

  test('from Berlin to Los Angeles before its sending goes on from Berlin’s day @long', async ({
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
