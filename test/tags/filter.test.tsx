import { act, screen, within } from '@testing-library/react';
import { createStore } from '../../src/app/store';
import { isShownOn } from '../../src/quickAdd/quickAddSagas';
import { filterBy } from '../../src/tags/filter';
import { selectTagsBetween } from '../../src/tags/tagSelectors';
import { allViews } from '../../src/tasks/tasksSelectors';
import { tasksLoaded } from '../../src/tasks/tasksSlice';
import { dayChanged, earlierToggled } from '../../src/ui/uiSlice';
import { records, renderApp, task, TODAY } from '../support/app/renderApp';

const on = (taskDueDate: string) => ({ taskDueDate: `${taskDueDate}T00:00:00.000Z` });
const TASKS = [
  task(1, 'Milk #shop', on('2026-03-08')),
  task(2, 'Write', on('2026-03-09')),
  task(3, 'Eggs #Shop'),
  task(4, 'Read #home'),
  task(5, 'Bread #shop'),
  task(6, 'Sow #garden', on('2026-03-12')),
  task(7, 'Flour #shop', on('2026-03-12')),
];
const rows = () =>
  [...document.querySelectorAll<HTMLElement>('main a[data-task]')].map(({ dataset }) => Number(dataset.task));
const open = async (path: string) => {
  const app = renderApp(path, { tasks: TASKS, notes: [] });
  await screen.findByRole('heading', { level: 1 });
  return { ...app, address: () => app.path() + app.search() };
};

it('A filtered view has the sections, order and counts of its tasks with the tag', () => {
  const { store } = createStore();
  store.dispatch(dayChanged(TODAY));
  store.dispatch(tasksLoaded(records(TASKS)));
  store.dispatch(earlierToggled());
  const state = store.getState();
  const of = filterBy('shop');
  expect(of.selectSectionsIn.today(state)).toEqual([
    { key: 'earlier', items: [1] },
    { key: TODAY, items: [3, 5] },
  ]);
  expect(of.selectSectionsIn.upcoming(state).flatMap(({ items }) => items)).toEqual([7]);
  expect(of.selectCountIn.today(state)).toBe(2);
  expect(filterBy('none').selectSectionsIn.today(state)).toEqual([{ key: TODAY, items: [] }]);
  expect(filterBy(null).selectSectionsIn.today).toBe(allViews.selectSectionsIn.today);
});

it('The tags of a list are those of its open tasks, the most used first', () => {
  const { store } = createStore();
  store.dispatch(dayChanged(TODAY));
  store.dispatch(tasksLoaded(records(TASKS)));
  const tags = (from: string, to: string) =>
    selectTagsBetween(store.getState(), from, to).map(({ tag }) => tag);
  expect(tags('', '2026-03-11')).toEqual(['shop', 'home']);
  expect(tags('2026-03-12', '2026-03-13')).toEqual(['shop', 'garden']);
  expect(tags('2026-04-01', '~')).toEqual([]);
});

it('Today is filtered by a menu, selects and adds with the tag, and shows all again', async () => {
  const { user, address, store, sentOf } = await open('/tasks/today');
  await user.click(screen.getByRole('button', { name: 'Filter by tag' }));
  await user.click(screen.getByRole('menuitem', { name: 'shop' }));
  expect(address()).toBe('/tasks/today?tag=shop');
  expect(rows()).toEqual([3, 5]);
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  expect(screen.getByRole('button', { name: '1 overdue' })).toBeVisible();
  await user.keyboard('{Control>}a{/Control}');
  expect(Object.keys(store.getState().selection.selected)).toEqual(['3', '5']);

  await user.click(screen.getByRole('textbox', { name: 'Quick add' }));
  await user.keyboard('Salt{Enter}');
  expect(sentOf('quickAdd/requested')).toMatchObject([
    { payload: { tasks: [{ title: 'Salt #shop', day: TODAY }] } },
  ]);

  await user.click(screen.getByRole('link', { name: /^Eggs/ }));
  expect(address()).toBe('/tasks/today/3/edit?tag=shop');
  expect(rows()).toEqual([3, 5]);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(address()).toBe('/tasks/today?tag=shop');
  await user.click(screen.getByRole('button', { name: 'Show all tasks' }));
  expect(address()).toBe('/tasks/today');
  expect(rows()).toEqual([3, 4, 5]);
  expect(document.body).not.toHaveFocus();
});

it('An unknown tag shows an empty list and the way back', async () => {
  const { user, address } = await open('/tasks/upcoming?tag=nothing');
  expect(rows()).toEqual([]);
  expect(screen.getByText('No task here has the tag #nothing')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show all tasks' }));
  expect(address()).toBe('/tasks/upcoming');
  expect(rows()).toEqual([6, 7]);
});

it.each(['month', 'week'])('The %s keeps its filter through steps, forms and the other span', async span => {
  const { user, address, go } = await open(`/calendar/${span}/2026-03-10?tag=shop`);
  expect(rows()).toEqual(span === 'month' ? [1, 3, 5, 7] : [3, 5, 7]);
  await user.click(screen.getByRole('link', { name: /^Flour/ }));
  expect(address()).toBe(`/calendar/${span}/2026-03-10/7/edit?tag=shop`);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('link', { name: `Next ${span}` }));
  await user.keyboard('b');
  expect(address()).toBe(`/calendar/${span}/2026-03-10?tag=shop`);
  await user.click(screen.getByRole('link', { name: span === 'month' ? 'Week' : 'Month' }));
  expect(address()).toMatch(/2026-03-10\?tag=shop$/);
  go('/tasks/today');
  expect(rows()).toEqual([3, 4, 5]);
});

it('There is no filter where no task of the list has a tag, and none in other views', async () => {
  const { go } = await open('/calendar/month/2026-07-10');
  expect(screen.queryByRole('button', { name: 'Filter by tag' })).toBeNull();
  go('/tasks/personal?tag=shop');
  const main = within(screen.getByRole('main'));
  expect(main.queryByRole('button', { name: /Filter by tag|Show all/ })).toBeNull();
  await act(async () => {});
  expect(rows()).toContain(4);
});

it.each([
  ['today?tag=shop', 'Milk #Shop', TODAY, true],
  ['today?tag=shop', 'Milk #shop', '2026-03-11', false],
  ['today?tag=shop', 'Milk', TODAY, false],
  ['upcoming?tag=shop', 'Milk #shop', '2026-03-11', true],
  ['calendar/week/2026-03-10?tag=shop', 'Milk #shop', '2026-03-20', false],
  ['tags/shop', 'Milk #shop', null, true],
])('A new task on %s, %s of %s, is shown there: %s', (page, title, day, isShown) => {
  expect(isShownOn(page, { title, day, list: 'personal' }, TODAY, 1)).toBe(isShown);
});
