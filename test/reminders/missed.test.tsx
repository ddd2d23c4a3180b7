import { screen, within } from '@testing-library/react';
import { remindersCame, type CameReminder } from '../../src/reminders/remindersSlice';
import { selectTask } from '../../src/tasks/tasksSelectors';
import { tasksSidecarsArrived } from '../../src/tasks/tasksSlice';
import { renderApp, task } from '../support/app/renderApp';

const came = (taskId: number, more: Partial<CameReminder> = {}): CameReminder => ({
  ...{ taskId, dueDate: '2026-03-10', time: '12:30', remind: 15, at: taskId, isMissed: true },
  ...more,
});

/** My day with tasks that are due at 12:30, and missed reminders of them. */
async function myDay(reminders: CameReminder[], days: string[] = []) {
  const tasks = reminders.map(({ taskId }, at) =>
    task(taskId, `Task ${taskId} #garden`, { taskDueDate: `${days[at] ?? '2026-03-10'}T00:00:00.000Z` }),
  );
  const app = renderApp('/day', { tasks, notes: [] });
  const keys = reminders.map((_, at) => [`-k${at}`, { time: '12:30', remind: 15 }] as const);
  const times = { list: 'times', type: 'changes', records: Object.fromEntries(keys) } as const;
  await app.answer(tasksSidecarsArrived(times));
  await app.answer(remindersCame(reminders));
  const region = await screen.findByRole('region', { name: /^Missed reminder/ });
  const lines = () =>
    within(region)
      .queryAllByRole('listitem')
      .map(line => line.textContent);
  return { ...app, region, lines };
}

test('My day lists what was missed, with its day and time, until it is answered', async () => {
  const days = ['2026-03-10', '2026-03-09', '2026-03-11'];
  const reminders = days.map((dueDate, at) => came(at + 1, { dueDate }));
  const { region, lines, user, store, path } = await myDay(reminders, days);
  expect(region).toHaveAccessibleName('Missed reminders');
  expect(lines()).toEqual([
    expect.stringMatching(/^Task 1 due 12:30/),
    expect.stringMatching(/^Task 2 due yesterday 12:30/),
    expect.stringMatching(/^Task 3 due tomorrow 12:30/),
  ]);
  await user.click(within(region).getByRole('button', { name: 'Done: Task 2' }));
  expect(selectTask(store.getState(), 2)!.doneAt).not.toBeNull();
  await user.click(within(region).getByRole('button', { name: 'Done: Task 3' }));
  expect(lines()).toHaveLength(1);
  expect(region).toHaveAccessibleName('Missed reminder');
  await user.click(within(region).getByRole('link', { name: 'Task 1' }));
  expect(path()).toBe('/day/1/edit');
});

test('In an hour answers a missed reminder, too', async () => {
  const { region, user, sentOf } = await myDay([came(1)]);
  await user.click(within(region).getByRole('button', { name: 'In an hour: Task 1' }));
  expect(sentOf('task/time/requested')).toHaveLength(1);
  expect(region).not.toBeInTheDocument();
});

test('Of many it lists five; Dismiss ends the list, and no reminder', async () => {
  const { region, lines, user, store } = await myDay([1, 2, 3, 4, 5, 6, 7].map(taskId => came(taskId)));
  expect(lines()).toHaveLength(5);
  expect(within(region).getByText('and 2 more')).toBeVisible();
  await user.click(within(region).getByRole('button', { name: 'Dismiss' }));
  expect(region).not.toBeInTheDocument();
  expect(selectTask(store.getState(), 1)!.remind).toBe(15);
});
