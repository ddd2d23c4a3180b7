import { call, fork, put, select, type Saga } from '../lib/effects';
import { followListAfter, keepListCached } from '../sync/listSagas';
import type { DatabaseService, Records } from '../services/database';
import type { CacheService, Clock } from '../services/device';
import { failureOf } from '../services/failure';
import { keepFirstTasks } from './firstTasksSagas';
import { bodyOf, type StoredTask } from './task';
import { isTaskOperation } from './taskOperations';
import { selectNewsCount, selectTaskCount, selectTaskKeys, type TasksRoot } from './tasksSelectors';
import {
  doneMarkListArrived,
  doneMarksArrived,
  doneMarksLoaded,
  taskListArrived,
  taskRecordsArrived,
  tasksLoaded,
  tasksLoadFailed,
  tasksRestored,
} from './tasksSlice';

type Services = { database: DatabaseService; cache: CacheService; clock: Clock };

const isWanted = (state: TasksRoot) => !state.tasks.isKnown;

/** The whole list of the last visit, behind its first rows if those are on the screen. */
function* restoreTasks({ cache, clock }: Services, userId: string): Saga {
  if (!(yield* select(isWanted))) return;
  if (yield* select(selectTaskCount)) yield* call(clock.afterPaint);
  const [cached, done] = yield* call(() =>
    Promise.all([cache.read(userId, 'tasks'), cache.read(userId, 'done')]),
  );
  if (!cached) return;
  yield* put(doneMarksLoaded(done ?? {}));
  yield* put(tasksRestored(cached));
  yield* call(clock.afterPaint);
}

/**
 * The rows of the last visit first, then the server's answer, asked for once those are painted. Where this device seems
 * to have none the server is asked at once, and the device only when the server does not answer.
 */
export function* loadTasks(services: Services, userId: string): Saga {
  const { cache, database } = services;
  const hasRows = (yield* call(cache.readFirst, userId)) !== undefined;
  if (hasRows) yield* call(restoreTasks, services, userId);
  try {
    const [records, done] = yield* call(() =>
      Promise.all([database.loadTasks(userId), database.loadDone(userId)]),
    );
    yield* put(doneMarksLoaded(done));
    yield* put(tasksLoaded(records));
  } catch (error) {
    if (!hasRows) yield* call(restoreTasks, services, userId);
    yield* put(tasksLoadFailed(failureOf(error)));
  }
}

const begins = [tasksLoaded, tasksRestored, tasksLoadFailed];

/** Keeps tasks and their marks at what the server says, live and in the device's copy. */
export function* followTasks(services: Services, userId: string): Saga {
  yield* fork(keepListCached, services, userId, 'tasks', {
    whole: [tasksLoaded, taskListArrived],
    changes: taskRecordsArrived,
    settled(operation, result) {
      if (!isTaskOperation(operation) || operation.kind === 'task/forget') return null;
      if (operation.kind === 'task/tick') return null;
      const task = result as StoredTask | null;
      const fireId = task?.fireId ?? operation.payload.fireId;
      return fireId === null ? null : { [fireId]: task && bodyOf(task, task.taskId) };
    },
    news: { copied: tasksRestored, count: selectNewsCount },
  });
  yield* fork(keepListCached, services, userId, 'done', {
    whole: [doneMarksLoaded, doneMarkListArrived],
    changes: doneMarksArrived,
    settled: ({ kind }, result) => (kind === 'task/tick' && result ? (result as Records) : null),
  });
  yield* fork(keepFirstTasks, services, userId);
  yield* fork(followListAfter, begins, services, userId, 'done', {
    list: doneMarkListArrived,
    changes: doneMarksArrived,
  });
  yield* fork(followListAfter, begins, services, userId, 'tasks', {
    list: taskListArrived,
    changes: taskRecordsArrived,
    keys: selectTaskKeys,
  });
}
