import { expect, test, type Page } from '../fixtures';
import { watchWire } from '../support/network/wire';

const VIEWS = [
  ['upcoming', 'Upcoming', 'You have no upcoming tasks'],
  ['today', 'Today', 'You have no tasks for today'],
  ['personal', 'Personal', 'You have no task tagged as Personal'],
  ['work', 'Work', 'You have no task tagged with Work'],
  ['previous', 'Previous Tasks', 'You have no previous tasks'],
  ['no-date', 'No date', 'You have no tasks without a date'],
] as const;

/** Records every address and heading that a page shows from its first byte on, however briefly. */
async function watchFlashes(page: Page) {
  const addresses: string[] = [];
  page.on('framenavigated', frame => addresses.push(new URL(frame.url()).pathname));
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { seenHeadings: seen });
    new MutationObserver(() =>
      document.querySelectorAll('h1').forEach(heading => seen.add(heading.textContent)),
    ).observe(document, { childList: true, subtree: true, characterData: true });
  });
  const headings = () =>
    page.evaluate(() => [...(window as unknown as { seenHeadings: Set<string> }).seenHeadings]);
  return { addresses, headings };
}

test('A stranger is led to the login form from wherever they arrive @long', async ({ page }) => {
  for (const path of ['/', '/auth', '/tasks', '/tasks/work', '/tasks/new', '/tasks/today/12/edit']) {
    await page.goto(path);
    await expect(page).toHaveURL('/auth/login');
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Sign Up' }).click();
  await expect(page).toHaveURL('/auth/register');
  await page.getByRole('link', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/auth/login');
});

test('A signed-in person is led to Today, and reaches every route by its address @long', async ({
  page,
  newUser,
  signIn,
}) => {
  const user = await newUser();
  const wire = watchWire(page, user.uid);
  await signIn(user);
  await expect(page).toHaveURL('/tasks/today');
  for (const path of ['/', '/auth', '/auth/login', '/auth/register']) {
    await page.goto(path);
    await expect(page).toHaveURL('/tasks/today');
  }
  const { addresses, headings } = await watchFlashes(page);
  for (const [title, heading, sentence] of VIEWS) {
    await page.goto(`/tasks/${title}`);
    await expect(page.getByRole('main').getByRole('heading', { name: heading, exact: true })).toBeVisible();
    await expect(page.getByText(sentence, { exact: true })).toBeVisible();
    expect(await headings()).toEqual([heading]);
  }
  await page.goto('/tasks/sticky-wall');
  await expect(page.getByRole('button', { name: 'Add note' })).toBeVisible();
  expect(addresses).not.toContain('/auth/login');
  expect(wire.calls('GET', /^\/tasks\.json/).length).toBeGreaterThan(0);
});

test('A deep link stays when it is loaded again, and the login form never shows', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  const person = device(user);
  const { taskId } = await person.get<{ taskId: number }>(
    `tasks/${await person.addTask({ taskName: 'Here to stay' })}`,
  );
  await signIn(user);
  const { addresses, headings } = await watchFlashes(page);
  const path = `/tasks/personal/${taskId}/edit`;
  await page.goto(path);
  await page.reload();
  await expect(page.getByPlaceholder('Title of your task')).toHaveValue('Here to stay');
  expect([...new Set(addresses)]).toEqual([path]);
  expect((await headings()).sort()).toEqual(['Personal', 'Task:']);
});

test('The start view, an unknown view and an unknown address each say what they are @long', async ({
  page,
  newUser,
  signIn,
}) => {
  await signIn(await newUser());
  const main = page.getByRole('main');

  await page.goto('/tasks');
  await expect(main.getByText('Select a Task', { exact: true })).toBeVisible();
  await expect(main.getByText('Or', { exact: true })).toBeVisible();
  await main.getByRole('link', { name: 'Create a new task' }).click();
  await expect(page).toHaveURL('/tasks/new');

  await page.goto('/tasks/someday');
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Today' })).toBeVisible();
  await expect(main).toHaveText('');
  await expect(main.locator('a, button, input, h1')).toHaveCount(0);
  await page.getByRole('status').getByRole('link', { name: 'Today' }).click();
  await expect(page).toHaveURL('/tasks/today');
  await expect(page.getByRole('status').getByRole('link', { name: 'Today' })).toHaveCount(0);

  await page.goto('/nowhere/at/all');
  await expect(page).toHaveURL('/nowhere/at/all');
  await expect(page.getByText('Page not found')).toBeVisible();
  await main.getByRole('link', { name: 'Today' }).click();
  await expect(page).toHaveURL('/tasks/today');
});

test('A stranger at an unknown address is told so too', async ({ page }) => {
  await page.goto('/nowhere');
  await expect(page.getByText('Page not found')).toBeVisible();
  await page.getByRole('link', { name: 'Today' }).click();
  await expect(page).toHaveURL('/auth/login');
});

test('Add New Task opens the form after a pause of 50 ms @long', async ({ page, newUser, signIn }) => {
  await signIn(await newUser());
  await page.clock.install();
  await page.goto('/tasks/work');
  await expect(page.getByText('You have no task tagged with Work')).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: 'Add New Task' }).click();
  await page.clock.runFor(49);
  await expect(page).toHaveURL('/tasks/work');
  await page.clock.runFor(1);
  await expect(page).toHaveURL('/tasks/new');
  await expect(page.getByRole('heading', { name: 'Task:' })).toBeVisible();
});
