import { act, screen, waitFor, within } from '@testing-library/react';
import type { Repeat } from '../../src/repeats/repeat';
import { renderApp, task } from '../support/app/renderApp';

// Today is Tuesday, 10 March 2026.

const weekly: Repeat = { rule: 'FREQ=WEEKLY;BYDAY=TU;WKST=MO', first: '2026-03-03', at: '2026-03-10' };
const sent = (app: ReturnType<typeof renderApp>) =>
  (app.sentOf('task/repeat/requested') as unknown as { payload: { payload: object } }[]).map(
    ({ payload }) => payload.payload,
  );

async function open(repeat: Repeat | null, due = '2026-03-10') {
  const app = renderApp('/tasks/personal', {
    tasks: [task(12, 'Bins', { taskDueDate: `${due}T00:00:00.000Z` })],
  });
  await app.arrive('repeats', { '-k0': repeat });
  await app.user.click(await screen.findByRole('button', { name: 'Move: Bins' }));
  const menu = await screen.findByRole('menu', { name: 'Menu of “Bins”' });
  await app.user.click(within(menu).getByRole('menuitem', { name: 'Repeats' }));
  await screen.findByRole('menu', { name: 'Repeats of “Bins”' });
  return app;
}
const offered = () => screen.getAllByRole('menuitem').map(({ firstChild }) => firstChild!.textContent);
const choose = (app: Awaited<ReturnType<typeof open>>, name: string) =>
  app.user.click(screen.getByRole('menuitem', { name }));

test('A row’s menu makes a task repeat, in the words of its rows', async () => {
  const app = await open(null);
  expect(offered()).toEqual([
    'Every day',
    'Every weekday',
    'Every Tuesday',
    'Every month on the 10th',
    'Every year on 10 March',
    'Custom…',
  ]);
  expect(screen.getByRole('menuitem', { name: 'Every day' })).toHaveFocus();
  await choose(app, 'Every Tuesday');
  expect(sent(app)).toMatchObject([{ repeat: { ...weekly, first: '2026-03-10' }, due: '2026-03-10' }]);
  expect(screen.queryByRole('menu')).toBeNull();
});

test('It offers neither the rule that a task has, nor an end to what does not repeat', async () => {
  const app = await open({ ...weekly, rule: `${weekly.rule};UNTIL=20260501` }, '2026-03-12');
  expect(offered()).not.toContain('Every Tuesday');
  // The new rule begins at the open occurrence, which was moved; the end stays.
  await choose(app, 'Every month on the 10th');
  expect(sent(app)).toMatchObject([
    { repeat: { rule: 'FREQ=MONTHLY;BYMONTHDAY=10;UNTIL=20260501', at: '2026-03-10' }, due: '2026-03-10' },
  ]);
});

test('It ends a repeat, and the task stays where it is', async () => {
  const app = await open(weekly, '2026-03-12');
  await choose(app, 'Doesn’t repeat');
  expect(sent(app)).toMatchObject([{ repeat: null }]);
  expect(sent(app)[0]).not.toHaveProperty('due');
});

test('Its letters choose, and Custom… opens the form', async () => {
  const app = await open(null);
  await act(async () => app.user.keyboard('c'));
  await waitFor(() => expect(screen.getByRole('group', { name: 'Repeats' })).toBeVisible());
  expect(sent(app)).toEqual([]);
});

test('A letter behind the one that opened it chooses, however quickly it comes', async () => {
  const app = renderApp('/tasks/personal', { tasks: [task(12, 'Bins')] });
  await app.user.click(await screen.findByRole('button', { name: 'Move: Bins' }));
  await screen.findByRole('menu', { name: 'Menu of “Bins”' });
  await app.user.keyboard('r');
  await screen.findByRole('menu', { name: 'Repeats of “Bins”' });
  await app.user.keyboard('w');
  expect(sent(app)).toMatchObject([{ repeat: { at: '2026-03-10' } }]);
});
