import type { Day } from '../days';
import { firstWhere } from '../search';
import type { Task, TaskListName } from './task';

/**
 * All tasks, once, and four orders of them by due day. A view is a range of an order, found by search. Both are kept
 * in small pieces (shards by taskId, pages of an order), so that a change copies a piece and never the whole: an edit
 * among 100,000 tasks costs what it costs among 100.
 *
 * Functions that change take a list that may be written to: an Immer draft, or one that is being built.
 */
export type TaskList = {
  size: number;
  shards: Record<string, Task>[];
  orders: Record<OrderName, Order>;
  /** taskIds by the database's key, in shards too: what arrives live is known by its key. */
  keys: Record<string, number>[];
};
/** `earliest` and `latest` hold all tasks, `personal` and `work` their list, earliest first. */
export type OrderName = 'earliest' | 'latest' | TaskListName;
/** taskIds in their order, in pages of at most `PAGE`; no page is empty. */
export type Order = number[][];
/** Rows `from` to before `to` of an order. */
export type Range = { from: number; to: number };

const SHARDS = 512;
const PAGE = 256;
const names = new Intl.Collator();

/** Tasks without a readable date come last in their list. */
const dayKey = (task: Task): Day => task.taskDueDay ?? '~';

const compareDays = (a: Task, b: Task) => (dayKey(a) === dayKey(b) ? 0 : dayKey(a) < dayKey(b) ? -1 : 1);
const compareTies = (a: Task, b: Task) => names.compare(a.taskName, b.taskName) || a.taskId - b.taskId;

/** By due day; ties by name, then taskId, also where the latest day comes first (READINGS, 'Order'). */
const earliestFirst = (a: Task, b: Task) => compareDays(a, b) || compareTies(a, b);
const latestFirst = (a: Task, b: Task) => compareDays(b, a) || compareTies(a, b);
const compareIn: Record<OrderName, (a: Task, b: Task) => number> = {
  earliest: earliestFirst,
  latest: latestFirst,
  personal: earliestFirst,
  work: earliestFirst,
};

const shardOfKey = (fireId: string) => {
  let hash = 0;
  for (let at = fireId.length - 1; at >= 0 && at > fireId.length - 7; at--) {
    hash = (hash * 31 + fireId.charCodeAt(at)) % SHARDS;
  }
  return hash;
};

/** The orders that a task stands in. */
const ordersOf = (task: Task): OrderName[] => ['earliest', 'latest', task.taskList];

export const emptyTaskList = (): TaskList => ({
  size: 0,
  shards: Array.from({ length: SHARDS }, () => ({})),
  orders: { earliest: [], latest: [], personal: [], work: [] },
  keys: Array.from({ length: SHARDS }, () => ({})),
});

/** A list of its own pieces, over the same tasks. */
export const copyTaskList = ({ size, shards, orders, keys }: TaskList): TaskList => ({
  size,
  shards: shards.map(shard => ({ ...shard })),
  orders: {
    earliest: orders.earliest.map(ids => [...ids]),
    latest: orders.latest.map(ids => [...ids]),
    personal: orders.personal.map(ids => [...ids]),
    work: orders.work.map(ids => [...ids]),
  },
  keys: keys.map(shard => ({ ...shard })),
});

/** Builds a list at once: sorting whole is far cheaper than putting one by one. */
export function buildTaskList(tasks: readonly Task[]): TaskList {
  const list = emptyTaskList();
  for (const task of tasks) {
    list.shards[task.taskId % SHARDS]![task.taskId] = task;
    if (task.fireId !== null) list.keys[shardOfKey(task.fireId)]![task.fireId] = task.taskId;
  }
  list.size = tasks.length;
  const earliest = [...tasks].sort(earliestFirst);
  for (const task of earliest)
    for (const name of ['earliest', task.taskList] as const) append(list.orders[name], task);
  for (const task of [...earliest].sort(latestFirst)) append(list.orders.latest, task);
  return list;
}

/** Pages are filled by half, so that the first changes after building do not split every one. */
function append(order: Order, task: Task) {
  const last = order.at(-1);
  if (last && last.length < PAGE / 2) last.push(task.taskId);
  else order.push([task.taskId]);
}

export const taskOf = (list: TaskList, taskId: number): Task | undefined =>
  list.shards[taskId % SHARDS]?.[taskId];

export const taskIdOfKey = (list: TaskList, fireId: string): number | undefined =>
  list.keys[shardOfKey(fireId)]![fireId];

/** Every task, in order. Costs the whole list: for export and the like, never for a keystroke. */
export const allTasks = (list: TaskList): Task[] => list.orders.earliest.flat().map(id => taskOf(list, id)!);

/** Where the first task for which `isBehind` holds stands: its page and its index there. */
function place(
  list: TaskList,
  order: Order,
  isBehind: (task: Task) => boolean,
): [page: number, index: number] {
  const behind = (id: number) => isBehind(taskOf(list, id)!);
  const page = firstWhere(order.length, at => behind(order[at]!.at(-1)!));
  const ids = order[page];
  return [page, ids ? firstWhere(ids.length, at => behind(ids[at]!)) : 0];
}

function insert(list: TaskList, name: OrderName, task: Task) {
  const order = list.orders[name];
  const [page, index] = place(list, order, other => compareIn[name](other, task) > 0);
  const at = Math.min(page, order.length - 1);
  const ids = order[at];
  if (!ids) {
    order.push([task.taskId]);
    return;
  }
  ids.splice(page === at ? index : ids.length, 0, task.taskId);
  if (ids.length > PAGE) order.splice(at + 1, 0, ids.splice(PAGE / 2));
}

function cut(list: TaskList, name: OrderName, task: Task) {
  const order = list.orders[name];
  const [page, index] = place(list, order, other => compareIn[name](other, task) >= 0);
  const ids = order[page];
  if (ids?.[index] !== task.taskId) throw new Error(`Task ${task.taskId} is not where its order says`);
  if (ids.length === 1) order.splice(page, 1);
  else ids.splice(index, 1);
}

/** Adds the task, or replaces the one with its taskId. */
export function putTask(list: TaskList, task: Task) {
  const before = taskOf(list, task.taskId);
  const stays = before && earliestFirst(before, task) === 0 && before.taskList === task.taskList;
  if (before && !stays) for (const name of ordersOf(before)) cut(list, name, before);
  if (before && before.fireId !== null) delete list.keys[shardOfKey(before.fireId)]![before.fireId];
  list.shards[task.taskId % SHARDS]![task.taskId] = task;
  if (task.fireId !== null) list.keys[shardOfKey(task.fireId)]![task.fireId] = task.taskId;
  if (!before) list.size += 1;
  if (!stays) for (const name of ordersOf(task)) insert(list, name, task);
}

export function removeTask(list: TaskList, taskId: number) {
  const before = taskOf(list, taskId);
  if (!before) return;
  for (const name of ordersOf(before)) cut(list, name, before);
  if (before.fireId !== null) delete list.keys[shardOfKey(before.fireId)]![before.fireId];
  delete list.shards[taskId % SHARDS]![taskId];
  list.size -= 1;
}

/** The part of an order whose tasks are of the days `from` ≤ day < `to` (of the whole order when not given). */
export function rangeOfDays(list: TaskList, name: OrderName, days?: { from: Day; to: Day }): Range {
  const order = list.orders[name];
  const count = (isBehind: (task: Task) => boolean) => {
    const [page, index] = place(list, order, isBehind);
    return order.slice(0, page).reduce((sum, ids) => sum + ids.length, index);
  };
  if (!days) return { from: 0, to: count(() => false) };
  return name === 'latest'
    ? { from: count(task => dayKey(task) < days.to), to: count(task => dayKey(task) < days.from) }
    : { from: count(task => dayKey(task) >= days.from), to: count(task => dayKey(task) >= days.to) };
}

/** The pages that a range lies in, cut to it. Whole pages are the order's own, so they can be compared by identity. */
export function pagesInRange(order: Order, { from, to }: Range): number[][] {
  const pages: number[][] = [];
  let start = 0;
  for (const ids of order) {
    const end = start + ids.length;
    if (end > from && start < to) {
      pages.push(start >= from && end <= to ? ids : ids.slice(Math.max(0, from - start), to - start));
    }
    start = end;
  }
  return pages;
}
