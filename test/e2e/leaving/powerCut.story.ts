import { expect, test } from '../fixtures';
import { dayIn, fillTask } from '../support/taskForm';

test.describe('With a server that can be killed', () => {
  test.use({ ownServer: true });

  test('a power cut between any two clicks loses nothing that was confirmed @long', async ({
    page,
    newUser,
    signIn,
    device,
    server,
    troubles,
  }) => {
    test.setTimeout(180_000); // the server restarts after each click
    // The browser reports that it could not fetch the service worker's script from a server that is down.
    troubles.expect(/net::ERR_|WebSocket|5\d\d|fetching the script/);
    const user = await newUser();
    const person = device(user);
    const powerCut = async () => {
      await server.kill9();
      await server.restart();
    };
    await signIn(user);
    await powerCut();

    await page.goto('/tasks/new');
    await fillTask(page, { title: 'Kept', description: 'D', list: 'work', day: await dayIn(page) });
    await powerCut();
    await page.getByRole('button', { name: 'Add Task' }).click();
    await expect(page).toHaveURL('/tasks/work');
    const row = page.getByRole('main').getByRole('link', { name: /^Kept/ });
    await expect(row).not.toContainText('Waiting');
    await powerCut();
    expect(Object.values((await person.tasks())!)).toMatchObject([{ taskName: 'Kept' }]);

    await row.click();
    await fillTask(page, { title: 'Kept and changed' });
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await powerCut();
    expect(Object.values((await person.tasks())!)).toMatchObject([{ taskName: 'Kept and changed' }]);

    await page.getByRole('button', { name: 'Delete Task' }).click();
    await expect(page).toHaveURL('/tasks/work');
    await powerCut();
    await expect.poll(() => person.tasks(), { timeout: 30_000 }).toBeNull();

    await page.getByRole('link', { name: 'Sticky Wall' }).click();
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByRole('dialog').getByLabel('Title').fill('Kept too');
    await page.getByRole('dialog').getByLabel('Description').fill('D');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await powerCut();
    await expect
      .poll(async () => Object.values((await person.notes()) ?? {}), { timeout: 30_000 })
      .toMatchObject([{ noteTitle: 'Kept too' }]);
    await powerCut();
    await page.reload();
    await expect(page.getByRole('button', { name: /^Kept too/ })).toBeVisible();
  });
});

test('A browser that once failed to open a socket is not locked out @long', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  await page.goto('/__/firebase/init.json');
  await page.evaluate(() => localStorage.setItem('firebase:previous_websocket_failure', 'true'));
  await signIn(user);
  await page.goto('/tasks/sticky-wall');
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByRole('dialog').getByLabel('Title').fill('Through');
  await page.getByRole('dialog').getByLabel('Description').fill('By socket');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => device(user).notes()).not.toBeNull();
  await device(user).addNote({ noteTitle: 'Live' });
  await expect(page.getByRole('button', { name: /^Live/ })).toBeVisible();
});
