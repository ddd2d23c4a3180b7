import { call, delay, put, select, takeEvery, takeLatest, type Saga } from '../../lib/effects';
import { operationConfirmed, operationDiscarded, operationKept } from '../../sync/operations';
import type { CacheService, FirstRows } from '../../services/device';
import { bodyOf } from '../task';
import { daysOf } from '../taskDays';
import { selectFirstTasks, selectPendingTaskCount, selectTaskCounts } from '../tasksSelectors';
import {
  tasksSidecarsArrived,
  doneTaskLeft,
  firstCountsRestored,
  firstTasksRestored,
  taskListArrived,
  taskRecordsArrived,
  tasksLoaded,
} from '../tasksSlice';

type Services = { cache: CacheService };

/** Loads the first screens of the last visit, before the first render, so that the first paint has rows. */
export function* showFirstTasks({ cache }: Services, userId: string): Saga {
  const first = yield* call(cache.readFirst, userId);
  if (!first) return;
  // With their repeats and places, so that ticks of the first rows are correct and the order is final.
  for (const list of ['repeats', 'order'] as const)
    yield* put(tasksSidecarsArrived({ list, type: 'loaded', records: first[list] }));
  yield* put(firstTasksRestored(first.tasks));
  if (first.counts) yield* put(firstCountsRestored(first.counts));
}

/** Milliseconds without a change before the first screens are stored again. */
const QUIET_MS = 1000;

/**
 * Stores the server's version of each view's first screen. While a change is unsent, or the stored rows are outdated,
 * none are stored, and the next start shows its first rows when the whole list is loaded.
 */
export function* keepFirstTasks({ cache }: Services, userId: string): Saga {
  const forget = function* (): Saga {
    yield* call(cache.writeFirst, userId, null);
  };
  yield* takeEvery([taskRecordsArrived, operationKept], forget);
  yield* takeEvery(tasksSidecarsArrived, function* ({ payload: { type } }): Saga {
    if (type === 'changes') yield* forget();
  });
  // Records that this device has a list, without first rows.
  yield* takeEvery([tasksLoaded, taskListArrived], function* (): Saga {
    if ((yield* call(cache.readFirst, userId)) === undefined) yield* call(cache.writeFirst, userId, null);
  });
  const changes = [
    tasksLoaded,
    taskListArrived,
    taskRecordsArrived,
    tasksSidecarsArrived,
    doneTaskLeft,
    operationConfirmed,
    operationDiscarded,
  ];
  yield* takeLatest(changes, function* (): Saga {
    yield* delay(QUIET_MS);
    if ((yield* select(selectPendingTaskCount)) > 0) return;
    const first = yield* select(selectFirstTasks);
    const counts = yield* select(selectTaskCounts);
    const days = Object.assign({}, ...Object.values(daysOf(first).open)) as FirstRows['days'];
    const rows: FirstRows = { tasks: {}, repeats: {}, order: {}, days, counts };
    for (const task of first) {
      rows.tasks[task.fireId] = bodyOf(task, task.taskId);
      if (task.repeat) rows.repeats[task.fireId] = task.repeat;
      if (task.order) rows.order[task.fireId] = task.order;
    }
    yield* call(cache.writeFirst, userId, rows);
  });
}
