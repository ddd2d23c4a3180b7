import { act, screen, waitFor, within } from '@testing-library/react';
import { settingsArrived } from '../../src/settings/settingsSlice';
import { renderApp, task } from '../support/app/renderApp';
import { manyRequested } from '../../src/tasks/selecting/manyTasks';
import { taskRecordsArrived, tasksSidecarsArrived } from '../../src/tasks/tasksSlice';

const on = (taskDueDate: string) => ({ taskDueDate: `${taskDueDate}T00:00:00.000Z` });
const many = (count: number, from: number, day: string) =>
  Array.from({ length: count }, (_, at) => task(from + at, `Task ${from + at}`, on(day)));
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
const focused = () =>
  document.activeElement!.getAttribute('aria-label') ?? document.activeElement!.textContent;

/** A page of the calendar, in weeks that begin on Monday. */
async function open(path: string, tasks: ReturnType<typeof task>[] = []) {
  const app = renderApp(path, { tasks, notes: [] });
  await screen.findByRole('heading', { level: 1 });
  await app.answer(settingsArrived({ firstDayOfWeek: 1 }));
  return app;
}

describe('The calendar', () => {
  it('leads from every address without a day to the month of today', async () => {
    const { go, path } = await open('/tasks/today');
    for (const from of ['', '/month', '/month/2026-13-01', '/year/2026-03-10']) {
      go(`/calendar${from}`);
      await waitFor(() => expect(path()).toBe('/calendar/month/2026-03-10'));
    }
    expect(heading()).toBe('March 2026');
    expect(document.title).toBe('March 2026 · Daywall');
    const link = within(screen.getByRole('navigation')).getByRole('link', { name: 'Calendar' });
    expect(link).toHaveAttribute('aria-current', 'page');
  });

  it('goes back, to today and forward by one key each, from a week too', async () => {
    const { path, user } = await open('/calendar/month/2026-05-31');
    await user.keyboard('f');
    expect(path()).toBe('/calendar/month/2026-06-30');
    await user.keyboard('c');
    expect(path()).toBe('/calendar/month/2026-03-10');
    await user.click(screen.getByRole('link', { name: 'Week' }));
    await user.keyboard('b');
    expect(path()).toBe('/calendar/week/2026-03-03');
    await user.click(screen.getByRole('link', { name: 'Next week' }));
    expect(path()).toBe('/calendar/week/2026-03-10');
    await user.keyboard('gtbcf');
    expect(path()).toBe('/tasks/today');
  });
});

describe('The month', () => {
  const date = (name: RegExp | string) => screen.getByRole('button', { name });
  const cell = (name: RegExp | string) => date(name).closest<HTMLElement>('[role="gridcell"]')!;
  /** The month of Tuesday 10 March 2026. */
  const openMonth = (tasks: ReturnType<typeof task>[] = []) => open('/calendar/month/2026-03-10', tasks);

  it('has a cell for each day, named by its day and its tasks', async () => {
    await openMonth([
      ...many(1, 10, '2026-03-02'),
      ...many(3, 20, '2026-03-10'),
      ...many(5, 30, '2026-03-12'),
    ]);
    const grid = screen.getByRole('grid', { name: 'March 2026' });
    expect(within(grid).getAllByRole('row')).toHaveLength(7);
    expect(within(grid).getAllByRole('gridcell')).toHaveLength(42);
    expect(within(grid).getAllByRole('columnheader')[0]).toHaveAccessibleName('Monday');
    expect(cell('Monday 2 March, 1 task, overdue')).toBeVisible();
    expect(cell('Tuesday 10 March, today, 3 tasks')).toHaveAttribute('aria-current', 'date');
    expect(cell('Wednesday 11 March, no tasks')).toBeVisible();
    const full = within(cell('Thursday 12 March, 5 tasks'));
    expect(full.getAllByRole('checkbox')).toHaveLength(3);
    expect(full.getByRole('link', { name: '2 more on Thursday 12 March' })).toHaveAttribute(
      'href',
      '/calendar/week/2026-03-12',
    );
  });

  it('moves by day, week and month with the keys of a grid', async () => {
    const { user, path } = await openMonth();
    act(() => date(/^Tuesday 10 March/).focus());
    const steps = [
      ['{ArrowRight}', 'Wednesday 11 March, no tasks'],
      ['{ArrowDown}', 'Wednesday 18 March, no tasks'],
      ['{ArrowLeft}', 'Tuesday 17 March, no tasks'],
      ['{ArrowUp}', 'Tuesday 10 March, today, no tasks'],
      ['{Home}', 'Monday 9 March, no tasks'],
      ['{End}', 'Sunday 15 March, no tasks'],
      ['{PageDown}', 'Wednesday 15 April, no tasks'],
      ['{PageUp}{PageUp}', 'Sunday 15 February, no tasks'],
      ['{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}', 'Sunday 18 January, no tasks'],
      ['f', 'Wednesday 25 February, no tasks'],
    ] as const;
    for (const [keys, name] of steps) {
      await user.keyboard(keys);
      expect(focused()).toBe(name);
      expect(document.querySelectorAll('[data-date][tabindex="0"]')).toHaveLength(1);
    }
    expect(path()).toBe('/calendar/month/2026-02-25');
  });

  it('leads from a day into its tasks, and by j and k from day to day with tasks', async () => {
    const { user } = await openMonth([...many(2, 20, '2026-03-10'), ...many(1, 30, '2026-03-20')]);
    act(() => date(/^Tuesday 10 March/).focus());
    await user.keyboard('j');
    expect(focused()).toBe('Task 20');
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe('Task 21');
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(focused()).toBe('Tuesday 10 March, today, 2 tasks');
    await user.keyboard('{ArrowDown}j');
    expect(focused()).toBe('Task 30');
    await user.keyboard('{ArrowRight}k');
    expect(focused()).toBe('Task 30');
  });

  it('ticks and moves a task with the keys of a list; its cell keeps the focus', async () => {
    const { user, sentOf, answer } = await openMonth(many(2, 20, '2026-03-12'));
    act(() => screen.getByRole('link', { name: 'Task 20' }).focus());
    await user.keyboard('x');
    expect(sentOf('task/tick/requested')).toHaveLength(1);
    act(() => screen.getByRole('link', { name: 'Task 21' }).focus());
    await user.keyboard('t');
    expect(sentOf(manyRequested.type)).toMatchObject([
      { payload: { taskIds: [21], change: { type: 'move', to: { taskDueDay: '2026-03-10' } } } },
    ]);
    await answer(taskRecordsArrived({ '-k1': task(21, 'Task 21') as never }));
    expect(within(cell(/^Tuesday 10 March/)).getByRole('link', { name: 'Task 21' })).toBeVisible();
    expect(focused()).toMatch(/^Thursday 12 March/);
  });

  it('opens the line of a day by Enter or a click on its empty place', async () => {
    const { user, store, sentOf } = await openMonth(many(1, 20, '2026-03-12'));
    act(() => date(/^Friday 13 March/).focus());
    await user.keyboard('{Enter}');
    await user.type(screen.getByRole('textbox', { name: 'Quick add' }), 'Call Ana');
    await user.keyboard('{Enter}');
    expect(sentOf('quickAdd/requested')[0]).toMatchObject({
      payload: { page: 'calendar/month/2026-03-10', tasks: [{ title: 'Call Ana', day: '2026-03-13' }] },
    });
    await user.keyboard('{Escape}');
    expect(focused()).toMatch(/^Friday 13 March/);
    await user.click(cell(/^Saturday 14 March/));
    expect(store.getState().ui.quickAddDay).toBe('2026-03-14');
  });

  it('outlines what repeats on a day of the page after its open day', async () => {
    const { answer, user } = await openMonth(many(1, 20, '2026-03-12'));
    const rule = { rule: 'FREQ=WEEKLY', first: '2026-03-12', at: '2026-03-12' };
    await answer(tasksSidecarsArrived({ list: 'repeats', type: 'changes', records: { '-k0': rule } }));
    const outline = within(cell('Thursday 19 March, no tasks, 1 repeat')).getByRole('link', {
      name: 'Task 20',
    });
    expect(outline).toHaveAttribute('href', '/calendar/month/2026-03-10/20/edit');
    expect(screen.getAllByRole('link', { name: 'Task 20' })).toHaveLength(4);
    await user.keyboard('b');
    expect(screen.queryAllByRole('link', { name: 'Task 20' })).toHaveLength(0);
  });

  it('takes the first day of the week from the settings', async () => {
    const { answer } = await openMonth();
    for (const [firstDayOfWeek, name] of [
      [6, 'Saturday 28 February, no tasks'],
      [0, 'Sunday 1 March, no tasks'],
    ] as const) {
      await answer(settingsArrived({ firstDayOfWeek }));
      expect(screen.getAllByRole('gridcell')[0]).toContainElement(date(name));
    }
  });
});

describe('The week', () => {
  const days = () => [...document.querySelectorAll<HTMLElement>('[data-column]')];
  const day = (name: RegExp | string) => screen.getByRole('group', { name });
  /** The week of Tuesday 10 March 2026. */
  const openWeek = (tasks: ReturnType<typeof task>[] = []) => open('/calendar/week/2026-03-10', tasks);

  it('has seven days from the first day of the week that the settings say', async () => {
    const { answer } = await openWeek();
    for (const [firstDayOfWeek, from, to] of [
      [6, '2026-03-07', '2026-03-13'],
      [0, '2026-03-08', '2026-03-14'],
      [1, '2026-03-09', '2026-03-15'],
    ] as const) {
      await answer(settingsArrived({ firstDayOfWeek }));
      expect(days()).toHaveLength(7);
      expect([days()[0], days()[6]].map(column => column!.dataset.column)).toEqual([from, to]);
      expect(heading()).toMatch(
        new RegExp(`^${Number(from.slice(8))}\\D+${Number(to.slice(8))} March 2026$`),
      );
    }
  });

  it('has all tasks of each day, and names it with their number', async () => {
    await openWeek([...many(2, 1, '2026-03-09'), ...many(5, 10, '2026-03-10'), ...many(1, 20, '2026-03-20')]);
    expect(within(day('Monday 9 March, 2 tasks, overdue')).getAllByRole('listitem')).toHaveLength(2);
    expect(within(day('Tuesday 10 March, today, 5 tasks')).getAllByRole('checkbox')).toHaveLength(5);
    expect(within(day('Wednesday 11 March, no tasks')).queryByRole('list')).toBeNull();
    expect(screen.queryByRole('link', { name: /^Task 20/ })).toBeNull();
  });

  it('renders a part of long days, and selects them as a whole', async () => {
    const { user, store } = await openWeek([
      ...many(200, 1000, '2026-03-10'),
      ...many(200, 2000, '2026-03-13'),
    ]);
    const friday = within(day(/^Friday/)).getAllByRole('listitem');
    expect(friday.length).toBeLessThan(40);
    expect(friday[0]).toHaveAttribute('aria-setsize', '200');
    expect(day(/^Saturday/)).toBeInTheDocument();
    act(() => screen.getByRole('link', { name: /^Task 2000/ }).focus());
    await user.keyboard('{Control>}a{/Control}');
    expect(Object.keys(store.getState().selection.selected)).toHaveLength(400);
  });

  it('leads from day to day by left and right, Home and End', async () => {
    const { user } = await openWeek([...many(2, 10, '2026-03-10'), ...many(1, 20, '2026-03-12')]);
    act(() => screen.getByRole('link', { name: /^Task 11/ }).focus());
    for (const [keys, name] of [
      ['{ArrowRight}', 'Add a task for Wednesday 11 March'],
      ['{ArrowRight}', /^Task 20/],
      ['{Home}', 'Add a task for Monday 9 March'],
      ['{ArrowLeft}', 'Add a task for Monday 9 March'],
      ['{End}', 'Add a task for Sunday 15 March'],
      ['{Home}{ArrowRight}', /^Task 10/],
      ['{ArrowDown}j', /^Task 20/],
    ] as const) {
      await user.keyboard(keys);
      expect(focused()).toMatch(name);
    }
  });

  it('keeps the day in the week before and after by Page Up and Page Down', async () => {
    const { user, path } = await openWeek([
      ...many(1, 10, '2026-03-12'),
      ...many(1, 20, '2026-03-19'),
      task(30, 'Bins #home', on('2026-03-05')),
    ]);
    act(() => screen.getByRole('link', { name: /^Task 10/ }).focus());
    await user.keyboard('{PageDown}');
    expect(path()).toBe('/calendar/week/2026-03-19');
    expect(focused()).toMatch(/^Task 20/);
    await user.keyboard('{PageDown}');
    expect(focused()).toBe('Add a task for Thursday 26 March');
    await user.keyboard('{PageUp}{PageUp}{PageUp}');
    expect(path()).toBe('/calendar/week/2026-03-05');
    expect(focused()).toMatch(/^Bins/);
  });

  it('outlines what repeats on a later day, by its name without tags', async () => {
    const { store } = await openWeek([task(1, 'Bins #home', on('2026-03-10'))]);
    const records = { '-k0': { rule: 'FREQ=DAILY', first: '2026-03-10', at: '2026-03-10' } };
    act(() => void store.dispatch(tasksSidecarsArrived({ list: 'repeats', type: 'changes', records })));
    const outlines = within(day(/^Friday 13 March/)).getByRole('list', { name: 'Repeats on this day' });
    expect(within(outlines).getByRole('link')).toHaveTextContent(/^Bins$/);
  });

  it('opens the line of a day by its button, and by a click on its empty place', async () => {
    const { user, store } = await openWeek(many(1, 20, '2026-03-12'));
    await user.click(screen.getByRole('button', { name: 'Add a task for Friday 13 March' }));
    expect(store.getState().ui.quickAddDay).toBe('2026-03-13');
    await user.click(day(/^Saturday 14 March/).lastElementChild!);
    expect(store.getState().ui.quickAddDay).toBe('2026-03-14');
  });
});
