import { call, put, select, type Saga } from '../../lib/effects';
import { followRecords, readWithSidecars } from '../../sync/records/list/listSagas';
import type { DatabaseService } from '../../services/database';
import type { CacheService, Clock } from '../../services/device';
import { failureOf } from '../../services/failure';
import { taskKinds } from '../taskKinds';
import { selectAreTasksKnown, type TasksRoot } from '../tasksSelectors';
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

/** Shows the tasks of the last visit, then requests the server's once those are painted. */
export function* loadTasks({ cache, clock, database }: Services, userId: string): Saga {
  if (!(yield* select(selectAreTasksKnown))) {
    const cached = yield* readWithSidecars(
      'tasks',
      list => cache.read(userId, list),
      tasksSidecarsArrived,
      'isShown',
    );
    if (cached) {
      yield* put(tasksRestored(cached));
      yield* call(clock.afterPaint);
    }
  }
  try {
    const records = yield* readWithSidecars(
      'tasks',
      list => database.load(userId, list),
      tasksSidecarsArrived,
    );
    yield* put(tasksLoaded(records));
  } catch (error) {
    yield* put(tasksLoadFailed(failureOf(error)));
  }
}

/** Keeps tasks and their sidecars up to date, from live changes, and stores them on the device. */
export function* followTasks(services: Services, userId: string): Saga {
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
