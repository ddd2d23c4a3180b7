/** An account that is nearly full: its user is warned before anything is refused. */
import { askControl } from '../../../server/storage/control';
import { expect, test } from '../fixtures';

test('Somebody whose account is nearly full is told so, and sees it go away @long', async ({
  page,
  server,
  somebody,
  axe,
}) => {
  const { user, data } = await somebody(data => data.addTask({ taskName: 'Bread' }));
  const line = page.getByText('Your account is nearly full');
  await expect(page.getByText('Bread')).toBeVisible();
  await expect(line).toBeHidden();
  await data.addTask({ taskName: 'Butter', taskDescription: 'x'.repeat(20_000) });
  const answer = await fetch(`${server.url}/.info/storage.json?auth=${user.idToken}`);
  const { stores } = (await answer.json()) as { stores: number };
  const size = `${(stores / 900).toFixed(1)}KB`;
  await askControl(server.dataDir, 'users quota', { who: user.email, size });
  await page.reload();
  await expect(line).toContainText('Delete what you no longer need, also from the trash.');
  await axe();
  await askControl(server.dataDir, 'users quota', { who: user.email, size: '20MB' });
  await page.reload();
  await expect(page.getByText('Butter')).toBeVisible();
  await expect(line).toBeHidden();
});
