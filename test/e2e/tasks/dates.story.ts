import { expect, test, type Page } from '../fixtures';
import { rowNames } from '../support/taskForm';

const link = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name });

async function namesIn(page: Page, view: string, heading = view) {
  await link(page, view).click();
  await expect(page.getByRole('main').getByRole('heading', { name: heading, exact: true })).toBeVisible();
  return rowNames(page);
}

test.describe('With a clock in hand', () => {
  test.use({ ownServer: true, timezoneId: 'America/New_York' });

  test('local midnight moves tasks from Upcoming to Today, and from Today to Previous', async ({
    page,
    newUser,
    signIn,
    device,
    time,
  }) => {
    await time.start('2030-03-10T23:50:00-04:00');
    const user = await newUser();
    await device(user).addTask({ taskName: 'Of the tenth', taskDueDate: '2030-03-10T00:00:00.000Z' });
    await device(user).addTask({ taskName: 'Of the eleventh', taskDueDate: '2030-03-11T00:00:00.000Z' });
    await signIn(user);
    await expect.poll(() => namesIn(page, 'Today')).toEqual(['Of the tenth']);
    await time.advance(9 * 60_000);
    expect(await rowNames(page)).toEqual(['Of the tenth']);
    await time.advance(2 * 60_000);
    await expect.poll(() => rowNames(page)).toEqual(['Of the eleventh']);
    expect(await namesIn(page, 'Previous', 'Previous Tasks')).toEqual(['Of the tenth']);
    expect(await namesIn(page, 'Upcoming')).toEqual([]);

    // The machine sleeps through midnight: no timer runs, and the page wakes up.
    await link(page, 'Today').click();
    await page.clock.setSystemTime('2030-03-12T08:00:00-04:00');
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(page.getByText('You have no tasks for today')).toBeVisible();
  });
});
