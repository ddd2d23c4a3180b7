import type { Day } from '../lib/days';
import { tableBy, type Table } from '../lib/table';
import {
  emptyOrder,
  insertAt,
  orderOf,
  rankOf,
  removeAt,
  sizeOf,
  taskIdAt,
  type Order,
  type Range,
} from './order';
import type { Task, TaskListName } from './task';

/**
 * All tasks, once, and four orders of those to be done by due day, one of those that are done. A view is a range of an order, found by search. It is never
 * written to: a change answers a new list that shares all but what changed, so an edit among 100,000 tasks costs what
 * it costs among 100.
 */
export type TaskList = {
  tasks: Table<Task>;
  orders: Record<OrderName, Order>;
  /** taskIds by the database's key: what arrives live is known by its key. */
  keys: Table<KeyOfTask>;
};
/** `earliest` and `latest` hold all that is to be done, `personal` and `work` their list, earliest first. */
export type OrderName = 'earliest' | 'latest' | TaskListName | 'done';
export type KeyOfTask = { fireId: string; taskId: number };

const tasksById = tableBy<Task, number>(task => task.taskId);
export const taskIdsByKey = tableBy<KeyOfTask, string>(({ fireId }) => fireId);

/** Tasks without a readable date come last in their list. */
const dayKey = (task: Task): Day => task.taskDueDay ?? '~';

const compareDays = (a: Task, b: Task) => (dayKey(a) === dayKey(b) ? 0 : dayKey(a) < dayKey(b) ? -1 : 1);
/** `localeCompare` is three times as fast as a Collator's `compare`: 17 ms against 50 to sort 50,000 names. */
const compareTies = (a: Task, b: Task) => a.taskName.localeCompare(b.taskName) || a.taskId - b.taskId;

/** By due day; ties by name, then taskId, also where the latest day comes first (docs/rules.md, Days). */
const earliestFirst = (a: Task, b: Task) => compareDays(a, b) || compareTies(a, b);
const latestFirst = (a: Task, b: Task) => compareDays(b, a) || compareTies(a, b);
const lastDoneFirst = (a: Task, b: Task) =>
  a.doneAt === b.doneAt ? compareTies(a, b) : a.doneAt! > b.doneAt! ? -1 : 1;
const compareIn: Record<OrderName, (a: Task, b: Task) => number> = {
  earliest: earliestFirst,
  latest: latestFirst,
  personal: earliestFirst,
  work: earliestFirst,
  done: lastDoneFirst,
};

/** The orders that a task stands in. */
const ordersOf = (task: Task): OrderName[] =>
  task.doneAt !== null && !task.lingers ? ['done'] : ['earliest', 'latest', task.taskList];

/** Frozen at its top, which is where Immer stops: it neither copies a list nor walks through it. */
const frozen = (list: TaskList): TaskList => Object.freeze(list);

export const emptyTaskList: TaskList = frozen({
  tasks: tasksById.empty,
  orders: {
    earliest: emptyOrder,
    latest: emptyOrder,
    personal: emptyOrder,
    work: emptyOrder,
    done: emptyOrder,
  },
  keys: taskIdsByKey.empty,
});

/** Builds a list at once: sorting whole is far cheaper than putting one by one. */
export function buildTaskList(tasks: readonly Task[]): TaskList {
  const byDay = new Map<Day, Task[]>();
  const done: Task[] = [];
  for (const task of tasks) {
    if (ordersOf(task)[0] === 'done') {
      done.push(task);
      continue;
    }
    const sameDay = byDay.get(dayKey(task));
    if (sameDay) sameDay.push(task);
    else byDay.set(dayKey(task), [task]);
  }
  const days = [...byDay.keys()].sort().map(day => byDay.get(day)!.sort(compareTies));
  const earliest = days.flat();
  const latest = days.reverse().flat();
  const idsOf = (some: readonly Task[]) => orderOf(some.map(({ taskId }) => taskId));
  return frozen({
    tasks: tasksById.of(tasks),
    orders: {
      earliest: idsOf(earliest),
      latest: idsOf(latest),
      personal: idsOf(earliest.filter(({ taskList }) => taskList === 'personal')),
      work: idsOf(earliest.filter(({ taskList }) => taskList === 'work')),
      done: idsOf(done.sort(lastDoneFirst)),
    },
    keys: taskIdsByKey.of(tasks.flatMap(({ fireId, taskId }) => (fireId === null ? [] : { fireId, taskId }))),
  });
}

/** How many there are, done or not. */
export const taskCount = ({ orders }: TaskList): number => sizeOf(orders.earliest) + sizeOf(orders.done);

export const taskOf = (list: TaskList, taskId: number): Task | undefined => tasksById.get(list.tasks, taskId);

export const taskIdOfKey = (list: TaskList, fireId: string): number | undefined =>
  taskIdsByKey.get(list.keys, fireId)?.taskId;

/** Every task, in no promised order. */
export const tasksOf = (list: TaskList): Iterable<Task> => tasksById.all(list.tasks);

/** The row where the first task for which `isBehind` holds stands. */
const rowOf = (list: TaskList, name: OrderName, isBehind: (task: Task) => boolean) =>
  rankOf(list.orders[name], taskId => isBehind(taskOf(list, taskId)!));

function insert(list: TaskList, name: OrderName, task: Task): Order {
  const row = rowOf(list, name, other => compareIn[name](other, task) > 0);
  return insertAt(list.orders[name], row, task.taskId);
}

function cut(list: TaskList, name: OrderName, task: Task): Order {
  const row = rowOf(list, name, other => compareIn[name](other, task) >= 0);
  if (taskIdAt(list.orders[name], row) !== task.taskId)
    throw new Error(`Task ${task.taskId} is not where its order says`);
  return removeAt(list.orders[name], row);
}

/** The orders of a task, each made anew. */
const reordered = (list: TaskList, task: Task, change: typeof insert) => ({
  ...list.orders,
  ...Object.fromEntries(ordersOf(task).map(name => [name, change(list, name, task)])),
});

function isInSamePlace(before: Task, task: Task): boolean {
  const [orders, ordersBefore] = [ordersOf(task), ordersOf(before)];
  return orders.every((name, at) => name === ordersBefore[at] && compareIn[name](before, task) === 0);
}

/** Adds the task, or replaces the one with its taskId. */
export function putTask(list: TaskList, task: Task): TaskList {
  const before = taskOf(list, task.taskId);
  const stays = before && isInSamePlace(before, task);
  const without = before && !stays ? removeTask(list, task.taskId) : list;
  const tasks = tasksById.put(without.tasks, task);
  const keys = before?.fireId === task.fireId && stays ? list.keys : keysWith(without.keys, before, task);
  const orders = stays ? list.orders : reordered(without, task, insert);
  return frozen({ tasks, keys, orders });
}

function keysWith(keys: TaskList['keys'], before: Task | undefined, { fireId, taskId }: Task) {
  const others = before && before.fireId !== null ? taskIdsByKey.remove(keys, before.fireId) : keys;
  return fireId === null ? others : taskIdsByKey.put(others, { fireId, taskId });
}

export function removeTask(list: TaskList, taskId: number): TaskList {
  const before = taskOf(list, taskId);
  if (!before) return list;
  return frozen({
    tasks: tasksById.remove(list.tasks, taskId),
    orders: reordered(list, before, cut),
    keys: before.fireId === null ? list.keys : taskIdsByKey.remove(list.keys, before.fireId),
  });
}

/** The part of an order whose tasks are of the days `from` ≤ day < `to` (of the whole order when not given). */
export function rangeOfDays(list: TaskList, name: OrderName, days?: { from: Day; to: Day }): Range {
  if (!days) return { from: 0, to: sizeOf(list.orders[name]) };
  const row = (isBehind: (task: Task) => boolean) => rowOf(list, name, isBehind);
  return name === 'latest'
    ? { from: row(task => dayKey(task) < days.to), to: row(task => dayKey(task) < days.from) }
    : { from: row(task => dayKey(task) >= days.from), to: row(task => dayKey(task) >= days.to) };
}
