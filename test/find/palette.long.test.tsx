import { act, fireEvent, screen } from '@testing-library/react';
import { foundArrived } from '../../src/find/findSlice';
import type { Found } from '../../src/find/index/entry';
import { overlayOpened } from '../../src/keyboard/overlaySlice';
import { renderApp, task } from '../support/app/renderApp';

// jsdom has no layout, so it cannot scroll.
beforeAll(() => void (Element.prototype.scrollIntoView = () => {}));

const tasks = [
  task(1, 'Bread'),
  task(2, 'Butter', { taskDueDate: '2026-03-12T00:00:00.000Z' }),
  task(3, 'Broom', { taskDueDate: '2026-03-01T00:00:00.000Z' }),
  task(4, 'Brush', { taskDueDate: '', taskList: 'work' }),
];
const notes = [{ noteTitle: 'Boat', noteDescription: 'Anneke' }];

const found = (key: string, text: string, excerpt: Found['excerpt'] = null): Found => ({
  key,
  title: { text, matches: [[0, 1]] },
  excerpt,
});
const ALL = [found('task 1', 'Bread'), found('task 2', 'Butter'), found('note -k0', 'Boat')];

async function openPalette(path = '/tasks/today') {
  const app = renderApp(path, { tasks, notes });
  await app.answer(overlayOpened('palette'));
  const field = () => screen.getByRole('combobox');
  return {
    ...app,
    field,
    options: () => screen.queryAllByRole('option'),
    chosen: () => document.getElementById(field().getAttribute('aria-activedescendant')!),
    /** Types a query and answers it with these results. */
    async find(query: string, results: Found[]) {
      await app.user.type(field(), query);
      await app.answer(foundArrived({ query, answer: { found: results, isComplete: true } }));
    },
  };
}

test('An empty palette lists what can be done, with its keys', async () => {
  const { options, user, path, field } = await openPalette();
  const words = options().map(option => option.textContent.replace(/\s+/g, ' ').trim());
  expect(words).toEqual(
    expect.arrayContaining(['New task n', 'Undo CtrlZ', 'Today gt', 'New note w', 'Sign out']),
  );
  expect(words.filter(word => word.startsWith('New note'))).toHaveLength(1);
  expect(field()).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(path()).toBe('/tasks/new');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('Each letter asks once, in the action’s words', async () => {
  const { sentOf, user, field } = await openPalette();
  await user.type(field(), 'br');
  expect(sentOf('find/findRequested')).toMatchObject([
    { payload: { query: '' } },
    { payload: { query: 'b' } },
    { payload: { query: 'br' } },
  ]);
});

test('Arrows, Home and End choose, round and round', async () => {
  const { find, user, chosen, options } = await openPalette();
  await find('b', ALL);
  expect(options()).toHaveLength(3);
  for (const [key, text] of [
    ['', 'Bread'],
    ['{ArrowDown}', 'Butter'],
    ['{ArrowDown}', 'Boat'],
    ['{ArrowDown}', 'Bread'],
    ['{ArrowUp}', 'Boat'],
    ['{Home}', 'Bread'],
    ['{End}', 'Boat'],
  ] as const) {
    if (key) await user.keyboard(key);
    expect(chosen()).toHaveTextContent(text);
    expect(chosen()).toHaveAttribute('aria-selected', 'true');
  }
});

test.each([
  ['task 1', '/tasks/today/1/edit'],
  ['task 2', '/tasks/upcoming/2/edit'],
  ['task 3', '/tasks/previous/3/edit'],
  ['task 4', '/tasks/no-date/4/edit'],
  ['trash tasks -t', '/tasks/trash'],
  ['command /tasks/work', '/tasks/work'],
  ['command newTask', '/tasks/new'],
])('Enter on %s opens %s', async (key, path) => {
  const app = await openPalette('/tasks/personal');
  await app.find('b', [found(key, 'Found')]);
  await app.user.keyboard('{Enter}');
  expect(app.path()).toBe(path);
  expect(screen.queryByRole('dialog', { name: 'Find' })).toBeNull();
});

test('Enter on a note opens it over its wall, which it closes onto', async () => {
  const app = await openPalette();
  await app.find('b', [found('note -k0', 'Boat')]);
  await app.user.keyboard('{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Note' })).toBeVisible();
  await app.user.keyboard('{Escape}');
  expect(app.path()).toBe('/tasks/sticky-wall');
});

test('A press on what was found opens it too', async () => {
  const app = await openPalette();
  await app.find('b', ALL);
  await app.user.click(screen.getByRole('option', { name: /Butter/ }));
  expect(app.path()).toBe('/tasks/upcoming/2/edit');
});

test('What was found by is marked, also in the part of the text around it', async () => {
  const { find, options } = await openPalette();
  await find('fla', [found('task 1', 'Bread', { text: '…of rye flakes', matches: [[8, 11]] })]);
  const marks = [...options()[0]!.querySelectorAll('mark')].map(mark => mark.textContent);
  expect(marks).toEqual(['B', 'fla']);
  expect(options()[0]).toHaveTextContent('Bread …of rye flakes today');
});

test('Enter before the answer to the last letter opens what that finds', async () => {
  const app = await openPalette('/tasks/personal');
  await app.find('b', ALL);
  await app.user.keyboard('u{Enter}');
  expect(app.path()).toBe('/tasks/personal');
  await app.answer(
    foundArrived({ query: 'bu', answer: { found: [found('task 2', 'Butter')], isComplete: false } }),
  );
  expect(app.path()).toBe('/tasks/upcoming/2/edit');
});

test('Enter that was early for one word is forgotten with the next letter', async () => {
  const app = await openPalette('/tasks/personal');
  await app.user.keyboard('b{Enter}r');
  await app.answer(foundArrived({ query: 'br', answer: { found: ALL, isComplete: true } }));
  expect(app.path()).toBe('/tasks/personal');
});

test('The keys of an input method choose and open nothing', async () => {
  const { find, field, chosen, path } = await openPalette();
  await find('b', ALL);
  for (const how of [{ isComposing: true }, { keyCode: 229 }]) {
    for (const key of ['ArrowDown', 'Enter']) act(() => void fireEvent.keyDown(field(), { key, ...how }));
  }
  expect(chosen()).toHaveTextContent('Bread');
  expect(path()).toBe('/tasks/today');
});

test.each(['{Escape}', '{Control>}k{/Control}'])('%s closes it and gives the focus back', async keys => {
  const app = renderApp('/tasks/today', { tasks });
  await app.user.keyboard('j/');
  expect(screen.getByRole('combobox')).toHaveFocus();
  await app.user.keyboard(keys);
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(screen.getByRole('link', { name: /^Bread/ })).toHaveFocus();
});

test('It says how many there are, that there are none, and that it is not ready', async () => {
  const { find, answer, user, field } = await openPalette();
  const says = () => screen.getAllByRole('status').map(each => each.textContent);
  await find('b', ALL);
  expect(says()).toContain('3 found');
  await user.type(field(), 'zz');
  await answer(foundArrived({ query: 'bzz', answer: { found: [], isComplete: false } }));
  expect(says()).toContain('Still reading your tasks…');
  await answer(foundArrived({ query: 'bzz', answer: { found: [], isComplete: true } }));
  expect(says()).toContain('Nothing found.');
  await answer({ type: 'find/findFailed', payload: { message: 'It did not load.' } });
  expect(says().join()).toContain('The search could not be started. It did not load.');
});

test('The sidebar has a button for those who have no keys', async () => {
  const { user } = renderApp('/tasks/today', { tasks });
  await user.click(screen.getByRole('button', { name: 'Find' }));
  expect(screen.getByRole('combobox')).toHaveFocus();
});

test('The trash is read for as long as it is open', async () => {
  const { user, sentOf } = await openPalette();
  expect(sentOf('trash/trashRequested')).toHaveLength(1);
  await user.keyboard('{Escape}');
  expect(sentOf('trash/trashClosed')).toHaveLength(1);
});
