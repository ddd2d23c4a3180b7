import { expect, test, type Page } from '../fixtures';
import { dayIn, fillTask, readTask, rowNames } from '../support/taskForm';
import { watchWire } from '../support/network/wire';

const addTask = (page: Page) => page.getByRole('button', { name: 'Add Task' });
const saveChanges = (page: Page) => page.getByRole('button', { name: 'Save Changes' });
const saved = (page: Page) => page.getByText('Saved', { exact: true });
const row = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });
const BODY = ['taskDescription', 'taskDueDate', 'taskId', 'taskList', 'taskName'];

test('A task is added, changed and deleted, and each call is what the wire promises', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  const wire = watchWire(page, user.uid);
  await signIn(user);
  await page.getByRole('button', { name: 'Add New Task' }).click();
  await expect(page).toHaveURL('/tasks/new');
  await expect(page.getByRole('button', { name: 'Delete Task' })).toHaveCount(0);
  await expect(page.getByLabel('List').locator('option:not([hidden])')).toHaveText(['Personal', 'Work']);
  const day = await dayIn(page, 3);
  await fillTask(page, { title: 'Buy milk', description: 'Two litres', list: 'work', day });
  await addTask(page).click();
  await expect(page).toHaveURL('/tasks/work');
  await expect(row(page, 'Buy milk')).toBeVisible();

  const posts = wire.calls('POST');
  expect(posts).toHaveLength(1);
  expect(posts[0]).toMatchObject({
    path: '/tasks.json',
    query: { auth: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) },
    body: {
      taskName: 'Buy milk',
      taskDescription: 'Two litres',
      taskList: 'work',
      taskDueDate: `${day}T00:00:00.000Z`,
    },
  });
  const body = posts[0]!.body as { taskId: number };
  expect(Object.keys(body).sort()).toEqual(BODY);
  expect(Number.isInteger(body.taskId) && body.taskId >= 0 && body.taskId < 10_000_000).toBe(true);
  const [key] = Object.keys((await device(user).tasks())!);

  await row(page, 'Buy milk').click();
  await expect(page).toHaveURL(`/tasks/work/${body.taskId}/edit`);
  expect(await readTask(page)).toEqual({
    title: 'Buy milk',
    description: 'Two litres',
    list: 'work',
    day,
  });
  await fillTask(page, { title: 'Buy oat milk' });
  await saveChanges(page).click();
  await expect(saved(page)).toBeVisible();
  expect(wire.calls('PUT')).toMatchObject([
    { path: `/tasks/${key}.json`, body: { ...body, taskName: 'Buy oat milk' } },
  ]);
  expect(Object.keys(wire.calls('PUT')[0]!.body as object).sort()).toEqual(BODY);
  expect(wire.calls('PUT')[0]!.query.auth).toBeTruthy();

  await page.getByRole('button', { name: 'Delete Task' }).click();
  await expect(page).toHaveURL('/tasks/work');
  await expect(page.getByText('You have no task tagged with Work')).toBeVisible();
  await expect.poll(() => device(user).tasks()).toBeNull();
  const record = { ...body, taskName: 'Buy oat milk' };
  // Other writes, such as the progress of the guide, are left out.
  const ofTheTask = () => wire.writes.filter(({ body }) => JSON.stringify(body).includes(key!));
  await expect.poll(ofTheTask).toMatchObject([
    {
      action: 'm',
      path: '',
      body: { [`tasks/${key}`]: null, [`ext/trash/tasks/${key}`]: { record } },
    },
  ]);
  expect(wire.calls('GET', /^\/tasks\.json/)).toHaveLength(1);
});

test('While a task is being added its button is off, and a second Enter sends nothing @long', async ({
  page,
  newUser,
  signIn,
  faults,
}) => {
  const user = await newUser();
  const wire = watchWire(page, user.uid);
  await signIn(user);
  await page.goto('/tasks/new');
  await fillTask(page, { title: 'Once', description: 'Only once', list: 'personal', day: await dayIn(page) });
  const { applied, release } = await faults.holdAnswer({ method: 'POST', path: /tasks\.json/ });
  await page.getByPlaceholder('Title of your task').press('Enter');
  await page.getByPlaceholder('Title of your task').press('Enter');
  await applied;
  await expect(addTask(page)).toBeDisabled();
  await page.getByPlaceholder('Title of your task').press('Enter');
  await expect(page).toHaveURL('/tasks/new');
  await expect(page.getByPlaceholder('Title of your task')).toHaveValue('Once');
  release();
  await expect(page).toHaveURL('/tasks/personal');
  await expect(row(page, 'Once')).toHaveCount(1);
  expect(wire.calls('POST')).toHaveLength(1);
});

test('All four fields are required, and what is too long is said before it is sent @long', async ({
  page,
  newUser,
  signIn,
}) => {
  const user = await newUser();
  const wire = watchWire(page, user.uid);
  await signIn(user);
  await page.goto('/tasks/new');
  await expect(addTask(page)).toBeDisabled();
  const whole = { title: 'T', description: 'D', list: 'personal', day: await dayIn(page) } as const;
  await fillTask(page, whole);
  await expect(addTask(page)).toBeEnabled();
  for (const [wrong, right] of [
    [{ title: '   ' }, { title: 'T' }],
    [{ description: ' \n ' }, { description: 'D' }],
    [{ day: '' }, { day: whole.day }],
  ] as const) {
    await fillTask(page, wrong);
    await expect(addTask(page)).toBeDisabled();
    await page.getByPlaceholder('Title of your task').press('Enter');
    await fillTask(page, right);
    await expect(addTask(page)).toBeEnabled();
  }
  await fillTask(page, { title: 'x'.repeat(10_001) });
  await expect(page.getByText('10,000 characters at most')).toBeVisible();
  await expect(addTask(page)).toBeDisabled();
  await fillTask(page, { title: 'x'.repeat(10_000) });
  await expect(addTask(page)).toBeEnabled();
  await page.getByPlaceholder('Description').evaluate((field: HTMLTextAreaElement) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!;
    set!.call(field, 'y'.repeat(1_000_001));
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await expect(page.getByText('1,000,000 characters at most')).toBeVisible();
  await expect(addTask(page)).toBeDisabled();
  expect(wire.changes()).toEqual([]);
});

test('Save leaves the form open, says Saved after the answer, always sends the PUT @long', async ({
  page,
  newUser,
  signIn,
  device,
  faults,
}) => {
  const user = await newUser();
  const key = await device(user).addTask({ taskName: 'Slow', taskId: 21 });
  const wire = watchWire(page, user.uid);
  await signIn(user);
  await page.goto('/tasks/today/21/edit');
  await fillTask(page, { title: 'Slow and steady' });
  const { applied, release } = await faults.holdAnswer({ method: 'PUT', path: new RegExp(key) });
  await saveChanges(page).click();
  await applied;
  await expect(saved(page)).toBeHidden();
  await expect(saveChanges(page)).toBeEnabled();
  release();
  await expect(saved(page)).toBeVisible();
  await expect(page).toHaveURL('/tasks/today/21/edit');

  await saveChanges(page).click();
  await expect.poll(() => wire.calls('PUT').length).toBe(2);
  await expect(saved(page)).toBeVisible();
  expect(wire.calls('PUT')[1]!.body).toEqual(wire.calls('PUT')[0]!.body);
});

test('Close and Delete go to the view that the path names, whatever the history holds @long', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  await device(user).addTask({ taskId: 31, taskName: 'One' });
  await device(user).addTask({ taskId: 32, taskName: 'Two' });
  await signIn(user);
  for (const [from, to] of [
    ['/tasks/personal/31/edit', '/tasks/personal'],
    ['/tasks/upcoming/31/edit', '/tasks/upcoming'],
    ['/tasks/sticky-wall/31/edit', '/tasks/sticky-wall'],
    ['/tasks/someday/31/edit', '/tasks/today'],
    ['/tasks/new', '/tasks/today'],
  ] as const) {
    await page.goto(from);
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page).toHaveURL(to);
  }
  await page.goto('/tasks/previous/32/edit');
  await page.getByRole('button', { name: 'Delete Task' }).click();
  await expect(page).toHaveURL('/tasks/previous');
  await expect.poll(async () => Object.values((await device(user).tasks())!).length).toBe(1);
});

test('Only {name} = edit edits: others are a blank form, unknown numbers have no Save @long', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  await device(user).addTask({ taskId: 41, taskName: 'Original' });
  await device(user).addTask({ taskId: 42, taskName: 'Other' });
  const wire = watchWire(page, user.uid);
  await signIn(user);
  await page.goto('/tasks/today/41/view');
  await expect(page.getByRole('heading', { name: 'Task:' })).toBeVisible();
  expect(await readTask(page)).toEqual({ title: '', description: '', list: '', day: '' });
  await fillTask(page, {
    title: 'New one',
    description: 'Not the original',
    list: 'personal',
    day: await dayIn(page),
  });
  await addTask(page).click();
  await expect(page).toHaveURL('/tasks/personal');
  expect(wire.calls('PUT')).toEqual([]);
  const names = Object.values((await device(user).tasks())!).map(task => task.taskName);
  expect(names.sort()).toEqual(['New one', 'Original', 'Other']);

  await row(page, 'Original').click();
  await expect(page.getByPlaceholder('Title of your task')).toHaveValue('Original');
  await row(page, 'Other').click();
  await expect(page.getByPlaceholder('Title of your task')).toHaveValue('Other');
  await page.getByRole('button', { name: 'Add New Task' }).click();
  await expect(page).toHaveURL('/tasks/new');
  expect(await readTask(page)).toEqual({ title: '', description: '', list: '', day: '' });

  for (const id of ['9', 'abc', '99999999999', '-1', '41.5']) {
    await page.goto(`/tasks/work/${id}/edit`);
    await expect(page.getByText('not here any more')).toBeVisible();
    await expect(saveChanges(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Delete Task' })).toHaveCount(0);
  }
  await page.getByRole('link', { name: 'Go back' }).click();
  await expect(page).toHaveURL('/tasks/work');
});

test('A list that could not be read says so, is never called empty, and has Retry @long', async ({
  page,
  newUser,
  signIn,
  device,
  faults,
  troubles,
}) => {
  troubles.expect(/tasks\.json|503/);
  const user = await newUser();
  await device(user).addTask({ taskName: 'Behind the failure' });
  const wire = watchWire(page, user.uid);
  await page.routeWebSocket(/\.ws/, () => {}); // the live connection would deliver the list
  await faults.refuse({ method: 'GET', path: /tasks\.json/ }, 503, 'down');
  await signIn(user);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('could not be loaded');
  await expect(page.getByText('You have no')).toHaveCount(0);
  await page.getByRole('link', { name: 'Work' }).click();
  await expect(alert).toContainText('could not be loaded');
  await expect(page.getByText('You have no')).toHaveCount(0);
  expect(wire.calls('GET', /^\/tasks\.json/)).toHaveLength(1);
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(alert).toHaveCount(0);
  await expect(page.getByText('You have no task tagged with Work')).toBeVisible();
  await page.getByRole('link', { name: 'Today' }).click();
  await expect(row(page, 'Behind the failure')).toBeVisible();
  expect(wire.calls('GET', /^\/tasks\.json/)).toHaveLength(2);
});

test('Skeleton rows are shown until the answer; the empty message comes after it @long', async ({
  page,
  newUser,
  signIn,
  faults,
}) => {
  const { applied, release } = await faults.holdAnswer({ method: 'GET', path: /tasks\.json/ });
  await page.routeWebSocket(/\.ws/, () => {});
  await signIn(await newUser());
  await applied;
  await expect(page.getByRole('status').filter({ hasText: 'Loading your tasks' })).toBeAttached();
  await expect(page.getByText('You have no')).toHaveCount(0);
  release();
  await expect(page.getByText('You have no tasks for today')).toBeVisible();
});

test('A refusal is shown in place, keeps the words, and can be tried again @long', async ({
  page,
  newUser,
  signIn,
  device,
  faults,
  troubles,
}) => {
  troubles.expect(/400/);
  const user = await newUser();
  await device(user).addTask({ taskId: 51, taskName: 'Before' });
  await signIn(user);
  await page.goto('/tasks/new');
  await fillTask(page, { title: 'Refused', description: 'D', list: 'work', day: await dayIn(page) });
  await faults.refuse({ method: 'POST', path: /tasks\.json/ }, 400, '{"error":"Not this one"}');
  await addTask(page).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Not this one');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(page).toHaveURL('/tasks/new');
  await expect(page.getByPlaceholder('Title of your task')).toHaveValue('Refused');
  await addTask(page).click();
  await expect(page).toHaveURL('/tasks/work');
  await expect(row(page, 'Refused')).toHaveCount(1);

  await page.goto('/tasks/today/51/edit');
  await fillTask(page, { title: 'After' });
  await faults.refuseEdit(400, '{"error":"Nor that"}');
  await saveChanges(page).click();
  await expect(alert).toContainText('Nor that');
  await expect(page.getByPlaceholder('Title of your task')).toHaveValue('After');
  await expect(saved(page)).toBeHidden();
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(alert).toHaveCount(0);
  await expect
    .poll(async () =>
      Object.values((await device(user).tasks())!)
        .map(task => task.taskName)
        .sort(),
    )
    .toEqual(['After', 'Refused']);
});

test('Another device’s change and its deletion show without a reload @long', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  const key = await device(user).addTask({ taskName: 'Here' });
  await signIn(user);
  await expect(row(page, 'Here')).toBeVisible();
  await device(user).patch(`tasks/${key}`, { taskName: 'From elsewhere' });
  await expect(row(page, 'From elsewhere')).toBeVisible();
  expect(await rowNames(page)).toEqual(['From elsewhere']);
  await device(user).remove(`tasks/${key}`);
  await expect(page.getByText('You have no tasks for today')).toBeVisible();
});
