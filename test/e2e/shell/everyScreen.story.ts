import type { Locator } from '@playwright/test';
import { expect, test, type Page } from '../fixtures';
import { axeFaults } from '../support/axe';
import { emptyPages, furnish, lookAtThePast, overlays, pages } from '../support/everyScreen';
import { layoutFaults } from '../support/layout';

const SIZES = [
  { width: 320, height: 640, isTouch: true },
  { width: 768, height: 1024, isTouch: true },
  { width: 1280, height: 800, isTouch: false },
];

/** Faults of the current screen as text, by axe in light and dark and by the layout checks. */
async function faultsOf(page: Page, target: number): Promise<string[]> {
  await page.waitForLoadState('networkidle'); // lazy parts are loaded
  const faults = await axeFaults(page);
  return [...faults, ...Object.values(await layoutFaults(page, target)).flat()] as string[];
}

for (const { width, height, isTouch } of SIZES) {
  test.describe(`At ${width} px`, { tag: '@long' }, () => {
    test.use({ viewport: { width, height }, hasTouch: isTouch, isMobile: isTouch });

    test('no screen has what axe or a look at its layout finds', async ({
      page,
      newUser,
      signIn,
      device,
      troubles,
    }) => {
      test.setTimeout(900_000);
      page.setDefaultTimeout(30_000);
      troubles.expect(/signInWithPassword/);
      const look = async (name: string) =>
        expect.soft(await faultsOf(page, isTouch ? 44 : 24), name).toEqual([]);
      const user = await newUser();

      for (const path of ['/auth/login', '/auth/register', '/auth/forgotten']) {
        await page.goto(path);
        await page.getByLabel('Email').waitFor();
        await look(path);
      }
      await page.goto('/auth/login');
      await page.getByLabel('Email').fill(user.email);
      await page.getByLabel('Password').fill('not the one');
      await page.keyboard.press('Enter');
      await page.getByRole('alertdialog').waitFor();
      await look('a refused sign-in');

      await signIn(user);
      await page.getByText('Three things to try').waitFor();
      await look('the first minute');
      for (const [path, content] of emptyPages(page)) {
        await page.goto(path);
        await content.waitFor();
        await look(`${path}, empty`);
      }

      await furnish(device(user));
      for (const [path, content] of pages(page)) {
        await page.goto(path);
        await content.first().waitFor();
        await look(path);
      }
      for (const { name, path, open } of overlays(page)) {
        await page.goto('about:blank'); // an overlay is part of its page's history and would open again
        await page.goto(path);
        await page.waitForLoadState('networkidle');
        await page.getByRole('heading').first().waitFor();
        await open();
        await look(name);
      }
      await lookAtThePast(page, look);
    });
  });
}

test('The busiest pages are without fault in light and dark, from 320 to 1280 px @long', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const look = async (path: string, content: Locator) => {
    await page.goto(path);
    await content.first().waitFor();
    await page.waitForLoadState('networkidle');
    for (const { width, height } of SIZES) {
      await page.setViewportSize({ width, height });
      // The sidebar adapts to the width later.
      await expect
        .poll(async () => Object.values(await layoutFaults(page, 24)).flat(), `${path} at ${width} px`)
        .toEqual([]);
      if (width !== 768) expect.soft(await axeFaults(page), `${path} at ${width} px`).toEqual([]);
    }
  };
  const user = await newUser();
  await furnish(device(user));
  await look('/auth/login', page.getByLabel('Email'));
  await signIn(user);
  const main = page.getByRole('main');
  await look('/tasks/today', main.getByRole('link'));
  await look('/tasks/no-date', main.getByRole('link'));
  await look('/tasks/new', page.getByLabel('Due Date'));
  await look('/day', main.getByRole('button', { name: /^Note 1/ }));
  await look('/tasks/sticky-wall', main.getByRole('button', { name: /^Note 4/ }));
});
