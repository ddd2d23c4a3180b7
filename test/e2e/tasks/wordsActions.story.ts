import { expect, test } from '../fixtures';

const NAME = 'Apples from the market, the red ones';

test('A message never lies over what takes the words of a task, at any size @long', async ({
  page,
  somebody,
}) => {
  await somebody(async data => {
    await data.addTask({ taskName: NAME, taskId: 1 });
    await data.addTask({ taskName: 'Bread', taskId: 2, taskDescription: 'A line of words\n'.repeat(3) });
  });
  const row = (name: string) => page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}`) });
  await row(NAME).focus();
  await page.keyboard.press('x');
  const message = page.locator('#foot [data-undoes]');
  await message.hover(); // the message stays while the pointer is over it
  await row('Bread').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Copy as Markdown' }).waitFor();

  const covered: string[] = [];
  for (const width of [390, 1100, 1280])
    for (let height = 720; height <= 1000; height += 40) {
      await page.setViewportSize({ width, height });
      const found = await page.evaluate(() => {
        const foot = document.getElementById('foot')!;
        const buttons = [...document.querySelectorAll('button')].filter(({ textContent }) =>
          /^(Turn into a note|Copy as text|Copy as Markdown)$/.test(textContent),
        );
        const scrollTo = (top: number) => {
          for (let part = buttons[0]!.parentElement; part; part = part.parentElement) part.scrollTop = top;
        };
        const isCovered = (element: Element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          let scroller = element.parentElement!;
          while (getComputedStyle(scroller).overflowY !== 'auto') scroller = scroller.parentElement!;
          if (bottom > scroller.getBoundingClientRect().bottom) return false; // scrolled out of view
          const points = [left + 2, (left + right) / 2, right - 2];
          return points.some(x => foot.contains(document.elementFromPoint(x, (top + bottom) / 2)));
        };
        return [0, 10_000].filter(top => {
          scrollTo(top);
          return buttons.length < 3 || buttons.some(isCovered);
        });
      });
      if (found.length > 0) covered.push(`${width} × ${height}, scrolled by ${found.join(' and ')}`);
    }
  expect(covered).toEqual([]);
  await expect(message).toBeVisible();
});
