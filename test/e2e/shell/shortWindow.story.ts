import { expect, test } from '../fixtures';
import { furnish, pages } from '../support/everyScreen';
import { layoutFaults } from '../support/layout';

/** 1280 × 1024 at 400 %, half of that in width, and a phone on its side. */
const SIZES = [
  [{ width: 320, height: 256 }, ''],
  [{ width: 640, height: 256 }, ' @long'],
  [{ width: 844, height: 390 }, ' @long'],
] as const;

for (const [size, long] of SIZES)
  test.describe(`At ${size.width} × ${size.height}`, () => {
    test.use({ viewport: size });

    test(`nothing covers anything else, and the page scrolls as one${long}`, async ({ page, somebody }) => {
      await somebody(furnish);
      for (const [path, content] of pages(page)) {
        await page.goto(path);
        await content.first().waitFor({ state: 'attached' });
        await page.waitForLoadState('networkidle');
        const { unreadable, unreachable, sideways } = await layoutFaults(page, 24);
        expect.soft([...unreadable, ...unreachable, ...sideways], path).toEqual([]);
      }
      await page.goto('/tasks/sticky-wall');
      await page.getByRole('button', { name: /^Note 4/ }).waitFor();
      await page.mouse.move(size.width - 60, size.height / 2);
      await page.mouse.wheel(0, 3000);
      await expect(page.getByRole('searchbox')).not.toBeInViewport();
      await expect(page.getByRole('button', { name: /^Note [02]/ }).last()).toBeInViewport();
    });
  });
