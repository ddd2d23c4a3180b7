import { put, select, take, type Saga } from '../../lib/effects';
import type { DraftsLater } from '../../services/device';
import { looksDone } from '../task';
import { taskTickRequested } from '../taskActions';
import { selectAreTasksKnown, selectTask } from '../tasksSelectors';
import { tasksLoaded, tasksRestored } from '../tasksSlice';

/** Ticks the tasks that were ticked in a first frame whose page ended before the app had loaded. */
export function* tickEarly({ drafts: { early } }: { drafts: DraftsLater }, userId: string): Saga {
  const ticks = { userId, form: 'tick' } as const;
  const taskIds = early.words(ticks).flatMap(words => words.split(' ').map(Number));
  if (taskIds.length > 0 && !(yield* select(selectAreTasksKnown))) yield* take([tasksLoaded, tasksRestored]);
  for (const taskId of taskIds) {
    const task = yield* select(selectTask, taskId);
    if (task && !looksDone(task)) yield* put(taskTickRequested(task, true));
  }
  early.release(ticks);
}
