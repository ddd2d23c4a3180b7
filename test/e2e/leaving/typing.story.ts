import { expect, test, type Page } from '../fixtures';
import { casesOf } from '../support/long';

/** Every letter, and so every command of one letter. */
const SENTENCE = 'The quick brown fox jumps over the lazy dog, zz';
const row = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) });
const title = (page: Page) => page.getByPlaceholder('Title of your task');

type Add = {
  by: string;
  on: string;
  open: (page: Page) => Promise<void>;
  field: (page: Page) => ReturnType<Page['locator']>;
  /** Only in the long run: another way to the same field. */
  isLong?: true;
};

/** Everything that opens a field for text. A new one is added here. */
const ADDS: Add[] = [
  {
    by: 'q',
    on: '/tasks/today',
    open: page => page.keyboard.press('q'),
    field: page => page.getByRole('textbox', { name: 'Quick add' }),
  },
  { by: 'n', on: '/tasks/today', open: page => page.keyboard.press('n'), field: title, isLong: true },
  {
    by: 'Add New Task',
    on: '/tasks/today',
    open: page => page.getByRole('button', { name: 'Add New Task' }).click(),
    field: title,
    isLong: true,
  },
  {
    by: 'Create a new task',
    on: '/tasks',
    open: page => page.getByRole('link', { name: 'Create a new task' }).click(),
    field: title,
    isLong: true,
  },
  {
    by: 'Add one',
    on: '/tasks/upcoming',
    open: page => page.getByRole('button', { name: 'Add one' }).click(),
    field: title,
    isLong: true,
  },
  {
    by: 'Add note',
    on: '/tasks/sticky-wall',
    open: page => page.getByRole('button', { name: 'Add note' }).click(),
    field: page => page.getByRole('dialog').getByLabel('Title'),
  },
];

/** Every page of signed-in users, and one with an open form. The short run has one of each kind. */
const PAGES = casesOf(
  ['/tasks/today', '/tasks/sticky-wall', '/tasks/today/1/edit'],
  [
    '/tasks',
    '/tasks/new',
    '/tasks/today',
    '/tasks/upcoming',
    '/tasks/previous',
    '/tasks/personal',
    '/tasks/work',
    '/tasks/sticky-wall',
    '/tasks/done',
    '/tasks/trash',
    '/day',
    '/tasks/today/1/edit',
    '/tasks/unknown',
    '/account',
    '/account/data',
    '/account/settings',
    '/account/sync',
    '/share?text=Bread',
  ],
);

/** Signs in a user with a ticked, a deleted and an unchanged task; a z could undo both changes. */
async function withHistory(page: Page, open: { signIn: () => Promise<void> }) {
  await open.signIn();
  await page.getByRole('checkbox', { name: 'Done: Tick me' }).check();
  await row(page, 'Delete me').focus();
  await page.keyboard.press('Delete');
  await expect(row(page, 'Delete me')).toHaveCount(0);
  await page.getByRole('button', { name: 'Dismiss' }).click();
}

for (const { by, on, open, field, isLong } of ADDS) {
  test(
    `What is typed right after ${by} is text and changes nothing else @phone-long`,
    { tag: isLong ? ['@long'] : [] },
    async ({ page, newUser, signIn, device, isMobile }) => {
      const user = await newUser();
      const other = device(user);
      for (const [n, taskName] of ['Stay', 'Tick me', 'Delete me'].entries())
        await other.addTask({ taskName, taskId: n + 1 });
      await withHistory(page, { signIn: () => signIn(user) });
      await expect.poll(async () => Object.keys((await other.tasks()) ?? {})).toHaveLength(2); // deleted
      await expect.poll(() => other.get('ext/done')).not.toBeNull();
      await page.goto(on);
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
      if (isMobile && by === 'Add New Task')
        await page.getByRole('button', { name: 'Open navigation' }).click();
      const before = await other.get('');
      await open(page);
      await page.keyboard.type(SENTENCE);
      await expect(field(page)).toBeFocused();
      // Letters that are typed before the field exists go into it, or nowhere.
      const typed = await field(page).inputValue();
      expect(SENTENCE.endsWith(typed), typed).toBe(true);
      if (by !== 'Add note' && by !== 'Create a new task') expect(typed).toBe(SENTENCE);
      expect(await other.get('')).toEqual(before);
    },
  );
}

test('A sentence that is typed on any page changes nothing @long', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  test.slow();
  const user = await newUser();
  const other = device(user);
  for (const [n, taskName] of ['Stay', 'Tick me', 'Delete me'].entries())
    await other.addTask({ taskName, taskId: n + 1 });
  await other.addNote({ noteTitle: 'A note' });
  await withHistory(page, { signIn: () => signIn(user) });
  await expect.poll(async () => Object.keys((await other.tasks()) ?? {})).toHaveLength(2); // deleted
  await expect.poll(() => other.get('ext/done')).not.toBeNull();
  const before = await other.get('');
  for (const path of PAGES) {
    await page.goto(path);
    await expect(page.locator('main')).toBeVisible();
    await page.locator('body').click({ position: { x: 640, y: 790 } });
    await page.keyboard.type(SENTENCE);
    expect(await other.get(''), path).toEqual(before);
  }
});
