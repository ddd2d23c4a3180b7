/** @jest-environment ./test/support/jest/jsdom-env.cjs */
import '../../support/app/noComplaints';
import { undoRequested } from '../../../src/history/historySlice';
import { saveTask } from '../../../src/tasks/form/saveTask';
import { changesOf, valuesOf } from '../../../src/tasks/form/taskValues';
import { selectTaskOthers } from '../../../src/tasks/tasksSelectors';
import { subtaskTickRequested, taskDeleteRequested } from '../../../src/tasks/taskActions';
import { taskOf, tickOf, editOf } from '../../support/devices/acts';
import { bins, stored } from '../../support/devices/bins';
import type { Page } from '../../support/devices/devices';
import { advance, fakeTime, MINUTES_10 } from '../../support/app/time';

// A device changes a repeating task before it learns of another device's tick.

fakeTime('2026-11-24T12:00:00.000Z');

describe('a day that is given to an occurrence', () => {
  test('that another device has ticked is dropped with it; the rest of the edit stays', async () => {
    const { database, devices, pages, expectAt } = await bins(2);
    const [a, b] = pages as [Page, Page];
    devices[1]!.goOffline();
    await b.send(editOf(b, { taskDueDay: '2026-11-25', taskName: 'Bins and glass' }), 300);
    await a.send(tickOf(a));
    await devices[1]!.reconnect();
    expectAt('2026-12-01', ['2026-11-24']);
    expect(database.lists.tasks.t1).toMatchObject({ taskName: 'Bins and glass' });
  });

  test('is not shown at the next one while it waits to be sent', async () => {
    const { devices, pages } = await bins(2);
    const [a, b] = pages as [Page, Page];
    devices[1]!.holdBack('saveTask');
    b.dispatch(editOf(b, { taskDueDay: '2026-11-25' }));
    await a.send(tickOf(a), 300);
    expect(taskOf(b)).toMatchObject({ taskDueDay: '2026-12-01', repeat: { at: '2026-12-01' } });
  });

  test('and then ticked elsewhere leads to the same', async () => {
    const { devices, pages, expectAt } = await bins(2);
    const [a, b] = pages as [Page, Page];
    devices[0]!.goOffline();
    await a.send(tickOf(a), 300);
    await b.send(editOf(b, { taskDueDay: '2026-11-25' }));
    await devices[0]!.reconnect();
    expectAt('2026-12-01', ['2026-11-24']);
  });

  test('stays where the tick was undone', async () => {
    const { devices, pages, expectAt } = await bins(2);
    const [a, b] = pages as [Page, Page];
    devices[1]!.goOffline();
    await b.send(editOf(b, { taskDueDay: '2026-11-25' }), 300);
    await a.send(tickOf(a));
    await a.send(undoRequested());
    await devices[1]!.reconnect();
    expectAt('2026-11-24', [], '2026-11-25');
  });

  test('is dropped as well where the task comes back from the trash with the edit', async () => {
    const { database, devices, pages } = await bins(2);
    const [a, b] = pages as [Page, Page];
    devices[1]!.goOffline();
    await b.send(editOf(b, { taskDueDay: '2026-11-25', taskName: 'Bins and glass' }), 300);
    await a.send(tickOf(a));
    await a.send(taskDeleteRequested(taskOf(a)));
    await devices[1]!.reconnect();
    expect(database.lists.tasks.t1).toMatchObject({
      taskName: 'Bins and glass',
      taskDueDate: stored('2026-12-01'),
    });
    expect(database.lists['trash/tasks']).toEqual({});
  });

  test('by Undo after it was ticked changes nothing', async () => {
    const { devices, pages, expectAt } = await bins(2);
    const [a, b] = pages as [Page, Page];
    await b.send(editOf(b, { taskDueDay: '2026-11-25' }));
    devices[1]!.goOffline();
    await b.send(undoRequested(), 300);
    await a.send(tickOf(a));
    await devices[1]!.reconnect();
    expectAt('2026-12-01', ['2026-11-24']);
  });
});

describe('a rule that is chosen in the form', () => {
  const daily = JSON.stringify({ every: 'day', n: 1 });
  const monthly = JSON.stringify({ every: 'month', n: 1, on: { type: 'last' } });
  test.each([
    ['with the day on which it begins', { repeat: monthly, taskDueDay: '2026-11-30' }, '2026-11-30'],
    ['with a day that is done by now', { repeat: daily }, '2026-11-25'],
    ['with a day that it does not have', { repeat: monthly, taskDueDay: '2026-11-26' }, '2026-11-30'],
  ])('%s, of an occurrence that another device has ticked, leaves no conflict', async (_name, typed, at) => {
    const { database, devices, pages } = await bins(2);
    const [a, b] = pages as [Page, Page];
    devices[1]!.goOffline();
    const base = valuesOf(taskOf(b));
    const calendar = { today: '2026-11-24', weekStart: 1 };
    saveTask(b.dispatch, taskOf(b), changesOf({ ...base, ...typed }, base, taskOf(b), calendar));
    await advance(300);
    await a.send(tickOf(a));
    await devices[1]!.reconnect();
    expect(database.lists.repeats.t1).toMatchObject({ at });
    expect(database.lists.tasks.t1).toMatchObject({ taskDueDate: stored(at) });
    expect(database.lists['trash/tasks']).toEqual({});
    for (const page of pages) {
      expect(taskOf(page)).toMatchObject({ taskDueDay: at, repeat: { at } });
      expect(selectTaskOthers(page.getState(), 1)).toBeUndefined();
    }
  });
});

describe('subtasks that were ticked for an occurrence', () => {
  const LIST = '- [ ] Paper\n- [ ] Glass';
  const tickPart = (page: Page, word: string) => {
    const task = taskOf(page);
    page.dispatch(subtaskTickRequested(task, task.taskDescription.indexOf(word) - 3, true));
  };
  test.each<[string, (a: Page, b: Page) => void, string]>([
    ['by another device alone', (_a, b) => tickPart(b, 'Glass'), '1/2'],
    [
      'by both',
      (a, b) => {
        tickPart(a, 'Paper');
        tickPart(b, 'Glass');
      },
      '2/2',
    ],
  ])('%s, unheard of, are open in the next round, and are counted', async (_name, tickParts, count) => {
    const { database, devices, pages, expectAt } = await bins(2, { taskDescription: LIST });
    const [a, b] = pages as [Page, Page];
    devices[0]!.goOffline();
    tickParts(a, b);
    await advance(300);
    await a.send(tickOf(a), 300);
    await devices[0]!.reconnect();
    expect(database.lists.tasks.t1).toMatchObject({ taskDescription: LIST });
    expectAt('2026-12-01', ['2026-11-24', '2026-11-24-parts']);
    expect(database.lists.occurrences.t1).toMatchObject({ '2026-11-24-parts': count });
  });

  test('and are sent after it was ticked stay open', async () => {
    const { database, devices, pages, expectAt } = await bins(2, { taskDescription: LIST });
    const [a, b] = pages as [Page, Page];
    devices[1]!.goOffline();
    tickPart(b, 'Glass');
    await advance(300);
    await a.send(tickOf(a));
    await devices[1]!.reconnect();
    expect(database.lists.tasks.t1).toMatchObject({ taskDescription: LIST });
    expectAt('2026-12-01', ['2026-11-24', '2026-11-24-parts']);
  });

  test('are ticked again by Undo, beside words that another device wrote since', async () => {
    const { database, devices, pages } = await bins(2, { taskDescription: LIST });
    const [a, b] = pages as [Page, Page];
    tickPart(a, 'Paper');
    await advance(MINUTES_10);
    await a.send(tickOf(a));
    devices[0]!.stopLiveEvents();
    await b.send(editOf(b, { taskDescription: `Both bins\n${LIST}` }));
    await a.send(undoRequested());
    expect(database.lists.tasks.t1).toMatchObject({
      taskDescription: `Both bins\n${LIST.replace('[ ] Paper', '[x] Paper')}`,
      taskDueDate: stored('2026-11-24'),
    });
  });
});
