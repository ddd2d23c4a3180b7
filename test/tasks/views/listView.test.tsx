import { act, screen, within } from '@testing-library/react';
import { operationRetried, operationKept, type Operation } from '../../../src/sync/operations';
import { tasksLoaded, tasksLoadFailed, tasksRestored } from '../../../src/tasks/tasksSlice';
import { quickAddRequested } from '../../../src/quickAdd/quickAddActions';
import { taskAdd, taskEdit, taskFields } from '../../support/app/operations';
import { records, renderApp, task } from '../../support/app/renderApp';

const day = (taskDueDate: string) => ({ taskDueDate: `${taskDueDate}T00:00:00.000Z` });
const rows = () => within(screen.getByRole('main')).queryAllByRole('link');
const firstLines = () => rows().map(row => row.querySelector('[dir]')!.textContent);
const sentences: [view: string, sentence: string][] = [
  ['today', 'You have no tasks for today'],
  ['upcoming', 'You have no upcoming tasks'],
  ['previous', 'You have no previous tasks'],
  ['personal', 'You have no task tagged as Personal'],
  ['work', 'You have no task tagged with Work'],
  ['no-date', 'You have no tasks without a date'],
];
const failed = tasksLoadFailed({ code: 'x', message: 'The server did not answer.' });

const seen = taskFields({ taskName: 'Bread' });
const edit = (fields: Partial<Operation>): Operation => ({
  ...taskEdit('a', 1, { ...seen, taskName: 'Dark bread' }, { base: seen, fireId: '-k0' }),
  ...fields,
});

describe('A list view', () => {
  const tasks = [
    task(1, 'Bread'),
    task(2, 'Letter', day('2026-03-11')),
    task(3, 'Plan', { ...day('2026-03-25'), taskList: 'work' }),
    task(4, 'Rent', day('2026-03-01')),
    task(5, 'Some day', { taskDueDate: '' }),
  ];

  it('has one link a task: the name, what the view does not say, the list’s mark', () => {
    const app = renderApp('/tasks/today', { tasks });
    const textsIn = (view: string) => {
      app.go(`/tasks/${view}`);
      return rows().map(row => row.textContent);
    };
    /** The names of the lists whose marks are shown. */
    const listsIn = () =>
      screen
        .queryAllByRole('img', { name: /^(Personal|Work)$/ })
        .map(mark => mark.getAttribute('aria-label'));
    expect(textsIn('today')).toEqual(['Bread']);
    expect(listsIn()).toEqual(['Personal']);
    expect(textsIn('upcoming')).toEqual(['Letter', 'PlanWed 25 Mar']);
    expect(listsIn()).toEqual(['Personal', 'Work']);
    expect(textsIn('previous')).toEqual(['RentSun 1 Mar']);
    expect(textsIn('personal')).toEqual(['RentSun 1 Mar', 'Bread', 'Letter', 'Some day']);
    expect(listsIn()).toEqual([]);
    const late = [...document.querySelectorAll('a [data-late]')];
    expect(late.map(day => day.textContent)).toEqual(['Sun 1 Mar']); // in a tone of its own
    expect(textsIn('work')).toEqual(['PlanWed 25 Mar']);
    expect(textsIn('no-date')).toEqual(['Some day']);
    expect(within(app.main()).getAllByRole('listitem')).toHaveLength(1);
  });

  it('has headings of level 2, which carry the day that they stand for', () => {
    const app = renderApp('/tasks/today', { tasks });
    const headingsIn = (view: string) => {
      app.go(`/tasks/${view}`);
      const headings = within(app.main()).queryAllByRole('heading', { level: 2 });
      return headings.map(({ textContent, parentElement }) => [textContent, parentElement!.dataset.day]);
    };
    expect(headingsIn('today')).toEqual([['1 overdue', undefined]]);
    expect(headingsIn('upcoming')).toEqual([
      ['Tomorrow', '2026-03-11'],
      ...[12, 13, 14, 15, 16, 17].map(date => [expect.stringContaining(`${date} Mar`), `2026-03-${date}`]),
      ['Later in March', undefined],
    ]);
    expect(headingsIn('previous')).toEqual([['Earlier in March', undefined]]);
    expect(headingsIn('personal')).toEqual([
      ['Overdue', undefined],
      ['Today', '2026-03-10'],
      ['Tomorrow', '2026-03-11'],
      ['No date', 'undated'],
    ]);
  });

  it('takes a task for one of the next days of Upcoming, without tasks too', async () => {
    const app = renderApp('/tasks/upcoming', { tasks: [] });
    expect(screen.getByText('You have no upcoming tasks')).toBeVisible();
    await app.user.click(screen.getByRole('button', { name: 'Add a task for Friday 13 March' }));
    const line = within(screen.getByRole('region', { name: 'New task' }));
    await app.user.type(line.getByRole('textbox', { name: 'Quick add' }), 'Bread{Enter}');
    const [added] = app.sent.filter(quickAddRequested.match);
    expect(added!.payload.tasks).toEqual([{ title: 'Bread', day: '2026-03-13', list: 'personal' }]);
  });

  it('says below its heading which day it is about, or how many tasks it holds', () => {
    const app = renderApp('/tasks/today', { tasks });
    const lineIn = (view: string) => {
      app.go(`/tasks/${view}`);
      return app.main().querySelector('h1 + div > p')!.textContent;
    };
    const inFull = (date: string) =>
      new Date(date).toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });
    expect(lineIn('today')).toBe(inFull('2026-03-10T12:00:00'));
    expect(lineIn('upcoming')).toBe(`From ${inFull('2026-03-11T12:00:00')}`);
    expect([lineIn('previous'), lineIn('personal')]).toEqual(['1 task', '4 tasks']);
  });

  it('has a sign on a task with a description, with a name for screen readers', () => {
    renderApp('/tasks/today', { tasks: [task(1, 'Bread'), task(2, 'Milk', { taskDescription: ' ' })] });
    expect(
      rows().map(row => within(row).queryAllByRole('img', { name: 'has a description' }).length),
    ).toEqual([1, 0]);
  });

  it('opens a task’s edit form below its own path, also from beside another one', async () => {
    const app = renderApp('/tasks/personal/1/edit', { tasks });
    for (const [view, name, id] of [
      ['today', 'Bread', 1],
      ['upcoming', 'Letter', 2],
      ['previous', 'Rent', 4],
      ['personal', 'Bread', 1],
      ['work', 'Plan', 3],
      ['no-date', 'Some day', 5],
    ] as const) {
      app.go(`/tasks/${view}`);
      const row = screen.getByRole('link', { name: new RegExp(`^${name}`) });
      expect(row).toHaveAttribute('href', `/tasks/${view}/${id}/edit`);
    }
    app.go('/tasks/upcoming/3/edit');
    await app.user.click(screen.getByRole('link', { name: /^Letter/ }));
    expect(app.path()).toBe('/tasks/upcoming/2/edit');
    expect(screen.getByLabelText('Title')).toHaveValue('Letter');
  });

  it('says quietly that a foreign task has no name, and lists one without a date', () => {
    renderApp('/tasks/personal', { tasks: [task(1, '  '), task(2, 'Some day', { taskDueDate: 'never' })] });
    expect(rows().map(row => row.textContent)).toEqual(['(no name)', 'Some day']);
  });

  it('draws no more of an endless name than a line can show', () => {
    renderApp('/tasks/today', { tasks: [task(1, 'x'.repeat(10_000))] });
    expect(rows()[0]!.textContent!.length).toBeLessThan(400);
  });
});

describe('While the tasks are not known', () => {
  it('skeleton rows stand there; a view says only after the answer that it is empty', async () => {
    const app = renderApp('/tasks/today');
    expect(within(app.main()).getByRole('status')).toHaveTextContent('Loading your tasks…');
    for (const [view, sentence] of sentences) {
      app.go(`/tasks/${view}`);
      expect(screen.queryByText(sentence)).toBeNull();
    }
    await app.answer(tasksLoaded({}));
    for (const [view, sentence] of sentences) {
      app.go(`/tasks/${view}`);
      expect(screen.getByText(sentence)).toBeInTheDocument();
    }
  });

  it('the rows of the last visit are shown, and their absence believed', async () => {
    const app = renderApp('/tasks/today');
    await app.answer(tasksRestored(records([task(1, 'Bread')])));
    expect(firstLines()).toEqual(['Bread']);
    app.go('/tasks/work');
    expect(screen.getByText('You have no task tagged with Work')).toBeInTheDocument();
  });

  it('what this device has not sent yet is listed all the same', async () => {
    const app = renderApp('/tasks/today');
    await app.answer(operationKept(taskAdd('a', 1, seen)));
    expect(firstLines()).toEqual(['Bread']);
  });
});

describe('When the tasks can’t be loaded', () => {
  it('says so in place, not that the view is empty, and tries again when asked', async () => {
    const app = renderApp('/tasks/today');
    await app.answer(failed);
    const alert = within(app.main()).getByRole('alert');
    expect(alert).toHaveTextContent('could not be loaded. The server did not answer.');
    expect(screen.queryByText('You have no tasks for today')).toBeNull();
    await app.user.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(app.sentOf('tasks/tasksRequested')).toHaveLength(2);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('keeps the rows of the last visit where they are, and says so at the foot', async () => {
    jest.useFakeTimers();
    const app = renderApp('/tasks/today');
    await app.answer(tasksRestored(records([task(1, 'Bread')])));
    await app.answer(failed);
    expect(firstLines()).toEqual(['Bread']);
    expect(screen.queryByRole('alert')).toBeNull();
    act(() => jest.advanceTimersByTime(3000));
    expect(within(app.main()).queryByRole('alert')).toBeNull();
    expect(screen.getByRole('alert')).toHaveTextContent('could not be loaded. The server did not answer.');
    jest.useRealTimers();
  });
});

describe('A row of a task that another device changed too', () => {
  it.each([
    ['2 versions', { at: '2026-03-10T12:00:00.000Z', fields: { taskName: 'White bread' } }],
    ['Deleted elsewhere', { at: '2026-03-10T12:00:00.000Z', isBack: true }],
  ] as const)('says %s', async (word, isUndo) => {
    const app = renderApp('/tasks/today', { tasks: [task(1, 'Bread'), task(2, 'Milk')] });
    await app.arrive('others/tasks', { '-k0': isUndo });
    expect(rows()[0]).toHaveTextContent(`Bread${word}`);
    expect(rows()[1]).not.toHaveTextContent(word);
  });
});

describe('A row of a task that is not saved', () => {
  it('says that it waits or is not saved, and says no more when it is sent again', async () => {
    const app = renderApp('/tasks/today', { tasks: [task(1, 'Bread'), task(2, 'Milk')] });
    for (const [word, fields] of [
      ['Waiting', { status: 'pending' }],
      ['Not saved', { status: 'blocked', reason: 'Permission denied' }],
    ] as const) {
      await app.answer(operationKept(edit(fields)));
      expect(rows()[0]).toHaveTextContent(`Dark bread${word}`);
      expect(rows()[1]).toHaveTextContent('Milk');
      expect(rows()[1]).not.toHaveTextContent(word);
    }
    await app.answer(operationRetried(edit({ status: 'pending' })));
    expect(rows()[0]).not.toHaveTextContent('Not saved');
  });
});
