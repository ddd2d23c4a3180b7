import 'fake-indexeddb/auto';
import '../support/app/noComplaints';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { renderApp, task, records, TODAY } from '../support/app/renderApp';
import type { Operation } from '../../src/sync/operations';
import { changesOf } from '../../src/selection/changeOf';
import type { manyRequested } from '../../src/tasks/selecting/manyTasks';
import { selectTask, allViews } from '../../src/tasks/tasksSelectors';
import { tagged } from '../../src/tags/tagged';
import { createStore } from '../../src/app/store';
import { isShownOn } from '../../src/quickAdd/quickAddSagas';
import { filterBy } from '../../src/tags/filter';
import { selectTagsBetween } from '../../src/tags/tagSelectors';
import { tasksLoaded } from '../../src/tasks/tasksSlice';
import { dayChanged, earlierToggled } from '../../src/ui/uiSlice';

describe('Completion', () => {
  const tasks = [
    task(1, 'Eggs #Two-words'),
    task(2, 'Milk #shop'),
    task(3, 'Bread #shop #shopping'),
    task(4, 'Glue #Über'),
  ];
  const notes = [{ noteTitle: 'Shelf #house', noteDescription: 'Words' }];
  const options = () => {
    const list = screen.queryByRole('listbox');
    return list
      ? within(list)
          .getAllByRole('option')
          .map(({ textContent }) => textContent)
      : [];
  };
  const chosen = (field: HTMLElement) =>
    document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;

  async function open(path: string, name: string | RegExp) {
    const app = renderApp(path, { tasks, notes });
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name });
    await act(async () => field.focus());
    return { ...app, field };
  }

  test('Behind # tags are offered, the most used first; Enter takes one and adds nothing', async () => {
    const { user, field, sentOf } = await open('/tasks/today', 'Quick add');
    await user.paste('Tea');
    expect(screen.queryByRole('listbox')).toBeNull();
    await user.keyboard(' #');
    await waitFor(() => expect(options()).toEqual(['shop2', 'house1', 'shopping1', 'Two words1', 'Über1']));
    await user.keyboard('sh');
    expect(options()).toEqual(['shop2', 'shopping1']);
    expect(chosen(field)).toBe('shop2');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(field).toHaveValue('Tea #shopping ');
    expect(options()).toEqual([]);
    expect(sentOf('quickAdd/requested')).toEqual([]);
    await user.paste('today');
    await user.keyboard('{Enter}');
    expect(sentOf('quickAdd/requested')).toMatchObject([
      { payload: { tasks: [{ title: 'Tea #shopping' }] } },
    ]);
  });

  test('Tab completes a tag by the beginning of any of its words, in any letters', async () => {
    const { user, field } = await open('/tasks/today', 'Quick add');
    await user.paste('Tea ');
    for (const [typed, tags] of [
      ['#wor', '#Two-words'],
      ['#ub', '#Two-words #Über'],
      ['#hou', '#Two-words #Über #house'],
    ] as const) {
      await user.paste(typed);
      await waitFor(() => expect(options()).toHaveLength(1));
      await user.tab();
      expect(field).toHaveValue(`Tea ${tags} `);
      expect(field).toHaveFocus();
    }
  });

  test('A whole tag or list is submitted by Enter, although a longer tag is offered', async () => {
    const { user, field, sentOf } = await open('/tasks/today', 'Quick add');
    await user.paste('Tea #shop');
    await waitFor(() => expect(options()).toEqual(['shopping1']));
    expect(chosen(field)).toBeUndefined();
    await user.keyboard('{Enter}');
    expect(sentOf('quickAdd/requested')).toMatchObject([{ payload: { tasks: [{ title: 'Tea #shop' }] } }]);
  });

  test('Escape, a blank and a caret elsewhere close the list, and the field stays', async () => {
    const { user, field } = await open('/tasks/today', 'Quick add');
    await user.paste('Tea #sh');
    await waitFor(() => expect(options()).toHaveLength(2));
    await user.keyboard('{Escape}');
    expect(options()).toEqual([]);
    expect(field).toHaveFocus();
    await user.keyboard('o');
    expect(options()).toHaveLength(2);
    await user.keyboard(' ');
    expect(options()).toEqual([]);
    await user.keyboard('{Backspace}');
    expect(options()).toHaveLength(2);
    field.setSelectionRange(0, 0);
    await act(async () => void fireEvent(document, new Event('selectionchange')));
    await waitFor(() => expect(options()).toEqual([]));
  });

  test('Keys of a composition are the input method’s, and a press takes a tag', async () => {
    const { user, field, sentOf } = await open('/tasks/today', 'Quick add');
    await user.paste('Tea #sh');
    await waitFor(() => expect(options()).toHaveLength(2));
    for (const key of ['ArrowDown', 'Enter', 'Tab', 'Escape'])
      await act(async () => void fireEvent.keyDown(field, { key, isComposing: true }));
    expect(chosen(field)).toBe('shop2');
    await user.click(screen.getByRole('option', { name: 'shopping' }));
    expect(field).toHaveValue('Tea #shopping ');
    expect(field).toHaveFocus();
    expect(sentOf('quickAdd/requested')).toEqual([]);
  });

  test('The form of a task completes its title', async () => {
    const { user, field } = await open('/tasks/today/2/edit', 'Title');
    await user.paste(' #hou');
    await waitFor(() => expect(options()).toEqual(['house1']));
    await user.keyboard('{Enter}');
    expect(field).toHaveValue('Milk #shop #house');
  });

  test('Only the first line of a note has tags', async () => {
    const { user, field } = await open('/tasks/sticky-wall', 'Write a note…');
    await user.paste('Paint #hou');
    await waitFor(() => expect(options()).toEqual(['house1']));
    await user.keyboard('{Enter}{Enter}more #hou');
    expect(options()).toEqual([]);
    expect(field).toHaveValue('Paint #house \nmore #hou');
  });
});

describe('Tags of tasks and notes', () => {
  const tasks = [task(1, 'Eggs #shop'), task(2, 'Bread #home'), task(3, 'Glue')];
  const row = (name: string) => screen.findByRole('link', { name: new RegExp(`^${name}`) });
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
  const edits = (app: ReturnType<typeof renderApp>) =>
    (app.sentOf('task/edit/requested') as unknown as { payload: Operation }[]).map(({ payload }) => payload);
  const namesOf = (operations: Operation[]) =>
    operations.map(({ payload }) => (payload as { fields: { taskName: string } }).fields.taskName);

  test('The menu of a selection adds tags to its tasks and takes them out, as one step', async () => {
    const app = renderApp('/tasks/today', { tasks });
    (await row('Eggs')).focus();
    await app.user.keyboard('{Control>}a{/Control}m');
    await app.user.click(screen.getByRole('menuitem', { name: 'Tags' }));
    const field = await screen.findByRole('textbox', { name: 'Find or add a tag' });
    expect(field).toHaveFocus();
    expect(box('shop').indeterminate).toBe(true);
    await app.user.click(box('home'));
    expect(box('home')).toBeChecked();
    await app.user.click(box('shop'));
    await app.user.click(box('shop'));
    await app.user.type(field, '12');
    expect(screen.getByText(/^A tag begins with a letter/)).toBeVisible();
    await app.user.clear(field);
    await app.user.paste('Two words');
    await app.user.keyboard('{Enter}');
    expect(box('Two words')).toBeChecked();
    await app.user.keyboard('{Enter}');
    expect(screen.queryByRole('dialog')).toBeNull();
    const [{ payload }] = app.sentOf('tasks/manyRequested') as unknown as [ReturnType<typeof manyRequested>];
    expect(payload.change).toEqual({ type: 'tags', add: ['home', 'Two-words'], remove: ['shop'] });
    const records = payload.taskIds.map(id => selectTask(app.store.getState(), id)!);
    const changes = records.flatMap(record => changesOf(record, payload.change, {}));
    expect(namesOf(changes.map(action => (action as unknown as { payload: Operation }).payload))).toEqual([
      'Eggs #home #Two-words',
      'Bread #home #Two-words',
      'Glue #home #Two-words',
    ]);
  });

  test('The menu of a task is left by Escape without a change', async () => {
    const app = renderApp('/tasks/today', { tasks });
    fireEvent.contextMenu(await row('Eggs'));
    await app.user.click(screen.getByRole('menuitem', { name: 'Tags' }));
    await app.user.click(await screen.findByRole('checkbox', { name: 'home' }));
    await app.user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(edits(app)).toEqual([]);
  });

  test('The page of a tag renames it on all that has it, and asks before it merges two', async () => {
    const app = renderApp('/tags/shop', { tasks, notes: [] });
    await app.user.click(await screen.findByRole('button', { name: 'Rename or remove…' }));
    const name = await screen.findByRole('textbox', { name: 'Name of the tag' });
    await app.user.clear(name);
    await app.user.paste('home');
    expect(screen.getByText('“home” is on 1 task already. Both become one.')).toBeVisible();
    await app.user.paste(' Store');
    await app.user.click(screen.getByRole('button', { name: 'Rename' }));
    expect(namesOf(edits(app))).toEqual(['Eggs #home-Store']);
    expect(app.path()).toBe('/tags/home-store');
    expect(screen.getByRole('heading', { name: 'home Store' })).toBeVisible();
  });

  test('A title keeps its words, and the word of its only tag', () => {
    expect(tagged('Eggs #shop', { add: ['Home'], remove: ['shop'] })).toBe('Eggs #Home');
    expect(tagged('#two-words', { add: [], remove: ['two-words'] })).toBe('two words');
  });

  test('The menu of a note adds tags to its first line', async () => {
    const app = renderApp('/tasks/sticky-wall', {
      tasks,
      notes: [{ noteTitle: 'Sow peas', noteDescription: 'in March' }],
    });
    fireEvent.contextMenu(await screen.findByRole('button', { name: /^Sow peas/ }));
    await app.user.click(screen.getByRole('menuitem', { name: 'Tags' }));
    await app.user.click(await screen.findByRole('checkbox', { name: 'home' }));
    await app.user.click(screen.getByRole('button', { name: 'Done' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    const [edit] = app.sentOf('note/edit/requested') as unknown as { payload: Operation }[];
    expect(edit!.payload.payload).toMatchObject({
      fields: { noteTitle: 'Sow peas #home', noteDescription: 'in March' },
    });
  });
});

describe('A list that is filtered', () => {
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
    [...document.querySelectorAll<HTMLElement>('main a[data-task]')].map(({ dataset }) =>
      Number(dataset.task),
    );
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
    await user.paste('Salt');
    await user.keyboard('{Enter}');
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

  it.each(['month', 'week'])(
    'The %s keeps its filter through steps, forms and the other span',
    async span => {
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
    },
  );

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
});
