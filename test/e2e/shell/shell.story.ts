import { expect, test, type Page } from '../fixtures';
import { storedDay } from '../support/people/people';

const NAMES = [
  'My day',
  'Previous',
  'Upcoming',
  'Today',
  'Sticky Wall',
  'Personal',
  'Work',
  'No date',
  'Done',
  'Trash',
];
const navigation = (page: Page) => page.getByRole('navigation', { includeHidden: true });
const opener = (page: Page) => page.getByRole('button', { name: 'Open navigation' });
const closer = (page: Page) => page.getByRole('button', { name: 'Close navigation' });

/** For each of the next presses of Tab, whether the focus is in the sidebar. */
async function tabReachesSidebar(page: Page) {
  await page.locator('body').evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  for (let steps = 0; steps < 20; steps++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement!.closest('nav') !== null)) return true;
  }
  return false;
}

test('The sidebar names its links exactly, marks the active one and hides its counts @long', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  await device(user).addTask({ taskList: 'work' });
  await device(user).addTask({ taskList: 'work' });
  await device(user).addTask({ taskDueDate: storedDay(-1) });
  await signIn(user);
  await expect(page.getByRole('navigation')).toHaveCount(1);
  await expect(page.getByRole('main').getByRole('link')).toHaveCount(2);
  for (const title of ['TASKS', 'LISTS', 'MORE'])
    await expect(navigation(page).getByText(title)).toBeVisible();
  await expect(navigation(page).getByRole('list').getByRole('link')).toHaveCount(NAMES.length - 1);
  const [myDay, tasks] = [
    navigation(page).getByRole('link', { name: 'My day' }),
    navigation(page).getByText('TASKS'),
  ];
  expect((await myDay.boundingBox())!.y).toBeLessThan((await tasks.boundingBox())!.y);
  for (const name of NAMES) {
    const link = navigation(page).getByRole('link', { name, exact: true });
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(navigation(page).locator('[aria-current]')).toHaveCount(1);
  }
  const work = navigation(page).getByRole('link', { name: 'Work', exact: true });
  await expect(work.locator('[aria-hidden]').filter({ hasText: '2' })).toBeVisible();
  const colourOf = (name: string) =>
    navigation(page)
      .getByRole('link', { name, exact: true })
      .locator('[aria-hidden]:not(svg)')
      .evaluate(count => [count.textContent, getComputedStyle(count).color]);
  expect(await colourOf('Previous')).toEqual(['1', 'rgb(138, 84, 20)']);
  expect(await colourOf('Today')).toEqual(['2', 'rgb(104, 95, 84)']);
  for (const name of ['Add New Task', 'Sign out'])
    await expect(navigation(page).getByRole('button', { name, exact: true })).toBeVisible();
  await page.goto('/tasks/new');
  await expect(navigation(page).locator('[aria-current]')).toHaveCount(0);
});

test('The sidebar is collapsed below 500 px, and up to 680 px unless a task is edited @long', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  await device(user).addTask({ taskId: 61 });
  await signIn(user);
  const widths: [number, path: string, isShown: boolean][] = [
    [390, '/tasks/today', false],
    [499, '/tasks/today', false],
    [500, '/tasks/today', false],
    [680, '/tasks/today', false],
    [681, '/tasks/today', true],
    [1280, '/tasks/today', true],
    [499, '/tasks/today/61/edit', false],
    [500, '/tasks/today/61/edit', true],
    [680, '/tasks/today/61/edit', true],
    [600, '/tasks/new', false],
    [600, '/tasks/today/61/view', false],
  ];
  for (const [width, path, isShown] of widths) {
    await page.setViewportSize({ width, height: 800 });
    if (new URL(page.url()).pathname !== path) await page.goto(path);
    await expect(navigation(page), `${path} at ${width}`).toBeVisible({ visible: isShown });
    await expect(opener(page)).toBeVisible({ visible: !isShown });
    const scrolls = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(scrolls, `${path} at ${width} scrolls sideways`).toBe(false);
    if (width === 390 || width === 600) expect(await tabReachesSidebar(page)).toBe(false);
  }
});

test('Each link of the sidebar is one line, above its foot, at every size', async ({ page, somebody }) => {
  await somebody();
  for (const width of [681, 768, 901, 1280]) {
    await page.setViewportSize({ width, height: 1024 });
    const wrapped = () =>
      navigation(page)
        .locator('a, button')
        .evaluateAll(all =>
          all
            .filter(element => {
              const words = document.createRange();
              words.selectNodeContents(element);
              const { lineHeight } = getComputedStyle(element);
              return words.getBoundingClientRect().height > 1.5 * Number.parseFloat(lineHeight);
            })
            .map(element => element.textContent),
        );
    await expect.poll(wrapped, `${width} px`).toEqual([]);
  }
  for (const height of [640, 720, 759, 760, 800, 849, 850]) {
    await page.setViewportSize({ width: 1280, height });
    const covered = () =>
      navigation(page)
        .locator('a, button')
        .evaluateAll(all =>
          all
            .filter(element => {
              const { left, top, bottom } = element.getBoundingClientRect();
              const at = (y: number) => element.contains(document.elementFromPoint(left + 30, y));
              return !at(top + 2) || !at(bottom - 2);
            })
            .map(element => element.textContent),
        );
    await expect.poll(covered, `${height} px`).toEqual([]);
  }
});

test('The drawer works by keyboard, moves no page, and closes when a link is chosen @long', async ({
  page,
  newUser,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(await newUser());
  const main = page.getByRole('main', { includeHidden: true });
  const place = await main.boundingBox();
  await opener(page).focus();
  await page.keyboard.press('Enter');
  await expect(navigation(page)).toBeVisible();
  await expect(closer(page)).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.activeElement!.closest('nav') !== null)).toBe(true);
  expect(await main.boundingBox()).toEqual(place);
  for (let steps = 0; steps < 12; steps++) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement!.closest('main') === null)).toBe(true);
  }
  await navigation(page).getByRole('link', { name: 'Work' }).focus();
  await page.keyboard.press('Escape');
  await expect(navigation(page)).toBeHidden();
  await expect(opener(page)).toBeFocused();

  await opener(page).click();
  await navigation(page).getByRole('link', { name: 'Work' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/tasks/work');
  await expect(navigation(page)).toBeHidden();

  await opener(page).click();
  await closer(page).click();
  await expect(navigation(page)).toBeHidden();
  await opener(page).click();
  await page.mouse.click(370, 400);
  await expect(navigation(page)).toBeHidden();
  await opener(page).click();
  await page.getByRole('button', { name: 'Add New Task' }).click();
  await expect(page).toHaveURL('/tasks/new');
  await expect(navigation(page)).toBeHidden();
});

test('A note that lies open hides the navbar on a small screen too @phone @long', async ({
  page,
  newUser,
  signIn,
}) => {
  await signIn(await newUser());
  await page.goto('/tasks/sticky-wall');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(navigation(page)).toBeHidden();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add note' })).toBeFocused();
});

test('A file that is dragged over what takes none does not replace the app', async ({
  page,
  newUser,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(await newUser());
  const bar = page.getByRole('toolbar', { name: 'Views' });
  await expect(bar).toBeVisible(); // comes with the code that refuses files
  const drag = (types: string[]) =>
    bar.evaluate((element, added) => {
      const dataTransfer = new DataTransfer();
      for (const type of added)
        if (type === 'Files') dataTransfer.items.add(new File(['x'], 'cat.png'));
        else dataTransfer.setData(type, 'Words');
      const event = new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer });
      return element.dispatchEvent(event);
    }, types);
  expect(await drag(['Files'])).toBe(false);
  expect(await drag(['text/plain'])).toBe(true); // fields take text
});
