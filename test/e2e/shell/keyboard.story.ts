import { expect, test, type Page } from '../fixtures';
import { dayIn } from '../support/taskForm';

const row = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) });
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

test('A task is created, edited, ticked, deleted, undone and found by keys @long', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  await signIn(user);
  const stored = async () =>
    Object.values((await device(user).tasks()) ?? {}).map(({ taskName }) => taskName);
  const done = async () => Object.keys((await device(user).get<object | null>('ext/done')) ?? {}).length;

  await press(page, 'n');
  await expect(page).toHaveURL('/tasks/new');
  const title = page.getByPlaceholder('Title of your task');
  await press(page, 'Tab', 'Tab');
  while (!(await title.evaluate(field => field === document.activeElement))) await press(page, 'Tab');
  await page.keyboard.type('Mend the fence');
  await press(page, 'Tab');
  await page.keyboard.type('nails, njkxz?');
  await press(page, 'Tab', 'Tab'); // the first Tab leads to the field of a new part
  await page.keyboard.type('Personal');
  await press(page, 'Tab');
  const [year, month, day] = (await dayIn(page)).split('-');
  await page.keyboard.type(`${month}${day}${year}`); // the browser's locale is American
  await press(page, 'Enter');
  await expect(page).toHaveURL('/tasks/personal');
  await expect.poll(stored).toEqual(['Mend the fence']);

  await press(page, 'g', 't');
  await expect(page).toHaveURL('/tasks/today');
  await press(page, 'j', 'Enter');
  await expect(page).toHaveURL(/\/tasks\/today\/\d+\/edit/);
  while (!(await title.evaluate(field => field === document.activeElement))) await press(page, 'Tab');
  await press(page, 'End');
  await page.keyboard.type(' and the gate');
  await press(page, 'Enter');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await press(page, 'Escape');
  await expect(page).toHaveURL('/tasks/today');
  await expect(row(page, 'Mend the fence and the gate')).toBeFocused();

  await press(page, 'x');
  await expect.poll(done).toBe(1);
  await press(page, 'z');
  await expect.poll(done).toBe(0);

  await expect(row(page, 'Mend the fence and the gate')).toBeVisible();
  await press(page, 'j');
  await expect(row(page, 'Mend the fence and the gate')).toBeFocused();
  await press(page, 'Delete');
  await expect(row(page, 'Mend the fence')).toHaveCount(0);
  await expect.poll(stored).toEqual([]);
  await press(page, 'Control+z');
  await expect(row(page, 'Mend the fence and the gate')).toBeVisible();
  await expect.poll(stored).toEqual(['Mend the fence and the gate']);
  await press(page, 'Control+Shift+z');
  await expect.poll(stored).toEqual([]);
  await press(page, 'z');
  await expect.poll(stored).toEqual(['Mend the fence and the gate']);

  await press(page, 'g', 'w', '/');
  await page.keyboard.type('gate');
  await press(page, 'Enter');
  await expect(page).toHaveURL(/\/tasks\/today\/\d+\/edit/);
  await expect(title).toHaveValue('Mend the fence and the gate');
});

test('The focus moves through hundreds of rows, both ways, and stays in view', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  const records = Object.fromEntries(
    Array.from({ length: 300 }, (_, n) => [
      `-Orow${n}`,
      {
        taskName: `Row ${String(n).padStart(3, '0')}`,
        taskDescription: 'x',
        taskList: 'work',
        taskDueDate: '2030-01-01T00:00:00.000Z',
        taskId: n,
      },
    ]),
  );
  await device(user).put('tasks', records);
  await signIn(user);
  await press(page, 'g', 'w');
  await expect(row(page, 'Row 000')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Work', level: 1 })).toBeFocused(); // a frame after the rows
  for (let n = 0; n < 60; n++) {
    await press(page, n % 2 ? 'j' : 'ArrowDown');
    await expect(row(page, `Row ${String(n).padStart(3, '0')}`)).toBeFocused();
  }
  await expect(row(page, 'Row 059')).toBeInViewport();
  await page
    .locator('main [data-rows]')
    .locator('xpath=..')
    .evaluate(scroller => (scroller.scrollTop = 0));
  await expect(row(page, 'Row 000')).toBeVisible();
  await press(page, 'k');
  await expect(row(page, 'Row 058')).toBeFocused();
  await expect(row(page, 'Row 058')).toBeInViewport();
});

test('The heading of a new page has the focus with its first frame', async ({ page, somebody }) => {
  await somebody(async data => {
    await data.addTask({ taskName: 'Bread' });
    await data.addTask({ taskName: 'Slides', taskList: 'work' });
  });
  await row(page, 'Bread').waitFor();
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('main h1')?.textContent !== 'Work') return;
      observer.disconnect();
      requestAnimationFrame(() => (document.body.dataset.focusThen = document.activeElement?.tagName));
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await press(page, 'g', 'w');
  await expect(row(page, 'Slides')).toBeVisible();
  await expect(page.locator('body')).toHaveAttribute('data-focus-then', 'H1');
});

test('On the wall the arrows move between cards, Enter opens and Delete deletes @long', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  for (const noteTitle of ['F', 'E', 'D', 'C', 'B', 'A']) await device(user).addNote({ noteTitle });
  await signIn(user);
  await press(page, 'g', 's');
  const card = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}(?:[A-Z]|$| )`) });
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(7);
  await expect(page.getByText('Loading your notes')).toHaveCount(0);
  const columns = await page
    .getByRole('main')
    .getByRole('listitem')
    .evaluateAll(items => new Set(items.map(item => item.getBoundingClientRect().left)).size);
  expect(columns).toBe(3);
  await press(page, 'j');
  await expect(page.getByRole('button', { name: 'Add note' })).toBeFocused();
  await press(page, 'ArrowRight');
  await expect(page.locator('[data-note]:focus')).toContainText('A');
  await press(page, 'ArrowDown');
  await expect(page.locator('[data-note]:focus')).toContainText('D');
  await press(page, 'k');
  await expect(page.locator('[data-note]:focus')).toContainText('C');
  await press(page, 'Enter');
  await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue('C');
  await press(page, 'Escape');
  await expect(page.locator('[data-note]:focus')).toContainText('C');
  await press(page, 'Delete');
  await expect(card('C')).toHaveCount(0);
  await expect(page.locator('[data-note]:focus')).toContainText('D');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await press(page, 'z');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(7);
});

test('? shows all keys; they mean nothing in a dialog, a field or an input method @long', async ({
  page,
  newUser,
  signIn,
  axe,
}) => {
  await signIn(await newUser());
  await press(page, '?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(dialog.getByText('Tick off')).toBeVisible();
  await axe();
  await press(page, 'n', '/');
  await expect(page).toHaveURL('/tasks/today');
  await press(page, 'Escape');
  await expect(dialog).toHaveCount(0);

  await press(page, 'n');
  const title = page.getByPlaceholder('Title of your task');
  await title.click();
  await page.keyboard.type('gtn/?x');
  await expect(title).toHaveValue('gtn/?x');
  await press(page, 'Control+z');
  await expect(title).not.toHaveValue('gtn/?x');
  const session = await page.context().newCDPSession(page);
  await session.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
  await session.send('Input.dispatchKeyEvent', {
    type: 'rawKeyDown',
    key: 'Escape',
    code: 'Escape',
    windowsVirtualKeyCode: 229,
  });
  await expect(page).toHaveURL('/tasks/new');
});

/** Reloads the page, the code of the shortcuts held back until the returned function is called. */
async function reloadWithoutKeys(page: Page) {
  let release = () => {};
  const released = new Promise<void>(resolve => (release = resolve));
  await page.context().route(/assets\/keyboard\./, async route => {
    await released;
    await route.continue();
  });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return release;
}

test('Keys before their code are not lost, nor the browser’s; a q behind n is a letter', async ({
  page,
  newUser,
  signIn,
}) => {
  await signIn(await newUser());
  await test.step('They are run once it is here', async () => {
    const release = await reloadWithoutKeys(page);
    await press(page, 'g', 'w', '/');
    await page.keyboard.type('up');
    await press(page, 'Enter');
    release();
    await expect(page).toHaveURL('/tasks/upcoming');
  });
  await test.step('None opens the browser’s own search', async () => {
    const release = await reloadWithoutKeys(page);
    const left = await page.evaluateHandle(() => {
      const keys: string[] = [];
      addEventListener('keydown', event => event.defaultPrevented || keys.push(event.key));
      return keys;
    });
    await press(page, '/', 'Control+k');
    expect(await left.jsonValue()).toEqual(['Control']);
    release();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
  await test.step('A q that is typed behind n is a letter', async () => {
    const release = await reloadWithoutKeys(page);
    await expect(page.getByRole('textbox', { name: 'Quick add' })).toBeVisible();
    await page.keyboard.type('nThe quick brown fox');
    release();
    await expect(page.getByPlaceholder('Title of your task')).toHaveValue('The quick brown fox');
  });
});
