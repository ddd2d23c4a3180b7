import { call, fork, put, select, type Saga } from '../lib/effects';
import {
  confirmedRecords,
  followBeside,
  followListAfter,
  keepListCached,
  readWithBeside,
} from '../sync/listSagas';
import type { DatabaseService } from '../services/database';
import type { CacheService, Clock } from '../services/device';
import { failureOf } from '../services/failure';
import { keepFirstTasks } from './firstTasksSagas';
import { taskKinds } from './taskKinds';
import { selectHasTasks, selectNewsCount, selectTaskKeys, type TasksRoot } from './tasksSelectors';
import {
  tasksBesideArrived,
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
  if (yield* select(selectHasTasks)) yield* call(clock.afterPaint);
  const cached = yield* readWithBeside('tasks', list => cache.read(userId, list), tasksBesideArrived);
  if (!cached) return;
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
    const records = yield* readWithBeside('tasks', list => database.load(userId, list), tasksBesideArrived);
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
    confirmed: confirmedRecords(taskKinds),
    news: { restored: tasksRestored, count: selectNewsCount },
  });
  yield* fork(keepFirstTasks, services, userId);
  yield* fork(followBeside, services, userId, 'tasks', begins, tasksBesideArrived);
  yield* fork(followListAfter, begins, services, userId, 'tasks', {
    list: taskListArrived,
    changes: taskRecordsArrived,
    keys: selectTaskKeys,
  });
}
