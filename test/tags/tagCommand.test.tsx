import { screen } from '@testing-library/react';
import 'fake-indexeddb/auto';
import type { Operation } from '../../src/sync/operations';
import { renderApp, task } from '../support/app/renderApp';

// jsdom has no layout, so it cannot scroll.
beforeAll(() => void (Element.prototype.scrollIntoView = () => {}));

const tasks = [task(1, 'Eggs #shop'), task(2, 'Bread #home')];
/** Chooses a command of the palette, which asks for a tag. */
async function choose(path: string, command: string) {
  const app = renderApp(path, { tasks, notes: [] });
  await screen.findByRole('heading', { level: 1 });
  await app.user.keyboard('/');
  await app.user.click(screen.getByRole('option', { name: command }));
  return { ...app, field: await screen.findByRole('textbox', { name: 'Find a tag' }) };
}

test('The palette renames a tag from any page, and opens the page of the renamed one', async () => {
  const { user, field, path, sentOf } = await choose('/tasks/today', 'Rename tag…');
  expect(field).toHaveFocus();
  expect(screen.getByRole('button', { name: 'home' })).toBeVisible();
  await user.type(field, 'none{Enter}');
  expect(screen.getByText('There is no such tag.')).toBeVisible();
  await user.clear(field);
  await user.type(field, 'shop{Enter}');
  const name = screen.getByRole('textbox', { name: 'Name of the tag' });
  expect(name).toHaveFocus();
  await user.clear(name);
  await user.type(name, 'Market{Enter}');
  const edits = sentOf('task/edit/requested') as unknown as { payload: Operation }[];
  expect(edits.map(({ payload }) => payload.payload)).toMatchObject([
    { fields: { taskName: 'Eggs #Market' } },
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(path()).toBe('/tags/market');
});

test.each([
  ['/tasks/upcoming', '/tasks/upcoming?tag=shop'],
  ['/tasks/personal', '/tasks/today?tag=shop'],
])('On %s the palette shows %s', async (from, to) => {
  const { user, path, search } = await choose(from, 'Filter by a tag…');
  await user.click(screen.getByRole('button', { name: 'shop' }));
  expect(path() + search()).toBe(to);
  expect(screen.queryByRole('dialog')).toBeNull();
});
