import type { Locator, Route } from '@playwright/test';
import { expect, test, type Page } from '../fixtures';
import { casesOf } from '../support/long';

/** Every letter, and so every command of one letter. */
const SENTENCE = 'The quick brown fox jumps over the lazy dog, zz';
/** A title that begins with letters that move the focus, and contains no q and no n, because those open a field. */
const LETTERS = 'Look at jars like a book, key jobs at dusk ';
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

test.describe('While the code of the shortcuts is on its way', () => {
  test.use({ serviceWorkers: 'block' });

  test('what is typed right after Add New Task is its title, with a q and a space in it', async ({
    page,
    somebody,
  }) => {
    const held: Record<string, Route> = {};
    for (const name of ['keyboard', 'task-form'])
      await page.route(new RegExp(`/assets/${name}\\.\\w+\\.js$`), route => void (held[name] = route));
    await somebody(() => Promise.resolve());
    await page.getByRole('button', { name: 'Add New Task' }).click();
    await expect.poll(() => Object.keys(held)).toHaveLength(2);
    await page.keyboard.type('The quick one');
    await held['task-form']!.continue();
    await expect(title(page)).toHaveValue('The quick one');
    await expect(title(page)).toBeFocused();
    await held['keyboard']!.continue();
    await page.waitForLoadState('networkidle');
    await expect(title(page)).toHaveValue('The quick one');
  });

  for (const [by, ask] of [
    ['Add New Task', page => page.getByRole('button', { name: 'Add New Task' }).click()],
    ['n', page => page.keyboard.press('n')],
  ] as [string, (page: Page) => Promise<void>][])
    test(`what is typed right after ${by} is kept over a reload and the end of two tabs @long`, async ({
      page,
      context,
      somebody,
    }) => {
      await context.route(/\/assets\/(keyboard|task-form)\.\w+\.js$/, () => undefined);
      await somebody(() => Promise.resolve());
      const type = async (tab: Page, words: string) => {
        await expect(tab.getByRole('heading', { name: 'Today' })).toBeVisible();
        await ask(tab);
        await tab.keyboard.type(words);
      };
      await type(page, 'The quick ');
      await page.goto('/tasks/today'); // a new page of the same tab
      await type(page, 'one ');
      const other = await context.newPage();
      await other.goto('/tasks/today');
      await type(other, 'jumps');
      for (const tab of [page, other]) await tab.close({ runBeforeUnload: true });
      await expect.poll(() => context.pages()).toHaveLength(0);
      await context.unrouteAll();
      const next = await context.newPage();
      await next.goto('/tasks/new');
      await expect(title(next)).toHaveValue('The quick one jumps');
    });
});

test('A sentence that is typed on any page changes nothing', async ({ page, newUser, signIn, device }) => {
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

test('Where no task stands, a typed space presses nothing that has the focus @long', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  const other = device(user);
  for (const [n, taskName] of ['Stay', 'Tick me', 'Delete me'].entries())
    await other.addTask({ taskName, taskId: n + 1 });
  await other.addNote({ noteTitle: 'A note' });
  await withHistory(page, { signIn: () => signIn(user) });
  await expect.poll(async () => Object.keys((await other.tasks()) ?? {})).toHaveLength(2); // deleted
  await expect.poll(() => other.get('ext/done')).not.toBeNull();
  const before = await other.get('');
  const first = [
    ['/tasks/trash', page.getByRole('button', { name: 'Restore Delete me' })],
    ['/tasks/sticky-wall', page.getByRole('button', { name: /^A note/ })],
  ] as const;
  const others = [
    ['/account', page.getByRole('heading', { name: 'Delete account' })],
    ['/account/data', page.getByRole('heading', { name: 'Your data' })],
    ['/account/settings', page.getByRole('heading', { name: 'Settings' })],
    ['/account/sync', page.getByRole('heading', { name: 'Every change of this device' })],
    ['/share?text=Bread', page.getByRole('button', { name: 'A task' })],
  ] as const;
  for (const [path, content] of casesOf<readonly [string, Locator]>(first, [...first, ...others])) {
    await page.goto(path);
    await content.waitFor();
    await page.waitForLoadState('networkidle');
    await page.keyboard.type(LETTERS);
    await expect(page.getByRole('dialog'), path).toHaveCount(0);
    await expect(content, path).toBeVisible();
    expect(await other.get(''), path).toEqual(before);
  }
});
