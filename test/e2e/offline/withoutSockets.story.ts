import path from 'node:path';
import { openDatabaseProxy } from '../../support/server/databaseProxy';
import { startServer } from '../../support/server/server';
import { expect, test } from '../fixtures';
import { createUser, openDevice, signInByForm } from '../support/people/people';

const dist = path.resolve(__dirname, '../../../dist');

test('Where no WebSocket is let through, changes are sent and others are heard @long', async ({
  page,
  troubles,
  afterPages,
}) => {
  const proxy = await openDatabaseProxy();
  afterPages(() => proxy.close());
  const server = await startServer({ dist, env: { ALLOWED_HOSTS: proxy.host } });
  afterPages(() => server.stop());
  proxy.connectTo(server.port);
  proxy.breakSockets('refuse');
  troubles.expect(/WebSocket connection/);
  const user = await createUser(server.url);
  const device = openDevice(server.url, user);
  await device.addTask({ taskName: 'Water the plants', taskId: 12 });
  await signInByForm(page, user, proxy.url);

  await page.getByRole('link', { name: 'Water the plants' }).click();
  await page.getByRole('button', { name: 'Delete Task' }).click();
  await expect.poll(() => device.tasks(), { timeout: 30_000 }).toBeNull();

  await device.addTask({ taskName: 'From the other device' });
  await expect(page.getByRole('link', { name: 'From the other device' })).toBeVisible();

  await page.getByRole('link', { name: 'Sticky Wall' }).click();
  await page.getByRole('button', { name: 'Add note' }).click();
  const note = page.getByRole('dialog');
  await note.getByLabel('Title').fill('Milk');
  await note.getByLabel('Description').fill('Two bottles');
  await note.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(async () => Object.values((await device.notes()) ?? {}))
    .toMatchObject([{ noteTitle: 'Milk', noteDescription: 'Two bottles' }]);
  await device.addNote({ noteTitle: 'Bread' });
  await expect(page.getByRole('button', { name: 'Bread' })).toBeVisible();
  await expect(page.getByText('You are offline')).toHaveCount(0);
});
