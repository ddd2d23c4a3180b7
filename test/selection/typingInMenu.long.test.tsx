import { act, screen } from '@testing-library/react';
import { manyRequested } from '../../src/tasks/selecting/manyTasks';
import { renderApp, task } from '../support/app/renderApp';

const tasks = [task(1, 'Apples'), task(2, 'Bread'), task(3, 'Cheese')];
const overdueTasks = tasks.map(body => ({ ...body, taskDueDate: '2026-03-09T00:00:00.000Z' }));
const LOUD = /requested$|Requested$|overlay|parts/;
const READS = /(tasks|notes)Requested$/;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const wait = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

/** The requested changes, without the opening of the menu. */
const changes = (app: ReturnType<typeof renderApp>) =>
  app.sent.filter(({ type }) => LOUD.test(type) && !READS.test(type)).map(({ type }) => type);
const moves = (app: ReturnType<typeof renderApp>) =>
  app.sentOf(manyRequested.type).map(action => {
    const { taskIds, change } = (action as ReturnType<typeof manyRequested>).payload;
    return [taskIds, 'to' in change && change.to];
  });

/** Types while the row of Apples has the focus. */
const typeOn = async (app: ReturnType<typeof renderApp>, keys: string) => {
  act(() => screen.getByRole('link', { name: /^Apples/ }).focus());
  await app.user.keyboard(keys);
};

describe('What is typed into the menu of a row', () => {
  it.each([
    ['tomorrow', 'today', { taskDueDay: '2026-03-11' }],
    ['Tomorrow', 'previous', { taskDueDay: '2026-03-11' }],
    ['today', 'previous', { taskDueDay: '2026-03-10' }],
    ['next week', 'today', { taskDueDay: '2026-03-16' }],
    ['no date', 'today', { taskDueDay: null }],
    ['work', 'today', { taskList: 'work' }],
    ['o', 'today', { taskDueDay: '2026-03-11' }],
  ])('%s, of a task in %s, moves one task once', async (typed, view, to) => {
    const app = renderApp(`/tasks/${view}`, { tasks: view === 'today' ? tasks : overdueTasks });
    await typeOn(app, `m${typed}`);
    await wait(400);
    expect(moves(app)).toEqual([[[1], to]]);
    expect(changes(app)).toEqual([manyRequested.type]);
    expect(screen.queryByRole('menu')).toBeNull();
    expect(app.path()).toBe(`/tasks/${view}`);
  });

  it('is chosen by its letter after a moment, where a word could follow', async () => {
    const app = renderApp('/tasks/previous', { tasks: overdueTasks });
    await typeOn(app, 'mt');
    await wait(399);
    expect(moves(app)).toEqual([]);
    expect(screen.getByRole('menuitem', { name: /^Today/ })).toHaveFocus();
    await wait(1);
    expect(moves(app)).toEqual([[[1], { taskDueDay: '2026-03-10' }]]);
  });

  it('is chosen at once when another key says that no word follows', async () => {
    const app = renderApp('/tasks/previous', { tasks: overdueTasks });
    await typeOn(app, 'mtx');
    expect(moves(app)).toEqual([[[1], { taskDueDay: '2026-03-10' }]]);
    expect(app.sentOf('task/tick/requested')).toHaveLength(1);
  });

  it('chooses nothing when it is no name, and nothing of it is a command', async () => {
    const app = renderApp('/tasks/today', { tasks });
    await typeOn(app, 'mfriday');
    await wait(400);
    expect(changes(app)).toEqual([]);
    expect(screen.getByRole('menu')).toBeVisible();
    await app.user.keyboard('{Escape}');
    expect(screen.getByRole('link', { name: /^Apples/ })).toHaveFocus();
  });

  it.each(['monday', 'thursday', 'wednesday', 'saturday', 'sunday', 'someday', 'upcoming'])(
    'chooses nothing by a letter of a day that it does not offer: %s',
    async typed => {
      const app = renderApp('/tasks/previous', { tasks: overdueTasks });
      await typeOn(app, `jm${typed}`);
      await wait(400);
      expect(changes(app)).toEqual([]);
      expect(screen.getByRole('menu')).toBeVisible();
      expect(app.path()).toBe('/tasks/previous');
    },
  );

  it('tomorrow leaves a task alone that is due tomorrow', async () => {
    const app = renderApp('/tasks/upcoming', {
      tasks: [task(1, 'Apples', { taskDueDate: '2026-03-11T00:00:00.000Z' })],
    });
    await typeOn(app, 'mtomorrow');
    await wait(400);
    expect(changes(app)).toEqual([]);
  });
});
