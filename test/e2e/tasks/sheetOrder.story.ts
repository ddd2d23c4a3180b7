import { keyOf } from '../../../bench/seed';
import { expect, test, type Page } from '../fixtures';
import { storedDay } from '../support/people/people';

/** Screens with lazy style sheets: path, and an element that shows that the screen is there. */
const SCREENS: [path: string, isThere: (page: Page) => ReturnType<Page['locator']>][] = [
  ['/tasks/sticky-wall', page => page.locator('main [data-note]')],
  ['/tasks/new', page => page.getByPlaceholder('Description')],
  ['/tasks/today', page => page.locator('main a[data-task]')],
  ['/tasks/done', page => page.getByRole('heading', { name: 'Done' })],
  ['/tasks/trash', page => page.getByRole('heading', { name: 'Trash' })],
  ['/account', page => page.getByText('Change password').first()],
  ['/account/data', page => page.getByRole('main').getByRole('button').first()],
  ['/day', page => page.getByRole('main').getByRole('heading').first()],
];
type Styles = Record<string, Record<string, string>>;

/** The computed styles of all elements of the screen, by their position in the tree. */
const stylesOf = (page: Page) =>
  page.evaluate(() => {
    const all: Styles = {};
    const walk = (element: Element, path: string) => {
      const style = getComputedStyle(element);
      const values: Record<string, string> = {};
      for (const name of style)
        // Sizes in pixels follow from other styles, and depend on measurements that come later.
        if (
          !/^(width|height|inline-size|block-size|perspective-origin|transform|transform-origin)$/.test(
            name,
          ) &&
          !name.startsWith('inset') &&
          !name.startsWith('--')
        )
          values[name] = style.getPropertyValue(name);
      all[path] = values;
      [...element.children].forEach((child, at) =>
        walk(child, `${path} > ${child.tagName.toLowerCase()}${at}`),
      );
    };
    for (const root of document.querySelectorAll('main, dialog')) walk(root, root.tagName.toLowerCase());
    return all;
  });

async function show(page: Page, [path, isThere]: (typeof SCREENS)[number]) {
  await page.evaluate(to => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await expect(isThere(page).first()).toBeVisible();
}

/** Prevents loading ahead, so that style sheets load in the order of the opened screens. */
const neverIdle = () => {
  window.requestIdleCallback = () => 0;
};

async function stylesAt(page: Page, screen: (typeof SCREENS)[number]) {
  await expect(screen[1](page).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  if (screen[0] !== '/tasks/sticky-wall') return stylesOf(page);
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('dialog').getByLabel('Description')).toBeVisible();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  return stylesOf(page);
}

test('Every screen looks the same whether it is opened first or after all others @long', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  test.setTimeout(180_000);
  const user = await newUser();
  await device(user).addTask({ taskName: 'Apples', taskDueDate: storedDay() });
  await device(user).patch('notes', { [keyOf(1)]: { noteTitle: 'Milk', noteDescription: 'Two bottles' } });
  await signIn(user);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript(neverIdle);
  const found: string[] = [];
  for (const screen of SCREENS) {
    await page.goto(screen[0]);
    const first = await stylesAt(page, screen);
    const others = SCREENS.filter(known => known !== screen);
    await page.goto(others[0]![0]);
    await expect(others[0]![1](page).first()).toBeVisible();
    for (const other of others.slice(1)) await show(page, other);
    await show(page, screen);
    const last = await stylesAt(page, screen);
    expect(Object.keys(last).length).toBeGreaterThan(3);
    for (const [path, values] of Object.entries(first))
      for (const [name, value] of Object.entries(values)) {
        const now = last[path]?.[name];
        if (now !== undefined && now !== value)
          found.push(`${screen[0]}: ${path}: ${name}: ${value} → ${now}`);
      }
  }
  expect(found).toEqual([]);
});
