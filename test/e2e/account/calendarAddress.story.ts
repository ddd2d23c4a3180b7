import { expect, test } from '../fixtures';

test('Another app follows the tasks at a secret address, until it is revoked', async ({
  page,
  request,
  somebody,
  axe,
}) => {
  await somebody(data => data.addTask({ taskName: 'Call Bob' }));
  await page.goto('/account/settings');
  await page.getByRole('button', { name: 'Make an address' }).click();
  const address = await page.getByLabel('Your new address').inputValue();
  await axe();
  const calendar = await request.get(address);
  expect(await calendar.text()).toContain('SUMMARY:Call Bob\r\n');
  await page.reload();
  await expect(page.getByText('You have an address')).toBeVisible();
  await page.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('button', { name: 'Make an address' })).toBeVisible();
  expect((await request.get(address)).status()).toBe(404);
});
