import { expect, test, type Page } from '../fixtures';
import { gesturesReady } from '../support/gestures';
import { casesOf } from '../support/long';
import { manyTasks } from '../support/people/people';

const rows = (page: Page) => page.getByRole('main').getByRole('link');
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected tasks' });
/** The number of tasks of a view, as the sidebar shows it. */
const countOf = async (page: Page, view: string) => {
  const words = await page.getByRole('link', { name: view, exact: true }).textContent();
  return Number(words!.replace(/\D/g, ''));
};

async function selectAll(page: Page, count: number) {
  await gesturesReady(page);
  await rows(page)
    .first()
    .click({ modifiers: ['ControlOrMeta'] });
  await expect(async () => {
    await page.evaluate(() => {
      for (const element of document.querySelectorAll('html, main, main *'))
        element.scrollTop = element.scrollHeight;
    });
    await rows(page).last().dispatchEvent('click', { shiftKey: true, bubbles: true });
    await expect(bar(page)).toContainText(`${count.toLocaleString('en')} selected`, { timeout: 2000 });
  }).toPass();
}

/** Selects all tasks of today offline, acts on them, and reloads the page so many milliseconds later. */
async function leaveAfter(page: Page, count: number, moment: number, act: (page: Page) => Promise<unknown>) {
  await page.goto('/tasks/today');
  await expect.poll(() => countOf(page, 'Today')).toBe(count);
  await selectAll(page, count);
  await act(page);
  await page.waitForTimeout(moment);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
  // Wait until the count is stable: the rest of the step arrives now, unless it was lost.
  for (let before = -1; ;) {
    await page.waitForTimeout(2500);
    const now = await countOf(page, 'Today');
    if (now === before) return now;
    before = now;
  }
}

test('Of 200 tasks moved offline all or none have moved, however soon the page ends @worker @long', async ({
  page,
  somebody,
  goOffline,
  goOnline,
}) => {
  const COUNT = 200;
  const { data } = await somebody(device => device.patch('tasks', manyTasks(COUNT)));
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await gesturesReady(page);
  await goOffline();
  for (const moment of casesOf([0, 200], [0, 50, 200, 300])) {
    const left = await leaveAfter(page, COUNT, moment, async tab => {
      await tab.keyboard.press('m');
      await tab.getByRole('menuitem', { name: 'Tomorrow' }).click();
    });
    expect([0, COUNT], `${moment} ms`).toContain(left);
    if (left === COUNT) continue;
    await page.keyboard.press('Control+z');
    await expect.poll(() => countOf(page, 'Today')).toBe(COUNT);
  }
  await goOnline();
  const days = async () => Object.values((await data.tasks())!).map(task => task.taskDueDate);
  // However slowly they are sent, one comes after the other.
  for (let now = await days(); new Set(now).size > 1; now = await days())
    await expect.poll(async () => (await days()).join()).not.toBe(now.join());
});
