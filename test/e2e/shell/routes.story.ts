import { expect, test, type Page } from '../fixtures';

/** Records every address and heading that a page shows from its first byte on, however briefly. */
async function watchFlashes(page: Page) {
  const addresses: string[] = [];
  page.on('framenavigated', frame => addresses.push(new URL(frame.url()).pathname));
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { seenHeadings: seen });
    new MutationObserver(() =>
      document.querySelectorAll('h1').forEach(heading => seen.add(heading.textContent)),
    ).observe(document, { childList: true, subtree: true, characterData: true });
  });
  const headings = () =>
    page.evaluate(() => [...(window as unknown as { seenHeadings: Set<string> }).seenHeadings]);
  return { addresses, headings };
}

test('A deep link stays when it is loaded again, and the login form never shows', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  const person = device(user);
  const { taskId } = await person.get<{ taskId: number }>(
    `tasks/${await person.addTask({ taskName: 'Here to stay' })}`,
  );
  await signIn(user);
  const { addresses, headings } = await watchFlashes(page);
  const path = `/tasks/personal/${taskId}/edit`;
  await page.goto(path);
  await page.reload();
  await expect(page.getByPlaceholder('Title of your task')).toHaveValue('Here to stay');
  expect([...new Set(addresses)]).toEqual([path]);
  expect((await headings()).sort()).toEqual(['Personal', 'Task:']);
});
