import fc from 'fast-check';
import { createStore } from '../../src/app/store';
import { freeTaskId, type Task, type TaskListName } from '../../src/tasks/task';
import { sizeOf, taskIdsInRange, type Order } from '../../src/tasks/order';
import {
  buildTaskList,
  emptyTaskList,
  putTask,
  rangeOfDays,
  removeTask,
  taskCount,
  taskIdOfKey,
  taskOf,
  type OrderName,
  type TaskList,
} from '../../src/tasks/taskList';
import { selectCountIn, selectTaskIdsIn, VIEWS } from '../../src/tasks/tasksSelectors';
import { taskRecordsArrived, tasksLoaded } from '../../src/tasks/tasksSlice';
import { dayChanged, drawerOpened } from '../../src/ui/uiSlice';
import { taskRecord } from '../support/operations';

const DAYS = ['2025-12-31', '2026-03-09', '2026-03-10', '2026-03-11', '2027-01-01', null];
const tasks = fc.record<Omit<Task, 'lingers'>>({
  taskId: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 9_999_999 })),
  taskName: fc.constantFrom('a', 'B', 'ä', 'b', 'Z', '', '10', '9', 'e\u0301', '\u00e9'),
  taskDescription: fc.constant(''),
  taskList: fc.constantFrom('personal', 'work'),
  taskDueDay: fc.constantFrom(...DAYS),
  fireId: fc.constant(null),
  doneAt: fc.constantFrom(null, null, '2026-03-09T10:00:00.000Z', '2026-03-10T08:30:00.000Z'),
});
const withKey = (task: Task): Task => ({ ...task, fireId: `-key${task.taskId}` });
const changes = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: tasks.map(task => ({ put: withKey(task) })) },
    { weight: 1, arbitrary: fc.nat(40).map(remove => ({ remove })) },
  ),
  { maxLength: 120 },
);

const names = new Intl.Collator();
const open = (all: Task[], list?: TaskListName) =>
  all.filter(({ doneAt, taskList }) => doneAt === null && (!list || taskList === list));
const order: Record<OrderName, (tasks: Task[]) => number[]> = {
  earliest: all => sorted(open(all), 1),
  latest: all => sorted(open(all), -1),
  personal: all => sorted(open(all, 'personal'), 1),
  work: all => sorted(open(all, 'work'), 1),
  done: all =>
    all
      .filter(({ doneAt }) => doneAt !== null)
      .sort(
        (a, b) =>
          b.doneAt!.localeCompare(a.doneAt!) || names.compare(a.taskName, b.taskName) || a.taskId - b.taskId,
      )
      .map(({ taskId }) => taskId),
};
const day = ({ taskDueDay }: Task) => taskDueDay ?? '~';
const sorted = (all: Task[], sign: number) =>
  [...all]
    .sort(
      (a, b) =>
        sign * (day(a) < day(b) ? -1 : day(a) > day(b) ? 1 : 0) ||
        names.compare(a.taskName, b.taskName) ||
        a.taskId - b.taskId,
    )
    .map(({ taskId }) => taskId);

const idsIn = (one: Order) => taskIdsInRange(one, { from: 0, to: sizeOf(one) });

/** No page or branch is empty or too long, and each branch knows how many it holds; an empty order is one empty page. */
function expectSoundTree(one: Order, isRoot = true) {
  const children = Array.isArray(one) ? one : one.nodes;
  expect(children.length).toBeLessThanOrEqual(64);
  if (!isRoot) expect(children.length).toBeGreaterThan(0);
  if (Array.isArray(one)) return;
  one.nodes.forEach(node => expectSoundTree(node, false));
  expect(one.size).toBe(one.nodes.reduce((sum, node) => sum + sizeOf(node), 0));
}

function check(list: TaskList, model: Map<number, Task>) {
  const all = [...model.values()];
  for (const name of Object.keys(order) as OrderName[]) {
    expect(idsIn(list.orders[name])).toEqual(order[name](all));
    expectSoundTree(list.orders[name]);
  }
  expect(taskCount(list)).toBe(model.size);
  expect(all.map(({ taskId }) => taskOf(list, taskId))).toEqual(all);
  expect(all.map(({ fireId }) => taskIdOfKey(list, fireId!))).toEqual(all.map(({ taskId }) => taskId));
}

test('Whatever is put, renamed, moved and removed, all five orders are those of a sorted array', () => {
  fc.assert(
    fc.property(fc.array(tasks, { maxLength: 300 }), changes, (first, steps) => {
      const model = new Map(first.map(task => [task.taskId, withKey(task)]));
      let list = buildTaskList([...model.values()]);
      for (const step of steps) {
        if ('put' in step) {
          list = putTask(list, step.put);
          model.set(step.put.taskId, step.put);
        } else {
          list = removeTask(list, step.remove);
          model.delete(step.remove);
        }
      }
      check(list, model);
      const removed = [...model.values()].find(() => true);
      if (!removed) return;
      expect(taskIdOfKey(removeTask(list, removed.taskId), removed.fireId!)).toBeUndefined();
    }),
    { numRuns: 60 },
  );
});

const DONE_AT = '2026-03-09T10:00:00.000Z';

test('Pages split as they fill and vanish as they empty', () => {
  let list = emptyTaskList;
  const model = new Map<number, Task>();
  const make = (taskId: number): Task => ({
    taskId,
    taskName: String((taskId * 7919) % 1000),
    taskDescription: '',
    taskList: taskId % 2 ? 'work' : 'personal',
    taskDueDay: DAYS[taskId % DAYS.length]!,
    fireId: `-key${taskId}`,
    doneAt: taskId % 5 ? null : DONE_AT,
  });
  for (let id = 0; id < 2000; id++) {
    list = putTask(list, make(id));
    model.set(id, make(id));
  }
  check(list, model);
  const before = list;
  for (let id = 0; id < 2000; id++) if (id % 97) list = removeTask(list, id);
  for (const id of [...model.keys()]) if (id % 97) model.delete(id);
  check(list, model);
  expect(idsIn(before.orders.earliest)).toHaveLength(1600);
  for (const id of model.keys()) list = removeTask(list, id);
  expect(list.orders).toEqual({ earliest: [], latest: [], personal: [], work: [], done: [] });
});

test('A range of days has just the tasks of those days, in whole and in cut pages', () => {
  fc.assert(
    fc.property(
      fc.array(tasks, { maxLength: 600 }),
      fc.constantFrom<OrderName>('earliest', 'latest', 'personal', 'work'),
      fc.constantFrom('', ...DAYS.filter(one => one !== null)),
      fc.constantFrom('2026-03-10', '2026-03-11', '~'),
      (first, name, from, to) => {
        const model = new Map(first.map(task => [task.taskId, withKey(task)]));
        const list = buildTaskList([...model.values()]);
        const range = rangeOfDays(list, name, { from, to });
        const expected = order[name]([...model.values()]).filter(id => {
          const of = day(model.get(id)!);
          return of >= from && of < to;
        });
        expect(taskIdsInRange(list.orders[name], range)).toEqual(from < to ? expected : []);
      },
    ),
    { numRuns: 100 },
  );
});

test('A number that a known task has is drawn again', () => {
  const drawn = [5, 7, 6];
  const limits: number[] = [];
  const below = (limit: number) => {
    limits.push(limit);
    return drawn.shift()!;
  };
  expect(freeTaskId(id => id === 5 || id === 7, below)).toBe(6);
  expect(limits).toEqual([10_000_000, 10_000_000, 10_000_000]);
});

describe('views', () => {
  const open = () => {
    const { store } = createStore();
    store.dispatch(dayChanged('2026-03-10'));
    const record = (at: number) =>
      taskRecord(at, {
        taskName: `Task ${at}`,
        taskList: at % 2 ? 'work' : 'personal',
        taskDueDate: `${DAYS[at % 5]}T00:00:00.000Z`,
      });
    store.dispatch(
      tasksLoaded(Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`k${at}`, record(at)]))),
    );
    return { ...store, record };
  };

  test('keep their identity while only what is outside of them changes', () => {
    const { dispatch, getState, record } = open();
    const seen = () => VIEWS.map(view => selectTaskIdsIn[view](getState()));
    const [today, upcoming, previous, personal, work] = seen();
    // Task 5 is of 2025 and of Work: only Previous and Work have it.
    dispatch(taskRecordsArrived({ k5: null }));
    const after = seen();
    expect(after[0]).toBe(today);
    expect(after[1]).toBe(upcoming);
    expect(after[3]).toBe(personal);
    expect(after[2]).toHaveLength(previous!.length - 1);
    expect(after[4]).toHaveLength(work!.length - 1);
    // A description alone moves nothing anywhere.
    dispatch(taskRecordsArrived({ k7: { ...record(7), taskDescription: 'More words' } }));
    seen().forEach((ids, at) => expect(ids).toBe(after[at]));
  });

  test('compute nothing again for what has nothing to do with the list', () => {
    const { dispatch, getState, record } = open();
    VIEWS.forEach(view => selectTaskIdsIn[view](getState()));
    const count = () => VIEWS.map(view => selectTaskIdsIn[view].recomputations());
    const [today, upcoming, previous, personal, work] = count();
    dispatch(drawerOpened());
    dispatch(taskRecordsArrived({ k7: { ...record(7), taskDescription: 'More words' } }));
    VIEWS.forEach(view => selectTaskIdsIn[view](getState()));
    expect(count()).toEqual([today, upcoming, previous, personal, work]);
    dispatch(taskRecordsArrived({ k5: null })); // of Previous and Work
    VIEWS.forEach(view => selectTaskIdsIn[view](getState()));
    expect(count()).toEqual([today, upcoming, previous! + 1, personal, work! + 1]);
  });

  test('count without listing', () => {
    const { getState } = open();
    for (const view of VIEWS) {
      const ids = selectTaskIdsIn[view](getState());
      expect(selectCountIn[view](getState())).toBe(ids.length);
    }
  });

  test('move tasks at midnight', () => {
    const { dispatch, getState } = open();
    const upcoming = selectTaskIdsIn.upcoming(getState()).length;
    dispatch(dayChanged('2026-03-11'));
    expect(selectCountIn.upcoming(getState())).toBe(180);
    expect(upcoming).toBe(360);
    expect(selectCountIn.previous(getState())).toBe(540);
  });
});
