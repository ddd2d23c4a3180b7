import type * as JsxRuntime from 'react/jsx-runtime';
import { act, screen } from '@testing-library/react';
import { operationKept, operationRequested, type Operation } from '../../src/sync/operations';
import { Sidebar } from '../../src/app/shell/sidebar/Sidebar';
import { NavLink } from '../../src/components/Link';
import { renderApp, task, TODAY } from '../support/app/renderApp';

const deletion: Operation = {
  id: 'a',
  userId: 'ada',
  number: 1,
  itemKey: 'task:1',
  kind: 'task/delete',
  payload: { taskId: 1, fireId: '-k0', fields: task(1, 'Bread') },
  madeAt: `${TODAY}T08:00:00.000Z`,
  status: 'pending',
  isAttempted: false,
};

/**
 * Counts the elements that are created from now on: the shell creates the sidebar's each time it renders, the sidebar
 * those of its links.
 */
function countElements() {
  const runtime = jest.requireActual<typeof JsxRuntime>('react/jsx-runtime');
  const spies = [jest.spyOn(runtime, 'jsx'), jest.spyOn(runtime, 'jsxs')];
  const created = () => spies.flatMap(spy => spy.mock.calls.map(([type]) => type as unknown));
  return (component: unknown) => created().filter(type => type === component).length;
}

afterEach(() => jest.restoreAllMocks());

it('A change and its toast render neither the shell nor its links', async () => {
  const created = countElements();
  const { store } = renderApp('/tasks/today', { tasks: [task(1, 'Bread'), task(2, 'Call')] });
  const before = { sidebars: created(Sidebar), links: created(NavLink) };
  expect(before.sidebars).toBeGreaterThan(0);
  expect(before.links).toBeGreaterThan(8);
  act(() => void store.dispatch(operationRequested({ ...deletion, status: 'saving' })));
  act(() => void store.dispatch(operationKept(deletion)));
  expect(screen.getByRole('button', { name: 'Undo' })).toBeInTheDocument();
  expect({ sidebars: created(Sidebar), links: created(NavLink) }).toEqual(before);
});
