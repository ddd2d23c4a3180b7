import { tagKey, tagName, tagsIn } from '../../../shared/tags';
import { paths, tagPath } from '../../routes';
import type { SettingsRoot } from '../../settings/settingsSlice';
import { selectKeptTags } from '../../tags/keptTags';
import { selectSpelling, type TagsRoot } from '../../tags/tagSelectors';
import { HEADING_HEIGHT_REM, ROW_HEIGHT_REM } from '../../components/rows/rowLayout';
import { UNDATED, type Day } from '../../lib/days/days';
import type { ManyChange } from '../../tasks/selecting/manyTasks';
import type { Task } from '../../tasks/task';
import { dayOfSection, nextDays, sectionInWords, type Section } from '../../tasks/taskSections';
import type { TasksRoot } from '../../tasks/tasksSelectors';
import { wouldChange } from '../changeOf';
import { sectionsAt, titleAt } from '../rows';

type Root = TasksRoot & TagsRoot & SettingsRoot;
type Move = Extract<ManyChange, { type: 'move' }>['to'];

/** Between two rows: after which task (null: at the top), and the position of its line. */
export type Gap = { behind: number | null; row: Element; isBelow: boolean };

/** A drop target, or an element that shows why it is none (`isRefused`). */
export type DropTarget = {
  /** 'Today', 'Work', 'Wed 25 Nov', or the reason why it is no target. */
  words: string;
  /** Selects all elements of the target; in a long list some may not be rendered. */
  selector: string;
  to?: Move;
  /** The word of a tag that is added. */
  tag?: string;
  /** A gap between two rows of the same day. */
  gap?: Gap;
  /** Opens the dialog that picks a day. */
  isForDay?: true;
  isDeletion?: true;
  isRefused?: true;
  /** The heading's index in the current list; undefined for a link. */
  position?: HeadingPosition;
};
/** The number of headings and rows above. */
type HeadingPosition = { headings: number; rows: number };

/** A view's link in the sidebar, or in the strip that replaces a closed sidebar. */
const linkTo = (path: string) => `nav a[href="${path}"], [data-drop="${path}"]`;
const headingOf = (day: string) => `main [data-day="${day}"], [data-drop-day="${day}"]`;

export const UPCOMING = linkTo(paths.upcoming);
/** A day's name as in its heading. */
export const dayTarget = (day: string, today: Day, isPast = false): DropTarget => ({
  words: sectionInWords(day, today, isPast),
  to: { taskDueDay: day === UNDATED ? null : day },
  selector: headingOf(day),
});

/** All links and headings, in order, on the page at a path. */
function allTargets(state: Root, address: string, today: Day): DropTarget[] {
  const sections = sectionsAt(state, address);
  const isPast = titleAt(address) === 'previous';
  const days = new Map<string, DropTarget>();
  for (const day of nextDays(today)) days.set(day, dayTarget(day, today));
  for (const { day, position } of sections ? daysIn(sections) : daysDrawn())
    if (day !== today && day !== UNDATED)
      days.set(day, { ...dayTarget(day, today, isPast), ...(position && { position }) });
  const inOrder = [...days.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, target]) => target);
  return [
    { words: 'Today', to: { taskDueDay: today }, selector: `${linkTo(paths.today)}, ${headingOf(today)}` },
    { words: 'Upcoming: pick a day', isForDay: true, selector: UPCOMING },
    { words: 'Personal', to: { taskList: 'personal' }, selector: linkTo(paths.personal) },
    { words: 'Work', to: { taskList: 'work' }, selector: linkTo(paths.work) },
    ...selectKeptTags(state).map(({ tag }): DropTarget => {
      const word = selectSpelling(state, tag);
      return { words: tagName(word), tag: word, selector: linkTo(tagPath(tag)) };
    }),
    {
      words: 'No date',
      to: { taskDueDay: null },
      selector: `${linkTo(paths.noDate)}, ${headingOf(UNDATED)}`,
    },
    { words: 'Trash', isDeletion: true, selector: linkTo(paths.trash) },
    ...(isPast ? inOrder.reverse() : inOrder),
  ];
}

/** The targets for some tasks: those that would change something, and links and headings that show why they are none. */
export function dropTargets(state: Root, tasks: readonly Task[], address: string, today: Day) {
  const all = allTargets(state, address, today);
  const changes = ({ to, tag }: DropTarget) =>
    tag === undefined
      ? !to || tasks.some(task => wouldChange(task, to))
      : tasks.some(({ taskName }) => !tagsIn(taskName).includes(tagKey(tag)));
  const onto = (target: DropTarget): DropTarget => ({
    words: `${target.words}: ${tasks.length > 1 ? 'they are' : 'it is'} already there`,
    selector: target.selector,
    isRefused: true,
  });
  return {
    targets: all.filter(changes),
    refusals: [
      ...all.filter(target => !changes(target)).map(onto),
      refusal(paths.previous, 'Previous: pick a past day in the menu'),
      refusal(paths.wall, 'Sticky Wall: only notes go there'),
      refusal(paths.done, 'Done: tick a task to send it there'),
      { words: 'Nothing can be dropped here', selector: 'nav a, nav button', isRefused: true as const },
    ],
  };
}

const refusal = (path: string, words: string): DropTarget => ({
  words,
  selector: linkTo(path),
  isRefused: true,
});

type DayHeading = { day: string; position?: HeadingPosition };

/** The days with a heading in a list. */
function daysIn(sections: readonly Section[]): DayHeading[] {
  let rows = 0;
  return sections.flatMap(({ key, items }, headings) => {
    const day = dayOfSection(key);
    const position = { headings, rows };
    rows += items.length;
    return day === null ? [] : [{ day, position }];
  });
}

const daysDrawn = (): DayHeading[] =>
  [...document.querySelectorAll<HTMLElement>('main [data-day]')].map(({ dataset }) => ({
    day: dataset.day!,
  }));

/** The first visible element of a target; null when none is rendered. */
export const shownElement = ({ selector }: DropTarget) =>
  [...document.querySelectorAll<HTMLElement>(selector)].find(isShown) ?? null;

const isShown = (element: HTMLElement) =>
  element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible';

/** The target at a point of the window. */
export function targetAt(targets: readonly DropTarget[], x: number, y: number): DropTarget | null {
  const element = document.elementFromPoint(x, y);
  return targets.find(({ selector }) => element?.closest(selector)) ?? null;
}

/** Scrolls the list to a heading that is not rendered; the heights of unfolded subtasks above are ignored. */
export function scrollToHeading({ headings, rows }: HeadingPosition) {
  const content = document.querySelector<HTMLElement>('main [data-rows]');
  const line = content?.querySelector('[data-row]:not([data-unfolded])');
  if (!content?.parentElement || !line) return;
  const rem = line.getBoundingClientRect().height / ROW_HEIGHT_REM;
  content.parentElement.scrollTop = (headings * HEADING_HEIGHT_REM + rows * ROW_HEIGHT_REM) * rem;
}
