import fc from 'fast-check';
import { createStore } from '../../src/app/store';
import type { Calendar } from '../../src/lib/days/calendar';
import { UNDATED } from '../../src/lib/days/days';
import { freeTaskId, type Task, type TaskListName } from '../../src/tasks/task';
import { daysOf, emptyDays, withTask, type CalendarName, type TaskDays } from '../../src/tasks/taskDays';
import { selectCountIn, selectTaskIdsIn, VIEWS } from '../../src/tasks/tasksSelectors';
import { taskRecordsArrived, tasksLoaded } from '../../src/tasks/tasksSlice';
import { dayChanged, drawerOpened } from '../../src/ui/uiSlice';
import { partsBetween, partsOf } from '../support/app/calendarParts';
import { taskRecord } from '../support/app/operations';

const DAYS = ['2025-12-31', '2026-03-09', '2026-03-10', '2026-03-11', '2027-01-01', null];
const tasks = fc
  .record({
    taskId: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 9_999_999 })),
    taskName: fc.constantFrom('a', 'B', 'ä', 'b', 'Z', '', '10', '9', 'e\u0301', '\u00e9'),
    taskDescription: fc.constantFrom('', 'words'),
    taskList: fc.constantFrom<TaskListName>('personal', 'work'),
    taskDueDay: fc.constantFrom(...DAYS),
    doneAt: fc.constantFrom(null, null, '2026-03-09T10:00:00.000Z', '2026-03-10T08:30:00.000Z', 'broken'),
    isJustDone: fc.boolean(),
    time: fc.constantFrom('09:00', '14:30', undefined, undefined),
  })
  .map(({ isJustDone, time, ...task }): Task => ({
    ...task,
    ...(time !== undefined && { time }),
    fireId: `-key${task.taskId}`,
    ...(isJustDone && task.doneAt !== null && { isJustDone }),
  }));
const changes = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: tasks.map(put => ({ put })) },
    { weight: 1, arbitrary: fc.nat(40).map(remove => ({ remove })) },
  ),
  { maxLength: 120 },
);

/** The order of names in the model, in which each order is a sorted array of all tasks. */
const names = new Intl.Collator(undefined, { numeric: true });
const isDone = ({ doneAt, isJustDone }: Task) => doneAt !== null && !isJustDone;
const open = (all: Task[], list?: TaskListName) =>
  all.filter(task => !isDone(task) && (!list || task.taskList === list));
const day = ({ taskDueDay }: Task) => taskDueDay ?? '~';
/** Without a time, or without a day, it stands behind those that have both. */
const time = ({ taskDueDay, time: at }: Task) => (taskDueDay === null ? '~' : (at ?? '~'));
const sorted = (all: Task[], sign: number) =>
  [...all]
    .sort(
      (a, b) =>
        sign * (day(a) < day(b) ? -1 : day(a) > day(b) ? 1 : 0) ||
        (time(a) < time(b) ? -1 : time(a) > time(b) ? 1 : 0) ||
        (a.fireId! < b.fireId! ? -1 : a.fireId! > b.fireId! ? 1 : 0),
    )
    .map(({ taskId }) => taskId);
/** A tick that is no instant sorts after all instants. */
const doneDay = ({ doneAt }: Task) => (doneAt === 'broken' ? 'undated' : doneAt!.slice(0, 10));
const doneOrder = (all: Task[]) =>
  all
    .filter(isDone)
    .sort(
      (a, b) =>
        (doneDay(a) > doneDay(b) ? -1 : doneDay(a) < doneDay(b) ? 1 : 0) ||
        (a.doneAt! > b.doneAt! ? -1 : a.doneAt! < b.doneAt! ? 1 : 0) ||
        names.compare(a.taskName, b.taskName) ||
        a.taskId - b.taskId,
    )
    .map(({ taskId }) => taskId);

type Model = Map<number, Task>;
const flat = (calendar: Calendar, direction: 'earliest' | 'latest' = 'earliest') =>
  partsOf(calendar, direction).flat();

function expectOrders(days: TaskDays, model: Model) {
  const all = [...model.values()];
  expect(flat(days.open)).toEqual(sorted(open(all), 1));
  expect(flat(days.open, 'latest')).toEqual(sorted(open(all), -1));
  expect(flat(days.personal)).toEqual(sorted(open(all, 'personal'), 1));
  expect(flat(days.work)).toEqual(sorted(open(all, 'work'), 1));
  expect(flat(days.done, 'latest')).toEqual(doneOrder(all));
}

/** Puts a task (null: removes it) into both, with the slice's own function. */
function change(days: TaskDays, model: Model, taskId: number, after: Task | null): TaskDays {
  const before = model.get(taskId);
  if (after) model.set(taskId, after);
  else model.delete(taskId);
  return before || after ? withTask(days, before, after, id => model.get(id)) : days;
}

test('Whatever changes, all orders are those of a sorted array', () => {
  fc.assert(
    fc.property(fc.array(tasks, { maxLength: 300 }), changes, (first, steps) => {
      const model: Model = new Map(first.map(task => [task.taskId, task]));
      let days = daysOf([...model.values()]);
      expectOrders(days, model);
      for (const step of steps)
        days =
          'put' in step
            ? change(days, model, step.put.taskId, step.put)
            : change(days, model, step.remove, null);
      expectOrders(days, model);
      expect(daysOf([...model.values()])).toEqual(days);
      for (const taskId of [...model.keys()]) days = change(days, model, taskId, null);
      expect(days).toEqual(emptyDays);
    }),
    { numRuns: 60 },
  );
});

test('A new place between the same neighbours copies no day, and reads those two', () => {
  const at = (place: string): Pick<Task, 'order'> => ({ order: { day: UNDATED, place } });
  const all = ['a1', 'a3', 'a5', 'a7', 'a9'].map((place, taskId): Task => ({
    ...SOME,
    ...at(place),
    taskId,
  }));
  const days = daysOf(all);
  const read: number[] = [];
  const put = (place: string) =>
    withTask(days, all[2], { ...all[2]!, ...at(place) }, id => {
      read.push(id);
      return all[id];
    });
  expect(put('a4')).toBe(days);
  expect(new Set(read)).toEqual(new Set([1, 3]));
  expect(flat(put('a8').open)).toEqual([0, 1, 3, 2, 4]);
  expect(flat(put('a2').open)).toEqual([0, 2, 1, 3, 4]);
});
const SOME: Omit<Task, 'taskId'> = {
  taskName: 'a',
  taskDescription: '',
  taskList: 'work',
  taskDueDay: null,
  fireId: null,
  doneAt: null,
};

test('A range of days has just the tasks of those days', () => {
  fc.assert(
    fc.property(
      fc.array(tasks, { maxLength: 600 }),
      fc.constantFrom<CalendarName>('open', 'personal', 'work'),
      fc.constantFrom('', ...DAYS.filter(day => day !== null)),
      fc.constantFrom('2026-03-10', '2026-03-11', UNDATED, '~'),
      (first, name, from, to) => {
        const model: Model = new Map(first.map(task => [task.taskId, task]));
        const days = daysOf([...model.values()]);
        const list = name === 'open' ? undefined : (name as TaskListName);
        for (const [direction, sign] of [
          ['earliest', 1],
          ['latest', -1],
        ] as const) {
          const expected = sorted(open([...model.values()], list), sign).filter(id => {
            const of = model.get(id)!.taskDueDay ?? UNDATED;
            return of >= from && of < to;
          });
          expect(partsBetween(days[name], { from, to }, direction).flat()).toEqual(expected);
        }
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

  test('compute nothing again for what has nothing to do with the list', () => {
    const { dispatch, getState, record } = open();
    VIEWS.forEach(view => selectTaskIdsIn[view](getState()));
    const count = () => VIEWS.map(view => selectTaskIdsIn[view].recomputations());
    const [today, upcoming, previous, personal, work, noDate] = count();
    dispatch(drawerOpened());
    dispatch(taskRecordsArrived({ k7: { ...record(7), taskDescription: 'More words' } }));
    VIEWS.forEach(view => selectTaskIdsIn[view](getState()));
    expect(count()).toEqual([today, upcoming, previous, personal, work, noDate]);
    dispatch(taskRecordsArrived({ k5: null })); // in Previous and Work
    VIEWS.forEach(view => selectTaskIdsIn[view](getState()));
    expect(count()).toEqual([today, upcoming, previous! + 1, personal, work! + 1, noDate]);
  });

  test('read days whose ids the store has not frozen, so that a copy of many is fast', () => {
    const { dispatch, getState, record } = open();
    dispatch(taskRecordsArrived({ k7: { ...record(7), taskName: 'Another name' } }));
    const { open: calendar } = getState().tasks.days;
    expect(Object.isFrozen(calendar)).toBe(true);
    for (const ids of partsOf(calendar)) expect(Object.isFrozen(ids)).toBe(false);
  });

  test('count without listing', () => {
    const { getState } = open();
    for (const view of VIEWS) {
      const ids = selectTaskIdsIn[view](getState());
      expect(selectCountIn[view](getState())).toBe(ids.length);
    }
  });
});
