import { keyOf } from '../../../bench/seed';
import { expect, test, type Page } from '../fixtures';
import { fillTask } from '../support/taskForm';

/**
 * Counts the requests of a change to the database: REST calls, and reads and writes of the SDK, without listens,
 * tokens and the connection's handshake.
 */
function requestsOf(page: Page, uid: string) {
  const seen: string[] = [];
  page.on('request', request => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith(`/${uid}`) || request.method() === 'OPTIONS') return;
    seen.push(`${request.method()} ${pathname}`);
  });
  page.on('websocket', socket =>
    socket.on('framesent', ({ payload }) => {
      const action = /^\{"t":"d","d":\{"r":\d+,"a":"([gpm])"/.exec(payload.toString())?.[1];
      if (action !== undefined) seen.push(`SDK ${action}`);
    }),
  );
  return {
    async during(act: () => Promise<void>): Promise<string[]> {
      const before = seen.length;
      await act();
      return seen.slice(before);
    },
  };
}

/** Opens a page and waits for its last read at the start, which every page makes: what belongs to tasks. */
async function open(page: Page, path: string) {
  const read = page.waitForResponse(/\/ext\/repeats\.json/);
  await page.goto(path);
  await read;
}

const row = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });
const note = (noteTitle: string, noteDescription: string) => ({ noteTitle, noteDescription });

test('An edit is two requests, a deletion two, a restore two, a note’s word four @long', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  const key = await device(user).addTask({ taskName: 'Before', taskList: 'work' });
  await device(user).patch('notes', { [keyOf(1)]: note('Market', 'Milk') });
  const requests = requestsOf(page, user.uid);
  await signIn(user);
  await open(page, '/tasks/work');
  await row(page, 'Before').click();
  await page.getByText('Loading').waitFor({ state: 'detached' });

  const edited = await requests.during(async () => {
    await fillTask(page, { title: 'After' });
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  });
  expect(edited).toEqual([`GET /${user.uid}/tasks/${key}.json`, `PUT /${user.uid}/tasks/${key}.json`]);

  const deleted = await requests.during(async () => {
    await page.getByRole('button', { name: 'Delete Task' }).click();
    await expect.poll(() => device(user).get(`ext/trash/tasks/${key}/record/taskName`)).toBe('After');
    await expect(page.getByText(/is not saved|Waiting/)).toHaveCount(0);
  });
  expect(deleted).toHaveLength(2);

  await open(page, '/tasks/trash');
  await page.getByRole('button', { name: 'Restore' }).waitFor();
  await expect(page.getByText(/^Loading/)).toHaveCount(0);
  const restored = await requests.during(async () => {
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect.poll(() => device(user).get(`tasks/${key}/taskName`)).toBe('After');
  });
  expect(restored).toHaveLength(2);

  await open(page, '/tasks/sticky-wall');
  await page.getByRole('button', { name: /^Market/ }).click();
  const changed = await requests.during(async () => {
    await page.getByRole('dialog').getByLabel('Description').fill('Bread');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => device(user).get(`notes/${keyOf(1)}/noteDescription`)).toBe('Bread');
    await expect.poll(() => device(user).get(`ext/leases/${keyOf(1)}/at`)).toBe(0);
  });
  expect(changed.filter(call => call.startsWith('PATCH'))).toHaveLength(1);
  expect(changed.length).toBeLessThanOrEqual(4);
});
