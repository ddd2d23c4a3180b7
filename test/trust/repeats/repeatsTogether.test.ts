import '../../support/app/noComplaints';
import { undoRequested, redoRequested, selectToast } from '../../../src/history/historySlice';
import { wasSkipped } from '../../../src/tasks/task';
import {
  occurrenceUntickRequested,
  taskDeleteRequested,
  taskRepeatRequested,
  taskSkipRequested,
} from '../../../src/tasks/taskActions';
import { manyRequested } from '../../../src/tasks/selecting/manyTasks';
import type { Repeat } from '../../../src/repeats/repeat';
import { selectTask, selectTaskIdsIn, selectTaskSync } from '../../../src/tasks/tasksSelectors';
import { taskAddAtOnceRequested } from '../../../src/tasks/wire/taskAdding';
import { describeChange } from '../../../src/app/store/kinds';
import { taskOf, tickOf, editOf } from '../../support/devices/acts';
import { bins, daysLater, stored, tick, tuesdays } from '../../support/devices/bins';
import { openDevice, type Device, type Page } from '../../support/devices/devices';
import { taskFields, taskRecord } from '../../support/app/operations';
import { advance, fakeTime, MINUTES_10 } from '../../support/app/time';

fakeTime('2026-11-24T12:00:00.000Z');

test('A tick moves a task on as one update, and its row leaves as others do', async () => {
  const { database, pages, expectAt } = await bins();
  const [page] = pages;
  tick(page);
  expect(taskOf(page)).toMatchObject({ lastStep: { day: '2026-11-24' } });
  await advance(300);
  expect(database.writes).toEqual(['apply']);
  expect(taskOf(page)).toMatchObject({ lastStep: { day: '2026-11-24' } });
  const { entry } = selectToast(page.getState())!;
  expect(describeChange(entry!, { today: '2026-11-24', isUndo: false })).toBe('Done. Next on Tue 1 Dec');
  await advance(MINUTES_10);
  expectAt('2026-12-01', ['2026-11-24']);
  expect(taskOf(page).lastStep).toBeUndefined();
});

test('A tick that is taken back by the same box, or by Undo, leaves nothing', async () => {
  const { pages, expectAt } = await bins();
  const [page] = pages;
  await page.send(tickOf(page), 300);
  await page.send(tickOf(page, false));
  expectAt('2026-11-24', []);
  await page.send(tickOf(page));
  expectAt('2026-12-01', ['2026-11-24']);
  await page.send(undoRequested());
  expectAt('2026-11-24', []);
  await page.send(redoRequested());
  expectAt('2026-12-01', ['2026-11-24']);
});

test.each([
  ['ends before its answer', (device: Device, kill: () => void) => device.after('apply', kill)],
  ['loses the answer', (device: Device) => device.loseAnswer('apply')],
  [
    'loses the answer, by a clock that is a day slow',
    (device: Device) => {
      device.services.random.pushKey = () => '-OwAAAAAAAAAAAAAAAAA';
      device.loseAnswer('apply');
    },
  ],
])('A task that repeats is added with its rule, once, by a page that %s', async (_name, happens) => {
  const { database, a, page } = await openDevice();
  happens(a, page.kill);
  const repeat = { rule: 'FREQ=DAILY', first: '2026-11-24', at: '2026-11-24' };
  page.dispatch(taskAddAtOnceRequested(taskFields({ taskDueDay: repeat.at }), { repeat }));
  expect(selectTaskIdsIn.today(page.getState()).map(id => selectTask(page.getState(), id)!.repeat)).toEqual([
    repeat,
  ]);
  await advance(100);
  const [key] = Object.keys(database.lists.tasks);
  expect(database.lists).toMatchObject({
    tasks: { [key!]: { taskName: 'Water the plants' } },
    repeats: { [key!]: repeat },
  });
  await advance(MINUTES_10);
  const next = await a.open({ wait: MINUTES_10 });
  expect(Object.keys(database.lists.tasks)).toEqual([key]);
  expect(next.unsent()).toBe(0);
  await next.send(undoRequested());
  expect(database.lists).toMatchObject({ tasks: {}, 'trash/tasks': { [key!]: {} } });
});

test('A tick is undone after a reload', async () => {
  const { devices, pages, expectAt } = await bins();
  await pages[0].send(tickOf(pages[0]));
  pages[0] = await devices[0]!.open({ wait: MINUTES_10 });
  await pages[0].send(undoRequested());
  expectAt('2026-11-24', []);
});

test('Of two devices that tick one occurrence one moves it on, without a conflict', async () => {
  const { devices, pages, expectAt } = await bins(2);
  devices[1]!.holdBack('readRecord');
  tick(pages[0]);
  await pages[1]!.send(tickOf(pages[1]!));
  expectAt('2026-12-01', ['2026-11-24']);
});

test('A device that ticked offline for a week counts once for each of its ticks', async () => {
  const { devices, pages, expectAt } = await bins(2);
  const [a, b] = pages as [Page, Page];
  devices[1]!.goOffline();
  tick(b);
  await a.send(tickOf(a), 6000);
  daysLater(7);
  await b.send(tickOf(b), 300);
  await devices[1]!.reconnect();
  expectAt('2026-12-08', ['2026-11-24', '2026-12-01']);
});

test('A tick whose answer was lost is made once', async () => {
  const { devices, pages, expectAt } = await bins();
  devices[0]!.loseAnswer('apply');
  await pages[0].send(tickOf(pages[0]));
  expectAt('2026-12-01', ['2026-11-24']);
});

test('A late tick leads past today', async () => {
  const { pages, expectAt } = await bins();
  daysLater(14);
  await pages[0].send(tickOf(pages[0]));
  expectAt('2026-12-15', ['2026-11-24']);
});

test('One that was moved stays moved, and the rule goes on', async () => {
  const { pages, expectAt, database } = await bins();
  const [page] = pages;
  await page.send(editOf(page, { taskDueDay: '2026-11-25' }));
  expect(database.lists.repeats.t1).toEqual(tuesdays);
  expect(taskOf(page)).toMatchObject({ taskDueDay: '2026-11-25', repeat: { at: '2026-11-24' } });
  await page.send(tickOf(page));
  expectAt('2026-12-01', ['2026-11-24']);
  await page.send(undoRequested());
  expect(database.lists.tasks.t1).toMatchObject({ taskDueDate: stored('2026-11-25') });
});

test('The last one that was skipped, unticked and ticked again, is done', async () => {
  const { database, devices, pages } = await bins(1, {
    repeat: { ...tuesdays, rule: `${tuesdays.rule};UNTIL=20261124` },
  });
  const [page] = pages;
  const expectAll = (of: Page, doneAt: string | null, isSkip: boolean) => {
    expect(database.lists.repeats).toEqual({});
    expect(database.lists.done).toEqual(doneAt === null ? {} : { t1: doneAt });
    expect(taskOf(of).doneAt).toBe(doneAt);
    expect(wasSkipped(taskOf(of))).toBe(isSkip);
    expect(selectTaskSync(of.getState(), 1).type).toBe('saved');
  };
  await page.send(taskSkipRequested(taskOf(page) as Parameters<typeof taskSkipRequested>[0]));
  const skippedAt = taskOf(page).doneAt;
  expectAll(page, skippedAt, true);
  await page.send(tickOf(page, false));
  expectAll(page, null, false);
  await page.send(undoRequested());
  expectAll(page, skippedAt, true);
  await page.send(redoRequested());
  await page.send(tickOf(page));
  const doneAt = taskOf(page).doneAt!;
  expect(doneAt > skippedAt!).toBe(true);
  expectAll(page, doneAt, false);
  await page.send(undoRequested());
  expectAll(page, null, false);
  await page.send(redoRequested());
  expectAll(page, doneAt, false);
  const next = await devices[0]!.open({ wait: MINUTES_10 });
  expectAll(next, doneAt, false);
  expect(database.lists.occurrences).toEqual({ t1: { '2026-11-24': doneAt } });
});

test('The last one is done as any task; an undo begins the series again', async () => {
  const { database, pages } = await bins();
  const [page] = pages;
  const last = { ...tuesdays, rule: `${tuesdays.rule};UNTIL=20261130` };
  await page.send(taskRepeatRequested(taskOf(page), { repeat: last }));
  await page.send(tickOf(page));
  expect(database.lists.repeats).toEqual({});
  expect(database.lists.done).toHaveProperty('t1');
  expect(database.lists.occurrences.t1).toHaveProperty(['2026-11-24']);
  await page.send(undoRequested());
  expect(database.lists).toMatchObject({ repeats: { t1: last }, done: {}, occurrences: {} });
});

test('A device unaware of a tick changes the rule: the first free day is open', async () => {
  const { database, devices, pages } = await bins(2);
  const [a, b] = pages as [Page, Page];
  devices[1]!.stopLiveEvents();
  await a.send(tickOf(a), 300);
  const daily = { rule: 'FREQ=DAILY', first: '2026-11-24', at: '2026-11-24' };
  await b.send(taskRepeatRequested(taskOf(b), { repeat: daily, due: '2026-11-24' }));
  expect(database.lists.repeats.t1).toEqual({ ...daily, at: '2026-11-25' });
  expect(database.lists.tasks.t1).toMatchObject({ taskDueDate: stored('2026-11-25') });
  expect(selectTaskSync(b.getState(), 1).type).toBe('saved');
});

test('Deleted and restored, it has its rule and its logbook', async () => {
  const { database, pages, expectAt } = await bins();
  const [page] = pages;
  await page.send(tickOf(page));
  await page.send(taskDeleteRequested(taskOf(page)));
  expect(database.lists.tasks).toEqual({});
  await page.send(undoRequested());
  expectAt('2026-12-01', ['2026-11-24']);
});

test('A tick of what another device has deleted is there when it returns', async () => {
  const { database, devices, pages } = await bins(2);
  const [a, b] = pages as [Page, Page];
  devices[1]!.stopLiveEvents();
  await a.send(taskDeleteRequested(taskOf(a)));
  await b.send(tickOf(b));
  expect(database.lists['trash/tasks'].t1).toMatchObject({
    record: { taskDueDate: stored('2026-12-01') },
  });
  await a.send(undoRequested());
  expect(database.lists.repeats.t1).toMatchObject({ at: '2026-12-01' });
  expect(Object.keys(database.lists.occurrences.t1 as object)).toEqual(['2026-11-24']);
});

test('A tick of a day that another device opened again, then deleted, is blocked', async () => {
  const { database, devices, pages } = await bins(2);
  const [a, b] = pages as [Page, Page];
  await a.send(tickOf(a));
  devices[1]!.goOffline();
  await b.send(tickOf(b));
  a.dispatch(undoRequested());
  await a.send(taskDeleteRequested(taskOf(a)));
  await devices[1]!.reconnect();
  const reason = 'It was reopened, or its repeat was changed, on another device';
  expect(devices[1]!.kept()).toMatchObject([{ status: 'blocked', reason }]);
  expect(database.lists).toMatchObject({ tasks: {}, repeats: { t1: { at: '2026-11-24' } } });
});

describe('A line of the logbook of what counts from the tick', () => {
  const daily: Repeat = { rule: 'FREQ=DAILY;INTERVAL=3', first: '2026-12-24', at: '2026-12-24', after: true };
  /** Ticks 24 December a month early, then each next day on its day: 27 and 30 November. */
  async function tickedThrice() {
    const app = await bins(1, { repeat: daily });
    for (let n = 0; n < 3; n++) {
      await app.pages[0].send(tickOf(app.pages[0]));
      if (n < 2) daysLater(3);
    }
    app.expectAt('2026-12-03', ['2026-11-27', '2026-11-30', '2026-12-24']);
    return app;
  }
  const untick = async ([page]: readonly [Page, ...Page[]], day: string) => {
    await page.send(occurrenceUntickRequested(taskOf(page), day));
  };

  test.each([
    ['2026-12-24', ['2026-11-27', '2026-11-30']],
    ['2026-11-27', ['2026-11-30', '2026-12-24']],
  ])('that was ticked before others (%s) is taken out, and the open day stays', async (day, left) => {
    const { pages, expectAt } = await tickedThrice();
    await untick(pages, day);
    expectAt('2026-12-03', left);
    await pages[0].send(undoRequested());
    expectAt('2026-12-03', ['2026-11-27', '2026-11-30', '2026-12-24']);
  });

  test('that was ticked last opens its day again', async () => {
    const { pages, expectAt } = await tickedThrice();
    await untick(pages, '2026-11-30');
    expectAt('2026-11-30', ['2026-11-27', '2026-12-24']);
  });
});

test('A whole selection, repeating and not, is ticked as one step', async () => {
  const { database, pages } = await bins();
  const [page] = pages;
  database.put('tasks', 't2', taskRecord(2, { taskName: 'Milk' }));
  await advance(300);
  await page.send(manyRequested([1, 2], { type: 'tick', isDone: true }));
  expect(database.lists.done).toHaveProperty('t2');
  expect(database.lists.repeats.t1).toMatchObject({ at: '2026-12-01' });
  const { entry } = selectToast(page.getState())!;
  expect(describeChange(entry!, { today: '2026-11-24', isUndo: false })).toBe(
    '2 tasks done. Next on Tue 1 Dec',
  );
  await page.send(undoRequested());
  expect(database.lists).toMatchObject({ done: {}, repeats: { t1: tuesdays }, occurrences: {} });
});

test('The logbook keeps how many subtasks were done, through undo and the trash', async () => {
  const { database, pages } = await bins();
  const [page] = pages;
  const description = '- [x] Paper\n- [x] Glass\n- [ ] Plastic';
  await page.send(editOf(page, { taskDescription: description }));
  const open = description.replaceAll('[x]', '[ ]');
  const counted = { '2026-11-24': '2026-11-24T12:10:00.300Z', '2026-11-24-parts': '2/3' };
  const expectCounted = () => {
    expect(database.lists.occurrences).toEqual({ t1: counted });
    expect(taskOf(page)).toMatchObject({ subtasksDone: { '2026-11-24': '2/3' }, taskDescription: open });
  };
  tick(page);
  expect(taskOf(page)).toMatchObject({ subtasksDone: { '2026-11-24': '2/3' } });
  await advance(MINUTES_10);
  expectCounted();
  await page.send(undoRequested());
  expect(database.lists.occurrences).toEqual({});
  expect(taskOf(page)).not.toHaveProperty('subtasksDone');
  expect(taskOf(page).taskDescription).toBe(description);
  await page.send(redoRequested());
  expectCounted();
  await page.send(taskDeleteRequested(taskOf(page)));
  expect(Object.keys(database.lists['trash/tasks'])).toEqual(['t1']);
  await page.send(undoRequested());
  expectCounted();
  await page.send(occurrenceUntickRequested(taskOf(page), '2026-11-24'));
  expect(database.lists.occurrences).toEqual({});
  await page.send(undoRequested());
  expectCounted();
});

test('A skip notes that it was one, and counts no subtasks', async () => {
  const { database, pages, expectAt } = await bins(1, { taskDescription: '- [x] Paper' });
  const [page] = pages;
  await page.send(taskSkipRequested(taskOf(page) as Parameters<typeof taskSkipRequested>[0]));
  expectAt('2026-12-01', ['2026-11-24']);
  expect(database.lists.occurrences).toEqual({ t1: { '2026-11-24': 'skipped' } });
});
