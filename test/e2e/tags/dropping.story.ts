import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { gesturesReady } from '../support/gestures';
import { openTouches, rest } from '../support/touches';

const task = (page: Page) => page.getByRole('main').getByRole('link', { name: /^Milk/ });
const middle = async (target: Locator) => {
  const { x, y, width, height } = (await target.boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
};
const OVER = ['outline-style', 'solid'] as const;

test('A row is dropped on a list of one’s own, with one undo @long', async ({ page, somebody }) => {
  const { data } = await somebody(async ({ addTask, put }) => {
    await addTask({ taskName: 'Milk' });
    await put('ext/settings/tag-shop', { place: 'a0', word: 'Shop' });
  });
  const names = async () => Object.values((await data.tasks())!).map(({ taskName }) => taskName);
  const link = page.getByRole('link', { name: 'Shop', exact: true });
  await gesturesReady(page);
  const [from, to] = [await middle(task(page)), await middle(link)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await expect(async () => {
    await page.mouse.move(from.x + 20, from.y + 10, { steps: 4 });
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await expect(link).toHaveCSS(...OVER, { timeout: 500 });
  }).toPass();
  await page.mouse.up();
  await expect.poll(names).toEqual(['Milk #Shop']);
  await page.keyboard.press('z');
  await expect.poll(names).toEqual(['Milk']);
});

test.describe('On a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('A finger drops a row on a list of one’s own @long', async ({ page, somebody }) => {
    const { data } = await somebody(async ({ addTask, put }) => {
      await addTask({ taskName: 'Milk' });
      await put('ext/settings/tag-shop', { place: 'a0', word: 'Shop' });
    });
    await gesturesReady(page);
    const touches = await openTouches(page);
    const from = await middle(task(page));
    await touches.down(from);
    await rest(page, 700);
    await touches.move(from, { x: from.x, y: from.y + 40 });
    const target = page.getByRole('region', { name: 'Drop on' }).getByText('Shop', { exact: true });
    await touches.move({ x: from.x, y: from.y + 40 }, await middle(target));
    await expect(target).toHaveCSS(...OVER);
    await touches.up();
    await expect
      .poll(async () => Object.values((await data.tasks())!).map(({ taskName }) => taskName))
      .toEqual(['Milk #Shop']);
  });

  test('A finger puts a list of one’s own in another place @long', async ({ page, somebody }) => {
    const { data } = await somebody(async ({ put }) => {
      for (const [at, tag] of ['home', 'shop', 'trip'].entries())
        await put(`ext/settings/tag-${tag}`, { place: `a${at}` });
    });
    await page.getByRole('button', { name: 'Open navigation' }).click();
    const lists = page.locator('[data-lists]').getByRole('link');
    await expect(lists).toHaveText([/Personal/, /Work/, /home/, /shop/, /trip/]);
    const touches = await openTouches(page);
    const [from, to] = [await middle(lists.nth(4)), await middle(lists.nth(2))];
    await touches.down(from);
    const dropAt = expect(page.locator('[data-lists]'));
    await dropAt.toHaveAttribute('data-drop-at', '2');
    await touches.move(from, { x: to.x, y: to.y - 8 });
    await dropAt.toHaveAttribute('data-drop-at', '0');
    await touches.up();
    await expect(lists).toHaveText([/Personal/, /Work/, /trip/, /home/, /shop/]);
    await expect(page).toHaveURL('/tasks/today');
    await expect
      .poll(async () => ((await data.get('ext/settings/tag-trip')) as { place: string }).place < 'a0')
      .toBe(true);
  });
});
