import { nanoid } from '@reduxjs/toolkit';
import { idsOn } from '../../lib/days/calendar';
import { UNDATED } from '../../lib/days/days';
import { placesAt } from '../../lib/placesAt';
import { requestChange } from '../../sync/operations';
import { placeOf, shownDay, type Task } from '../../tasks/task';
import { taskChange } from '../../tasks/taskKinds';
import { selectTask, type TasksRoot } from '../../tasks/tasksSelectors';

/** The day under which a task is listed, `undated` for none. */
export const dayOfTask = (task: Task) => shownDay(task) ?? UNDATED;

const placedOf = (task: Task) => ({ id: task.taskId, place: placeOf(task) });

/** The changes that move tasks of one day after another task of it (null: to the top), as one step; empty if nothing changes. */
export function placingsOf(state: TasksRoot, moved: readonly Task[], behind: number | null) {
  const [first] = moved;
  if (!first) return [];
  const day = dayOfTask(first);
  const ids = idsOn(state.tasks.days.open, day);
  const movedIds = new Set(moved.map(({ taskId }) => taskId));
  const others = ids.filter(id => !movedIds.has(id));
  const at = behind === null ? 0 : others.indexOf(behind) + 1;
  const wanted = others.toSpliced(at, 0, ...ids.filter(id => movedIds.has(id)));
  if (wanted.every((id, n) => id === ids[n])) return [];
  const taskOf = (taskId: number) => selectTask(state, taskId)!;
  const places = placesAt(
    wanted.slice(at, at + movedIds.size).map(id => placedOf(taskOf(id))),
    others.map(id => placedOf(taskOf(id))),
    at,
  );
  const options = { changeId: nanoid(), isOfMany: places.size > 1 };
  return [...places].map(([id, place]) => {
    const { taskId, fireId, taskName, order: before = null } = taskOf(id);
    const payload = { taskId, fireId, ...(movedIds.has(id) && { taskName }), order: { day, place }, before };
    return requestChange(taskChange('task/place', payload), options);
  });
}
