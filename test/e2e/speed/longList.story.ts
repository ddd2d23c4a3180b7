import { keyOf, taskBody } from '../../../bench/seed';
import { expect, test } from '../fixtures';
import { manyTasks, storedDay } from '../support/people/people';

const TASKS = 3_300;

test('A long list is followed live in parts, and lacks nothing', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const today = storedDay().slice(0, 10);
  const user = await newUser();
  const elsewhere = device(user);
  const tasks = manyTasks(TASKS);
  await elsewhere.patch('tasks', tasks);
  /** For each listen to the tasks, whether it was for a part of them. */
  const listens: boolean[] = [];
  page.on('websocket', socket =>
    socket.on('framesent', ({ payload }) => {
      if (/"a":"q".*"p":"\/[^/"]+\/tasks"/.test(String(payload)))
        listens.push(String(payload).includes('"q":{'));
    }),
  );
  await signIn(user);
  const count = (wanted: number) =>
    expect(page.getByRole('link', { name: 'Today', exact: true })).toContainText(wanted.toLocaleString('en'));
  await count(TASKS);
  await expect.poll(() => listens).toEqual([true, true, true, true]);

  // Changes in the first and the last part and at each border, and additions before, between and behind all others.
  const changed = [0, 1_000, 2_000, TASKS - 1].map(n => keyOf(n));
  const name = (of: string) => ({ ...taskBody(1, today), taskName: `0 ${of}` });
  const added = ['7', '-0', keyOf(1_500).replace('-OBench', '-OBencg'), 'zz'];
  const news = Object.fromEntries([
    ...changed.map(key => [key, { ...tasks[key]!, taskName: `0 changed ${key}` }] as const),
    ...added.map((key, n) => [key, { ...name(`added ${key}`), taskId: TASKS + n }] as const),
  ]);
  await elsewhere.patch('tasks', news);
  await count(TASKS + added.length);
  await expect(page.getByRole('link', { name: /^0 (changed|added) / })).toHaveCount(8);

  await elsewhere.patch('tasks', Object.fromEntries([...changed, ...added].map(key => [key, null])));
  await count(TASKS - changed.length);
  await page.reload();
  await count(TASKS - changed.length);
  await expect(page.getByRole('link', { name: /^0 (changed|added) / })).toHaveCount(0);
});
