import { expect, test, type Page } from '../fixtures';
import { dayIn, fillTask, rowNames } from '../support/taskForm';
import { watchWire } from '../support/network/wire';

const link = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name });
/** The day that is `days` after `day`. */
const plus = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

async function namesIn(page: Page, view: string, heading = view) {
  await link(page, view).click();
  await expect(page.getByRole('main').getByRole('heading', { name: heading, exact: true })).toBeVisible();
  return rowNames(page);
}

for (const timezoneId of ['Pacific/Kiritimati', 'Pacific/Honolulu', 'Asia/Kolkata']) {
  test.describe(`In ${timezoneId} @long`, () => {
    test.use({ timezoneId, ownServer: true });

    test('a due date is the same calendar day on the wire, in its view and in its form', async ({
      page,
      newUser,
      signIn,
      device,
      time,
    }) => {
      await time.start('2030-03-10T03:00:00Z'); // far from midnight in all three zones
      const user = await newUser();
      const wire = watchWire(page, user.uid);
      await signIn(user);
      const today = await dayIn(page);
      // Other clients' dates: a date without time, and an instant late in the evening of this zone.
      const evening = await page.evaluate(() => new Date(new Date().setHours(23, 30, 0, 0)).toISOString());
      await device(user).addTask({ taskName: 'Plain', taskDueDate: today });
      await device(user).addTask({ taskName: 'Evening', taskDueDate: evening });
      await device(user).addTask({ taskName: 'Yesterday', taskDueDate: `${plus(today, -1)}T00:00:00.000Z` });
      await device(user).addTask({ taskName: 'Tomorrow', taskDueDate: `${plus(today, 1)}T00:00:00.000Z` });
      await page.getByRole('button', { name: 'Add New Task' }).click();
      await fillTask(page, { title: 'Chosen', description: 'D', list: 'work', day: today });
      await page.getByRole('button', { name: 'Add Task' }).click();
      await expect(page).toHaveURL('/tasks/work');
      expect(wire.calls('POST')[0]!.body).toMatchObject({ taskDueDate: `${today}T00:00:00.000Z` });

      expect(await namesIn(page, 'Today')).toEqual(['Chosen', 'Evening', 'Plain']);
      await page.getByRole('link', { name: 'Chosen' }).click();
      await expect(page.getByLabel('Due Date')).toHaveValue(today);
      expect(await namesIn(page, 'Upcoming')).toEqual(['Tomorrow']);
      expect(await namesIn(page, 'Previous', 'Previous Tasks')).toEqual(['Yesterday']);
    });
  });
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
