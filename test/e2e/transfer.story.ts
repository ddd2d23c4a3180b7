import { readFile } from 'node:fs/promises';
import { strToU8, zipSync } from 'fflate';
import { expect, test, type Page } from './fixtures';
import { openOrigin } from './support/network/origin';
import { casesOf } from './support/long';
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
const many = (count: number) =>
  todoist(Array.from({ length: count }, (_, at) => `task,Task ${at},Words,4,1,,,2026-10-05,en,`));
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

  const other = await newUser();
  const elsewhere = await openOrigin();
  const there = { url: elsewhere.url, person: await createUser(elsewhere.url) };
  const here = { url: new URL(page.url()).origin, person: other };
  for (const { url, person } of casesOf([there], [here, there])) {
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
  }
  await elsewhere.close();
});

test('Tasks go to spreadsheets and calendars, and with the notes into a document @long', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  await device(user).addTask({ taskName: '=cmd()', taskDueDate: storedDay(1) });
  await device(user).addNote({ noteTitle: 'Boat', noteDescription: 'Anneke' });
  await signIn(user);
  await openData(page);
  const csv = await download(page, 'CSV');
  expect(csv.text.split('\r\n')[1]).toMatch(/^"?'=cmd\(\)"?,What there is to do,personal,/);
  const ics = await download(page, 'ICS');
  expect(ics.name).toMatch(/\.ics$/);
  expect(ics.text).toContain('SUMMARY:=cmd()\r\n');
  const markdown = await download(page, 'MD');
  const task = `- [ ] =cmd() 📅 ${storedDay(1).slice(0, 10)}\n\n  What there is to do`;
  expect(markdown.text).toBe(`# Tasks\n\n## Personal\n\n${task}\n\n# Notes\n\n## Boat\n\nAnneke\n`);
  await expect(page.getByText(`${markdown.name} is in your downloads.`)).toBeVisible();
});

test('A file of another app is looked at first, added by keys, undone as one step @phone-long', async ({
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
  await expect(page.getByRole('list', { name: 'The first of them' })).toContainText('Water');
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
  await expect(page.getByText(/The import was undone/)).toBeVisible();
  await axe();
  expect(await device(user).get('tasks')).toEqual({ [mine]: expect.anything() });
  expect(countOf(await device(user).get('ext/trash/tasks'))).toBe(2);
});

test('What is added shows in the lists without a reload, and a file can be dropped @long', async ({
  page,
  newUser,
  signIn,
}) => {
  await signIn(await newUser());
  await openData(page);
  const file = await page.evaluateHandle(
    text => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], 'dropped.csv'));
      return transfer;
    },
    todoist([`task,Dropped here,,4,1,,,${storedDay().slice(0, 10)},en,`]),
  );
  await page.getByText('Drop a file here, or').dispatchEvent('drop', { dataTransfer: file });
  await button(page, 'Add 1 task').click();
  await expect(page.getByText('1 task was added.')).toBeVisible();
  await page.getByRole('link', { name: 'Today' }).click();
  await expect(page.getByRole('main').getByRole('link', { name: /Dropped here/ })).toBeVisible();
});

test('5,000 tasks are added with progress, stopped half-way, and taken back @long', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  await signIn(user);
  await openData(page);
  let sent = 0;
  await page.route(/\.json\?/, async route => {
    if (route.request().method() === 'PATCH') {
      const records = Object.entries(route.request().postDataJSON() as object);
      sent += records.filter(([path, record]) => path.startsWith('tasks/') && record !== null).length;
      await new Promise(resolve => setTimeout(resolve, 60));
    }
    await route.fallback();
  });
  await choose(page, 'many.csv', many(5000));
  await button(page, 'Add 5,000 tasks').click();
  const progress = page.getByRole('progressbar', { name: 'Added so far' });
  await expect
    .poll(() => progress.evaluate(bar => (bar as HTMLProgressElement).value), { intervals: [50] })
    .toBeGreaterThanOrEqual(500);
  await button(page, 'Cancel').click();
  const content = page.getByText(/^Cancelled\. [\d,]+ tasks had been added before\./);
  await expect(content).toBeVisible();
  // A part that was under way still arrives, and the message counts it.
  await expect(async () => {
    await expect(content).toContainText(`${sent.toLocaleString('en')} tasks`);
    expect(countOf(await device(user).tasks())).toBe(sent);
  }).toPass();
  expect(sent).toBeLessThan(5000);
  await button(page, 'Undo').click();
  await expect(page.getByText(/The import was undone/)).toBeVisible();
  expect(await device(user).tasks()).toBeNull();
  expect(countOf(await device(user).get('ext/trash/tasks'))).toBe(sent);

  await add(page, 'many.csv', many(5000));
  expect(countOf(await device(user).tasks())).toBe(5000);
  await button(page, 'Undo').click();
  await expect(page.getByText(/The import was undone/)).toBeVisible();
  expect(await device(user).tasks()).toBeNull();
});

test('Offline an import waits, also over a reload; an export says what it lacks @worker @long', async ({
  page,
  newUser,
  signIn,
  device,
  goOffline,
  goOnline,
}) => {
  const user = await newUser();
  await device(user).addTask({ taskName: 'Known here' });
  await signIn(user);
  await expect(page.getByRole('link', { name: /Known here/ })).toBeVisible();
  await openData(page);
  await choose(page, 'two.csv', many(2));
  await expect(button(page, 'Add 2 tasks')).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await goOffline();
  await button(page, 'Add 2 tasks').click();
  await expect(page.getByText(/It goes on by itself when the network is back/)).toBeVisible();
  await expect(async () => {
    const { text } = await download(page, 'JSON');
    expect(text).toContain('Known here');
    expect(text).toContain('Task 1');
  }).toPass();
  await expect(
    page.getByText(/The server could not be reached: it holds what this device knows/),
  ).toBeVisible();
  await page.reload();
  await expect(page.getByText('0 of 2')).toBeVisible();
  await goOnline();
  await expect(page.getByText('2 tasks were added.')).toBeVisible();
  expect(countOf(await device(user).tasks())).toBe(3);
});

test('A file that is none of ours, or was changed, is refused with the reason @long', async ({
  page,
  newUser,
  signIn,
  axe,
}) => {
  await signIn(await newUser());
  await openData(page);
  const { name, text } = await download(page, 'JSON');
  await choose(page, name, text.replace('"tasks": {}', '"tasks": {"-a": 1}'));
  await expect(page.getByRole('alert')).toContainText('its checksum does not fit');
  await choose(page, 'people.csv', 'Name,Age\nAda,36\n');
  await expect(page.getByRole('alert')).toContainText('people.csv could not be read.');
  await axe();
});

const keepNote = (title: string, more: object = {}) =>
  strToU8(
    JSON.stringify({
      color: 'DEFAULT',
      isTrashed: false,
      isPinned: false,
      isArchived: false,
      title,
      userEditedTimestampUsec: 1709284000000000,
      createdTimestampUsec: 1709283600000000,
      ...more,
    }),
  );

test('The notes of Google Keep come out of Takeout’s zip with their looks @phone-long @long', async ({
  page,
  newUser,
  signIn,
  device,
  axe,
}) => {
  const user = await newUser();
  const mine = await device(user).addNote({ noteTitle: 'Mine', noteDescription: 'Stays' });
  await signIn(user);
  await openData(page);
  const listContent = [
    { text: 'Milk', isChecked: true },
    { text: 'Bread', isChecked: false },
  ];
  const zip = zipSync({
    'Takeout/Google Notizen/Groceries.json': keepNote('Groceries', {
      color: 'TEAL',
      isPinned: true,
      listContent,
      labels: [{ name: 'Home' }],
    }),
    'Takeout/Google Notizen/Groceries.html': strToU8('<html>'),
    'Takeout/Google Notizen/Trip.json': keepNote('Trip', {
      textContent: 'By train',
      createdTimestampUsec: 1709283500000000,
      attachments: [{ filePath: 'a.jpg', mimetype: 'image/jpeg' }],
    }),
    'Takeout/Google Notizen/Gone.json': keepNote('Gone', { isTrashed: true }),
  });
  const name = 'takeout-20260310T101500Z-001.zip';
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/zip', buffer: Buffer.from(zip) });
  await expect(page.getByText('From Google Keep: 2 notes.')).toBeVisible();
  await expect(page.getByText('One note in Keep’s trash is left out.')).toBeVisible();
  await expect(page.getByText(/^“Trip”: One attachment is not taken over/)).toBeVisible();
  await axe();
  await button(page, 'Add 2 notes').click();
  await expect(page.getByText('2 notes were added.')).toBeVisible();

  const notes = (await device(user).get('notes')) as Record<string, { noteTitle: string }>;
  const groceries = Object.keys(notes).find(key => notes[key]!.noteTitle === 'Groceries')!;
  expect(notes[groceries]).toEqual({
    noteTitle: 'Groceries',
    noteDescription: '- [x] Milk\n- [ ] Bread\n\n#Home',
  });
  expect(await device(user).get('ext/looks')).toEqual({ [groceries]: { colour: 'teal', pinned: true } });
  await page.goto('/tasks/sticky-wall');
  await expect(page.locator('main [data-note]')).toHaveCount(3);

  await openData(page);
  await page.locator('input[type=file]').setInputFiles([
    { name: 'One.json', mimeType: 'application/json', buffer: Buffer.from(keepNote('One')) },
    { name: 'One.html', mimeType: 'text/html', buffer: Buffer.from('<html>') },
    { name: 'Two.json', mimeType: 'application/json', buffer: Buffer.from(keepNote('Two')) },
  ]);
  await button(page, 'Add 2 notes').click();
  await expect(page.getByText('2 notes were added.')).toBeVisible();
  await button(page, 'Undo').click();
  await expect(page.getByText(/The import was undone/)).toBeVisible();
  expect(Object.keys((await device(user).get('notes')) as object)).toEqual(
    expect.arrayContaining([mine, ...Object.keys(notes)]),
  );
  expect(countOf(await device(user).get('ext/trash/notes'))).toBe(2);
});

test('A repeating task comes back with its parts from each file for other programs @long', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  const mine = device(user);
  const [first, at] = ['2026-03-03', storedDay().slice(0, 10)];
  const words = 'Blue\n\n- [x] Rinse\n- [ ] Roll out';
  const bins = await mine.addTask({ taskName: 'Bins', taskDescription: words });
  const filter = await mine.addTask({ taskName: 'Filter', taskDescription: '' });
  const rules = {
    Bins: { rule: 'FREQ=DAILY', first, at },
    Filter: { rule: 'FREQ=MONTHLY;INTERVAL=3', first, at, after: true },
  };
  await mine.patch('ext/repeats', { [bins]: rules.Bins, [filter]: rules.Filter });
  await signIn(user);
  for (const type of ['CSV', 'ICS', 'MD']) {
    await openData(page);
    const { name, text } = await download(page, type);
    await mine.patch('', { tasks: null, 'ext/repeats': null });
    await add(page, name, text);
    const tasks = Object.entries((await mine.tasks())!);
    const repeats = (await mine.get('ext/repeats')) as Record<string, object>;
    expect(
      tasks.map(([key, { taskName, taskDescription }]) => [taskName, taskDescription, repeats[key]]).sort(),
    ).toEqual([
      ['Bins', words, { ...rules.Bins, first: at }],
      ['Filter', '', { ...rules.Filter, first: at }],
    ]);
  }
});
