import { paths } from '../../routes';
import { HEADING_HEIGHT, ROW_HEIGHT } from '../../components/rows/rowLayout';
import { UNDATED, dayPlus, type Day } from '../../lib/days/days';
import type { ManyChange } from '../../tasks/manyTasks';
import type { Task } from '../../tasks/task';
import { dayOfSection, sectionInWords, type View } from '../../tasks/taskSections';
import { selectSectionsIn, type TasksRoot } from '../../tasks/tasksSelectors';
import { wouldChange } from '../changeOf';

type Move = Extract<ManyChange, { type: 'move' }>['to'];

/** Between two rows: behind which task (null: at the top), and where its line is drawn. */
export type Gap = { behind: number | null; row: Element; isBelow: boolean };

/** A place where rows can be dropped, or that says why they cannot (`isRefused`). */
export type DropTarget = {
  /** 'Today', 'Work', 'Wed 25 Nov'; or why not. */
  words: string;
  /** Finds all elements that stand for it; those of a long list are not always drawn. */
  selector: string;
  to?: Move;
  /** Between two rows of their day. */
  gap?: Gap;
  /** Asks for the day. */
  isForDay?: true;
  isDeletion?: true;
  isRefused?: true;
  /** Where the heading stands in the list that is shown; undefined for a link. */
  place?: Place;
};
/** How many headings and rows stand above. */
type Place = { headings: number; rows: number };

/** A view's link in the sidebar, or in the strip that takes its place where the sidebar is closed. */
const linkTo = (path: string) => `nav a[href="${path}"], [data-drop="${path}"]`;
const headingOf = (day: string) => `main [data-day="${day}"], [data-drop-day="${day}"]`;

export const UPCOMING = linkTo(paths.upcoming);
/** The number of days, from tomorrow on, that the link of Upcoming offers. */
const DAYS_AHEAD = 7;
export const daysAhead = (today: Day): Day[] =>
  Array.from({ length: DAYS_AHEAD }, (_, at) => dayPlus(today, at + 1));

/** A day in words, as its heading says it. */
export const dayTarget = (day: string, today: Day, isPast = false): DropTarget => ({
  words: sectionInWords(day, today, isPast),
  to: { taskDueDay: day === UNDATED ? null : day },
  selector: headingOf(day),
});

/** Every link and heading, in order; `view` is the list that is shown. */
function allTargets(state: TasksRoot, view: View | null, today: Day): DropTarget[] {
  const days = new Map<string, DropTarget>();
  for (const day of daysAhead(today)) days.set(day, dayTarget(day, today));
  for (const { day, place } of view ? daysIn(state, view) : daysDrawn())
    if (day !== today && day !== UNDATED)
      days.set(day, { ...dayTarget(day, today, view === 'previous'), ...(place && { place }) });
  const inOrder = [...days.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, target]) => target);
  return [
    { words: 'Today', to: { taskDueDay: today }, selector: `${linkTo(paths.today)}, ${headingOf(today)}` },
    { words: 'Upcoming: pick a day', isForDay: true, selector: UPCOMING },
    { words: 'Personal', to: { taskList: 'personal' }, selector: linkTo(paths.personal) },
    { words: 'Work', to: { taskList: 'work' }, selector: linkTo(paths.work) },
    {
      words: 'No date',
      to: { taskDueDay: null },
      selector: `${linkTo(paths.noDate)}, ${headingOf(UNDATED)}`,
    },
    { words: 'Trash', isDeletion: true, selector: linkTo(paths.trash) },
    ...(view === 'previous' ? inOrder.reverse() : inOrder),
  ];
}

/** The targets of some tasks: those that change something, and links and headings that say why they do not. */
export function dropTargets(state: TasksRoot, tasks: readonly Task[], view: View | null, today: Day) {
  const all = allTargets(state, view, today);
  const changes = ({ to }: DropTarget) => !to || tasks.some(task => wouldChange(task, to));
  const onto = (target: DropTarget): DropTarget => ({
    words: `${target.words}: ${tasks.length > 1 ? 'they are' : 'it is'} there already`,
    selector: target.selector,
    isRefused: true,
  });
  return {
    targets: all.filter(changes),
    refusals: [
      ...all.filter(target => !changes(target)).map(onto),
      refusal(paths.previous, 'Previous: a day that is over is picked in the menu'),
      refusal(paths.wall, 'Sticky Wall: it has notes, and no tasks'),
      refusal(paths.done, 'Done: a task gets there when it is ticked'),
      { words: 'Nothing can be dropped here', selector: 'nav a, nav button', isRefused: true as const },
    ],
  };
}

const refusal = (path: string, words: string): DropTarget => ({
  words,
  selector: linkTo(path),
  isRefused: true,
});

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
