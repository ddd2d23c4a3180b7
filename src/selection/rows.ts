import { matchPath } from 'react-router-dom';
import { patterns } from '../routes';
import { selectTaskIdsIn, type TasksRoot } from '../tasks/tasksSelectors';
import { isView } from '../tasks/views';

/** The rows of tasks on the page, each by its link (tasks/views/row/TaskRow.tsx). */
const LINK = 'main a[data-task]';

const idOf = (link: HTMLElement) => Number(link.dataset.task);
export const linkOf = (taskId: number) =>
  document.querySelector<HTMLElement>(`main a[data-task="${taskId}"]`);

/** The taskIds of the rows that are drawn, in the order of the page. */
export const drawnIds = () => [...document.querySelectorAll<HTMLElement>(LINK)].map(idOf);

/** The task of the row that an element is in. */
export function taskIdAt(element: Element | null): number | null {
  const link = element?.closest('li, [role="listitem"]')?.querySelector<HTMLElement>('a[data-task]');
  return link ? idOf(link) : null;
}

/** `{title}` of the list that is shown, also with a form beside it. */
export const titleAt = (pathname: string) =>
  (matchPath(patterns.form, pathname) ?? matchPath(patterns.list, pathname))?.params.title;

/** The taskIds of all rows in the order of the page; of a list that is no view, of those that are drawn. */
export function idsAt(state: TasksRoot, pathname: string): readonly number[] {
  const title = titleAt(pathname) ?? '';
  if (isView(title)) return selectTaskIdsIn[title](state);
  return drawnIds();
}

/** The rows from one to another, both included. */
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

/** Frames in which a change of rows is looked after. */
const FRAMES = 10;

/** A row that moves to another place in its list loses the focus: gives it back. One that leaves passes it on by itself. */
export function keepFocus(taskId: number, frames = FRAMES) {
  if (frames === 0) return;
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) linkOf(taskId)?.focus();
    keepFocus(taskId, frames - 1);
  });
}
