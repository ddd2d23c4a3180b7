import { filterOf, listAt, tagOf, withoutFilter } from '../routes';
import { idsOn, joinParts } from '../lib/days/calendar';
import { filterBy } from '../tags/filter';
import { selectSectionsWith } from '../tags/tagSelectors';
import type { Section } from '../tasks/taskSections';
import type { TasksRoot } from '../tasks/tasksSelectors';
import { isView } from '../tasks/views/viewTexts';

/** The rows of tasks on the page, found by their links (tasks/views/row/TaskRow.tsx). */
const LINK = 'main a[data-task]';

const idOf = (link: HTMLElement) => Number(link.dataset.task);
export const linkOf = (taskId: number) =>
  document.querySelector<HTMLElement>(`main a[data-task="${taskId}"]`);

/** The taskIds of the rendered rows, in order. */
export const drawnIds = () => [...document.querySelectorAll<HTMLElement>(LINK)].map(idOf);

/** The task of the row that contains an element. */
export function taskIdAt(element: Element | null): number | null {
  const link = element?.closest('li, [role="listitem"]')?.querySelector<HTMLElement>('a[data-task]');
  return link ? idOf(link) : null;
}

/** The title of the current list, with its filter, also when a form is open beside it. */
export const titleAt = (address: string) => listAt(address)?.title;

/** The sections of the view or tag at a path; null on another page. */
export function sectionsAt(state: TasksRoot, address: string): readonly Section[] | null {
  const title = titleAt(address) ?? '';
  const view = withoutFilter(title);
  if (isView(view)) return filterBy(filterOf(title)).selectSectionsIn[view](state);
  const tag = tagOf(view);
  return tag === null ? null : selectSectionsWith(state, tag);
}

/** The taskIds of all rows in order, in columns by day; on a page without either, only of the rendered ones. */
export function idsAt(state: TasksRoot, address: string): readonly number[] {
  const sections = sectionsAt(state, address);
  if (sections) return joinParts(sections.map(({ items }) => items));
  const days = [...document.querySelectorAll<HTMLElement>('main [data-column]')];
  if (days.length === 0) return drawnIds();
  const open = filterBy(filterOf(titleAt(address) ?? '')).selectOpenDays(state);
  return joinParts(days.map(({ dataset }) => idsOn(open, dataset.column!)));
}

/** The rows between two rows, both included. */
export function idsBetween(ids: readonly number[], from: number, to: number): number[] {
  const [a, b] = [ids.indexOf(from), ids.indexOf(to)];
  if (a < 0 || b < 0) return [to];
  return ids.slice(Math.min(a, b), Math.max(a, b) + 1);
}

/** Focuses a task's row, else the first row, else the heading. */
export function focusTask(taskId: number | null) {
  const row = (taskId !== null && linkOf(taskId)) || document.querySelector<HTMLElement>(LINK);
  (row ?? document.querySelector<HTMLElement>('main h1'))?.focus();
}

/** The number of frames in which the focus is checked after a change of rows. */
const MAX_FRAMES = 10;

/** Restores the focus to a row that moves within its list. A row that leaves the list passes the focus on by itself. */
export function keepFocus(taskId: number, frames = MAX_FRAMES) {
  if (frames === 0) return;
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) linkOf(taskId)?.focus();
    keepFocus(taskId, frames - 1);
  });
}
