import { screen, within } from '@testing-library/react';
import { tasksSidecarsArrived } from '../../../src/tasks/tasksSlice';
import { renderApp, task } from '../../support/app/renderApp';

test('The logbook marks the row whose form is open, and no other', async () => {
  const app = renderApp('/tasks/done/1/edit', { tasks: [task(1, 'Milk'), task(2, 'Eggs')] });
  const at = '2026-03-10T12:00:00.000Z' as never;
  await app.answer(
    tasksSidecarsArrived({ list: 'done', type: 'changes', records: { '-k0': at, '-k1': at } }),
  );
  const rows = await screen.findAllByRole('link', { name: /^(Milk|Eggs)/ });
  expect(rows.map(row => [row.textContent?.slice(0, 4), row.getAttribute('aria-current')])).toEqual([
    ['Eggs', null],
    ['Milk', 'true'],
  ]);
});

test('A series whose last occurrence was skipped is not shown as done', async () => {
  const app = renderApp('/tasks/done', { tasks: [task(1, 'Bins'), task(2, 'Eggs')] });
  const at = '2026-03-10T12:00:00.000Z';
  const arrive = (list: 'occurrences' | 'done', records: object) =>
    app.answer(tasksSidecarsArrived({ list, type: 'changes', records: records as never }));
  await arrive('done', { '-k0': at, '-k1': at });
  await arrive('occurrences', { '-k0': { '2026-03-10': 'skipped' }, '-k1': { '2026-03-10': at } });
  const said = (name: RegExp) => within(screen.getByRole('link', { name })).queryByText('Skipped') !== null;
  expect([said(/^Bins/), said(/^Eggs/)]).toEqual([true, false]);
});
