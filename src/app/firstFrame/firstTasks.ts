import { UNDATED, type Day } from '../../lib/days/days';
import { PHONE } from '../../quickAdd/quickAddField';
import type { TaskBody } from '../../services/database';
import type { FirstRows } from '../../services/device';
import { calendarOf, rangeOf, type View } from '../../tasks/taskSections';
import type { ShownTask } from '../../tasks/views/row/rowParts';

export type FirstTask = ShownTask & { day: Day | null; repeats: boolean };
export type FirstTasks = ReturnType<typeof firstTasks>;

/** Selectors over the stored first rows, equal to those that `tasksSelectors.ts` has for the whole list. */
export function firstTasks(rows: FirstRows, page: View | 'day' | 'sticky-wall', today: Day) {
  const tasks = tasksOf(rows);
  const counts = rows.counts?.day === today ? rows.counts.of : undefined;
  const sectionsIn = (view: View) => sectionsOf(view, tasks, today);
  const idsIn = (view: View) => sectionsIn(view).flatMap(({ items }) => items);
  return {
    page,
    today,
    sectionsIn,
    idsIn,
    areCountsKnown: counts !== undefined,
    isPhone: matchMedia(PHONE).matches,
    taskOf: (taskId: number) => tasks.get(taskId)!,
    /** How many tasks the view has, including those that are not stored here. */
    countIn: (view: View) => counts?.[view] ?? idsIn(view).length,
  };
}

/** Tasks by taskId, sorted by day and by their order within it. */
function tasksOf({ tasks, repeats, days = {} }: FirstRows): Map<number, FirstTask> {
  const bodies = new Map<number, Omit<FirstTask, 'day'>>();
  for (const [fireId, record] of Object.entries(tasks)) {
    const body = record as TaskBody & Pick<FirstTask, 'taskList'>;
    bodies.set(body.taskId, { ...body, repeats: fireId in repeats });
  }
  const inOrder = Object.keys(days).sort();
  return new Map(
    inOrder.flatMap(day =>
      days[day]!.map(id => [id, { ...bodies.get(id)!, day: day === UNDATED ? null : day }] as const),
    ),
  );
}

/** The tasks of a view, grouped under its headings. */
function sectionsOf(view: View, tasks: Map<number, FirstTask>, today: string) {
  const { from = '', to = '~', direction, keyOf } = rangeOf[view](today);
  const list = calendarOf[view];
  const days = new Map<string, number[]>();
  for (const [id, { day, taskList }] of tasks)
    if (list === 'open' || list === taskList)
      days.set(day ?? UNDATED, [...(days.get(day ?? UNDATED) ?? []), id]);
  const sections: { key: string; items: number[] }[] = [];
  for (const [day, items] of direction === 'latest' ? [...days].reverse() : days) {
    if (day < from || to <= day) continue;
    const last = sections.at(-1);
    if (last?.key === keyOf(day)) last.items.push(...items);
    else sections.push({ key: keyOf(day), items });
  }
  return sections;
}
