import { nanoid } from '@reduxjs/toolkit';
import { createStore } from '../../src/app/store';
import { operationConfirmed, operationKept, type Operation } from '../../src/sync/operations';
import { operationsRead } from '../../src/sync/queue/queueSlice';
import type { Records } from '../../src/services/database';
import { bodyOf as recordOf, fieldsOf, type Task, type TaskFields } from '../../src/tasks/task';
import type { TaskOperation } from '../../src/tasks/taskKinds';
import {
  selectCountIn,
  selectTask,
  selectSectionsIn,
  VIEWS,
  type View,
} from '../../src/tasks/tasksSelectors';
import { taskListArrived, taskRecordsArrived, tasksLoaded, tasksRestored } from '../../src/tasks/tasksSlice';
import { dayChanged } from '../../src/ui/uiSlice';
import { dayAfter, keyOf, taskBody } from '../seed';

/** Samples in microseconds by name. */
export type Costs = Record<string, number[]>;

export const SIZES = [100, 1000, 10_000, 50_000, 100_000];
const TODAY = '2026-11-20';
const ROUNDS = 200;
const UNSENT = 5000;

/** Twenty tasks per day around today: Today stays as small as a real user's, every other view grows. */
const bodyOf = (n: number, size: number) => taskBody(n, dayAfter(TODAY, Math.floor((n - size / 2) / 20)));

const texts = new Map<number, string>();
/** The records as an answer of the database, parsed anew each time. */
const recordsOf = (size: number): Records => {
  const entries = () => Array.from({ length: size }, (_, n) => [keyOf(n), bodyOf(n, size)]);
  if (!texts.has(size)) texts.set(size, JSON.stringify(Object.fromEntries(entries())));
  return JSON.parse(texts.get(size)!) as Records;
};

/** All costs at one size; each measurement has its own store. */
export function measureStore(size: number): Costs {
  return { ...measureLists(size), ...measureChanges(size), ...measureUnsent(size) };
}

function timeOf<Value>(work: () => Value) {
  const start = performance.now();
  const value = work();
  return { cost: (performance.now() - start) * 1000, value };
}

const note = (costs: Costs, name: string, cost: number) => (costs[name] ??= []).push(cost);
export const timed = (costs: Costs, name: string, work: () => unknown) =>
  note(costs, name, timeOf(work).cost);

/** Whole lists: read at the start, then repeated by the live listener without changes. */
function measureLists(size: number): Costs {
  const costs: Costs = {};
  const rounds = size > 10_000 ? 5 : 15;
  for (let round = 0; round < rounds; round++) {
    const { store } = createStore();
    store.dispatch(dayChanged(TODAY));
    const [cached, answered, followed] = [recordsOf(size), recordsOf(size), recordsOf(size)];
    timed(costs, 'list whole, into an empty store', () => store.dispatch(tasksRestored(cached)));
    timed(costs, 'list whole, the same again', () => store.dispatch(tasksLoaded(answered)));
    timed(costs, 'first live list, nothing differs', () => store.dispatch(taskListArrived(followed)));
  }
  return costs;
}

/** Single changes, each with the cost of every view and count afterwards, and which of them changed. */
function measureChanges(size: number): Costs {
  const costs: Costs = {};
  const { store } = storeOf(size);
  const state = () => store.getState();
  const read = () => {
    for (const view of VIEWS) {
      const { cost, value } = timeOf(() => selectSectionsIn[view](state()));
      note(costs, `${view}, a change ${known[view] === value ? 'outside' : 'inside'}`, cost);
      known[view] = value;
    }
    timed(costs, 'counts of all views', () => VIEWS.forEach(view => selectCountIn[view](state())));
  };
  const known: Partial<Record<View, unknown>> = {};
  const change = (name: string, make: (task: Task, round: number) => TaskFields) => {
    for (let round = 0; round < ROUNDS; round++) {
      const task = selectTask(state(), (round * 7919) % size)!;
      timed(costs, name, () => edit(store, task, make(task, round)));
      read();
    }
  };

  change('edit, description', (task, round) => ({ ...fieldsOf(task), taskDescription: `Edited ${round}` }));
  change('edit, name', (task, round) => ({ ...fieldsOf(task), taskName: `${round} ${task.taskName}` }));
  change('edit, due day', (task, round) => ({
    ...fieldsOf(task),
    taskDueDay: dayAfter(TODAY, (round % 9) - 4),
  }));
  for (let round = 0; round < ROUNDS; round++) {
    const fields = fieldsOf(selectTask(state(), (round * 31) % size)!);
    const task = { ...fields, taskId: size + round, fireId: keyOf(size + round) };
    timed(costs, 'add', () => {
      const operation = operationOf('task/add', { taskId: task.taskId, fireId: null, fields });
      store.dispatch(operationKept(operation));
      store.dispatch(confirmed(operation, task.fireId, fields));
    });
    read();
    const n = (round * 13) % size;
    const record = { ...bodyOf(n, size), taskDescription: `Changed elsewhere ${round}` };
    timed(costs, 'live change', () => store.dispatch(taskRecordsArrived({ [keyOf(n)]: record })));
    read();
    timed(costs, 'delete', () => {
      const operation = operationOf('task/delete', { taskId: task.taskId, fireId: task.fireId });
      store.dispatch(operationKept(operation));
      store.dispatch(confirmed(operation, task.fireId, null));
    });
    read();
  }
  return costs;
}

/** A store with 5,000 pending changes: all at once, then single changes and live records. */
function measureUnsent(size: number): Costs {
  const costs: Costs = {};
  const { store } = storeOf(size);
  const operations = Array.from({ length: UNSENT }, (_, n) => {
    const isKnown = n < size / 2;
    const fields = { ...fieldsOf(selectTask(store.getState(), n % size)!), taskDescription: `Waits ${n}` };
    return isKnown
      ? operationOf('task/edit', { taskId: n, fireId: keyOf(n), base: fields, fields })
      : operationOf('task/add', { taskId: 1_000_000 + n, fireId: null, fields });
  });
  timed(costs, `${UNSENT} unsent, read at the start`, () => store.dispatch(operationsRead(operations)));
  for (let round = 0; round < ROUNDS; round++) {
    const task = selectTask(store.getState(), size - 1 - (round % (size / 2)))!;
    timed(costs, `${UNSENT} unsent, one more edit`, () =>
      edit(store, task, { ...fieldsOf(task), taskDescription: `Edited ${round}` }),
    );
    const record = { ...bodyOf(size + round, size), taskId: size + round };
    timed(costs, `${UNSENT} unsent, a new task arrives`, () =>
      store.dispatch(taskRecordsArrived({ [keyOf(size + round)]: record })),
    );
    timed(costs, `${UNSENT} unsent, it is deleted elsewhere`, () =>
      store.dispatch(taskRecordsArrived({ [keyOf(size + round)]: null })),
    );
  }
  for (let round = 0; round < 5; round++) {
    const records = recordsOf(size);
    timed(costs, `${UNSENT} unsent, first live list`, () => store.dispatch(taskListArrived(records)));
  }
  return costs;
}

function storeOf(size: number) {
  const { store } = createStore();
  store.dispatch(dayChanged(TODAY));
  store.dispatch(tasksLoaded(recordsOf(size)));
  return { store };
}

/** An edit as the app makes it: kept on the device, then confirmed by the server. */
function edit(store: { dispatch(action: unknown): unknown }, task: Task, fields: TaskFields) {
  const { taskId, fireId } = task;
  const operation = operationOf('task/edit', { taskId, fireId, base: fieldsOf(task), fields });
  store.dispatch(operationKept(operation));
  store.dispatch(confirmed(operation, fireId!, fields));
}

/** The server's answer with the new record (null: deleted). */
function confirmed(operation: Operation, fireId: string, fields: TaskFields | null) {
  const { taskId } = operation.payload as { taskId: number };
  const record = { fireId, value: fields && recordOf(fields, taskId) };
  return operationConfirmed({ operation, confirmation: { record } });
}

let number = 0;
export const operationOf = <Kind extends TaskOperation['kind']>(kind: Kind, payload: unknown) =>
  ({
    id: nanoid(),
    userId: 'bench',
    number: ++number,
    itemKey: `task:${(payload as { taskId: number }).taskId}`,
    kind,
    payload,
    madeAt: '2026-11-20T08:00:00.000Z',
    status: 'pending',
    isAttempted: true,
  }) as Operation;
