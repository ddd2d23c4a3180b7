import type * as JsxRuntime from 'react/jsx-runtime';
import { screen, waitFor, within } from '@testing-library/react';
import { Schema } from 'yup';
import { TaskFrame } from '../../../src/tasks/form/TaskFrame';
import { renderApp, task } from '../../support/app/renderApp';

afterEach(() => jest.restoreAllMocks());

/** Counts how often the form has rendered its frame, and how often its values were validated. */
function counts() {
  const runtime = jest.requireActual<typeof JsxRuntime>('react/jsx-runtime');
  const spies = [jest.spyOn(runtime, 'jsx'), jest.spyOn(runtime, 'jsxs')];
  const validated = (['validate', 'validateSync'] as const).map(name => jest.spyOn(Schema.prototype, name));
  return () => ({
    renders: spies.flatMap(spy => spy.mock.calls).filter(([type]) => (type as unknown) === TaskFrame).length,
    validations: validated.flatMap(spy => spy.mock.calls).length,
  });
}

it('A form renders once when it opens, and once for each key, with one validation', async () => {
  const app = renderApp('/tasks/today', { tasks: [task(12, 'Bread')] });
  const now = counts();
  await app.user.click(screen.getByRole('link', { name: /^Bread/ }));
  const title = await screen.findByLabelText('Title');
  expect(now()).toEqual({ renders: 1, validations: 1 });
  title.focus();
  await app.user.keyboard('xy');
  await waitFor(() => expect(title).toHaveValue('Breadxy'));
  expect(now()).toEqual({ renders: 3, validations: 3 });
});

it('A key in the form of a note validates once', async () => {
  const app = renderApp('/tasks/sticky-wall', { notes: [] });
  await app.user.click(screen.getByRole('button', { name: 'Add note' }));
  const title = await within(await screen.findByRole('dialog')).findByLabelText('Title');
  title.focus();
  const now = counts();
  await app.user.keyboard('x');
  await waitFor(() => expect(title).toHaveValue('x'));
  expect(now().validations).toBe(1);
});
