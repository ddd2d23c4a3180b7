import { act, screen, within } from '@testing-library/react';
import { settingsArrived } from '../../src/settings/settingsSlice';
import { renderApp, task } from '../support/app/renderApp';

const on = (taskDueDate: string) => ({ taskDueDate: `${taskDueDate}T00:00:00.000Z` });
const many = (count: number, from: number, day: string) =>
  Array.from({ length: count }, (_, at) => task(from + at, `Task ${from + at}`, on(day)));
const days = () => [...document.querySelectorAll<HTMLElement>('[data-column]')];
const day = (name: RegExp | string) => screen.getByRole('group', { name });
const focused = () =>
  document.activeElement!.getAttribute('aria-label') ?? document.activeElement!.textContent;

/** The week of Tuesday 10 March 2026. */
async function open(tasks = [] as ReturnType<typeof task>[], firstDayOfWeek = 1) {
  const app = renderApp('/calendar/week/2026-03-10', { tasks, notes: [] });
  await screen.findAllByRole('group');
  act(() => void app.store.dispatch(settingsArrived({ firstDayOfWeek })));
  return app;
}

describe('The week', () => {
  it.each([
    [6, '2026-03-07', '2026-03-13'],
    [0, '2026-03-08', '2026-03-14'],
    [1, '2026-03-09', '2026-03-15'],
  ])('has seven days from the first day of the week, %s', async (first, from, to) => {
    await open([], first);
    expect(days()).toHaveLength(7);
    expect([days()[0], days()[6]].map(column => column!.dataset.column)).toEqual([from, to]);
  });

  it('has all tasks of each day, and names it with their number', async () => {
    await open([...many(2, 1, '2026-03-09'), ...many(5, 10, '2026-03-10'), ...many(1, 20, '2026-03-20')]);
    expect(within(day('Monday 9 March, 2 tasks, overdue')).getAllByRole('listitem')).toHaveLength(2);
    expect(within(day('Tuesday 10 March, today, 5 tasks')).getAllByRole('checkbox')).toHaveLength(5);
    expect(within(day('Wednesday 11 March, no tasks')).queryByRole('list')).toBeNull();
    expect(screen.queryByRole('link', { name: /^Task 20/ })).toBeNull();
  });

  it('renders a part of long days, and selects them as a whole', async () => {
    const { user, store } = await open([...many(200, 1000, '2026-03-10'), ...many(200, 2000, '2026-03-13')]);
    const friday = within(day(/^Friday/)).getAllByRole('listitem');
    expect(friday.length).toBeLessThan(40);
    expect(friday[0]).toHaveAttribute('aria-setsize', '200');
    expect(day(/^Saturday/)).toBeInTheDocument();
    act(() => screen.getByRole('link', { name: /^Task 2000/ }).focus());
    await user.keyboard('{Control>}a{/Control}');
    expect(Object.keys(store.getState().selection.selected)).toHaveLength(400);
  });

  it('leads from day to day by left and right, Home and End', async () => {
    const { user } = await open([...many(2, 10, '2026-03-10'), ...many(1, 20, '2026-03-12')]);
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

  it('opens the line of a day by its button, and by a click on its empty place', async () => {
    const { user, store } = await open(many(1, 20, '2026-03-12'));
    await user.click(screen.getByRole('button', { name: 'Add a task for Friday 13 March' }));
    expect(store.getState().ui.quickAddDay).toBe('2026-03-13');
    await user.click(day(/^Saturday 14 March/).lastElementChild!);
    expect(store.getState().ui.quickAddDay).toBe('2026-03-14');
  });
});
