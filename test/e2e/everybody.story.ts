import { randomUUID } from 'node:crypto';
import { expect, test } from './fixtures';
import { BOTH, expectAccessible } from './support/axe';
import type { Device } from './support/people/people';

const tasks = ['Water the plants', 'A name that is far longer than any row is wide, and goes on '.repeat(4)];

async function furnish(device: Device) {
  for (const taskName of tasks) await device.addTask({ taskName });
  await device.addTask({ taskName: 'Known', taskId: 71 });
  await device.addNote({ noteTitle: 'A note' });
}

test.describe('On a phone axe finds nothing', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('before signing in', async ({ page, troubles }) => {
    troubles.expect(/accounts:signInWithPassword/);
    await page.goto('/nowhere');
    await expect(page.getByText('Page not found')).toBeVisible();
    await expectAccessible(page, BOTH);
    await page.goto('/auth/register');
    await expect(page.getByRole('button', { name: 'Register' })).toBeVisible();
    await expectAccessible(page, BOTH);
    await page.goto('/auth/login');
    await page.getByLabel('Email').fill('nobody');
    await page.getByLabel('Password').fill('short');
    await page.getByLabel('Email').focus();
    await expect(page.getByText('Input a valid password')).toBeVisible();
    await expectAccessible(page, BOTH);
    await page.getByLabel('Email').fill(`${randomUUID()}@example.com`);
    await page.getByLabel('Password').fill('long enough');
    await page.getByLabel('Password').press('Enter');
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expectAccessible(page, BOTH);
  });

  test('in lists and forms of tasks', async ({ page, somebody }) => {
    const { data } = await somebody();
    for (const [path, text] of [
      ['/tasks', 'Select a Task'],
      ['/tasks/new', 'Task:'],
      ['/tasks/today/404/edit', 'is gone'],
      ['/tasks/upcoming', 'You have no upcoming tasks'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByText(text)).toBeVisible();
      await expectAccessible(page, BOTH);
    }
    await furnish(data);
    await page.goto('/tasks/today');
    await expect(page.getByRole('main').getByRole('link')).toHaveCount(3);
    await expectAccessible(page, BOTH);
    await page.goto('/tasks/today/71/edit');
    await expect(page.getByPlaceholder('Title of your task')).toHaveValue('Known');
    await expectAccessible(page, BOTH);
    await page.goto('/tasks/today');
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await expect(page.getByRole('navigation')).toBeVisible();
    await expectAccessible(page, BOTH);
  });

  test('on the wall @long', async ({ page, somebody }) => {
    const { data } = await somebody();
    await page.goto('/tasks/sticky-wall');
    await expect(page.getByText('No notes yet')).toBeVisible();
    await expectAccessible(page, BOTH);
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect(page.getByRole('dialog').getByLabel('Title')).toBeVisible();
    await expectAccessible(page, BOTH);
    await page.keyboard.press('Escape');
    await furnish(data);
    await page.getByRole('button', { name: /^A note/ }).click();
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Delete' })).toBeVisible();
    await expectAccessible(page, BOTH);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectAccessible(page, BOTH);
  });
});

test('Nothing moves while a page loads, nor when it cannot @long', async ({
  page,
  somebody,
  faults,
  troubles,
}) => {
  troubles.expect(/(tasks|notes)\.json|503/);
  await somebody(furnish);
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { layoutShifts: shifts });
    new PerformanceObserver(list =>
      list.getEntries().forEach(entry => shifts.push((entry as unknown as { value: number }).value)),
    ).observe({ type: 'layout-shift', buffered: true });
  });
  const shifts = () =>
    page.evaluate(async () => {
      await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return (window as unknown as { layoutShifts: number[] }).layoutShifts;
    });
  for (const [path, list, name] of [
    ['/tasks/today', /tasks\.json/, 'link'],
    ['/tasks/sticky-wall', /notes\.json/, 'button'],
    ['/tasks/today/71/edit', /tasks\.json/, 'button'],
  ] as const) {
    await page.goto('/__/firebase/init.json');
    const { applied, release } = await faults.holdAnswer({ method: 'GET', path: list });
    await page.goto(path);
    await applied;
    release();
    await expect(page.getByRole('main').getByRole(name).nth(1)).toBeVisible();
    expect(await shifts(), path).toEqual([]);
  }

  await page.routeWebSocket(/\.ws/, () => {}); // the live connection would deliver the list
  for (const [path, list] of [
    ['/tasks/today', /tasks\.json/],
    ['/tasks/sticky-wall', /notes\.json/],
  ] as const) {
    await page.goto('/__/firebase/init.json');
    await faults.refuse({ method: 'GET', path: list }, 503, 'down');
    await page.goto(path);
    await expect(page.getByRole('alert')).toContainText('could not be loaded');
    expect(await shifts(), path).toEqual([]);
  }
});
