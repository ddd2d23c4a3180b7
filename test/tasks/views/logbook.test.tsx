import { screen, within, act } from '@testing-library/react';
import { taskRecordsArrived } from '../../../src/tasks/tasksSlice';
import { renderApp, task, TODAY } from '../../support/app/renderApp';
import { settingsChanged } from '../../../src/settings/settingsSlice';
import { selectDoneSections } from '../../../src/tasks/views/done/doneSelectors';
import { yearOf } from '../../../src/tasks/views/done/yearOf';
import { selectFirstDayOfWeek } from '../../../src/settings/weekSelectors';
import { selectTask } from '../../../src/tasks/tasksSelectors';

describe('The rows of Done', () => {
  test('The logbook marks the row whose form is open, and no other', async () => {
    const app = renderApp('/tasks/done/1/edit', { tasks: [task(1, 'Milk'), task(2, 'Eggs')] });
    const at = '2026-03-10T12:00:00.000Z';
    await app.arrive('done', { '-k0': at, '-k1': at });
    const rows = await screen.findAllByRole('link', { name: /^(Milk|Eggs)/ });
    expect(rows.map(row => [row.textContent?.slice(0, 4), row.getAttribute('aria-current')])).toEqual([
      ['Eggs', null],
      ['Milk', 'true'],
    ]);
  });

  test('A series whose last occurrence was skipped is not shown as done', async () => {
    const app = renderApp('/tasks/done', { tasks: [task(1, 'Bins'), task(2, 'Eggs')] });
    const at = '2026-03-10T12:00:00.000Z';
    await app.arrive('done', { '-k0': at, '-k1': at });
    await app.arrive('occurrences', { '-k0': { '2026-03-10': 'skipped' }, '-k1': { '2026-03-10': at } });
    const said = (name: RegExp) => within(screen.getByRole('link', { name })).queryByText('Skipped') !== null;
    expect([said(/^Bins/), said(/^Eggs/)]).toEqual([true, false]);
  });
});

describe('The year of Done', () => {
  const noon = (day: string) => `${day}T12:00:00.000Z`;

  /** Milk was done yesterday, Eggs and Bread five weeks ago, Flour more than a year ago; today is Tuesday 10 March. */
  async function open() {
    const tasks = [
      task(1, 'Milk'),
      task(2, 'Eggs', { taskList: 'work' }),
      task(3, 'Bread'),
      task(4, 'Flour'),
    ];
    const app = renderApp('/tasks/done', { tasks });
    const [milk, eggs, bread, flour] = ['2026-03-09', '2026-02-03', '2026-02-03', '2025-02-01'].map(noon);
    await app.arrive('done', { '-k0': milk, '-k1': eggs, '-k2': bread, '-k3': flour });
    await screen.findByRole('grid');
    const year = () => {
      const state = app.store.getState();
      return yearOf(
        selectDoneSections(state),
        taskId => selectTask(state, taskId),
        TODAY,
        selectFirstDayOfWeek(state),
      );
    };
    return { ...app, year };
  }
  const focused = () => document.activeElement?.getAttribute('aria-label');

  test('Keys lead from square to square, and Enter to the first task of that day', async () => {
    const { user } = await open();
    const grid = screen.getByRole('grid', { name: 'Done by day' });
    const stops = grid.querySelectorAll<HTMLElement>('[tabindex="0"]');
    expect([...stops].map(stop => stop.getAttribute('aria-current'))).toEqual(['date']);
    act(() => stops[0]!.focus());
    const said: unknown[] = [focused()];
    for (const key of [
      'ArrowUp',
      'ArrowLeft',
      'ArrowRight',
      'PageUp',
      'Home',
      'ArrowUp',
      'ArrowDown',
      'End',
    ]) {
      await user.keyboard(`{${key}}`);
      said.push(focused());
    }
    expect(said).toEqual([
      'Tuesday 10 March, nothing done',
      'Monday 9 March, 1 done',
      'Monday 2 March, nothing done',
      'Monday 9 March, 1 done',
      'Monday 9 February, nothing done',
      'Monday 10 March, nothing done',
      'Monday 10 March, nothing done',
      'Tuesday 11 March, nothing done',
      'Tuesday 10 March, nothing done',
    ]);
    act(() => grid.querySelector<HTMLElement>('[aria-label="Tuesday 3 February, 2 done"]')!.focus());
    await user.keyboard('{Enter}');
    expect(document.activeElement?.textContent).toMatch(/^Bread/);
  });

  test('Sums count by list, in weeks that begin on the chosen day', async () => {
    const { answer, year } = await open();
    const rows = () =>
      screen.getAllByRole('row').flatMap(row => (row.querySelector('th') ? [row.textContent] : []));
    expect(rows()).toEqual([
      'MonthPersonalWorkDone',
      'March 2026101',
      'February 2026112',
      'Week ofPersonalWorkDone',
      '9 March 2026101',
      '2 February 2026112',
    ]);
    await answer(settingsChanged({ firstDayOfWeek: 3 }));
    expect([year().first, year().weeks.map(({ key }) => key)]).toEqual([
      '2025-03-05',
      ['2026-03-04', '2026-01-28'],
    ]);
  });

  test('A done task that changes its list is counted there; other days keep their rows', async () => {
    const { answer, store, year } = await open();
    const { items } = selectDoneSections(store.getState())[0]!;
    await answer(taskRecordsArrived({ '-k2': task(3, 'Bread', { taskList: 'work' }) as never }));
    expect(year().months[1]).toMatchObject({ personal: 0, work: 2 });
    expect(selectDoneSections(store.getState())[0]!.items).toBe(items);
  });

  test('Occurrences are counted on the days of their ticks; skipped ones are not', async () => {
    const { arrive, year } = await open();
    const daily = { '2026-03-07': noon('2026-03-08'), '2026-03-08': 'skipped', '2026-03-10': 'skipped' };
    await arrive('occurrences', { '-k0': daily });
    expect(year().days).toEqual({ '2026-03-08': 1, '2026-02-03': 2 });
  });

  test('Without anything done in twelve months there is no year', async () => {
    const { arrive } = await open();
    await arrive('done', { '-k0': null, '-k1': null, '-k2': null });
    expect(screen.queryByRole('grid')).toBeNull();
    expect(screen.getByRole('link', { name: /^Flour/ })).toBeTruthy();
  });
});

describe('Keys in Done', () => {
  /** Opens Done with Milk, an occurrence of Bins, which repeats, and Eggs, the latest first. */
  async function open() {
    const app = renderApp('/tasks/done', {
      tasks: [task(1, 'Bins', { taskDueDate: '2026-03-17T00:00:00.000Z' }), task(2, 'Milk'), task(3, 'Eggs')],
    });
    const weekly = { rule: 'FREQ=WEEKLY;BYDAY=TU;WKST=MO', first: '2026-03-10', at: '2026-03-17' };
    await app.arrive('repeats', { '-k0': weekly });
    await app.arrive('occurrences', { '-k0': { '2026-03-10': '2026-03-10T11:00:00.000Z' } });
    await app.arrive('done', { '-k1': '2026-03-10T12:00:00.000Z', '-k2': '2026-03-10T10:00:00.000Z' });
    const row = (name: string) => screen.getByRole('link', { name: new RegExp(`^${name}`) });
    await app.user.keyboard('j');
    expect(row('Milk')).toHaveFocus();
    return { app, row };
  }

  test('x unticks the line of what repeats that has the focus', async () => {
    const { app, row } = await open();
    await app.user.keyboard('j');
    expect(row('Bins')).toHaveFocus();
    await app.user.keyboard('x');
    expect(app.sentOf('task/stepBack/requested')).toMatchObject([
      { payload: { payload: { taskId: 1, day: '2026-03-10' } } },
    ]);
    expect(app.sentOf('task/step/requested')).toEqual([]);
  });

  test('Shift+Arrow selects the tasks that the focus passes, and no line of what repeats', async () => {
    const { app, row } = await open();
    const selected = () => Object.keys(app.store.getState().selection?.selected ?? {});
    await app.user.keyboard('{Shift>}{ArrowDown}{/Shift}');
    expect(row('Bins')).toHaveFocus();
    expect(selected()).toEqual(['2']);
    await app.user.keyboard('{Shift>}{ArrowDown}{/Shift}');
    expect(row('Eggs')).toHaveFocus();
    expect(selected()).toEqual(['2', '3']);
  });
});
