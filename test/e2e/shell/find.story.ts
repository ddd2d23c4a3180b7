import { expect, test, type Page } from '../fixtures';
import { storedDay } from '../support/people/people';

const field = (page: Page) => page.getByRole('combobox', { name: 'Find tasks, notes and commands' });
const options = (page: Page) => page.getByRole('listbox', { name: 'Found' }).getByRole('option');
const option = (page: Page, name: RegExp | string) => page.getByRole('option', { name });

test('Tasks, notes, the done, the deleted, views and commands are found and opened', async ({
  page,
  newUser,
  signIn,
  device,
  axe,
}) => {
  const user = await newUser();
  const record = {
    taskName: 'Pick cherries',
    taskDescription: `${'The ladder is in the shed. '.repeat(20)}Café Müller takes the crème brûlée ones.`,
    taskList: 'work',
    taskDueDate: storedDay(3),
    taskId: 41,
  };
  await device(user).addTask(record);
  const done = await device(user).addTask({ ...record, taskName: 'Prune the cherry tree', taskId: 42 });
  await device(user).put(`ext/done/${done}`, new Date().toISOString());
  await device(user).addNote({ noteTitle: 'Cherry cake', noteDescription: 'Six eggs' });
  await device(user).put('ext/trash/tasks/-Otrash', {
    deletedAt: new Date().toISOString(),
    record: { ...record, taskName: 'Cherry liqueur', taskId: 43 },
    isImported: true,
  });
  await signIn(user);

  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  await expect(option(page, 'New task')).toBeVisible();
  await page.keyboard.type('CHERR');
  await expect(options(page)).toHaveCount(4);
  await expect(options(page).nth(0)).toHaveAccessibleName(/^Cherry cake/);
  await expect(option(page, /^Prune the cherry tree.*Done$/)).toBeVisible();
  await expect(option(page, /^Cherry liqueur.*Trash$/)).toBeVisible();
  await expect(page.locator('mark').first()).toHaveText('Cherr');
  await axe();

  await field(page).fill('brulee muller');
  const found = option(page, /^Pick cherries/);
  await expect(found.locator('mark')).toHaveText(['Müller', 'brûlée']);
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/tasks/upcoming/41/edit');
  await expect(page.getByPlaceholder('Title of your task')).toHaveValue('Pick cherries');

  for (const [words, path] of [
    ['prune', '/tasks/done/42/edit'],
    ['liqueur', '/tasks/trash'],
    ['person', '/tasks/personal'],
  ] as const) {
    await page.keyboard.press('Control+k');
    await field(page).fill(words);
    await expect(options(page).first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(path);
  }

  await page.keyboard.press('/');
  await page.keyboard.type('six eggs');
  await page.keyboard.press('Enter');
  const note = page.getByRole('dialog', { name: 'Note' });
  await expect(note.getByLabel('Title')).toHaveValue('Cherry cake');
  await page.keyboard.press('Escape');
  await expect(note).toHaveCount(0);
  await expect(page).toHaveURL('/tasks/sticky-wall');
});

test('Among 5,000 tasks each letter is answered without network, the page awake @long', async ({
  page,
  somebody,
}) => {
  await somebody(async data => {
    const records = Object.fromEntries(
      Array.from({ length: 5000 }, (_, n) => [
        `-Omany${String(n).padStart(8, '0')}`,
        {
          taskName: `Errand number ${n}`,
          taskDescription: 'To the market and back again, with a basket, before noon. '.repeat(4),
          taskList: 'personal',
          taskDueDate: storedDay(n % 9),
          taskId: n,
        },
      ]),
    );
    await data.put('tasks', records);
  });
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('4999');
  await expect(option(page, /^Errand number 4999/)).toBeVisible();
  await page.waitForLoadState('networkidle'); // the lazy parts of the start are loaded

  const asked: string[] = [];
  page.on('request', request => asked.push(request.url()));
  await page.evaluate(() => {
    const longest = { task: 0 };
    Object.assign(window, { longest });
    new PerformanceObserver(list => {
      for (const { duration } of list.getEntries()) longest.task = Math.max(longest.task, duration);
    }).observe({ entryTypes: ['longtask'] });
  });
  for (const [query, first] of [
    ['errand', /^Errand number/],
    ['number 123', /^Errand number 123,/],
    ['basket 4321', /^Errand number 4321/],
  ] as const) {
    await field(page).fill('');
    await page.keyboard.type(query);
    await expect(options(page).first()).toHaveAccessibleName(first);
  }
  expect(
    await page.evaluate(() => (window as unknown as { longest: { task: number } }).longest.task),
  ).toBeLessThan(
    500, // generous for a busy machine; bench/README.md has the cost by itself
  );
  expect(asked).toEqual([]);
});

test('The palette is opened by touch too @phone-alone @long', async ({ page, somebody, axe }) => {
  await somebody(data => data.addTask({ taskName: 'Touch me', taskId: 71 }));
  const toggle = page.getByRole('button', { name: 'Open navigation' });
  if (await toggle.isVisible()) await toggle.click();
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await field(page).fill('touch');
  await expect(option(page, /^Touch me/)).toBeVisible();
  await axe();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(overflow).toBe(false);
  await option(page, /^Touch me/).click();
  await expect(page).toHaveURL('/tasks/today/71/edit');
});
