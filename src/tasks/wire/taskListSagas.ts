import { call, fork, put, select, type Saga } from '../../lib/effects';
import { followRecords, readWithSidecars } from '../../sync/records/list/listSagas';
import type { DatabaseService } from '../../services/database';
import type { CacheService, Clock } from '../../services/device';
import { failureOf } from '../../services/failure';
import { keepFirstTasks } from './firstTasksSagas';
import { taskKinds } from '../taskKinds';
import { selectAreTasksKnown, selectHasTasks, type TasksRoot } from '../tasksSelectors';
import { taskList } from '../tasksState';
import {
  tasksSidecarsArrived,
  taskListArrived,
  taskRecordsArrived,
  tasksLoaded,
  tasksLoadFailed,
  tasksRestored,
} from '../tasksSlice';

const listed = {
  items: ({ tasks }: TasksRoot) => tasks.items,
  knownKeys: ({ tasks }: TasksRoot) => taskList.allKeys(tasks),
};

type Services = { database: DatabaseService; cache: CacheService; clock: Clock };

/** Loads the whole list of the last visit, after its first rows if those are already shown. */
function* restoreTasks({ cache, clock }: Services, userId: string): Saga {
  if (yield* select(selectAreTasksKnown)) return;
  if (yield* select(selectHasTasks)) yield* call(clock.afterPaint);
  const cached = yield* readWithSidecars(
    'tasks',
    list => cache.read(userId, list),
    tasksSidecarsArrived,
    'isShown',
  );
  if (!cached) return;
  yield* put(tasksRestored(cached));
  yield* call(clock.afterPaint);
}

/**
 * Shows the rows of the last visit, then requests the server's once those are painted. If this device seems to have
 * none, the server is asked at once, and the device only when the server does not answer.
 */
export function* loadTasks(services: Services, userId: string): Saga {
  const { cache, database } = services;
  const hasRows = (yield* call(cache.readFirst, userId)) !== undefined;
  if (hasRows) yield* call(restoreTasks, services, userId);
  try {
    const records = yield* readWithSidecars(
      'tasks',
      list => database.load(userId, list),
      tasksSidecarsArrived,
    );
    yield* put(tasksLoaded(records));
  } catch (error) {
    if (!hasRows) yield* call(restoreTasks, services, userId);
    yield* put(tasksLoadFailed(failureOf(error)));
  }
}

/** Keeps tasks and their sidecars up to date, from live changes, and stores them on the device. */
export function* followTasks(services: Services, userId: string): Saga {
  yield* fork(keepFirstTasks, services, userId);
  yield* call(followRecords, services, userId, 'tasks', {
    kinds: taskKinds,
    restored: tasksRestored,
    loaded: tasksLoaded,
    loadFailed: tasksLoadFailed,
    listArrived: taskListArrived,
    recordsArrived: taskRecordsArrived,
    sidecarsArrived: tasksSidecarsArrived,
    listed,
  });
}
