import { say, sayBriefly } from '../../components/input/saying';
import { idsOn } from '../../lib/days/calendar';
import type { useAppStore } from '../../hooks';
import { tagOf } from '../../routes';
import { selectDaysWith } from '../../tags/tagSelectors';
import type { Task } from '../../tasks/task';
import { selectTask, type TasksRoot } from '../../tasks/tasksSelectors';
import { isView } from '../../tasks/views/viewTexts';
import { calendarOf } from '../../tasks/taskSections';
import { nameInWords } from '../nameInWords';
import { keepFocus, linkOf, taskIdAt, titleAt } from '../rows';
import { dayOfTask, placingsOf } from './placeTasks';

type Store = ReturnType<typeof useAppStore>;

/** A description of tasks: '“Milk”', '3 tasks'. */
export const wordsOf = (tasks: readonly Task[]) =>
  tasks.length === 1 ? nameInWords(tasks[0]!) : `${tasks.length.toLocaleString()} tasks`;

/** The rows of a task's day in the current list; My day has all of them. */
export function rowsOfDay(state: TasksRoot, task: Task): readonly number[] {
  const title = titleAt(location.pathname + location.search) ?? '';
  const tag = tagOf(title);
  const days =
    tag === null ? state.tasks.days[isView(title) ? calendarOf[title] : 'open'] : selectDaysWith(state, tag);
  return idsOn(days, dayOfTask(task));
}

/** The position of moved rows within their day: `2 of 5`. */
const placeIn = (ids: readonly number[], moved: ReadonlySet<number>) =>
  `${ids.findIndex(id => moved.has(id)) + 1} of ${ids.length.toLocaleString()}`;

/** Moves tasks of one day after another task of it (null: to the top), announces the position, and keeps the focus. */
export function putBehind(store: Store, tasks: readonly Task[], behind: number | null): boolean {
  const placings = placingsOf(store.getState(), tasks, behind);
  const focused = taskIdAt(document.activeElement);
  for (const placing of placings) store.dispatch(placing);
  if (placings.length === 0) return false;
  const moved = new Set(tasks.map(({ taskId }) => taskId));
  const place = placeIn(rowsOfDay(store.getState(), tasks[0]!), moved);
  say(tasks.length > 1 ? `${wordsOf(tasks)} moved to ${place}` : `Moved to ${place}`);
  if (focused !== null) {
    keepFocus(focused);
    requestAnimationFrame(() => linkOf(focused)?.scrollIntoView({ block: 'nearest' }));
  }
  return true;
}

/** Moves rows as a block by one place, or to the top, within their day. Announces why if they cannot move. */
export function moveRows(store: Store, taskIds: readonly number[], to: 'up' | 'down' | 'top') {
  const state = store.getState();
  const tasks = taskIds
    .flatMap(taskId => selectTask(state, taskId) ?? [])
    .filter(({ doneAt }) => doneAt === null);
  const [first] = tasks;
  if (!first) return sayBriefly('Done tasks stay in the order you did them');
  if (tasks.some(task => dayOfTask(task) !== dayOfTask(first)))
    return sayBriefly(`${wordsOf(tasks)} stay where they are: they are on different days`);
  const rows = rowsOfDay(state, first);
  const moved = new Set(tasks.map(({ taskId }) => taskId));
  const others = rows.filter(id => !moved.has(id));
  const above = rows.findIndex(id => moved.has(id));
  const below = rows.findLastIndex(id => moved.has(id)) + 1 - moved.size;
  const at = to === 'top' ? 0 : to === 'up' ? Math.max(0, above - 1) : Math.min(below + 1, others.length);
  if (putBehind(store, tasks, others[at - 1] ?? null)) return;
  const stay = tasks.length > 1 ? 'stay' : 'stays';
  sayBriefly(`${wordsOf(tasks)} ${stay} ${placeIn(rows, moved)}: tasks move only within their day`);
}
