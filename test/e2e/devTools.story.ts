import { expect, test } from './fixtures';
import { dayIn, fillTask } from './support/taskForm';

type State = { auth: { phase: string }; tasks: { items: unknown; isKnown: boolean } };

const NAMES = ['Own', 'From elsewhere'];

test('Every earlier state is shown again; nothing is sent, no secret recorded @long', async ({
  context,
  page,
  newUser,
  signInByForm,
  device,
  devTools,
}) => {
  const user = await newUser();
  const secrets = new Set([user.password]);
  page.on('request', request => {
    const token = new URL(request.url()).searchParams.get('auth');
    if (token) secrets.add(token);
  });
  await context.clock.install();
  const asked = page.waitForResponse(/\/ext\/applied\.json/, { timeout: 80_000 });
  await signInByForm(user);
  await page.getByRole('button', { name: 'Add New Task' }).click();
  await fillTask(page, { title: 'Own', description: 'D', list: 'work', day: await dayIn(page) });
  await page.getByRole('button', { name: 'Add Task' }).click();
  await expect(page).toHaveURL('/tasks/work');
  await device(user).addTask({ taskName: 'From elsewhere', taskList: 'work' });
  const rows = page.getByRole('main').getByRole('link');
  await expect(rows).toHaveCount(2);
  await rows.filter({ hasText: 'Own' }).click();
  await page.getByRole('button', { name: 'Delete Task' }).click();
  await expect(rows).toHaveCount(1);
  await expect.poll(async () => Object.keys((await device(user).tasks())!)).toHaveLength(1);
  secrets.add(
    await page.evaluate(() => (JSON.parse(localStorage.getItem('userData')!) as { token: string }).token),
  );

  // Run the requests that the app sends ten seconds after its start before time travel begins.
  await context.clock.fastForward(60_000);
  await asked;
  const actions = await devTools.actions();
  expect(actions.every(({ type }) => /^@@INIT$|^\w+\/\w+(\/\w+)?$/.test(type))).toBe(true);
  const sent: string[] = [];
  page.on('request', request => {
    // Chromium requests the page's icon again at each change of the address.
    if (!request.url().endsWith('/icon.svg')) sent.push(`${request.method()} ${request.url()}`);
  });
  const records = [JSON.stringify(actions)];
  for (let index = actions.length - 1; index >= 0; index--) {
    await devTools.jumpTo(index);
    const state = (await devTools.state()) as State;
    records.push(JSON.stringify(state));
    if (state.auth.phase === 'signedIn') {
      await expect(page.getByRole('heading', { level: 1, name: /^(Work|Today)$/ })).toBeVisible();
      const list = JSON.stringify(state.tasks.items);
      if (state.tasks.isKnown)
        await expect(rows).toHaveCount(NAMES.filter(name => list.includes(name)).length);
    } else if (state.auth.phase === 'signingIn') {
      await expect(page.getByRole('status').filter({ hasText: 'Signing in' })).toBeVisible();
    } else await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  }
  await devTools.jumpTo(actions.length - 1);
  await expect(rows).toHaveCount(1);
  const wishes = (await devTools.actions())
    .slice(actions.length)
    .filter(({ type }) => type.endsWith('Requested'));
  expect(wishes).toEqual([]);
  expect(sent).toEqual([]);
  for (const secret of secrets) expect(records.join('\n')).not.toContain(secret);
});
