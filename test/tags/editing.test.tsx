import '../support/app/noComplaints';
import 'fake-indexeddb/auto';
import { fireEvent, screen } from '@testing-library/react';
import type { Operation } from '../../src/sync/operations';
import { changesOf } from '../../src/selection/changeOf';
import type { manyRequested } from '../../src/tasks/selecting/manyTasks';
import { selectTask } from '../../src/tasks/tasksSelectors';
import { renderApp, task } from '../support/app/renderApp';
import { tagged } from '../../src/tags/tagged';

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
  await app.user.type(field, 'Two words{Enter}');
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
  await app.user.type(name, 'home');
  expect(screen.getByText('“home” is on 1 task already. Both become one.')).toBeVisible();
  await app.user.type(name, ' Store');
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
