import { expect, type Page } from '../fixtures';
import { edited, MOMENTS, NAMES, names, rows, tellLeaving, TODAY, type Kind } from '../support/leaving';
import { storedDay } from '../support/people/people';

/**
 * The order after so many swaps of neighbours, each one row further down: the first row, Bread, moves down by one
 * each time.
 */
const daysOrder = (times: number): string[] => {
  const order = [...NAMES];
  for (let n = 0; n < times; n++) [order[n], order[n + 1]] = [order[n + 1]!, order[n]!];
  return order;
};
const rowNames = (page: Page) =>
  page
    .locator('main a[href$="/edit"]')
    .evaluateAll(rows => rows.map(row => (row as HTMLElement).innerText.split('\n')[0]));

const inTheRow: Record<string, Kind> = {
  'A place in the day': {
    isLong: true,
    path: () => TODAY,
    async change(page, n) {
      await rows(page, NAMES[n + 1]!).focus();
      await page.keyboard.press('Alt+ArrowUp');
      await expect.poll(() => rowNames(page)).toEqual(daysOrder(n + 1));
    },
    see: (page, n) => expect.poll(() => rowNames(page)).toEqual(daysOrder(n + 1)),
    stored: async data => Object.keys((await data.get<object | null>('ext/order')) ?? {}).length > 0,
    expected: true,
  },
  'A name in the row': {
    path: () => TODAY,
    async change(page, n) {
      await rows(page, NAMES[n]!).focus();
      await page.keyboard.press('F2');
      await page.getByRole('textbox', { name: `Name of ${NAMES[n]}` }).fill(`Changed ${n}`);
      await page.keyboard.press('Enter');
    },
    see: (page, n) => expect(rows(page, `Changed ${n}`)).toHaveCount(1),
    stored: names,
    expected: edited,
    isLong: true,
  },
  'A name being typed in the row': {
    path: () => TODAY,
    async change(page, n) {
      await rows(page, NAMES[n]!).focus();
      await page.keyboard.press('F2');
      await page.getByRole('textbox', { name: `Name of ${NAMES[n]}` }).fill(`Changed ${n}`);
    },
    see: (page, n) => expect(rows(page, `Changed ${n}`)).toHaveCount(1),
    stored: names,
    expected: edited,
  },
};

const repeating: Record<string, Kind> = {
  'A step of what repeats': {
    isLong: true,
    path: () => TODAY,
    async change(page, n) {
      await page.locator('[data-quick-add][data-kept]').waitFor();
      await page.getByRole('checkbox', { name: `Done: ${NAMES[n]}` }).check();
    },
    see: (page, n) =>
      expect(rows(page, `Figs`))
        .toBeVisible()
        .then(() => expect(rows(page, NAMES[n]!)).toHaveCount(0)),
    stored: async data => Object.values((await data.get<object | null>('ext/occurrences')) ?? {}).length,
    expected: MOMENTS.length,
  },
};

tellLeaving(inTheRow);
tellLeaving(repeating, async data => {
  const day = storedDay().slice(0, 10);
  for (const key of Object.keys((await data.tasks())!))
    await data.put(`ext/repeats/${key}`, { rule: 'FREQ=DAILY;INTERVAL=2', first: day, at: day });
});
