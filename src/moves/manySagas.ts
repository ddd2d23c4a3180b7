import { undoRequested } from '../history/historySlice';
import { delay, put, race, select, take, type Saga } from '../lib/effects';
import type { manyRequested } from '../tasks/manyTasks';
import { selectTask } from '../tasks/tasksSelectors';
import { changeOf } from './changeOf';

/** So many operations are requested before the page gets a turn to paint and to take input. */
const SLICE = 50;

/**
 * Changes tasks by one operation each, which share one step of the history. Thousands are requested in slices; what is
 * gone, or is so already, is left out. Undo ends it, and takes back what was requested until then.
 */
export function* changeMany({ payload }: ReturnType<typeof manyRequested>): Saga {
  const { taskIds, change, changeId } = payload;
  for (let at = 0; at < taskIds.length; at += SLICE) {
    if (at > 0 && (yield* race({ turn: delay(0), undo: take(undoRequested) })).undo) return;
    for (const taskId of taskIds.slice(at, at + SLICE)) {
      const task = yield* select(selectTask, taskId);
      const requested = task && changeOf(task, change, { changeId });
      if (requested) yield* put(requested);
    }
  }
}
