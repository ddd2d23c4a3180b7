import { dayPlus, type Day } from '../../../lib/days/days';
import { startOfWeek } from '../../../lib/days/weeks';
import type { Task, TaskListName } from '../../task';
import type { DoneItem, DoneSection } from './doneSelectors';

/** How much was done of each list. */
type Done = Record<TaskListName, number>;
export const totalOf = ({ personal, work }: Done) => personal + work;

export type TaskOf = (taskId: number) => Task | undefined;

const counts = new WeakMap<readonly DoneItem[], Done>();
/** The counts of a day, counted once. The last occurrence of a series may be skipped: the logbook has it all the same. */
function countsOf(items: readonly DoneItem[], taskOf: TaskOf): Done {
  let done = counts.get(items);
  if (!done) {
    done = { personal: 0, work: 0 };
    for (const { taskId, day } of items) {
      const task = taskOf(taskId)!;
      const isSkipped = day === undefined && task.occurrences?.[task.taskDueDay ?? ''] === 'skipped';
      if (!isSkipped) done[task.taskList] += 1;
    }
    counts.set(items, done);
  }
  return done;
}

/** A month (`2026-12`), or a week by its first day, with what was done in it. */
export type Sum = Done & { readonly key: string };

/** The sums of months or weeks in which anything was done, the latest first. */
function sumsOf(days: readonly (readonly [Day, Done])[], keyOf: (day: Day) => string): Sum[] {
  const sums = new Map<string, Sum>();
  for (const [day, { personal, work }] of days) {
    const key = keyOf(day);
    const sum = sums.get(key) ?? { key, personal: 0, work: 0 };
    sums.set(key, { key, personal: sum.personal + personal, work: sum.work + work });
  }
  return [...sums.values()];
}

/** The weeks of the year: the one of today, and 52 before it. */
const WEEKS = 53;

/**
 * The last twelve months: the first day of the first of 53 weeks, how much was done on each day from then on, and the
 * sums of these weeks and of twelve whole months.
 */
export function yearOf(sections: readonly DoneSection[], taskOf: TaskOf, today: Day, firstDayOfWeek: number) {
  const first = dayPlus(startOfWeek(today, firstDayOfWeek), -7 * (WEEKS - 1));
  const days = sections
    .filter(({ key }) => first <= key && key <= today)
    .map(({ key, items }) => [key, countsOf(items, taskOf)] as const)
    .filter(([, done]) => totalOf(done) > 0);
  const monthYearAgo = `${Number(today.slice(0, 4)) - 1}${today.slice(4, 7)}`;
  return {
    first,
    days: Object.fromEntries(days.map(([day, done]) => [day, totalOf(done)])) as Record<Day, number>,
    months: sumsOf(days, day => day.slice(0, 7)).filter(({ key }) => key > monthYearAgo),
    weeks: sumsOf(days, day => startOfWeek(day, firstDayOfWeek)),
  };
}
export type Year = ReturnType<typeof yearOf>;
