import { paths } from '../../routes';
import { HEADING_HEIGHT, ROW_HEIGHT } from '../../components/rows/rowLayout';
import type { Day } from '../../lib/days/days';
import { UNDATED } from '../../lib/days/calendar';
import type { ManyChange } from '../../tasks/manyTasks';
import type { Task } from '../../tasks/task';
import { dayOfSection, sectionInWords, type View } from '../../tasks/views/taskSections';
import { selectSectionsIn, type TasksRoot } from '../../tasks/tasksSelectors';
import { wouldChange } from '../changeOf';

type Move = Extract<ManyChange, { type: 'move' }>['to'];

/** A place where rows can be dropped. */
export type DropTarget = {
  /** 'Today', 'Work', 'Wed 25 Nov'. */
  words: string;
  to: Move;
  /** Finds all elements that stand for it; those of a long list are not always drawn. */
  selector: string;
  /** Where the heading stands in the list that is shown; undefined for a link. */
  place?: Place;
};
/** How many headings and rows stand above. */
type Place = { headings: number; rows: number };

/** A view's link in the sidebar, or in the strip that takes its place where the sidebar is closed. */
const linkTo = (path: string) => `nav a[href="${path}"], [data-drop="${path}"]`;
const headingOf = (day: string) => `main [data-day="${day}"]`;

/**
 * Where these tasks can be dropped: on four links, and on the headings of days. What would change none of the tasks is
 * left out. `view` is the list that is shown; on a page that is no view, the headings that are drawn count.
 */
export function dropTargets(
  state: TasksRoot,
  tasks: readonly Task[],
  view: View | null,
  today: Day,
): DropTarget[] {
  const targets: DropTarget[] = [
    { words: 'Today', to: { taskDueDay: today }, selector: `${linkTo(paths.today)}, ${headingOf(today)}` },
    { words: 'Personal', to: { taskList: 'personal' }, selector: linkTo(paths.personal) },
    { words: 'Work', to: { taskList: 'work' }, selector: linkTo(paths.work) },
    {
      words: 'No date',
      to: { taskDueDay: null },
      selector: `${linkTo(paths.noDate)}, ${headingOf(UNDATED)}`,
    },
  ];
  for (const { day, place } of view ? daysIn(state, view) : daysDrawn()) {
    if (day === today || day === UNDATED) continue;
    targets.push({
      words: sectionInWords(day, today, view === 'previous'),
      to: { taskDueDay: day },
      selector: headingOf(day),
      place,
    });
  }
  return targets.filter(({ to }) => tasks.some(task => wouldChange(task, to)));
}

type DayHeading = { day: string; place?: Place };

/** The days that have a heading in a view; Today has none. */
function daysIn(state: TasksRoot, view: View): DayHeading[] {
  if (view === 'today') return [];
  const sections = selectSectionsIn[view](state);
  let rows = 0;
  return sections.flatMap(({ key, items }, headings) => {
    const day = dayOfSection(key);
    const place = { headings, rows };
    rows += items.length;
    return day === null ? [] : [{ day, place }];
  });
}

const daysDrawn = (): DayHeading[] =>
  [...document.querySelectorAll<HTMLElement>('main [data-day]')].map(({ dataset }) => ({
    day: dataset.day!,
  }));

/** The first element of a target that can be seen; null when none is drawn. */
export const shownElement = ({ selector }: DropTarget) =>
  [...document.querySelectorAll<HTMLElement>(selector)].find(isShown) ?? null;

const isShown = (element: HTMLElement) =>
  element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible';

/** The target at a point of the window. */
export function targetAt(targets: readonly DropTarget[], x: number, y: number): DropTarget | null {
  const element = document.elementFromPoint(x, y);
  return targets.find(({ selector }) => element?.closest(selector)) ?? null;
}

/** Scrolls the list to a heading that is not drawn; short of it by what rows above show of their parts. */
export function scrollToHeading({ headings, rows }: Place) {
  const content = document.querySelector<HTMLElement>('main [data-rows]');
  const line = content?.querySelector('[data-row]:not([data-unfolded])');
  if (!content?.parentElement || !line) return;
  const rem = line.getBoundingClientRect().height / ROW_HEIGHT;
  content.parentElement.scrollTop = (headings * HEADING_HEIGHT + rows * ROW_HEIGHT) * rem;
}
