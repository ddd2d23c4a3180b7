import { dayOf, UNDATED } from '../../lib/days/days';
import { listPath } from '../../routes';
import type { TaskBody } from '../../services/database';
import type { FirstRows, UserData } from '../../services/device';
import { PHONE } from '../../quickAdd/quickAddField';
import { calendarOf, rangeOf, VIEWS, type View } from '../../tasks/taskSections';
import { viewTexts } from '../../tasks/views';
import { keepEarly } from './early';
import { FirstFrame } from './FirstFrame';
import type { FirstTask } from './FirstRows';
import { toElements } from './toElements';

/**
 * Shows the view in the address with the rows that the device keeps; false without any. React's first commit replaces all
 * of it at once. It is not hidden from screen readers: the focus may be in it, and its equal takes its place.
 */
export function showFirstFrame({ email, id }: UserData, rows: FirstRows, now: number): boolean {
  const view = VIEWS.find(name => listPath(name) === location.pathname);
  const root = document.getElementById('root');
  if (!view || !root) return false;
  const today = dayOf(now);
  const tasks = tasksOf(rows);
  const sections = sectionsIn(view, tasks, today);
  if (sections.length === 0) return false;
  const counts = rows.counts?.day === today ? rows.counts.of : undefined;
  const countIn = (name: View) =>
    counts?.[name] ?? sectionsIn(name, tasks, today).reduce((sum, { items }) => sum + items.length, 0);
  const frame = FirstFrame({
    ...{ email, view, today, sections, countIn, areCountsKnown: counts !== undefined },
    isPhone: matchMedia(PHONE).matches,
    isOnline: navigator.onLine,
    taskOf: taskId => tasks.get(taskId)!,
  });
  toElements(frame, root);
  document.title = `${viewTexts[view].heading} · Daywall`;
  keepEarly(root, id, now);
  return true;
}

/** By taskId, the earliest day first, in their order. */
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

type Sections = { key: string; items: number[] }[];

/** As `tasksSelectors.ts` has them of the whole list. */
function sectionsIn(view: View, tasks: Map<number, FirstTask>, today: string): Sections {
  const { from = '', to = '~', direction, keyOf } = rangeOf[view](today);
  const list = calendarOf[view];
  const days = new Map<string, number[]>();
  for (const [id, { day, taskList }] of tasks)
    if (list === 'open' || list === taskList)
      days.set(day ?? UNDATED, [...(days.get(day ?? UNDATED) ?? []), id]);
  const sections: Sections = [];
  for (const [day, items] of direction === 'latest' ? [...days].reverse() : days) {
    if (day < from || to <= day) continue;
    const last = sections.at(-1);
    if (last?.key === keyOf(day)) last.items.push(...items);
    else sections.push({ key: keyOf(day), items });
  }
  return sections;
}
