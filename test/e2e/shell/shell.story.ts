import { expect, test, type Page } from '../fixtures';
const navigation = (page: Page) => page.getByRole('navigation', { includeHidden: true });

test('Each link of the sidebar is one line, above its foot, at every size @long', async ({
  page,
  somebody,
}) => {
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

test('A file that is dragged over what takes none does not replace the app @long', async ({
  page,
  somebody,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await somebody();
  const bar = page.getByRole('toolbar', { name: 'Views' });
  await expect(bar).toBeVisible();
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
