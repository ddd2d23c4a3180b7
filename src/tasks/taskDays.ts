import { calendarOf, emptyCalendar, idsOn, withId, withoutId, type Calendar } from '../lib/days/calendar';
import { UNDATED } from '../lib/days/days';
import { placeOf, shownDay, shownTime, wasSkipped, type Task, type TaskListName } from './task';

/**
 * taskIds by day: of all open tasks (`open`), of each list, and of done tasks by the day of their tick. A view is a
 * range of days of one of them.
 */
export type TaskDays = Record<CalendarName, Calendar>;
const LISTS: TaskListName[] = ['personal', 'work'];
const CALENDARS = ['open', ...LISTS, 'done'] as const;
export type CalendarName = (typeof CALENDARS)[number];

const forEachCalendar = <Made>(make: (name: CalendarName) => Made) =>
  Object.fromEntries(CALENDARS.map(name => [name, make(name)])) as Record<CalendarName, Made>;

export const emptyDays: TaskDays = forEachCalendar(() => emptyCalendar);

const names = new Intl.Collator(undefined, { numeric: true });
const lastDoneFirst = (a: Task, b: Task) =>
  a.doneAt === b.doneAt
    ? names.compare(a.taskName, b.taskName) || a.taskId - b.taskId
    : a.doneAt! > b.doneAt!
      ? -1
      : 1;

/** A push key sorts by the time at which it was made. Keys of other programs have none and come first. */
export function byAdding(a: Task, b: Task): number {
  const [keyA, keyB] = [a.fireId, b.fireId];
  if (keyA === keyB) return (a.addNumber ?? 0) - (b.addNumber ?? 0) || a.taskId - b.taskId;
  if (keyA === null || keyB === null) return keyA === null ? 1 : -1;
  const isTimed = keyA.startsWith('-');
  if (isTimed !== keyB.startsWith('-')) return isTimed ? 1 : -1;
  return keyA < keyB ? -1 : 1;
}

/** Those with a time first, by time, then as they were added. */
export function byTime(a: Task, b: Task): number {
  const [timeA, timeB] = [shownTime(a) ?? NO_TIME, shownTime(b) ?? NO_TIME];
  return timeA === timeB ? byAdding(a, b) : timeA < timeB ? -1 : 1;
}
/** Sorts behind all times. */
const NO_TIME = '~';

/** The order within a day (docs/rules.md, 'Order'): by chosen places, then tasks without a place by time. */
function byPlace(a: Task, b: Task): number {
  const [placeA, placeB] = [placeOf(a), placeOf(b)];
  if (placeA === placeB) return placeA === null ? byTime(a, b) : a.taskId - b.taskId;
  return placeB === null || (placeA !== null && placeA < placeB) ? -1 : 1;
}
const compareIn = (name: CalendarName) => (name === 'done' ? lastDoneFirst : byPlace);

const dayOfTick = (doneAt: string) => (/^\d{4}-\d{2}-\d{2}/.test(doneAt) ? doneAt.slice(0, 10) : UNDATED);

type Place = { name: CalendarName; day: string };

/** Whether a task is listed as done. For a moment after its tick it stays among the open ones. */
export const isListedAsDone = (task: Task) => task.doneAt !== null && !task.isJustDone && !task.lastStep;

function placesOf(task: Task): Place[] {
  if (isListedAsDone(task)) return [{ name: 'done', day: dayOfTick(task.doneAt!) }];
  const day = shownDay(task) ?? UNDATED;
  return [
    { name: 'open', day },
    { name: task.taskList, day },
  ];
}

/** The facts of a done task that the logbook and its year remember. */
const KEPT = [({ taskList }: Task) => taskList, ({ doneAt }: Task) => doneAt, wasSkipped];

type ItemOf = (taskId: number) => Task | undefined;

/** Whether a changed task stays between its neighbours, in each of its days. */
function isInSamePlace(days: TaskDays, before: Task, after: Task, itemOf: ItemOf): boolean {
  const places = placesOf(before);
  const isInOrder = (name: CalendarName, day: string) => {
    const ids = idsOn(days[name], day);
    const at = ids.indexOf(after.taskId);
    const [previous, next] = [ids[at - 1], ids[at + 1]].map(id => id !== undefined && itemOf(id));
    const compare = compareIn(name);
    return (!previous || compare(previous, after) < 0) && (!next || compare(after, next) < 0);
  };
  return (
    before.taskId === after.taskId &&
    // The done tasks of a month are counted once (views/done/yearOf.ts).
    !(isListedAsDone(after) && KEPT.some(of => of(before) !== of(after))) &&
    placesOf(after).every(
      ({ name, day }, at) =>
        places[at]?.name === name &&
        places[at].day === day &&
        (compareIn(name)(before, after) === 0 || isInOrder(name, day)),
    )
  );
}

/** The days after one task changed; `itemOf` returns a task by its taskId. */
export function withTask(
  days: TaskDays,
  before: Task | undefined,
  after: Task | null,
  itemOf: ItemOf,
): TaskDays {
  if (before && after && isInSamePlace(days, before, after, itemOf)) return days;
  const next = { ...days };
  if (before)
    for (const { name, day } of placesOf(before)) next[name] = withoutId(next[name], day, before.taskId);
  if (after)
    for (const { name, day } of placesOf(after))
      next[name] = withId(next[name], day, after.taskId, id => compareIn(name)(itemOf(id)!, after) > 0);
  return next;
}

/** The days of all tasks at once: sorting whole days is much cheaper than inserting one by one. */
export function daysOf(tasks: readonly Task[]): TaskDays {
  const byDay = forEachCalendar(() => new Map<string, Task[]>());
  for (const task of tasks) {
    const [{ name, day }] = placesOf(task) as [Place];
    const same = byDay[name].get(day);
    if (same) same.push(task);
    else byDay[name].set(day, [task]);
  }
  for (const [day, tasksOfDay] of byDay.open) {
    tasksOfDay.sort(byPlace);
    for (const list of LISTS) {
      const ofList = tasksOfDay.filter(({ taskList }) => taskList === list);
      if (ofList.length > 0) byDay[list].set(day, ofList);
    }
  }
  for (const tasksOfDay of byDay.done.values()) tasksOfDay.sort(lastDoneFirst);
  return forEachCalendar(name =>
    calendarOf(
      [...byDay[name]].map(([day, tasksOfDay]) => [day, tasksOfDay.map(({ taskId }) => taskId)] as const),
    ),
  );
}
