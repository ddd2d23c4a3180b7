import type { Locator } from '@playwright/test';
import { expect, test, type Page } from '../fixtures';
import { expectDraft } from '../support/drafts';
import { layoutFaults } from '../support/layout';
import { storedDay, type Device } from '../support/people/people';

const LONG = 'A name that is far longer than any row is wide, and goes on and on ';

async function furnish(device: Device) {
  await device.addTask({ taskName: 'Water the plants', taskId: 71 });
  await device.addTask({ taskName: LONG, taskId: 72, taskList: 'work' });
  await device.addTask({ taskName: 'Tomorrow', taskDueDate: storedDay(1) });
  await device.addNote({ noteTitle: 'Milk', noteDescription: 'Two bottles\n'.repeat(30) });
}

/** Sets another text size, as the browser's setting does. */
const enlarge = (page: Page, percent: number) =>
  page.addInitScript(size => {
    const set = () => document.documentElement?.style.setProperty('font-size', `${size}%`);
    set();
    document.addEventListener('DOMContentLoaded', set);
  }, percent);

const main = (page: Page) => page.getByRole('main');
const noFaults = { small: [], unreadable: [], unreachable: [], sideways: [] };

for (const [percent, long] of [
  [100, ''],
  [200, ' @long'],
] as const) {
  test.describe(`On a phone with text of ${percent} %`, () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

    test(`everything can be hit, read and reached${long}`, async ({ page, somebody }) => {
      test.setTimeout(180_000);
      await enlarge(page, percent);
      const look = async (what: string) => {
        await expect.poll(() => layoutFaults(page, 44), what).toEqual(noFaults);
      };
      await page.goto('/auth/login');
      await page.getByLabel('Email').waitFor();
      await look('login');
      const { data } = await somebody();
      await page.getByText('Three things to try').waitFor();
      await look('the first Today');
      await furnish(data);
      await page.goto('/tasks/today');
      const box = main(page).getByRole('checkbox', { name: /Water/ });
      await box.click();
      await page.getByRole('button', { name: 'Undo' }).waitFor();
      await look('Today and a toast');
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(box).not.toBeChecked();
      await page.getByRole('button', { name: 'Redo' }).waitFor(); // the device has stored the change
      for (const [path, content] of [
        ['/tasks/new', page.getByLabel('Due Date')],
        ['/tasks/today/71/edit', page.getByRole('button', { name: 'Delete Task' })],
        ['/tasks/today/404/edit', page.getByText('is gone')],
        ['/tasks/done', page.getByText('Nothing done yet')],
        ['/tasks/trash', page.getByText('The trash is empty')],
        ['/tasks/sticky-wall', page.getByRole('button', { name: /^Milk/ })],
        ['/account', page.getByRole('heading', { name: 'Delete account' })],
        ['/account/data', page.getByRole('heading', { name: 'Your data' })],
        ['/account/sync', page.getByRole('heading', { name: 'All changes on this device' })],
        ['/share?text=Buy%20bread', page.getByRole('button', { name: 'A task' })],
        ['/nowhere', page.getByText('Page not found')],
      ] as const) {
        await page.goto(path);
        await content.waitFor();
        await look(path);
      }
      await page.goto('/tasks/sticky-wall');
      await page.getByRole('button', { name: /^Milk/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).waitFor();
      await look('a note');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Open navigation' }).click();
      await expect(page.getByRole('button', { name: 'Sign out' })).toBeInViewport({ ratio: 1 });
      await look('the drawer');
      await expect(page.getByText('Keyboard shortcuts')).toBeHidden();
      await page.keyboard.press('Escape');
      await page.keyboard.press('?'); // of a keyboard that is connected
      await page.getByRole('dialog').waitFor();
      await look('the shortcuts');
    });
  });
}

test.describe('On a phone’s side', () => {
  test.use({ viewport: { width: 915, height: 412 }, hasTouch: true, isMobile: true });

  test('the buttons of a form do not cover Repeats @long', async ({ page, somebody }) => {
    await somebody(furnish);
    await page.goto('/tasks/today/71/edit');
    const isCovered = () =>
      page.getByLabel('How often').evaluate(field => {
        const { left, top, width, height } = field.getBoundingClientRect();
        const seen = document.elementFromPoint(left + width / 2, top + height / 2);
        return seen !== null && seen !== field;
      });
    await page.getByLabel('How often').waitFor();
    expect(await isCovered()).toBe(false);
  });
});

test.describe('In a window of 1366 × 620', () => {
  test.use({ viewport: { width: 1366, height: 620 } });

  test('Save, the account and Sign out are in view without scrolling @long', async ({ page, somebody }) => {
    const { user } = await somebody(furnish);
    await page.goto('/tasks/today/71/edit');
    for (const name of ['Save Changes', 'Delete Task', 'Keyboard shortcuts', 'Sign out'])
      await expect(page.getByRole('button', { name }), name).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('link', { name: user.email })).toBeInViewport({ ratio: 1 });
    await page.getByPlaceholder('Description').fill('One line\n'.repeat(60));
    await expect(page.getByRole('button', { name: 'Save Changes' })).toBeInViewport({ ratio: 1 });
    await page.getByRole('checkbox', { name: 'Done', exact: true }).check();
    const undo = page.getByRole('button', { name: 'Undo' });
    await expect(undo).toBeInViewport({ ratio: 1 });
    // A click reaches the button: the message neither covers nor moves it.
    await page.getByRole('button', { name: 'Save Changes' }).click({ trial: true });
    await undo.click({ trial: true });
  });
});

test.describe('Over a phone’s keyboard', () => {
  test.use({ viewport: { width: 390, height: 420 }, hasTouch: true, isMobile: true });

  test('A keyboard leaves the line and the form in view, covering the page or not @long', async ({
    page,
    somebody,
  }) => {
    await somebody();
    await page.setViewportSize({ width: 390, height: 844 });
    const cover = () =>
      page.evaluate(() => {
        Object.defineProperty(window.visualViewport, 'height', { value: 420, configurable: true });
        window.visualViewport!.dispatchEvent(new Event('resize'));
      });
    const expectAbove = (target: Locator) =>
      expect
        .poll(async () => {
          const box = (await target.boundingBox())!;
          return box.y + box.height;
        })
        .toBeLessThanOrEqual(420);
    await page.getByRole('button', { name: 'Quick add', exact: true }).tap();
    const line = page.getByRole('textbox', { name: 'Quick add' });
    await expect(line).toBeFocused();
    await cover();
    await expectAbove(line);
    await page.goto('/tasks/new');
    await page.getByLabel('Due Date').focus();
    await cover();
    await expectAbove(page.getByLabel('Due Date'));
    await expectAbove(page.getByRole('button', { name: 'Add Task' }));

    await page.setViewportSize({ width: 390, height: 420 });
    await page.reload();
    for (const label of ['Title', 'Description', 'Due Date']) {
      await page.getByLabel(label).focus();
      await expect(page.getByLabel(label), label).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('button', { name: 'Add Task' }), label).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('button', { name: 'Close' }), label).toBeInViewport({ ratio: 1 });
    }
    await page.getByLabel('Title').fill('Call the dentist');
    await page.getByLabel('Description').fill('Ask for the morning');
    await page.getByLabel('List').selectOption('personal');
    await page.getByLabel('Due Date').fill('2031-12-12');
    await page.getByRole('button', { name: 'Add Task' }).tap();
    await expect(page).toHaveURL('/tasks/personal');
  });
});

test('The first stop of Tab skips to the content', async ({ page, somebody, axe }) => {
  await somebody();
  await page.goto('/tasks/upcoming');
  await page.getByText('You have no upcoming tasks').waitFor();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await axe();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).toHaveURL('/tasks/upcoming');
  await expect(skip).not.toBeInViewport();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'Quick add' })).toBeFocused();
});

test('The focus stays in the page when what has it goes @long', async ({
  page,
  newUser,
  signIn,
  device,
  troubles,
}) => {
  troubles.expect(/signInWithPassword/);
  const user = await newUser();
  await furnish(device(user));

  await page.goto('/auth/login');
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password').fill('not the one');
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByLabel('Password')).toBeFocused();

  await signIn(user);
  const opener = page.getByRole('button', { name: 'Keyboard shortcuts' });
  await opener.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(opener).toBeFocused();
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Find' })).toBeFocused();

  await page.goto('/tasks/today/71/edit');
  await page.getByLabel('Title').fill('Water the roses');
  await expectDraft(page, 'Water the roses');
  await page.reload();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('Draft restored')).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Task:' })).toBeFocused();

  await page.goto('/tasks/sticky-wall');
  await page.getByRole('button', { name: /^Milk/ }).click();
  await page.getByRole('dialog').getByLabel('Title').fill('Bread');
  await expectDraft(page, 'Bread');
  await page.reload();
  const discard = page.getByRole('dialog').getByRole('button', { name: 'Discard' });
  await discard.click();
  await expect(page.getByRole('dialog').getByLabel('Title')).toBeFocused();
});

test('Where colours are forced, what is chosen and what is ticked can be seen @long', async ({
  page,
  somebody,
}) => {
  await somebody(furnish);
  await page.emulateMedia({ forcedColors: 'active' });
  const styleOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate(element => {
        const { outlineStyle, outlineWidth, borderStyle, borderWidth, appearance } =
          getComputedStyle(element);
        return {
          outline: `${outlineStyle} ${outlineWidth}`,
          border: `${borderStyle} ${borderWidth}`,
          appearance,
        };
      });
  expect((await styleOf('nav [aria-current=page]')).outline).toBe('solid 2px');
  expect((await styleOf('main input[type=checkbox]')).appearance).toBe('auto');
  expect((await styleOf('nav button')).border).toBe('solid 1px'); // the button "Add New Task"
  expect((await styleOf('main li + li')).border).toBe('solid none none 1px 0px 0px');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Water/ })
    .click();
  await page.getByRole('button', { name: 'Save Changes' }).waitFor();
  expect((await styleOf('main li > div:has([aria-current])')).outline).toBe('solid 2px');
  await page.goto('/tasks/today');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Water/ })
    .focus();
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('Shift+ArrowDown');
  await page.locator('[data-selected]').first().waitFor();
  expect((await styleOf('[data-selected]')).outline).toBe('solid 2px');
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-selected]')).toHaveCount(0);
  await page.keyboard.press('/');
  await page.getByRole('option').first().waitFor();
  expect((await styleOf('[aria-selected=true]')).outline).toBe('solid 2px');
});
