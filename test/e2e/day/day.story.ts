import { expect, test } from '../fixtures';
import { casesOf } from '../support/long';
import { storedDay } from '../support/people/people';

test('The morning page shows earlier days, today, tomorrow and the newest notes @phone-long', async ({
  page,
  newUser,
  signIn,
  device,
  axe,
}) => {
  const user = await newUser();
  const data = device(user);
  await data.addTask({ taskName: 'Late one', taskDueDate: storedDay(-3) });
  await data.addTask({ taskName: 'Now', taskId: 71 });
  for (let at = 0; at < 17; at++)
    await data.addTask({ taskName: `Tomorrow ${at}`, taskDueDate: storedDay(1) });
  for (const noteTitle of ['First', 'Second', 'Third', 'Fourth']) await data.addNote({ noteTitle });
  await signIn(user);
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await expect(page).toHaveURL('/day');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'From earlier days' })).toBeVisible();
  await expect(main.getByRole('link', { name: /^Late one/ })).toBeVisible();
  await expect(main.getByRole('heading', { name: String(new Date().getFullYear()) })).toBeVisible();
  await expect(main.getByRole('link', { name: /^Tomorrow/ })).toHaveCount(5);
  await expect(main.getByRole('link', { name: 'and 12 more' })).toHaveAttribute('href', '/tasks/upcoming');
  await expect(main.getByRole('button', { name: /First/ })).toHaveCount(0);
  await expect(main.locator('[data-note]')).toHaveText([/Fourth/, /Third/, /Second/]);
  await axe();

  await main.getByRole('checkbox', { name: 'Done: Late one' }).check();
  await expect.poll(() => data.get('ext/done')).not.toBeNull();
  await main.getByRole('link', { name: /^Now/ }).click();
  await expect(page).toHaveURL('/day/71/edit');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL('/day');
  await expect(main.getByRole('link', { name: /^Now/ })).toBeFocused();
  await page.goto('/day/71/edit');
  await page.getByPlaceholder('Title of your task').fill('Now and then');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/day');
  await expect(main.getByRole('link', { name: /^Now and then/ })).toBeVisible();

  await main.getByRole('button', { name: /^Fourth/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL('/day');
});

test('The morning page opens without network @worker @long', async ({ page, somebody, goOffline }) => {
  await somebody(async data => {
    await data.addTask({ taskName: 'Now' });
    await data.addNote();
  });
  await page.goto('/day');
  const main = page.getByRole('main');
  await expect(main.locator('[data-note]')).toHaveCount(1);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await goOffline();
  await page.reload();
  await expect(main.getByRole('link', { name: /^Now/ })).toBeVisible();
  await expect(main.locator('[data-note]')).toHaveCount(1);
});

test('The notes fill their column at every width, however many there are @long', async ({
  page,
  somebody,
}) => {
  const { data } = await somebody();
  const cards = page.locator('main [data-note]');
  for (const count of [1, 2, 3]) {
    await data.addNote({ noteTitle: `Note ${count}` });
    for (const width of casesOf([390, 1920], [390, 768, 1280, 1920])) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/day');
      await expect(cards).toHaveCount(count);
      const rest = () =>
        page.locator('main ul:has([data-note])').evaluate(list => {
          const cards = [...list.querySelectorAll('li')].map(card => card.getBoundingClientRect());
          const { right } = list.getBoundingClientRect();
          const ends = cards.filter((card, at) => cards[at + 1]?.top !== card.top).map(card => card.right);
          return Math.max(...ends.map(end => Math.round(right - end)));
        });
      await expect.poll(rest, `${count} at ${width} px`).toBeLessThanOrEqual(1);
    }
  }
});

test('One click moves what is left to today, and one Undo takes it back @phone-long @long', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  const data = device(user);
  for (let taskId = 1; taskId <= 7; taskId++)
    await data.addTask({ taskName: `Late ${taskId}`, taskId, taskDueDate: storedDay(-taskId) });
  await data.addNote({ noteTitle: 'Pinned' }).then(key => data.put(`ext/looks/${key}/pinned`, true));
  for (const noteTitle of ['Second', 'Third']) await data.addNote({ noteTitle });
  await signIn(user);
  await page.goto('/day');
  const main = page.getByRole('main');
  await expect(main.locator('[data-note]')).toHaveText([/^Pinned/]);
  const stored = async () =>
    Object.values((await data.tasks()) ?? {}).filter(task => task.taskDueDate === storedDay()).length;
  await main.getByRole('button', { name: 'Move to today' }).click();
  await expect(main.getByText('From earlier days')).toHaveCount(0);
  await expect.poll(stored).toBe(7);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(main.getByRole('heading', { name: 'From earlier days' })).toBeVisible();
  await expect.poll(stored).toBe(0);
});

test('An empty morning says so kindly @long', async ({ page, newUser, signIn }) => {
  await signIn(await newUser());
  await page.goto('/day');
  await expect(page.getByText('Nothing is planned for today.')).toBeVisible();
  await expect(page.getByText('Tomorrow is still free.')).toBeVisible();
  await expect(page.getByText('The wall is empty.')).toBeVisible();
  await expect(page.getByText('From earlier days')).toHaveCount(0);
});

test('The morning page asks for a sign-in @long', async ({ page }) => {
  await page.goto('/day');
  await expect(page).toHaveURL('/auth/login');
});
