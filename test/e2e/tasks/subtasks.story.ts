import { expect, test } from '../fixtures';

const LIST = '- [ ] Milk\n- [ ] Bread\n- [ ] Eggs';

test('Subtasks are added, ticked, moved, renamed, undone, and printed @phone', async ({
  page,
  somebody,
  axe,
}) => {
  const { data } = await somebody(data => data.addTask({ taskName: 'Shop', taskDescription: 'For Sunday' }));
  const stored = async () => Object.values((await data.tasks())!)[0]!.taskDescription;
  await page.getByRole('link', { name: /^Shop/ }).click();
  const field = page.getByRole('textbox', { name: 'Add a subtask' });
  await field.click();
  for (const words of ['Milk', 'Bread', 'Eggs']) {
    await page.keyboard.type(words);
    await page.keyboard.press('Enter');
  }
  await expect.poll(stored).toBe(`For Sunday\n\n${LIST}`);
  await page.getByRole('checkbox', { name: 'Milk' }).click();
  await expect.poll(stored).toContain('[x] Milk');
  await expect(page.getByPlaceholder('Description')).toHaveValue('For Sunday');
  await axe();
  await page.getByRole('textbox', { name: 'Subtask 3' }).click();
  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.type(' and tea');
  await page.keyboard.press('Enter');
  const moved = 'For Sunday\n\n- [x] Milk\n- [ ] Eggs and tea\n- [ ] Bread';
  await expect.poll(stored).toBe(moved);
  await page.getByRole('button', { name: 'As text', exact: true }).click();
  await expect(page.getByPlaceholder('Description')).toHaveValue(moved);
  await page.getByRole('button', { name: 'As text', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Subtask 2' })).toHaveValue('Eggs and tea');
  const handles = page.getByRole('group', { name: 'Subtasks' }).locator('[data-handle]');
  const { x, y } = (await handles.first().boundingBox())!;
  await handles.last().hover();
  await page.mouse.down();
  await page.mouse.move(x, y, { steps: 5 });
  await page.mouse.up();
  await expect.poll(stored).toBe('For Sunday\n\n- [ ] Bread\n- [x] Milk\n- [ ] Eggs and tea');
  await page.getByRole('button', { name: 'Close', exact: true }).click();

  const count = page.getByRole('button', { name: '1 of 3 subtasks: Shop' });
  await count.click();
  await page.getByRole('checkbox', { name: 'Bread' }).click();
  await expect(page.getByRole('button', { name: '2 of 3 subtasks: Shop' })).toBeVisible();
  await expect.poll(stored).toContain('[x] Bread');
  await axe();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(stored).not.toContain('[x] Bread');
  await page.reload();
  await expect(count).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(page.getByRole('checkbox', { name: 'Eggs and tea' })).toBeVisible();
  await expect(page.getByRole('button', { name: '1 of 3 subtasks: Shop' })).toBeVisible();
});

test('A press below a subtask that is typed reaches what it was on', async ({ page, somebody }) => {
  await somebody();
  await page.goto('/tasks/new');
  await page.getByRole('textbox', { name: 'Add a subtask' }).click();
  await page.keyboard.type('Milk');
  await page.getByRole('button', { name: 'Pick a day' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Subtask 1' })).toHaveValue('Milk');
});
