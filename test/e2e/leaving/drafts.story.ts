import { expect, test, type Page } from '../fixtures';
import { expectDraft } from '../support/drafts';
import { openFolder, openOwnBrowser, openSmallDisk } from '../support/ownBrowser';
import { signInByForm } from '../support/people/people';

const title = (page: Page) => page.getByPlaceholder('Title of your task');
const words = (page: Page) => page.getByRole('main').getByRole('status').filter({ hasText: 'Words from' });

test('A browser that is killed a second after the last key has the words in its form @long', async ({
  newUser,
  origin,
}) => {
  const user = await newUser();
  const { folder, remove } = openFolder();
  try {
    const before = await openOwnBrowser(folder);
    await signInByForm(await before.context.newPage(), user, origin.url);
    await before.context.close(); // closing writes the session to the disk
    const first = await openOwnBrowser(folder);
    const page = await first.context.newPage();
    await page.goto(`${origin.url}/tasks/new`);
    await title(page).pressSequentially('Written before the power cut');
    await page.waitForTimeout(1000); // a draft is stored within 300 ms; the rest allows for a slow disk
    await first.kill9();

    const second = await openOwnBrowser(folder);
    const again = await second.context.newPage();
    await again.goto(`${origin.url}/tasks/new`);
    await expect(title(again)).toHaveValue('Written before the power cut');
    await expect(again.getByText('Draft restored')).toBeVisible();
    await second.context.close();
  } finally {
    remove();
  }
});

test('A browser that is killed seconds after the sign-in loses no words and no change', async ({
  newUser,
  origin,
  device,
}) => {
  const user = await newUser();
  const { folder, remove } = openFolder();
  const line = (page: Page) => page.locator('[data-quick-add][data-kept]');
  try {
    const first = await openOwnBrowser(folder);
    const page = await first.context.newPage();
    await signInByForm(page, user, origin.url);
    await line(page).waitFor();
    await first.context.setOffline(true);
    await line(page).fill('Not sent');
    await page.keyboard.press('Enter');
    await line(page).pressSequentially('Written before the power cut');
    await expectDraft(page, 'Written before the power cut');
    await first.kill9();

    const second = await openOwnBrowser(folder);
    const again = await second.context.newPage();
    await again.goto(`${origin.url}/tasks/today`);
    const login = again.getByRole('button', { name: 'Login' });
    await expect(login.or(line(again))).toBeVisible();
    // Chromium writes the session late, and then asks for the password.
    if (await login.isVisible()) await signInByForm(again, user, origin.url);
    await expect(line(again)).toHaveValue('Written before the power cut');
    await expect
      .poll(async () => Object.values((await device(user).tasks()) ?? {}))
      .toMatchObject([{ taskName: 'Not sent' }]);
    await second.context.close();
  } finally {
    remove();
  }
});

test('On a full disk the form says that it keeps nothing, until there is space @long', async ({
  newUser,
  origin,
}) => {
  const user = await newUser();
  const { folder, remove } = openFolder();
  const disk = await openSmallDisk(folder, 200);
  try {
    const { context } = await openOwnBrowser(disk.profile, disk.script);
    const page = await context.newPage();
    await signInByForm(page, user, origin.url);
    await page.goto(`${origin.url}/tasks/new`);
    await title(page).pressSequentially('Bread');
    await page.waitForTimeout(500);
    await expect(page.getByRole('alert')).toHaveCount(0);
    const description = page.getByPlaceholder('Description');
    await description.fill('Words that need space. '.repeat(4000));
    await expect(async () => {
      disk.fill(); // Chromium frees space by itself where it can
      await description.pressSequentially('x');
      await expect(page.getByRole('alert')).toHaveText(
        /^This device is full.*: what you type here is not kept\.$/,
        { timeout: 1500 },
      );
    }).toPass({ timeout: 40_000 });
    const long = await description.inputValue();
    disk.free();
    await title(page).press('!');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.reload();
    await expect(page.getByPlaceholder('Description')).toHaveValue(long);
    await context.close();
  } finally {
    remove();
  }
});

test('Two tabs write into the same form, and neither takes the words of the other @long', async ({
  page,
  newUser,
  signIn,
}) => {
  await signIn(await newUser());
  await page.getByRole('button', { name: 'Add New Task' }).click();
  await title(page).fill('Of the first tab');
  const opened = page.waitForEvent('popup');
  await page.evaluate(() => void window.open('/tasks/new')); // a popup copies sessionStorage
  const copy = await opened;
  await expect(title(copy)).toHaveValue('');
  await expect(words(copy)).toHaveText('Words from another tab: “Of the first tab” Take them Discard');
  await title(copy).fill('Of the second tab');
  await expect(words(page)).toContainText('“Of the second tab”');

  await Promise.all([page.reload(), copy.reload()]);
  await expect(title(page)).toHaveValue('Of the first tab');
  await expect(title(copy)).toHaveValue('Of the second tab');
  await expect(copy.getByText('Draft restored')).toBeVisible();

  await words(page).getByRole('button', { name: 'Take them' }).click();
  await expect(title(page)).toHaveValue('Of the second tab');
  await expect(words(page)).toHaveText('Words from an earlier visit: “Of the first tab” Take them Discard');
  await words(page).getByRole('button', { name: 'Discard' }).click();
  await expect(words(page)).toHaveCount(0);
});

test('What another device deletes while it is typed in keeps the words @long', async ({
  page,
  newUser,
  signIn,
  device,
  axe,
}) => {
  const user = await newUser();
  const otherDevice = device(user);
  const task = await otherDevice.addTask({ taskName: 'Letter', taskList: 'work', taskId: 12 });
  const note = await otherDevice.addNote({ noteTitle: 'Bread', noteDescription: 'Rye' });
  await signIn(user);
  await page.goto('/tasks/work/12/edit');
  await title(page).fill('Letter to Ada');
  await otherDevice.remove(`tasks/${task}`);
  await expect(page.getByText('It was deleted elsewhere')).toBeVisible();
  await expect(title(page)).toBeFocused();
  await title(page).press('End');
  await title(page).pressSequentially(' Lovelace');
  await axe();
  await page.reload();
  await expect(page.getByText('It was deleted elsewhere')).toBeVisible();
  await page.getByRole('button', { name: 'Keep as new' }).click();
  await expect(page).toHaveURL('/tasks/work');
  await expect
    .poll(async () => Object.values((await otherDevice.tasks()) ?? {}))
    .toMatchObject([{ taskName: 'Letter to Ada Lovelace', taskList: 'work' }]);

  await page.getByRole('link', { name: 'Sticky Wall' }).click();
  await page.getByRole('button', { name: /^Bread/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Description').fill('Rye, two loaves');
  await otherDevice.remove(`notes/${note}`);
  await expect(dialog.getByText('It was deleted elsewhere')).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep as new' }).click();
  await expect(dialog).toHaveCount(0);
  await expect
    .poll(async () => Object.values((await otherDevice.notes()) ?? {}))
    .toMatchObject([{ noteTitle: 'Bread', noteDescription: 'Rye, two loaves' }]);
  await page.getByRole('button', { name: 'Add New Task' }).click();
  await expect(title(page)).toHaveValue('');
});
