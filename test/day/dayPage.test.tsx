import { type Records } from '../../src/services/database';
import { act, screen, within } from '@testing-library/react';
import { notesSidecarsArrived, notesRequested, notesLoadFailed } from '../../src/notes/notesSlice';
import { manyRequested } from '../../src/tasks/selecting/manyTasks';
import { taskRecordsArrived, tasksLoadFailed } from '../../src/tasks/tasksSlice';
import type { Settings } from '../../src/settings/settings';
import { settingsArrived } from '../../src/settings/settingsSlice';
import { dayChanged } from '../../src/ui/uiSlice';
import { inLanguage } from '../support/app/language';
import { dayInSentence } from '../../src/lib/days/days';
import { renderApp, task } from '../support/app/renderApp';

const looksArrived = (records: Records) => notesSidecarsArrived({ list: 'looks', type: 'changes', records });

const on = (taskDueDate: string) => ({ taskDueDate: `${taskDueDate}T00:00:00.000Z` });
const many = (count: number, from: number, day: string) =>
  Array.from({ length: count }, (_, at) => task(from + at, `Task ${from + at}`, on(day)));
const part = (name: string) => within(screen.getByRole('heading', { name }).parentElement!.parentElement!);
const names = (name: string) =>
  part(name)
    .queryAllByRole('link', { name: /^Task/ })
    .map(link => link.textContent!.slice(0, 8).trim());

describe('The morning page', () => {
  it('has the date, and each day’s tasks in a section of its own', () => {
    const tasks = [
      ...many(1, 100, '2026-03-01'),
      ...many(1, 200, '2026-03-10'),
      ...many(1, 300, '2026-03-11'),
      ...many(1, 400, '2026-03-12'),
    ];
    renderApp('/day', { tasks, notes: [] });
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('My day');
    expect(screen.getByText('Tuesday, 10 March 2026')).toBeVisible();
    expect(document.title).toBe('My day · Daywall');
    expect(screen.getByRole('textbox', { name: 'Quick add' })).toBeVisible();
    expect([names('Overdue'), names('Today'), names('Tomorrow')]).toEqual([
      ['Task 100'],
      ['Task 200'],
      ['Task 300'],
    ]);
    expect(screen.queryByText('Task 400')).toBeNull();
  });

  it('has the next seven days with their counts, each a link to its week', () => {
    renderApp('/day', { tasks: [...many(1, 100, '2026-03-11'), ...many(3, 200, '2026-03-17')], notes: [] });
    const days = within(screen.getByRole('list', { name: 'The next seven days' })).getAllByRole('link');
    expect(days).toHaveLength(7);
    expect(days[0]).toHaveAccessibleName('Wednesday 11 March, 1 task');
    expect(days[1]).toHaveAccessibleName('Thursday 12 March, no tasks');
    expect(days[6]).toHaveAccessibleName('Tuesday 17 March, 3 tasks');
    expect(days[6]).toHaveAttribute('href', '/calendar/week/2026-03-17');
  });

  it('has all tasks, on paper too', () => {
    const tasks = [...many(8, 100, '2026-03-01'), ...many(92, 2000, '2026-03-10')];
    const { main } = renderApp('/day', { tasks, notes: [] });
    expect(main().querySelector<HTMLElement>('[data-rows]')!.dataset.rows).toBe('100');
    act(() => void dispatchEvent(new Event('beforeprint')));
    expect(main().querySelectorAll('a[data-task]')).toHaveLength(100);
    act(() => void dispatchEvent(new Event('afterprint')));
  });

  it('leads to the tasks that have no date, where there are any', () => {
    const { store } = renderApp('/day', { tasks: [task(1, 'Task 1', { taskDueDate: '' })], notes: [] });
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: '1 task has no date' })).toHaveAttribute('href', '/tasks/no-date');
    act(() => void store.dispatch(taskRecordsArrived({ two: task(2, 'Task 2', { taskDueDate: '' }) })));
    expect(main.getByRole('link', { name: '2 tasks have no date' })).toBeVisible();
    act(() => void store.dispatch(taskRecordsArrived({ '-k0': null, two: null })));
    expect(screen.queryByRole('link', { name: /no date$/ })).toBeNull();
  });

  it('says when a task repeats and how many of its subtasks are ticked', async () => {
    const tasks = [task(1, 'Task 1', { ...on('2026-03-10'), taskDescription: '- [x] Paper\n- [ ] Glass' })];
    const app = renderApp('/day', { tasks, notes: [] });
    const repeat = { rule: 'FREQ=WEEKLY;BYDAY=TU;WKST=MO', first: '2026-03-10', at: '2026-03-10' };
    await app.arrive('repeats', { '-k0': repeat });
    expect(part('Today').getByRole('button', { name: '1 of 2 subtasks: Task 1' })).toBeVisible();
    expect(await part('Today').findByText('every Tuesday')).toBeVisible();
  });

  it('says kindly what is empty, and says nothing of earlier days when there are none', () => {
    renderApp('/day', { tasks: [], notes: [] });
    expect(screen.getAllByText('Nothing planned')).toHaveLength(2);
    expect(screen.getByText(/No notes yet/)).toBeVisible();
    expect(screen.queryByText('Overdue')).toBeNull();
  });

  it('says that nothing is empty before an answer, nor after a failure', async () => {
    const { answer, sentOf } = renderApp('/day');
    expect(screen.getByText('Loading your tasks…')).toBeInTheDocument();
    expect(screen.queryByText(/planned|free|No notes yet/)).toBeNull();
    expect(sentOf(notesRequested.type)).toHaveLength(1);
    await answer(tasksLoadFailed({ code: 'server', message: 'No answer' }));
    await answer(notesLoadFailed({ code: 'server', message: 'No answer' }));
    expect(screen.getAllByRole('alert')).toHaveLength(2);
    expect(screen.queryByText(/planned|free|No notes yet/)).toBeNull();
  });

  it('shows the newest three notes, and moves on at midnight', () => {
    const notes = ['a', 'b', 'c', 'd'].map(noteTitle => ({ noteTitle, noteDescription: 'x' }));
    const { store } = renderApp('/day', { tasks: many(1, 300, '2026-03-11'), notes });
    expect(
      part('Notes')
        .getAllByRole('button')
        .map(note => note.textContent),
    ).toEqual(['dx', 'cx', 'bx']);
    act(() => void store.dispatch(dayChanged('2026-03-11')));
    expect(names('Today')).toEqual(['Task 300']);
    expect(screen.getByText('Wednesday, 11 March 2026')).toBeVisible();
  });

  it('shows the pinned notes instead of the newest, up to six', async () => {
    const notes = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(noteTitle => ({
      noteTitle,
      noteDescription: 'x',
    }));
    const { answer } = renderApp('/day', { tasks: [], notes });
    const noteNames = () =>
      part('Notes')
        .getAllByRole('button')
        .map(note => note.textContent!.slice(0, 1));
    // A note that was moved to the end is still the newest.
    await answer(looksArrived({ '-k7': { place: 'hzzzzzzzz' } }));
    expect(noteNames()).toEqual(['h', 'g', 'f']);
    await answer(looksArrived({ '-k1': { pinned: true } }));
    expect(noteNames()).toEqual(['b']);
    await answer(
      looksArrived(Object.fromEntries(notes.map((_, at) => [`-k${at}`, { pinned: true, place: `a${at}` }]))),
    );
    expect(noteNames()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('moves all tasks of earlier days to today as one step, and keeps the focus', async () => {
    const app = renderApp('/day', { tasks: many(8, 100, '2026-03-01'), notes: [] });
    await app.user.click(part('Overdue').getByRole('button', { name: 'Move to today' }));
    const [moved] = app.sent.filter(manyRequested.match);
    expect(moved!.payload.change).toEqual({ type: 'move', to: { taskDueDay: '2026-03-10' } });
    expect([...moved!.payload.taskIds].sort()).toEqual([100, 101, 102, 103, 104, 105, 106, 107]);
    await app.answer(
      taskRecordsArrived(
        Object.fromEntries(many(8, 100, '2026-03-10').map((record, at) => [`-k${at}`, record])) as never,
      ),
    );
    expect(screen.queryByText('Overdue')).toBeNull();
    expect(names('Today')).toHaveLength(8);
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  it('opens a task beside itself', async () => {
    const { user, path } = renderApp('/day', { tasks: many(1, 200, '2026-03-10'), notes: [] });
    await user.click(screen.getByRole('link', { name: /^Task 200/ }));
    expect(path()).toBe('/day/200/edit');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(path()).toBe('/day');
  });
});

describe('My day as the first page', () => {
  const settingsOf = (sent: { type: string }[]) =>
    sent
      .filter(({ type }) => type === 'settings/set/requested')
      .map(
        action =>
          (action as unknown as { payload: { payload: { changes: object } } }).payload.payload.changes,
      );

  it.each([
    ['Yes, start here', 'day'],
    ['No, with Today', 'today'],
  ])('is offered until the person chooses: %s', async (name, firstPage) => {
    const { user, sent, answer } = renderApp('/day', { tasks: [], notes: [] });
    await user.click(screen.getByRole('button', { name }));
    expect(settingsOf(sent)).toEqual([{ firstPage }]);
    await answer(settingsArrived({ firstPage } as Settings));
    expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  it('is not offered to somebody who chose another page', async () => {
    const { answer } = renderApp('/day', { tasks: [], notes: [] });
    await answer(settingsArrived({ firstPage: 'work' }));
    expect(screen.queryByRole('button', { name: 'No, with Today' })).toBeNull();
  });
});

test('Dates that are written right to left stand in an isolated element', () =>
  inLanguage('he-IL', () => {
    const { main } = renderApp('/day', { tasks: [task(1, 'Task 1', on('2026-02-02'))] });
    const isolated = [...main().querySelectorAll('bdi')].map(({ textContent }) => textContent);
    expect(isolated.filter(words => /10 במרץ 2026/.test(words))).toHaveLength(1);
    expect(isolated.filter(words => /2 בפבר/.test(words))).toHaveLength(1);
  }));

test('A day written right to left is isolated within a sentence, another is not', () => {
  inLanguage('he-IL', () => expect(dayInSentence('2026-03-12', '2026-03-10')).toBe('\u2068יום חמישי\u2069'));
  inLanguage('de-DE', () => expect(dayInSentence('2026-03-12', '2026-03-10')).toBe('Donnerstag'));
});
