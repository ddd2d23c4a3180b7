import { expect, test } from './fixtures';

test('Somebody signs in and sees today’s tasks, by eye, by keyboard and by axe @phone', async ({
  page,
  newUser,
  signIn,
  device,
  axe,
}) => {
  const user = await newUser();
  await device(user).addTask({ taskName: 'Water the plants' });
  await signIn(user);
  await expect(page.getByRole('main').getByRole('link', { name: /Water the plants/ })).toBeVisible();
  await axe();
});

test('The DevTools show any earlier state on the screen, and send nothing', async ({
  page,
  newUser,
  signIn,
  device,
  devTools,
}) => {
  const user = await newUser();
  await signIn(user);
  await expect(page.getByText('You have no tasks for today')).toBeVisible();
  const before = (await devTools.actions()).length - 1;
  await device(user).addTask({ taskName: 'Water the plants' });
  const task = page.getByRole('link', { name: /Water the plants/ });
  await expect(task).toBeVisible();
  const sent: string[] = [];
  page.on('request', request => sent.push(request.url()));
  await devTools.jumpTo(before);
  await expect(task).toBeHidden();
  await devTools.jumpTo((await devTools.actions()).length - 1);
  await expect(task).toBeVisible();
  expect(sent).toEqual([]);
});
