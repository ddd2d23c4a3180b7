import '../support/app/noComplaints';
import fc from 'fast-check';
import { redoRequested, selectToast, undoRequested } from '../../src/history/historySlice';
import { describeChange, describeSteps } from '../../src/app/store/kinds';
import { placesAt } from '../../src/lib/placesAt';
import { placingsOf } from '../../src/selection/order/placeTasks';
import { taskAddAtOnceRequested } from '../../src/tasks/wire/taskAdding';
import { taskDeleteRequested, taskSaveRequested } from '../../src/tasks/taskActions';
import { fieldsOf, type Order, type Task } from '../../src/tasks/task';
import { daysOf, withTask } from '../../src/tasks/taskDays';
import { selectTaskIdsIn, type View } from '../../src/tasks/tasksSelectors';
import { taskOf, tickOf } from '../support/devices/acts';
import { openDevice, openTwoDevices, type Page } from '../support/devices/devices';
import { shownTask, taskRecord } from '../support/app/operations';
import { deleteElsewhere, restoreElsewhere } from '../support/devices/elsewhere';
import { advance, MINUTES_10 } from '../support/app/time';

beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00.000Z') }));
afterEach(() => void jest.useRealTimers());

const TODAY = '2026-03-10';
const due = (day: string) => ({ taskDueDate: `${day}T00:00:00.000Z` });
/** Four tasks of today, the second of Work, and an older one of tomorrow. */
const five = () => ({
  k1: taskRecord(1, { taskName: 'A' }),
  k2: taskRecord(2, { taskName: 'B', taskList: 'work' }),
  k3: taskRecord(3, { taskName: 'C' }),
  k4: taskRecord(4, { taskName: 'D' }),
  k0: taskRecord(5, { taskName: 'E', ...due('2026-03-11') }),
});
const ids = (page: Page, view: View = 'today') => selectTaskIdsIn[view](page.getState());
/** Moves tasks behind another one, or to the top for null; returns how many places were stored. */
function move(page: Page, taskIds: number[], behind: number | null) {
  const placings = placingsOf(
    page.getState(),
    taskIds.map(taskId => taskOf(page, taskId)),
    behind,
  );
  for (const placement of placings) page.dispatch(placement);
  return placings.length;
}
const stored = (day: string) => ({ day, place: expect.any(String) as string });

describe('Places', () => {
  const place = (id: number, at: string | null) => ({ id, place: at });

  test('are given to as few as it takes: the moved one, and those above without one', () => {
    const others = [place(1, 'a0'), place(2, 'a1'), place(3, null), place(4, null), place(5, null)];
    const moved = [place(9, null)];
    expect([...placesAt(moved, others, 0).keys()]).toEqual([9]);
    expect([...placesAt(moved, others, 2).keys()]).toEqual([9]);
    expect([...placesAt(moved, others, 4).keys()]).toEqual([3, 4, 9]);
    expect([...placesAt(moved, others, 5).keys()]).toEqual([3, 4, 5, 9]);
  });

  test('that two devices chose alike are parted by the next move between them', () => {
    const others = [place(1, 'a0'), place(2, 'a0'), place(3, 'a1')];
    const places = placesAt([place(9, null)], others, 1);
    expect([...places.keys()]).toEqual([9, 2]);
    expect('a0' < places.get(9)! && places.get(9)! < places.get(2)! && places.get(2)! < 'a1').toBe(true);
  });
});

/** The order of a day, computed by the slice's own code. */
const orderOf = (tasks: readonly Task[]) => daysOf(tasks).open['2026-03']?.[TODAY] ?? [];
const NAMES = ['b', 'a', 'ä', 'B', '', 'a'];

describe('The order of a day', () => {
  const begin = (places: readonly (Order | null)[]) =>
    places.map((order, taskId) => shownTask(taskId, { taskName: NAMES[taskId]!, ...(order && { order }) }));
  const someOrder = fc.option(
    fc.record({
      day: fc.constantFrom(TODAY, '2026-03-11', 'undated'),
      place: fc.constantFrom('a0', 'a1', 'a1V'),
    }),
  );
  const orders = fc.array(someOrder, { minLength: NAMES.length, maxLength: NAMES.length });

  test('of tasks that nobody moved is that of adding, those that wait for a key last', () => {
    const keys = ['-Od', '-OZ', null, 'k1', null, '-Oa'];
    const tasks = keys.map((fireId, id) =>
      shownTask(id, { fireId, ...(fireId === null && { addNumber: 9 - id }) }),
    );
    expect(orderOf(tasks)).toEqual([3, 1, 5, 0, 4, 2]);
  });

  test('is kept from day to day by what repeats, and by nothing else', () => {
    const order = { day: '2026-03-09', place: 'a0' };
    const repeat = { rule: 'FREQ=DAILY', first: '2026-03-01', at: TODAY };
    const tasks = [shownTask(0), shownTask(1, { order }), shownTask(2, { order, repeat })];
    expect(orderOf(tasks)).toEqual([2, 0, 1]);
  });

  test('is that of their times behind those that were moved by hand, then that of adding', () => {
    const [order, elsewhere] = [TODAY, '2026-03-11'].map(day => ({ day, place: 'a0' }));
    const tasks = [
      shownTask(0),
      shownTask(1, { time: '14:30' }),
      shownTask(2, { time: '09:00', order: elsewhere! }),
      shownTask(3, { time: '14:30' }),
      shownTask(4, { time: '23:00', order: order! }),
      shownTask(5, { order: elsewhere! }),
    ];
    expect(orderOf(tasks)).toEqual([4, 2, 1, 3, 0, 5]);
  });

  test('is what was asked for, wherever tasks are put and however often', () => {
    fc.assert(
      fc.property(orders, fc.array(fc.tuple(fc.nat(5), fc.nat(5)), { maxLength: 40 }), (first, moves) => {
        let tasks = begin(first);
        for (const [id, at] of moves) {
          const others = orderOf(tasks).filter(other => other !== id);
          const placed = (ofTask: number) => {
            const { order } = tasks[ofTask]!;
            return { id: ofTask, place: order?.day === TODAY ? order.place : null };
          };
          const places = placesAt([placed(id)], others.map(placed), at);
          tasks = tasks.map(task => {
            const chosen = places.get(task.taskId);
            return chosen === undefined ? task : { ...task, order: { day: TODAY, place: chosen } };
          });
          expect(orderOf(tasks)).toEqual(others.toSpliced(at, 0, id));
        }
      }),
    );
  });

  test('is the same on all devices, in whatever order places arrive', () => {
    fc.assert(
      fc.property(
        orders,
        fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }),
        fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }),
        (places, ...arrivals) => {
          const whole = orderOf(begin(places));
          for (const arrival of arrivals) {
            const tasks = begin(places.map(() => null));
            let days = daysOf(tasks);
            for (const id of arrival) {
              const [before, after] = [tasks[id]!, begin(places)[id]!];
              tasks[id] = after;
              days = withTask(days, before, after, other => tasks[other]);
            }
            expect(days.open['2026-03']![TODAY]).toEqual(whole);
          }
        },
      ),
    );
  });
});

describe('A task that is moved', () => {
  const opened = () => openDevice({ tasks: five() });

  test('stands where it was put, in its list too, and the record stays as it is', async () => {
    const { database, page } = await opened();
    expect(move(page, [4], 1)).toBe(2);
    expect(ids(page)).toEqual([1, 4, 2, 3]);
    expect(ids(page, 'personal')).toEqual([1, 4, 3, 5]);
    await advance(MINUTES_10);
    expect(database.lists.order).toEqual({ k1: stored(TODAY), k4: stored(TODAY) });
    expect(database.lists.tasks).toEqual(five());
    expect(database.writes).toEqual(['apply']);
  });

  test('is one step of what can be undone, whatever got a place with it', async () => {
    const { database, page } = await opened();
    move(page, [4], 2);
    expect(ids(page)).toEqual([1, 2, 4, 3]);
    await advance(300);
    const { entry } = selectToast(page.getState())!;
    expect(describeChange(entry!, { today: TODAY, isUndo: false })).toBe('Moved “D”');
    expect(describeChange(entry!, { today: TODAY, isUndo: true })).toBe('Moved “D” back');
    const kept = entry!.steps.filter(({ payload }) => !(payload as { taskName?: string }).taskName);
    expect(kept.map(step => describeSteps([step], { today: TODAY, isUndo: false }))).toEqual([
      'Order kept',
      'Order kept',
    ]);
    await page.send(undoRequested());
    expect([ids(page), database.lists.order]).toEqual([[1, 2, 3, 4], {}]);
    await page.send(redoRequested());
    expect(ids(page)).toEqual([1, 2, 4, 3]);
  });

  test('that stands there already changes nothing', async () => {
    const { page } = await opened();
    expect([move(page, [1], null), move(page, [3], 2), move(page, [], null)]).toEqual([0, 0, 0]);
  });

  test('goes with others of its day as one block', async () => {
    const { page } = await opened();
    move(page, [4, 2], null);
    expect(ids(page)).toEqual([2, 4, 1, 3]);
  });

  test('stands before what is added later, and has no place on another day', async () => {
    const { page } = await opened();
    move(page, [4], null);
    page.dispatch(taskAddAtOnceRequested({ ...fieldsOf(taskOf(page, 1)), taskName: 'AA' }));
    await advance(300);
    const added = ids(page).find(id => id > 5)!;
    expect(ids(page)).toEqual([4, 1, 2, 3, added]);
    const base = fieldsOf(taskOf(page, 4));
    page.dispatch(
      taskSaveRequested(taskOf(page, 4), base, { ...base, taskName: 'F', taskDueDay: '2026-03-11' }),
    );
    expect(ids(page, 'upcoming')).toEqual([5, 4]);
    page.dispatch(taskSaveRequested(taskOf(page, 4), { ...base, taskDueDay: '2026-03-11' }, base));
    expect(ids(page)[0]).toBe(4);
    await advance(MINUTES_10);
  });

  test('keeps its place through a tick, the trash, and a restore', async () => {
    const { database, page } = await opened();
    move(page, [4], null);
    await advance(300);
    await page.send(tickOf(page, true, 4));
    page.dispatch(tickOf(page, false, 4));
    expect(ids(page)).toEqual([4, 1, 2, 3]);
    await advance(MINUTES_10);
    await page.send(taskDeleteRequested(taskOf(page, 4)));
    expect(ids(page)).toEqual([1, 2, 3]);
    await page.send(undoRequested());
    expect(ids(page)).toEqual([4, 1, 2, 3]);
    expect(database.lists.order).toEqual({ k4: stored(TODAY) });
  });

  test('is there after a reload, before any answer; a move made offline is sent then', async () => {
    const { database, a: device, page } = await opened();
    move(page, [4], null);
    await advance(MINUTES_10);
    device.goOffline();
    page.kill();
    const second = await device.open();
    await advance(300);
    expect(ids(second)).toEqual([4, 1, 2, 3]);
    move(second, [3], 4);
    expect(ids(second)).toEqual([4, 3, 1, 2]);
    await advance(MINUTES_10);
    expect(database.lists.order).toEqual({ k4: stored(TODAY) });
    await device.reconnect();
    expect(database.lists.order).toEqual({ k3: stored(TODAY), k4: stored(TODAY) });
  });
});

describe('Of two devices', () => {
  async function two() {
    const { pageOfA, pageOfB, ...devices } = await openTwoDevices({ tasks: five() });
    return { ...devices, pages: [pageOfA, pageOfB] as const };
  }

  test('that drop at one place, one of them offline, both show the same order', async () => {
    const { a, pages } = await two();
    a.goOffline();
    move(pages[0], [4], 1);
    move(pages[1], [3], 1);
    await advance(MINUTES_10);
    await a.reconnect();
    expect(ids(pages[0])).toEqual(ids(pages[1]));
    expect([ids(pages[0])[0], new Set(ids(pages[0])).size]).toEqual([1, 4]);
    expect([pages[0].unsent(), pages[1].unsent()]).toEqual([0, 0]);
  });

  test('one moves what the other deletes: the place stays', async () => {
    const { database, a, pages } = await two();
    a.before('apply', () => deleteElsewhere(database, 'tasks', 'k4'));
    move(pages[0], [4], null);
    await advance(MINUTES_10);
    expect(database.lists.tasks).not.toHaveProperty('k4');
    await restoreElsewhere(database, 'tasks', 'k4');
    await advance(MINUTES_10);
    expect(database.lists.order).toEqual({ k4: stored(TODAY) });
    expect([ids(pages[0]), ids(pages[1])]).toEqual([
      [4, 1, 2, 3],
      [4, 1, 2, 3],
    ]);
  });

  test('one deletes before it learns of the other’s move: the place stays', async () => {
    const { database, b, pages } = await two();
    b.stopLiveEvents();
    move(pages[0], [4], null);
    await advance(300);
    await pages[1].send(taskDeleteRequested(taskOf(pages[1], 4)));
    expect(database.lists['trash/tasks']).toHaveProperty('k4');
    expect([database.lists.order, pages[1].unsent()]).toEqual([{ k4: stored(TODAY) }, 0]);
  });
});
