import { expect, test, type Page } from '../fixtures';
import { expectDraft } from '../support/drafts';
import { pasteText } from '../support/counted';
import { storedDay } from '../support/people/people';
import { rowNames } from '../support/taskForm';

const field = (page: Page) => page.getByRole('textbox', { name: 'Quick add' });
const row = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });
const toast = (page: Page) => page.getByRole('status').filter({ hasText: 'Undo' });

test('Two keys beside its title add a task for today, and the line stays for the next @long', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  await signIn(user);
  await page.keyboard.press('q');
  await page.keyboard.type('Call the dentist');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Call the dentist')).toBeVisible();
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue('');
  for (const title of ['Milk', 'Bread', 'Honey', 'Tea']) {
    await page.keyboard.type(title);
    await page.keyboard.press('Enter');
  }
  await expect.poll(() => rowNames(page)).toEqual(['Bread', 'Call the dentist', 'Honey', 'Milk', 'Tea']);
  await expect
    .poll(async () =>
      Object.values((await device(user).tasks()) ?? {}).find(task => task.taskName === 'Milk'),
    )
    .toEqual({
      taskName: 'Milk',
      taskDescription: '',
      taskList: 'personal',
      taskDueDate: storedDay(),
      taskId: expect.any(Number) as unknown,
    });
});

test('A day and a list are taken out of the title; a toast names a task elsewhere @long', async ({
  page,
  newUser,
  signIn,
  device,
  axe,
}) => {
  const user = await newUser();
  await signIn(user);
  await page.keyboard.press('q');
  await page.keyboard.type('Send the report in 3 days #work');
  await expect(page.getByRole('button', { name: 'Work', exact: true })).toBeVisible();
  await axe();
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('Send the report');
  await expect(page.getByText('You have no tasks for today')).toBeVisible();
  await expect
    .poll(async () => Object.values((await device(user).tasks()) ?? {}))
    .toMatchObject([{ taskName: 'Send the report', taskList: 'work', taskDueDate: storedDay(3) }]);
  await page.getByRole('link', { name: 'Work', exact: true }).click();
  await expect(row(page, 'Send the report')).toBeVisible();
});

test('Words that were read are marked in the line; a click on a mark keeps them words @long', async ({
  page,
  newUser,
  signIn,
  axe,
}) => {
  await signIn(await newUser());
  await page.keyboard.press('q');
  await page.keyboard.type('Call #work about the lease in 3 days');
  const mark = (text: string) => page.locator('mark', { hasText: text });
  await expect(mark('in 3 days')).toBeAttached();
  await axe();
  const { x, y, width, height } = (await mark('#work').boundingBox())!;
  // The mark lies behind its text, with the same letter widths as the field.
  const line = (await field(page).boundingBox())!;
  expect(x).toBeGreaterThan(line.x + 10);
  expect(y).toBeGreaterThan(line.y);
  expect(y + height).toBeLessThan(line.y + line.height);
  await page.mouse.click(x + width / 2, y + height / 2);
  await expect(mark('#work')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Work', exact: true })).toHaveCount(0);
  await expect(mark('in 3 days')).toBeAttached();
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('Call #work about the lease');
});

test('Esc gives the focus back to the row that had it @long', async ({ page, newUser, signIn, device }) => {
  const user = await newUser();
  await device(user).addTask({ taskName: 'Stays as it is' });
  await signIn(user);
  await row(page, 'Stays as it is').focus();
  await page.keyboard.press('q');
  await page.keyboard.type('Milk');
  await expect(page.getByText('today · Personal')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row(page, 'Stays as it is')).toBeFocused();
});

test('Many pasted lines show the first', async ({ page, newUser, signIn }) => {
  await signIn(await newUser());
  await page.keyboard.press('q');
  await pasteText(page, Array.from({ length: 30 }, (_, at) => `Task ${at + 1}`).join('\n'));
  await expect(page.getByRole('button', { name: 'Add 30 tasks' })).toBeVisible();
  await expect.poll(() => field(page).evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  await expect(page.getByText('Task 1', { exact: true })).toBeInViewport();
  // The field must not show half a line at its lower edge.
  const halfLine = () =>
    field(page).evaluate(({ clientHeight, ownerDocument }) => {
      const { paddingTop, lineHeight } = ownerDocument.defaultView!.getComputedStyle(
        ownerDocument.activeElement!,
      );
      return clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(lineHeight);
    });
  await expect.poll(halfLine).toBe(0);
});

test('Every letter can be typed into the line, and nothing changes but the line @long', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  await device(user).addTask({ taskName: 'Stays as it is' });
  await signIn(user);
  await expect(row(page, 'Stays as it is')).toBeVisible();
  const sentence = 'The quick brown fox jumps over a lazy dog, z j k x n g t q w m / ? .';
  await page.keyboard.press('q');
  await page.keyboard.type(sentence);
  await expect(field(page)).toHaveValue(sentence);
  await expect(page).toHaveURL(/\/tasks\/today$/);
  expect(await rowNames(page)).toEqual(['Stays as it is']);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test.describe('Before its code is here', () => {
  test.use({ serviceWorkers: 'block' });

  /** Reloads the page and holds back the code of the line until the returned function is called. */
  async function holdCode(page: Page) {
    let release = () => {};
    const held = new Promise<void>(resolve => (release = resolve));
    await page.context().route(/assets\/(quick-add|keyboard|drafts)\./, async route => {
      await held;
      await route.continue();
    });
    await page.reload();
    await field(page).waitFor();
    return () => release();
  }

  for (const [how, long] of [
    ['reload', ''],
    ['closed tab', ' @long'],
  ] as const)
    test(`what is typed into the line is kept over a ${how}, and added by Enter${long}`, async ({
      page,
      newUser,
      signIn,
    }) => {
      await signIn(await newUser());
      await field(page).fill('Bread');
      await expectDraft(page, 'Bread');
      const release = await holdCode(page);
      await field(page).fill('Half a thought');
      let next = page;
      if (how === 'reload') await page.reload();
      else {
        next = await page.context().newPage();
        await page.close({ runBeforeUnload: true }); // runs the page's end events, as when a user closes the tab
        await next.goto('/tasks/today');
      }
      await expect(field(next)).toHaveValue('Half a thought');
      release();
      await expect(field(next)).toHaveValue('Bread\nHalf a thought');
      await expectDraft(next, 'Bread\\nHalf a thought');
      await next.reload();
      await expect(field(next)).toHaveValue('Bread\nHalf a thought');
      expect(await next.evaluate(() => Object.keys(localStorage).join())).not.toContain('daywall-early');

      await field(next).fill('');
      await expect.poll(() => next.evaluate(() => Object.keys(localStorage).join())).not.toContain('early');
      await next.context().unrouteAll();
      const releaseAgain = await holdCode(next);
      await field(next).focus();
      for (const name of ['Jam and marmalade', 'Honey']) {
        await next.keyboard.type(name);
        await next.keyboard.press('Enter');
      }
      await next.keyboard.type('Te');
      await expect(field(next)).toHaveValue('Jam and marmalade\nHoney\nTe');
      releaseAgain();
      await expect(row(next, 'Jam and marmalade')).toBeVisible();
      await expect(row(next, 'Honey')).toBeVisible();
      await expect(field(next)).toHaveValue('Te');
      await expect(field(next)).toBeFocused();
      await next.keyboard.type('a');
      await next.keyboard.press('Enter');
      await expect(row(next, 'Tea')).toBeVisible();
    });

  test('Ctrl+Enter adds and opens the task once the code is there @long', async ({
    page,
    newUser,
    signIn,
  }) => {
    await signIn(await newUser());
    const release = await holdCode(page);
    await page.keyboard.press('q');
    await page.keyboard.type('Plan the garden');
    await page.keyboard.press('ControlOrMeta+Enter');
    release();
    await expect(page).toHaveURL(/\/tasks\/today\/\d+\/edit$/);
    await expect(page.getByPlaceholder('Title of your task')).toHaveValue('Plan the garden');
  });

  test('what is pasted into the line is shown before it is added @long', async ({
    page,
    newUser,
    signIn,
  }) => {
    await signIn(await newUser());
    const release = await holdCode(page);
    await page.keyboard.press('q');
    await pasteText(page, 'Jam\nHoney\n');
    await expect(field(page)).toHaveValue('Jam\nHoney\n');
    release();
    await expect(page.getByRole('button', { name: 'Add 2 tasks' })).toBeVisible();
    expect(await rowNames(page)).toEqual([]);
  });
});

test('A pasted list becomes tasks after a look, and one Undo takes them all back @long', async ({
  page,
  newUser,
  signIn,
  axe,
}) => {
  await signIn(await newUser());
  await page.keyboard.press('q');
  await pasteText(page, '- milk\n- [ ] bread\n3. honey\n\n* tea\nDentist tomorrow');
  await expect(page.getByRole('button', { name: 'Add 5 tasks' })).toBeVisible();
  await axe();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Add 5 tasks' })).toHaveCount(0);
  await expect(field(page)).toHaveValue(/^- milk\n/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect.poll(() => rowNames(page)).toEqual(['bread', 'honey', 'milk', 'tea']);
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('You have no tasks for today')).toBeVisible();
  await page.getByRole('link', { name: 'Upcoming' }).click();
  await expect(page.getByText('You have no upcoming tasks')).toBeVisible();
});

test('Ctrl+Enter adds a task and opens it @long', async ({ page, newUser, signIn }) => {
  await signIn(await newUser());
  await page.keyboard.press('q');
  await page.keyboard.type('Plan the garden');
  await expect(page.getByText('today · Personal')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page).toHaveURL(/\/tasks\/today\/\d+\/edit$/);
  await expect(page.getByPlaceholder('Title of your task')).toHaveValue('Plan the garden');
});

test('From the wall and the account q opens a line where the person is @long', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  await signIn(user);
  await page.getByRole('link', { name: 'Sticky Wall' }).click();
  await page.getByRole('button', { name: 'Add note' }).waitFor();
  await page.keyboard.press('q');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('Water the plants');
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('Water the plants');
  await page.keyboard.press('Escape');
  await expect(field(page)).toHaveCount(0);
  await expect.poll(() => device(user).tasks()).not.toBeNull();
  await page.goto('/account');
  await page.getByRole('heading', { name: 'Account', exact: true }).waitFor();
  await page.keyboard.press('q');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('Renew the passport');
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => Object.values((await device(user).tasks()) ?? {}).map(task => task.taskName))
    .toContain('Renew the passport');
});

test('The address of the app’s shortcut opens the line, and a reload does not again @phone-long', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  await signIn(user);
  const manifest = (await (await page.request.get('/manifest.webmanifest')).json()) as {
    shortcuts: { name: string; url: string }[];
  };
  await page.goto(manifest.shortcuts.find(({ name }) => name === 'New task')!.url);
  await expect(field(page)).toBeFocused();
  await expect(page).toHaveURL('/tasks/today');
  await page.keyboard.type('Milk');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Milk')).toBeVisible();
  await expect.poll(() => device(user).tasks()).not.toBeNull();
  await page.reload();
  await expect(row(page, 'Milk')).toBeVisible();
  await expect(field(page).and(page.locator(':focus'))).toHaveCount(0);
});
