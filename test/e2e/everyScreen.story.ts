import { expect, test, type Page } from './fixtures';
import { axeFaults } from './support/axe';
import { layoutFaults } from './support/layout';
import { storedDay, type Device } from './support/people';

const SIZES = [
  { name: '320 px', width: 320, height: 640, percent: 100 },
  { name: '1280 px', width: 1280, height: 800, percent: 100 },
  { name: '2560 px', width: 2560, height: 1440, percent: 100 },
  { name: 'text of 200 %', width: 1280, height: 800, percent: 200 },
];

async function resize(page: Page, { width, height, percent }: (typeof SIZES)[number]) {
  await page.setViewportSize({ width, height });
  await page.evaluate(size => {
    document.documentElement.style.fontSize = `${size}%`;
    dispatchEvent(new Event('resize'));
  }, percent);
}

/**
 * What axe and a look at the layout find at each size, in words; colours differ by the theme, not by the size. `open` is
 * done again at each size.
 */
async function faultsOf(page: Page, name: string, open?: () => Promise<unknown>): Promise<string[]> {
  const found: string[] = [];
  for (const size of SIZES) {
    await resize(page, size);
    await open?.();
    const schemes = size.width === 320 ? (['light', 'dark'] as const) : (['light'] as const);
    const faults = [
      ...(await axeFaults(page, schemes)),
      ...Object.values(await layoutFaults(page, 24)).flat(),
    ];
    found.push(...faults.map((fault: string) => `${name}, ${size.name}: ${fault}`));
  }
  await resize(page, SIZES[1]!);
  return found;
}

const LONG = 'A name that is far longer than any row is wide, and goes on and on ';

async function furnish(device: Device) {
  for (const [at, days] of [-9, -1, 0, 0, 0, 1, 2, 3, 8, 40].entries())
    await device.addTask({
      taskName: at % 3 === 2 ? LONG.repeat(3) : `Task ${at}`,
      taskId: 70 + at,
      taskList: at % 2 ? 'work' : 'personal',
      taskDueDate: storedDay(days),
    });
  await device.addTask({ taskName: 'Someday', taskId: 90, taskDueDate: '' });
  for (const [at, colour] of ['lemon', 'rose', 'teal', 'chalk', null].entries()) {
    const key = await device.addNote({ noteTitle: `Note ${at}`, noteDescription: 'Two bottles\n'.repeat(9) });
    await device.put(`ext/looks/${key}`, { ...(colour && { colour }), ...(at < 2 && { pinned: true }) });
  }
}

test('No screen has what axe or a look at its layout finds: narrow, wide, with large text, light and dark', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  test.setTimeout(600_000);
  const { keyboard } = page;
  const main = page.getByRole('main');
  const look = async (name: string, open?: () => Promise<unknown>) =>
    expect.soft(await faultsOf(page, name, open)).toEqual([]);

  const user = await newUser();
  await signIn(user);
  await page.getByText('Three things to try').waitFor();
  await look('the first minute');
  await furnish(device(user));
  for (const [path, there] of [
    ['/tasks/today', main.getByRole('link').first()],
    ['/tasks/upcoming', main.getByRole('heading', { name: 'Tomorrow' })],
    ['/tasks/previous', main.getByRole('link').first()],
    ['/tasks/personal', main.getByRole('heading', { name: 'No date' })],
    ['/tasks/work', main.getByRole('link').first()],
    ['/tasks/today/72/edit', page.getByRole('button', { name: 'Delete Task' })],
    ['/tasks/new', page.getByLabel('Due Date')],
    ['/tasks/sticky-wall', page.getByRole('button', { name: /^Note 4/ })],
    ['/day', page.getByRole('button', { name: /^Note 1/ })],
    ['/account', page.getByRole('heading', { name: 'Delete account' })],
    ['/account/settings', page.getByRole('heading', { name: 'Settings' })],
    ['/account/data', page.getByRole('heading', { name: 'Your data' })],
    ['/account/sync', page.getByRole('heading', { name: 'Every change of this device' })],
    ['/share?text=Buy%20bread', page.getByRole('button', { name: 'A task' })],
  ] as const) {
    await page.goto(path);
    await there.waitFor();
    await page.waitForLoadState('networkidle');
    await look(path);
  }

  const today = async () => {
    if (page.url().endsWith('/tasks/today')) return;
    await page.goto('/tasks/today');
    await page.waitForLoadState('networkidle');
  };
  await today();
  await look('quick add with chips', async () => {
    await keyboard.press('Escape');
    await keyboard.press('Escape');
    await keyboard.press('q');
    const field = page.getByRole('textbox', { name: 'Quick add' });
    await expect(field).toBeFocused();
    await field.fill('Send the report tomorrow #work');
    await page.getByRole('button', { name: 'Work', exact: true }).waitFor();
  });
  await keyboard.press('Escape');
  await page.reload();
  await page.waitForLoadState('networkidle');
  const first = main.getByRole('link').first();
  await look('a selection', async () => {
    await first.focus();
    await keyboard.press('Shift+ArrowDown');
    await page
      .getByRole('button', { name: /^Delete/ })
      .first()
      .waitFor();
  });
  await keyboard.press('Escape');
  await look('the menu of a row', async () => {
    await first.focus();
    await keyboard.press('m');
    await page.getByRole('menu').waitFor();
  });
  await keyboard.press('Escape');
  await look('a toast', async () => {
    await main.getByRole('checkbox').first().click();
    await page.getByRole('button', { name: /Undo|Redo/ }).waitFor();
  });
  await page.goto('/tasks/done');
  await main.getByRole('link').first().waitFor();
  await look('/tasks/done');
  await page.goto('/tasks/today');
  await first.focus();
  await page.waitForLoadState('networkidle');
  await keyboard.press('Delete');
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await page.goto('/tasks/trash');
  await page.getByRole('button', { name: /^Restore/ }).waitFor();
  await look('/tasks/trash');
});
