import { expect, test as base, type Page } from '../fixtures';
import { fillLogin } from '../support/people/account';
import type { Device, User } from '../support/people/people';

const MINUTE_MS = 60_000;
const TWO_DAYS_MS = 2 * 24 * 60 * MINUTE_MS;
const bar = (page: Page) => page.getByRole('complementary', { name: 'Your session' });
const description = (page: Page) => page.getByPlaceholder('Description');
/** The start and the end of the selection in the focused field. */
const selection = (page: Page) =>
  page.evaluate(() => {
    const { selectionStart, selectionEnd } = document.activeElement as HTMLInputElement;
    return [selectionStart, selectionEnd];
  });
/** Opens a page and waits for the SDK's request about its user, so that no jump of the clock meets it. */
async function open(page: Page, path: string) {
  const known = page.waitForResponse(/accounts:lookup/);
  await page.goto(path);
  await known;
}
/**
 * Complaints of a page whose tokens expire after two days. A jump of the page's clock also ends the time-out of a
 * request of the Auth SDK that is under way.
 */
const ENDS = /\/v1\/token|accounts:|\.json\?|WebSocket|400 \(Bad Request\)|401|auth\/network-request-failed/;

const test = base.extend<{
  /** Signs in a user with the data that `make` adds, on clocks that can be moved. */
  begin(make: (data: Device) => Promise<unknown>): Promise<User>;
}>({
  begin: ({ newUser, device, time, signIn, troubles }, use) =>
    use(async make => {
      troubles.expect(ENDS);
      const user = await newUser();
      await make(device(user));
      await time.start();
      await signIn(user);
      return user;
    }),
});
test.use({ ownServer: true });

test('Whoever comes back after two days is in the same field with the same words', async ({
  page,
  begin,
  context,
  time,
}) => {
  const user = await begin(data => data.addTask({ taskName: 'Letter', taskList: 'work', taskId: 12 }));
  const tab = await context.newPage();
  await open(tab, '/tasks/personal');
  await expect(tab.getByText('You have no task tagged as Personal')).toBeVisible();
  await open(page, '/tasks/work/12/edit');
  await description(page).fill('Dear Ada, I was about to');
  await description(page).press('Home');
  await page.keyboard.press('Shift+ArrowRight');

  await time.advance(TWO_DAYS_MS + 1000);
  for (const eachPage of [page, tab]) await expect(eachPage).toHaveURL('/auth/login');
  await fillLogin(page, user.email, user.password);
  await expect(page).toHaveURL('/tasks/work/12/edit');
  await expect(description(page)).toHaveValue('Dear Ada, I was about to');
  await expect(description(page)).toBeFocused();
  expect(await selection(page)).toEqual([0, 1]);
  // Every tab has its own return place.
  await expect(tab).toHaveURL('/tasks/personal');

  // The return place is used once: after Sign out, Today opens.
  await page.getByRole('button', { name: 'Sign out' }).click();
  await fillLogin(page, user.email, user.password);
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
  await expect(page).toHaveURL('/tasks/today');
});

test('The bar, a toast and a failed list’s line can all be clicked @long', async ({
  page,
  context,
  newUser,
  signIn,
  device,
  time,
  troubles,
}) => {
  troubles.expect(ENDS);
  troubles.expect(/status of 500/);
  const user = await newUser();
  const names = ['Letter', 'Milk', 'Bread'];
  for (const taskName of names) await device(user).addTask({ taskName, taskList: 'personal' });
  await time.start();
  await signIn(user);
  for (const name of names) await expect(page.getByRole('link', { name: new RegExp(name) })).toBeVisible();
  await page.waitForLoadState('networkidle'); // the device keeps a copy of the list
  await time.advance(TWO_DAYS_MS - 9 * MINUTE_MS);
  // Neither REST nor the live connection answers for the list.
  await context.route(/\/tasks\.json/, route => route.fulfill({ status: 500, body: '{"error":"planted"}' }));
  await context.routeWebSocket(/./, () => undefined);
  await page.goto('/tasks/personal');
  await expect(bar(page)).toBeVisible();
  const line = page.getByRole('button', { name: 'Retry' });
  const stay = bar(page).getByRole('button', { name: 'Stay signed in' });
  const undo = page.getByRole('button', { name: 'Undo' });
  for (const [at, width] of [1280, 600, 390].entries()) {
    await page.setViewportSize({ width, height: 700 });
    await page.getByRole('checkbox', { name: new RegExp(names[at]!) }).click();
    await expect(page.getByText(`“${names[at]}” done`)).toBeVisible();
    await expect(line).toBeVisible();
    for (const button of [stay, undo, line]) await button.click({ trial: true });
  }
  await stay.click();
  await bar(page).getByLabel('Password').click();
  await page.keyboard.type(user.password);
  await bar(page).getByRole('button', { name: 'Stay signed in' }).click({ trial: true });
});

test('The bar can be used over an open note, and returns to the page with it @long', async ({
  page,
  begin,
  time,
  axe,
}) => {
  const user = await begin(data => data.addNote({ noteTitle: 'Bread', noteDescription: 'Rye' }));
  await page.goto('/tasks/sticky-wall');
  await page.getByRole('button', { name: /Bread/ }).click();
  const note = page.getByRole('dialog', { name: 'Note' });
  const words = note.getByLabel('Description');
  await words.fill('Rye, two loaves');
  await words.press('Home');
  await time.advance(TWO_DAYS_MS - 9 * MINUTE_MS);
  const stay = note.getByRole('button', { name: 'Stay signed in' });
  for (const width of [1280, 600, 390]) {
    await page.setViewportSize({ width, height: 700 });
    for (const name of ['Stay signed in', 'Close', 'Save', 'Delete'])
      await note.getByRole('button', { name, exact: true }).click({ trial: true });
  }
  await words.hover();
  await expect(words).toBeFocused();
  expect(await selection(page)).toEqual([0, 0]);
  await axe();
  await note.getByRole('button', { name: 'Close' }).click();
  await expect(note).toHaveCount(0);
  await expect(bar(page)).toBeVisible();
  await page.getByRole('button', { name: /Bread/ }).click();

  await stay.click();
  await page.keyboard.type(user.password);
  await axe();
  await page.keyboard.press('Enter');
  await expect(bar(page)).toHaveCount(0);
  await expect(words).toHaveValue('Rye, two loaves');
  await words.press('End');
  await page.keyboard.type(', and salt');
  await note.getByRole('button', { name: 'Save' }).click();
  await expect(note).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Rye, two loaves, and salt/ })).toBeVisible();
});
