import type { Locator } from '@playwright/test';
import { expect, test, type Page } from '../fixtures';
import { layoutFaults } from '../support/layout';
import { casesOf } from '../support/long';
import type { Device } from '../support/people/people';

const row = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}`) });
const toast = (page: Page, words: string) => page.getByText(words, { exact: true });
const repeats = (page: Page) => page.getByRole('group', { name: 'Repeats' });
const storedRepeat = async (data: Device) =>
  Object.values((await data.get<Record<string, { at: string }> | null>('ext/repeats')) ?? {})[0];
const noted = async (data: Device) =>
  Object.values(
    (await data.get<Record<string, Record<string, string>> | null>('ext/occurrences')) ?? {},
  ).flatMap(notes => Object.keys(notes));

/** Presses Tab until the control has the focus, at most as often as a form has controls. */
async function tabTo(page: Page, control: Locator) {
  for (let n = 0; n < 40; n++) {
    if (await control.evaluate(element => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(control).toBeFocused();
}

test.use({ ownServer: true });

test('A repeat is made, skipped, ticked, undone and ended by the keyboard alone', async ({
  page,
  newUser,
  signIn,
  device,
  time,
}) => {
  await time.start('2026-11-24T15:00:00Z');
  const user = await newUser();
  const data = device(user);
  const { keyboard } = page;
  await signIn(user);
  await keyboard.press('n');
  await expect(page.getByPlaceholder('Title of your task')).toBeFocused();
  await keyboard.type('Bins');
  await keyboard.press('Tab');
  await keyboard.type('To the street');
  await tabTo(page, page.getByLabel('List'));
  await keyboard.type('P');
  await tabTo(page, repeats(page).getByLabel('How often'));
  for (let n = 0; n < 3; n++) await keyboard.press('ArrowDown');
  await expect(repeats(page).getByLabel('How often')).toHaveValue('week');
  await tabTo(page, repeats(page).getByRole('checkbox', { name: 'Friday' }));
  await keyboard.press('Space');
  await expect(repeats(page)).toContainText('Every Tuesday and Friday. Next: today, Fri 27 Nov,');
  await tabTo(page, page.getByRole('button', { name: 'Add Task', exact: true }));
  await keyboard.press('Enter');
  await expect(page).toHaveURL('/tasks/personal');
  await expect(row(page, 'Bins')).toContainText('every Tuesday and Friday');

  await keyboard.press('j');
  await expect(row(page, 'Bins')).toBeFocused();
  await keyboard.press('m');
  await expect(page.getByRole('menuitem', { name: /^Tomorrow/ })).toBeFocused();
  await keyboard.press('k');
  await expect(toast(page, 'Skipped. Next on Fri 27 Nov')).toBeVisible();
  await expect.poll(() => storedRepeat(data)).toMatchObject({ at: '2026-11-27' });
  await time.advance(6000);
  await expect(row(page, 'Bins')).toBeFocused();
  await keyboard.press('x');
  await expect(toast(page, 'Done. Next on Tue 1 Dec')).toBeVisible();
  await expect.poll(() => noted(data)).toEqual(['2026-11-24', '2026-11-27']);
  await keyboard.press('z');
  await expect.poll(() => noted(data)).toEqual(['2026-11-24']);
  await expect.poll(() => storedRepeat(data)).toMatchObject({ at: '2026-11-27' });

  await keyboard.press('Enter');
  await tabTo(page, repeats(page).getByLabel('How often'));
  await keyboard.type('Never');
  await tabTo(page, page.getByRole('button', { name: 'Save Changes' }));
  await keyboard.press('Enter');
  await expect.poll(() => storedRepeat(data)).toBeUndefined();
  await keyboard.press('Escape');
  await expect(row(page, 'Bins')).toBeFocused();
  await expect(row(page, 'Bins')).not.toContainText('every');
  expect(await noted(data)).toEqual(['2026-11-24']);
});

const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

/** Adds everyday repeats and parts, and names that are too long for a row. */
async function furnish(data: Device) {
  const made: [name: string, description: string, day: string, rule: string | null][] = [
    ['Bins', '', '2026-11-24', 'FREQ=WEEKLY;BYDAY=TU;WKST=MO'],
    [LONG, `- [ ] ${LONG}\n- [x] ${LONG}`, '2026-11-24', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,SA,SU;WKST=MO'],
    ['Shop', '- [x] Milk\n- [ ] Bread\n- [ ] Eggs', '2026-11-24', null],
    [`Sail around ${LONG}`, '', '', null],
    ['Learn to sail', '- [ ] Knots', '', null],
  ];
  for (const [at, [taskName, taskDescription, day, rule]] of made.entries()) {
    const taskDueDate = day && `${day}T00:00:00.000Z`;
    const key = await data.addTask({ taskName, taskDescription, taskDueDate, taskId: 71 + at });
    if (!rule) continue;
    await data.put(`ext/occurrences/${key}`, { '2026-11-17': '2026-11-18T09:00:00.000Z' });
    await data.put(`ext/repeats/${key}`, { rule, first: '2026-11-10', at: day });
  }
}

test('Nothing of repeats and parts is too wide, cut or covered, at any width @long', async ({
  page,
  newUser,
  signIn,
  device,
  time,
  axe,
}) => {
  await time.start('2026-11-24T15:00:00Z');
  const user = await newUser();
  await furnish(device(user));
  await signIn(user);
  const screens: [path: string, there: Locator][] = [
    ['/tasks/today', row(page, 'Bins')],
    ['/tasks/today/72/edit', repeats(page).getByLabel('How often')],
    ['/tasks/done', row(page, 'Bins').first()],
    ['/tasks/no-date', row(page, 'Learn to sail')],
  ];
  for (const [path, content] of screens) {
    await page.goto(path);
    await content.waitFor();
    if (path === '/tasks/today') await page.getByRole('button', { name: /parts: Donau/ }).click();
    for (const width of casesOf([320, 1280], [320, 600, 1280, 1920])) {
      await page.setViewportSize({ width, height: 800 });
      // The screen adapts to its new width within a frame or two.
      await expect
        .poll(async () => ({ ...(await layoutFaults(page, 24)), small: [] }), `${path} at ${width} px`)
        .toEqual({ small: [], sideways: [], unreadable: [], unreachable: [] });
      const cut = await page
        .locator('main [data-rule]')
        .evaluateAll(
          rules => rules.filter(({ parentElement: line }) => line!.scrollWidth > line!.clientWidth).length,
        );
      expect(cut, `rules that push words out of their row, ${path} at ${width} px`).toBe(0);
      if (casesOf([320], [320, 1280]).includes(width)) await axe();
    }
  }
});
