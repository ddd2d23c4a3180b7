import { expect, test } from '../fixtures';
import { storedDay } from '../support/people/people';

/** The greatest number of letters in a line of text. */
const LONGEST_LINE = 70;

test('A task is a sheet of paper', async ({ page, somebody, axe }) => {
  await somebody(otherDevice =>
    otherDevice.addTask({
      taskName: 'Plan the garden',
      taskDescription: 'Beans, peas and a bench.\n'.repeat(12),
      taskDueDate: storedDay(),
    }),
  );
  await page.getByRole('link', { name: /^Plan the garden/ }).click();
  const title = page.getByPlaceholder('Title of your task');
  const description = page.getByPlaceholder('Description');
  await expect(title).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Plan the garden');
  await expect(page.getByRole('checkbox', { name: 'Done', exact: true })).toBeVisible();
  // The description shows all its text without scrolling.
  expect(await description.evaluate(field => field.scrollHeight - field.clientHeight)).toBeLessThan(3);
  const letters = await description.evaluate(field => {
    const context = document.createElement('canvas').getContext('2d')!;
    context.font = getComputedStyle(field).font;
    return field.clientWidth / context.measureText('0').width;
  });
  expect(letters).toBeLessThanOrEqual(LONGEST_LINE + 0.5);
  const list = page.getByRole('main').getByRole('heading', { name: 'Today' });
  await expect(list).toBeVisible();
  await axe();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280);
  await page.getByLabel('List').focus();
  await title.fill('Plan the yard');
  await page.getByLabel('List').press('Control+s');
  await expect(page.getByText('Saved')).toBeVisible();
});

const LONG =
  'Ask Piet whether the oars of the small boat are still behind the coats in the cabin by the lake';

test('A long title is read whole, over Save and Delete; Enter saves it @long', async ({ page, somebody }) => {
  await page.setViewportSize({ width: 320, height: 844 });
  const { data } = await somebody(otherDevice =>
    otherDevice.addTask({ taskName: LONG, taskDueDate: storedDay(), taskId: 7 }),
  );
  await page.goto('/tasks/today/7/edit');
  const title = page.getByPlaceholder('Title of your task');
  const unseen = () =>
    title.evaluate(element =>
      Math.max(element.scrollHeight - element.clientHeight, element.scrollWidth - element.clientWidth),
    );
  await expect(title).toHaveValue(LONG);
  expect(await unseen()).toBeLessThanOrEqual(1);
  await test.step('Save and Delete stand side by side at every width', async () => {
    // Both at one moment: the foot moves when the navbar comes or goes.
    const tops = () =>
      page
        .getByRole('button', { name: /^(Save Changes|Delete Task)$/ })
        .evaluateAll(buttons => buttons.map(button => button.getBoundingClientRect().top));
    await expect(page.getByRole('button', { name: 'Delete Task' })).toBeVisible();
    for (const each of [320, 390, 600, 1099, 1100, 1180, 1279, 1280, 1399, 1400, 1920]) {
      await page.setViewportSize({ width: each, height: 640 });
      const [first, second, ...more] = await tops();
      expect([second, more], `${each} px`).toEqual([first, []]);
      expect(first, `${each} px`).toBeGreaterThan(0);
    }
    await page.setViewportSize({ width: 320, height: 844 });
  });
  await title.fill('Ask Piet\nabout the oars');
  await expect(title).toHaveValue('Ask Piet about the oars');
  await title.press('Enter');
  await expect
    .poll(async () => Object.values((await data.tasks())!).map(({ taskName }) => taskName))
    .toEqual(['Ask Piet about the oars']);
});

test('A new task’s form fits: its repeat, its buttons, a title of 10,000 letters @long', async ({
  page,
  somebody,
}) => {
  await somebody();
  await page.setViewportSize({ width: 1000, height: 800 }); // wider, the form stands beside the list
  await page.goto('/tasks/new');
  await test.step('A task that does not repeat says so in one line', async () => {
    const repeats = page.getByRole('group', { name: 'Repeats' });
    expect((await repeats.boundingBox())!.height).toBeLessThan(60);
    await page.getByLabel('How often').selectOption('Every week');
    await expect(repeats.getByLabel('Every how many weeks')).toBeVisible();
    await page.getByLabel('How often').selectOption('Never');
  });
  const title = page.getByPlaceholder('Title of your task');
  await test.step('The two buttons that add stand side by side on the smallest screen', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    await title.fill('Buy milk');
    const [add, addAlone] = await Promise.all(
      ['Add Task', 'Add anyway'].map(name => page.getByRole('button', { name, exact: true }).boundingBox()),
    );
    expect(addAlone!.x).toBeGreaterThan(add!.x + add!.width);
    expect(addAlone!.x + addAlone!.width).toBeLessThanOrEqual(320);
    expect(Math.abs(add!.y - addAlone!.y)).toBeLessThan(30);
  });
  await test.step('A title of 10,000 letters scrolls, and leaves the rest within reach', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await title.fill('word '.repeat(2000));
    await expect.poll(async () => (await title.boundingBox())!.height).toBeGreaterThan(300);
    expect((await title.boundingBox())!.height).toBeLessThanOrEqual(0.6 * 844 + 1);
  });
});
