import { screen } from '@testing-library/react';
import { tasksSidecarsArrived } from '../../src/tasks/tasksSlice';
import { renderApp, task } from '../support/app/renderApp';

/** Opens Done with Milk, an occurrence of Bins, which repeats, and Eggs, the latest first. */
async function open() {
  const app = renderApp('/tasks/done', {
    tasks: [task(1, 'Bins', { taskDueDate: '2026-03-17T00:00:00.000Z' }), task(2, 'Milk'), task(3, 'Eggs')],
  });
  const arrive = (list: 'repeats' | 'occurrences' | 'done', records: Record<string, never>) =>
    app.answer(tasksSidecarsArrived({ list, type: 'changes', records }));
  const weekly = { rule: 'FREQ=WEEKLY;BYDAY=TU;WKST=MO', first: '2026-03-10', at: '2026-03-17' };
  await arrive('repeats', { '-k0': weekly as never });
  await arrive('occurrences', { '-k0': { '2026-03-10': '2026-03-10T11:00:00.000Z' } as never });
  await arrive('done', {
    '-k1': '2026-03-10T12:00:00.000Z' as never,
    '-k2': '2026-03-10T10:00:00.000Z' as never,
  });
  const row = (name: string) => screen.getByRole('link', { name: new RegExp(`^${name}`) });
  await app.user.keyboard('j');
  expect(row('Milk')).toHaveFocus();
  return { app, row };
}

test('x unticks the line of what repeats that has the focus', async () => {
  const { app, row } = await open();
  await app.user.keyboard('j');
  expect(row('Bins')).toHaveFocus();
  await app.user.keyboard('x');
  expect(app.sentOf('task/stepBack/requested')).toMatchObject([
    { payload: { payload: { taskId: 1, day: '2026-03-10' } } },
  ]);
  expect(app.sentOf('task/step/requested')).toEqual([]);
});

test('Shift+Arrow selects the tasks that the focus passes, and no line of what repeats', async () => {
  const { app, row } = await open();
  const selected = () => Object.keys(app.store.getState().selection?.selected ?? {});
  await app.user.keyboard('{Shift>}{ArrowDown}{/Shift}');
  expect(row('Bins')).toHaveFocus();
  expect(selected()).toEqual(['2']);
  await app.user.keyboard('{Shift>}{ArrowDown}{/Shift}');
  expect(row('Eggs')).toHaveFocus();
  expect(selected()).toEqual(['2', '3']);
});
