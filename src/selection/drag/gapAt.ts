import type { Day } from '../../lib/days/days';
import { selectTask, type TasksRoot } from '../../tasks/tasksSelectors';
import type { Task } from '../../tasks/task';
import { dayTarget, type DropTarget, type Gap } from './dropTargets';
import { nameInWords } from '../nameInWords';
import { taskIdAt } from '../rows';
import { rowsOfDay } from '../order/moveRows';
import { dayOfTask } from '../order/placeTasks';

/** Rows of a list, without those of a task's subtasks. */
const ROW = 'main :is(li, [role="listitem"]):has(a[data-task])';

/** The row at a point of the window, and its task. */
function rowAt(state: TasksRoot, x: number, y: number) {
  const row = document.elementFromPoint(x, y)?.closest(ROW);
  const taskId = row && taskIdAt(row);
  const task = taskId === null || taskId === undefined ? undefined : selectTask(state, taskId);
  return row && task?.doneAt === null ? { row, task } : null;
}

/**
 * The gap at a point over a row of the dragged tasks' own day, with its name; null where nothing would change. The
 * upper half of a row is the gap above it.
 */
function gapAt(
  state: TasksRoot,
  tasks: readonly Task[],
  { row, task }: { row: Element; task: Task },
  y: number,
): { gap: Gap; words: string } | null {
  const rows = rowsOfDay(state, task);
  const moved = new Set(tasks.map(({ taskId }) => taskId));
  const others = rows.filter(id => !moved.has(id));
  const index = others.indexOf(task.taskId);
  if (index < 0) return null;
  const { top, height } = row.getBoundingClientRect();
  const isBelow = y >= top + height / 2;
  const at = isBelow ? index + 1 : index;
  const isBlock = rows.slice(at, at + moved.size).every(id => moved.has(id));
  if (isBlock) return null;
  const near = selectTask(state, isBelow ? others[at - 1]! : others[at]!)!;
  const words = `${isBelow ? 'After' : 'Before'} ${nameInWords(near)}, ${at + 1} of ${rows.length}`;
  return { gap: { behind: others[at - 1] ?? null, row, isBelow }, words };
}

/** The target for a row at a point: a gap beside it for tasks of the same day, its day for others. */
export function rowTarget(
  state: TasksRoot,
  tasks: readonly Task[],
  { x, y }: { x: number; y: number },
  today: Day,
): DropTarget | null {
  const at = rowAt(state, x, y);
  if (!at) return null;
  const day = dayOfTask(at.task);
  if (tasks.some(task => dayOfTask(task) !== day)) return dayTarget(day, today);
  const found = gapAt(state, tasks, at, y);
  return found && { ...found, selector: ':not(*)' };
}
