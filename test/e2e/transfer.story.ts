import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from './fixtures';
import { openOrigin } from './support/network/origin';
import { createUser, openDevice, signInByForm, storedDay } from './support/people/people';

const PAGE = '/account/data';
const heading = (page: Page) => page.getByRole('heading', { name: 'Your data' });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

async function openData(page: Page) {
  await page.goto(PAGE);
  await heading(page).waitFor();
}

/** Clicks a download and resolves with its name and content. */
async function download(page: Page, type: string) {
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, `Download ${type}`).click()]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

const choose = (page: Page, name: string, text: string) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) });

/** Imports a whole file. */
async function add(page: Page, name: string, text: string) {
  await choose(page, name, text);
  await button(page, /^Add \d/).click();
  await expect(page.getByText(/were added\./)).toBeVisible({ timeout: 60_000 });
}

const todoist = (rows: string[]) =>
  ['TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE', ...rows, ''].join(
    '\r\n',
  );
const countOf = (records: object | null) => Object.keys(records ?? {}).length;

test('All that is exported comes back to the byte, in an empty account elsewhere', async ({
  page,
  browser,
  serviceWorkers,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  const mine = device(user);
  const first = await mine.addTask({ taskName: '=1+1 "odd" 👩‍👩‍👧', taskDescription: 'two\nlines, é' });
  await mine.addTask({ taskName: 'Undated', taskDueDate: '' });
  const bins = await mine.addTask({ taskName: 'Bins', taskDescription: '- [x] Rinse\n- [ ] Roll out' });
  const repeat = { rule: 'FREQ=WEEKLY;BYDAY=TU;WKST=MO', first: '2026-02-24', at: '2026-03-10' };
  const logbook = {
    '2026-02-24': '2026-02-25T10:00:00.000Z',
    '2026-02-24-parts': '1/2',
    '2026-03-03': 'skipped',
  };
  const bread = await mine.addNote({ noteTitle: 'Bread', noteDescription: '500 g flour\n\n375 g water' });
  const record = await mine.get(`tasks/${first}`);
  const look = { colour: 'teal', pinned: true, place: 'a1' };
  await mine.patch('ext', {
    [`done/${first}`]: '2026-03-09T10:00:00.000Z',
    [`looks/${bread}`]: look,
    [`repeats/${bins}`]: repeat,
    [`occurrences/${bins}`]: logbook,
    'trash/tasks/-Nabcdefghijklmnopqr': {
      deletedAt: '2026-03-08T10:00:00.000Z',
      record,
      isImported: true,
    },
  });
  await signIn(user);
  await openData(page);
  const { name, text } = await download(page, 'JSON');
  expect(name).toMatch(/^daywall-\d{4}-\d\d-\d\d\.json$/);
  expect(countOf((JSON.parse(text) as { content: { tasks: object } }).content.tasks)).toBe(3);

  const elsewhere = await openOrigin();
  const { url } = elsewhere;
  const person = await createUser(url);
  const context = await browser.newContext({ baseURL: url, serviceWorkers });
  const screen = await context.newPage();
  await signInByForm(screen, person);
  await openData(screen);
  await add(screen, name, text);
  await expect(screen.getByText('4 tasks and 1 note were added.')).toBeVisible();
  expect((await download(screen, 'JSON')).text).toBe(text);
  expect(await openDevice(url, person).get(`tasks/${first}`)).toEqual(record);
  expect(await openDevice(url, person).get(`ext/looks/${bread}`)).toEqual(look);
  expect(await openDevice(url, person).get(`ext/repeats/${bins}`)).toEqual(repeat);
  expect(await openDevice(url, person).get(`ext/occurrences/${bins}`)).toEqual(logbook);
  await context.close();
  await elsewhere.close();
});

test('A file of another app is looked at first, added by keys, undone as one step', async ({
  page,
  newUser,
  signIn,
  device,
  axe,
}) => {
  const user = await newUser();
  const mine = await device(user).addTask({ taskName: 'Mine' });
  await signIn(user);
  await openData(page);
  await axe();
  const day = storedDay().slice(0, 10);
  const rows = [
    `task,Water,Gently,4,1,,,${day},en,`,
    'task,,,4,1,,,,,',
    'section,Work,,,,,,,,',
    'task,Report,,4,1,,,every so often,en,',
  ];
  await choose(page, 'home.csv', todoist(rows));
  await expect(page.getByText('From Todoist: 2 tasks.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'The first ones' })).toContainText('Water');
  await expect(page.getByText('Line 3 This row is left out: it has no name.')).toBeVisible();
  await expect(page.getByText(/^Line 5 “every so often” is not a day/)).toBeVisible();
  await axe();
  expect(await device(user).get('tasks')).toEqual({ [mine]: expect.anything() });

  await button(page, 'Add 2 tasks').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 tasks were added.')).toBeVisible();
  await expect(button(page, 'Choose a file')).toBeFocused();
  await axe();
  const tasks = Object.values((await device(user).tasks())!);
  expect(tasks).toContainEqual(
    expect.objectContaining({
      taskName: 'Water',
      taskDescription: 'Gently',
      taskDueDate: storedDay(),
      taskList: 'personal',
    }),
  );
  expect(tasks).toContainEqual(
    expect.objectContaining({ taskName: 'Report', taskDueDate: '', taskList: 'work' }),
  );

  await button(page, 'Undo').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Import undone/)).toBeVisible();
  await axe();
  expect(await device(user).get('tasks')).toEqual({ [mine]: expect.anything() });
  expect(countOf(await device(user).get('ext/trash/tasks'))).toBe(2);
});
