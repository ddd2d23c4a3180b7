import { fireEvent, screen, within, waitFor } from '@testing-library/react';
import { changesOf } from '../../src/selection/changeOf';
import { manyRequested } from '../../src/tasks/selecting/manyTasks';
import { settingsArrived } from '../../src/settings/settingsSlice';
import type { Timing } from '../../src/tasks/task';
import { shownTask } from '../support/app/operations';
import { renderApp, task } from '../support/app/renderApp';
import { SELECTED_ID } from '../../src/tasks/selecting/selected';
import { rangeSelected } from '../../src/tasks/selecting/selectionSlice';

describe('The menu of a task', () => {
  // Today is Tuesday, 10 March 2026.
  beforeEach(() => void jest.spyOn(Date, 'now').mockReturnValue(new Date(2026, 2, 10, 14, 3).getTime()));
  afterEach(() => jest.restoreAllMocks());

  const tasks = [task(1, 'Apples', { taskDescription: 'Red' }), task(2, 'Bread')];
  const row = (name: string) => screen.findByRole('link', { name: new RegExp(`^${name}`) });
  const offered = () => screen.getAllByRole('menuitem').map(({ firstChild }) => firstChild!.textContent);
  const changes = (app: ReturnType<typeof renderApp>) =>
    app.sentOf(manyRequested.type).map(action => (action as ReturnType<typeof manyRequested>).payload);

  const OF_DONE = ['Turn into a note', 'Copy', 'Select', 'Delete'];
  const OF_OPEN = ['Tags', 'Repeats', 'Add a subtask', 'Rename', ...OF_DONE];

  test('A right click on a row opens all that can be done with its task', async () => {
    const app = renderApp('/tasks/today', { tasks });
    fireEvent.contextMenu(await row('Apples'), { clientX: 40, clientY: 50 });
    expect(screen.getByRole('menu', { name: 'Menu of “Apples”' })).toBeVisible();
    const days = ['Tomorrow', 'Next week', 'Pick a day', 'No date'];
    const times = ['Later today', 'In an hour', 'This evening'];
    expect(offered()).toEqual(['Open', ...days, ...times, 'Move to Work', ...OF_OPEN]);
    await app.user.keyboard('{Delete}');
    expect(changes(app)).toMatchObject([{ taskIds: [1], change: { type: 'delete' } }]);
    expect(screen.queryByRole('menu')).toBeNull();
  });

  test('A task that is done is offered no other day', async () => {
    const app = renderApp('/tasks/done', { tasks: [tasks[0]!] });
    await app.arrive('done', { '-k0': '2026-03-10T08:00:00.000Z' });
    fireEvent.contextMenu(await row('Apples'));
    expect(offered()).toEqual(['Open', ...OF_OPEN]);
  });

  test('A time is chosen by a word, for today; No time where a task has one', async () => {
    const app = renderApp('/tasks/today', { tasks });
    await app.answer(settingsArrived({ remind: 5 }));
    await app.arrive('times', { '-k1': { time: '09:05' } });
    fireEvent.contextMenu(await row('Apples'));
    expect(offered()).not.toContain('No time');
    await app.user.keyboard('this');
    (await row('Apples')).focus();
    await app.user.keyboard('{Control>}a{/Control}mx');
    expect(changes(app)).toEqual([
      expect.objectContaining({
        taskIds: [1],
        change: { type: 'time', day: '2026-03-10', time: '18:00', remind: 5 },
      }),
      expect.objectContaining({ taskIds: [1, 2], change: { type: 'time', time: null } }),
    ]);
  });

  test.each<[string, Timing | null, string | null, Timing | null | undefined]>([
    ['a first time has the reminder of the settings', null, '18:00', { time: '18:00', remind: 5 }],
    ['another time keeps its own', { time: '09:05', remind: 60 }, '18:00', { time: '18:00', remind: 60 }],
    ['another time without one stays without', { time: '09:05' }, '18:00', { time: '18:00' }],
    ['a time that it has changes nothing', { time: '18:00' }, '18:00', undefined],
    ['no time where there is none changes nothing', null, null, undefined],
    ['no time takes both', { time: '18:00', remind: 5 }, null, null],
  ])('Of a task %s', (_, own, time, timing) => {
    const made = changesOf(shownTask(1, { ...own }), { type: 'time', time, remind: 5 }, {});
    expect(made.map(({ payload }) => (payload as { payload: { timing: unknown } }).payload.timing)).toEqual(
      timing === undefined ? [] : [timing],
    );
  });

  test('Add a subtask opens the form in the field for it', async () => {
    const app = renderApp('/tasks/today', { tasks });
    (await row('Apples')).focus();
    await app.user.keyboard('m');
    await app.user.click(screen.getByRole('menuitem', { name: 'Add a subtask' }));
    expect(app.path()).toBe('/tasks/today/1/edit');
    expect(screen.getByRole('textbox', { name: 'Add a subtask' })).toHaveFocus();
  });

  test('All rows of a list are selected, moved to tomorrow, and made to repeat by words', async () => {
    const app = renderApp('/tasks/today', { tasks });
    (await row('Apples')).focus();
    await app.user.keyboard('{Control>}a{/Control}d');
    const dialog = await screen.findByRole('dialog', { name: 'Pick a day' });
    await app.write(within(dialog).getByLabelText('Day'), 'every thu');
    expect(within(dialog).getByText(/^Every Thursday\. Next: /)).toBeVisible();
    await app.user.keyboard('{Enter}');
    const [{ taskIds, change }] = changes(app) as [ReturnType<typeof manyRequested>['payload']];
    expect([taskIds, change]).toMatchObject([[1, 2], { type: 'repeat', choice: { every: 'week' } }]);
    const made = changesOf(shownTask(1, { taskDueDay: null }), change, {});
    expect(made).toMatchObject([{ payload: { kind: 'task/repeat', payload: { due: '2026-03-12' } } }]);

    (await row('Apples')).focus();
    await app.user.keyboard('{Control>}a{/Control}');
    await app.user.click(screen.getByRole('button', { name: 'Tomorrow' }));
    const to = { taskDueDay: '2026-03-11' };
    expect(changes(app).at(-1)).toMatchObject({ taskIds: [1, 2], change: { type: 'move', to } });
  });

  test('In a form the field for a day takes a repeat, but none that ends before its day', async () => {
    const late = task(7, 'Late', { taskDueDate: '2026-03-20T00:00:00.000Z' });
    const app = renderApp('/tasks/upcoming/7/edit', { tasks: [late] });
    await app.user.click(screen.getByRole('button', { name: 'Pick a day' }));
    const dialog = await screen.findByRole('dialog', { name: 'Pick a day' });
    const day = within(dialog).getByLabelText('Day');
    await app.write(day, 'every day until tomorrow');
    await app.user.keyboard('{Enter}');
    expect(within(dialog).getByText(/^This never comes/)).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Set' })).toBeDisabled();
    await app.user.clear(day);
    await app.write(day, 'every 2 weeks from thu');
    await app.user.keyboard('{Enter}');
    expect(screen.getByLabelText('Due Date')).toHaveValue('2026-03-12');
    expect(screen.getByRole('group', { name: 'Repeats' })).toHaveTextContent(
      'Every 2 weeks. Next: Thu 12 Mar',
    );
  });
});

it('Another list ends a selection, and dispatches nothing where there is none', async () => {
  const app = renderApp('/tasks/today', { tasks: [task(1, 'Bread'), task(2, 'Call')] });
  await waitFor(() => expect(document.getElementById(SELECTED_ID)).not.toBeNull());
  const ended = () => app.sentOf('selection/selectionEnded').length;
  app.go('/tasks/personal');
  app.go('/tasks/today');
  expect(ended()).toBe(0);
  await app.answer(rangeSelected({ taskIds: [1, 2], anchor: 1 }));
  expect(await screen.findByText('2 selected', { selector: '[aria-live]' })).toBeInTheDocument();
  app.go('/tasks/personal');
  expect(ended()).toBe(1);
  expect(app.store.getState().selection).toMatchObject({ selected: {} });
});
