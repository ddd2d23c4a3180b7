import '../support/app/noComplaints';
import type { UnknownAction } from '@reduxjs/toolkit';
import fc from 'fast-check';
import { runSaga, stdChannel } from 'redux-saga';
import { createStore } from '../../src/app/store';
import type { LiveEvent, Records } from '../../src/services/database';
import { operationKept } from '../../src/sync/operations';
import { taskListArrived, taskRecordsArrived, tasksLoaded, tasksRequested } from '../../src/tasks/tasksSlice';
import { taskList, type TasksState } from '../../src/tasks/tasksState';
import { followTasks, loadTasks } from '../../src/tasks/wire/taskListSagas';
import { taskConfirmed, taskDelete, taskEdit, taskFields, taskRecord } from '../support/app/operations';
import { fakeServices } from '../support/devices/fakeServices';
import { times } from '../support/long';

/** More than a slice. */
const COUNT = 600;
const known: Records = Object.fromEntries(
  Array.from({ length: COUNT }, (_, taskId) => [`k${taskId}`, taskRecord(taskId)]),
);
const named = (taskId: number, taskName: string) => taskRecord(taskId, { taskName });

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function page() {
  const { store } = createStore();
  const channel = stdChannel();
  const dispatch = (action: UnknownAction) => {
    store.dispatch(action);
    channel.put(action);
    return action;
  };
  return { store, channel, dispatch, getState: store.getState };
}

/** A page that knows these records and follows the list, and the live events that reach it. */
async function followed() {
  const io = page();
  const { store, dispatch } = io;
  const services = fakeServices();
  let emit: ((event: LiveEvent) => void) | undefined;
  services.database.follow = (_userId, list, listener) => {
    if (list === 'tasks') emit = listener;
    return () => {};
  };
  const saga = runSaga(io, followTasks, services, 'anna');
  dispatch(tasksLoaded(known));
  while (!emit) await Promise.resolve();
  const turns = async () => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  };
  const nextSlice = async () => {
    jest.advanceTimersToNextTimer();
    await turns();
  };
  return {
    dispatch,
    tasks: () => store.getState().tasks,
    arrive: emit,
    /** Reads the list, which the server answers at once. */
    async read(answer: Records) {
      services.database.load = (_userId, list) => Promise.resolve(list === 'tasks' ? answer : {});
      dispatch(tasksRequested());
      runSaga(io, loadTasks, services, 'anna');
      await turns();
    },
    nextSlice,
    async allSlices() {
      for (let slice = 0; slice < 5; slice++) await nextSlice();
    },
    end: () => saga.cancel(),
  };
}

test('A long live list that says nothing new is compared in slices and changes no task', async () => {
  const { tasks, arrive, allSlices } = await followed();
  const { items, newsCount } = tasks();
  arrive({ type: 'list', records: { ...known } });
  arrive({ type: 'changes', records: { k1: named(1, 'Later') } });
  expect(tasks().isLive).toBe(false);
  expect(tasks().items).toBe(items);
  await allSlices();
  expect(tasks()).toMatchObject({ isLive: true, newsCount });
  expect(taskList.item(tasks(), 1)!.taskName).toBe('Later');
});

test('A long answer that says nothing new is compared in slices and changes no task', async () => {
  const { tasks, arrive, read, allSlices } = await followed();
  const { items, newsCount } = tasks();
  await read({ ...known });
  expect(tasks()).toMatchObject({ phase: 'loading', newsCount });
  expect(tasks().items).toBe(items);
  arrive({ type: 'changes', records: { k1: named(1, 'Later') } });
  await allSlices();
  expect(tasks()).toMatchObject({ phase: 'loaded', newsCount });
  expect(taskList.item(tasks(), 1)!.taskName).toBe('Later');
});

test('Nothing of a long live list is taken after a sign-out amid its comparison', async () => {
  const { tasks, arrive, allSlices, end } = await followed();
  arrive({ type: 'list', records: { ...known, k599: named(599, 'Elsewhere') } });
  end();
  await allSlices();
  expect(tasks().isLive).toBe(false);
  expect(taskList.item(tasks(), 599)!.taskName).toBe(taskFields().taskName);
});

test('A long live list is taken whole below an unsent change that reads the same', async () => {
  const { dispatch, tasks, arrive } = await followed();
  dispatch(operationKept(taskEdit('e', 1, taskFields({ taskName: 'Mine' }))));
  arrive({ type: 'list', records: { ...known, k1: named(1, 'Mine') } });
  expect(tasks().isLive).toBe(true);
  expect(taskList.serverItem(tasks(), 1)!.taskName).toBe('Mine');
});

/** Meanwhile this device changes a task, its oldest change is confirmed, another device's or an older answer arrives. */
type Step = { type: 'edit' | 'delete' | 'elsewhere'; at: number } | { type: 'confirm' | 'answer' | 'slice' };
const at = fc.oneof(fc.nat(COUNT - 1), fc.nat(5));
/** A read has one answer. */
const steps: fc.Arbitrary<Step[]> = fc
  .array(
    fc.oneof(
      fc.record({ type: fc.constantFrom('edit' as const, 'delete' as const, 'elsewhere' as const), at }),
      fc.record({ type: fc.constantFrom('confirm' as const, 'answer' as const, 'slice' as const) }),
    ),
    { maxLength: 12 },
  )
  .map(all => {
    const answer = all.findIndex(({ type }) => type === 'answer');
    return all.filter(({ type }, step) => type !== 'answer' || step === answer);
  });
/** Tasks that the list has by another name, or no more. */
const news = fc.oneof(fc.constant([]), fc.array(fc.tuple(at, fc.boolean()), { minLength: 1, maxLength: 3 }));

function listOf(differences: readonly [number, boolean][]): Records {
  const list = { ...known };
  for (const [taskId, isGone] of differences)
    if (isGone) delete list[`k${taskId}`];
    else list[`k${taskId}`] = named(taskId, 'News');
  return list;
}

/** The steps in a page, in the server's order: actions, and events of the live connection. */
function happenings(
  all: readonly Step[],
  page: { dispatch: (action: UnknownAction) => unknown; tell: (records: Records) => unknown },
) {
  const pending: (ReturnType<typeof taskEdit> | ReturnType<typeof taskDelete>)[] = [];
  const keep = (operation: (typeof pending)[number]) => {
    if (pending.some(({ itemKey }) => itemKey === operation.itemKey)) return;
    pending.push(operation);
    page.dispatch(operationKept(operation));
  };
  return all.map((step, number) => () => {
    if (step.type === 'edit')
      return keep(taskEdit(`e${number}`, step.at, taskFields({ taskName: `Mine ${number}` })));
    if (step.type === 'delete') return keep(taskDelete(`d${number}`, step.at));
    if (step.type === 'elsewhere') return page.tell({ [`k${step.at}`]: named(step.at, `Theirs ${number}`) });
    if (step.type === 'answer')
      return page.dispatch(
        tasksLoaded(
          listOf([
            [3, false],
            [590, true],
          ]),
        ),
      );
    const operation = step.type === 'confirm' ? pending.shift() : undefined;
    if (!operation) return;
    const { taskId } = operation.payload;
    const fields = operation.kind === 'task/edit' ? operation.payload.fields : null;
    page.tell({ [`k${taskId}`]: fields && named(taskId, fields.taskName) });
    return page.dispatch(taskConfirmed(operation, fields));
  });
}

/** The tasks, without how they came to be. */
const shown = ({ items, days, ids, pending, pendingCount }: TasksState) => ({
  items,
  days,
  ids,
  pendingCount,
  pending: Object.values(pending).flatMap(bucket =>
    bucket.map(({ id, base, operations }) => ({
      id,
      base,
      operations: operations.map(({ id: made }) => made),
    })),
  ),
});

test('Whatever happens meanwhile, a long answer in slices gives what it gives at once', async () => {
  await fc.assert(
    fc.asyncProperty(news, steps, async (differences, either) => {
      const all = either.filter(({ type }) => type !== 'answer'); // a new read ends the one before
      const list = listOf(differences);
      const { store } = createStore();
      store.dispatch(tasksLoaded(known));
      store.dispatch(tasksRequested());
      store.dispatch(tasksLoaded(list));
      const tell = (records: Records) => store.dispatch(taskRecordsArrived(records));
      for (const happen of happenings(all, { dispatch: store.dispatch, tell })) happen();

      const { dispatch, tasks, arrive, read, nextSlice, allSlices, end } = await followed();
      await read(list);
      const page = { dispatch, tell: (records: Records) => arrive({ type: 'changes', records }) };
      for (const [number, happen] of happenings(all, page).entries())
        if (all[number]!.type === 'slice') await nextSlice();
        else happen();
      await allSlices();
      end();
      expect(tasks().phase).toBe('loaded');
      expect(shown(tasks())).toEqual(shown(store.getState().tasks));
    }),
    {
      numRuns: times(6, 150),
      examples: [
        [[], [{ type: 'elsewhere', at: 599 }]],
        [[[599, false]], [{ type: 'edit', at: 1 }, { type: 'confirm' }]],
        [[[599, true]], [{ type: 'edit', at: 599 }, { type: 'slice' }, { type: 'confirm' }]],
      ],
    },
  );
});

test('Whatever happens meanwhile, a long list in slices gives what it gives at once', async () => {
  await fc.assert(
    fc.asyncProperty(news, steps, async (differences, all) => {
      const list = listOf(differences);
      const { store } = createStore();
      store.dispatch(tasksLoaded(known));
      store.dispatch(tasksRequested());
      store.dispatch(taskListArrived(list));
      const tell = (records: Records) => store.dispatch(taskRecordsArrived(records));
      for (const happen of happenings(all, { dispatch: store.dispatch, tell })) happen();

      const { dispatch, tasks, arrive, nextSlice, allSlices, end } = await followed();
      dispatch(tasksRequested());
      arrive({ type: 'list', records: list });
      const page = { dispatch, tell: (records: Records) => arrive({ type: 'changes', records }) };
      for (const [number, happen] of happenings(all, page).entries())
        if (all[number]!.type === 'slice') await nextSlice();
        else happen();
      await allSlices();
      end();
      expect(tasks().isLive).toBe(true);
      expect(shown(tasks())).toEqual(shown(store.getState().tasks));
    }),
    {
      numRuns: times(6, 500),
      examples: [
        [[], [{ type: 'answer' }]],
        [[[599, false]], [{ type: 'edit', at: 1 }, { type: 'confirm' }]],
        [[[599, true]], [{ type: 'edit', at: 599 }, { type: 'slice' }, { type: 'confirm' }]],
      ],
    },
  );
});
