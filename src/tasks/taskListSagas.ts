import { call, delay, fork, put, select, takeLatest, type Saga } from '../effects';
import { followListAfter, keepListCached } from '../outbox/listSagas';
import { operationSettled } from '../outbox/operations';
import { failureOf, type CacheService, type Clock, type DatabaseService, type Records } from '../services';
import { bodyOf, type StoredTask } from './task';
import { isTaskOperation } from './taskOperations';
import { selectFirstTasks, selectTaskCount, type TasksRoot } from './tasksSelectors';
import {
  doneMarkListArrived,
  doneMarksArrived,
  doneMarksLoaded,
  firstTasksRestored,
  taskListArrived,
  taskRecordsArrived,
  tasksLoaded,
  tasksLoadFailed,
  tasksRestored,
} from './tasksSlice';

type Services = { database: DatabaseService; cache: CacheService; clock: Clock };

const isWanted = (state: TasksRoot) => !state.tasks.isKnown;

/** The rows of the last visit first, then the server's answer, asked for once those are painted. */
export function* loadTasks({ database, cache, clock }: Services, userId: string): Saga {
  if (yield* select(isWanted)) {
    const first = yield* call(cache.readFirst, userId);
    if (first) {
      yield* put(firstTasksRestored(first));
      yield* call(clock.afterPaint);
    }
    const [cached, done] = yield* call(() =>
      Promise.all([cache.read(userId, 'tasks'), cache.read(userId, 'done')]),
    );
    if (cached) {
      yield* put(doneMarksLoaded(done ?? {}));
      yield* put(tasksRestored(cached));
      yield* call(clock.afterPaint);
    }
  }
  try {
    const [records, done] = yield* call(() =>
      Promise.all([database.loadTasks(userId), database.loadDone(userId)]),
    );
    yield* put(doneMarksLoaded(done));
    yield* put(tasksLoaded(records));
  } catch (error) {
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
  });
}

/** A list longer than this is worth its first screens being kept apart. */
const LONG = 1000;
/** Milliseconds without a change before they are. */
const CALM = 1000;

/** Keeps what the first screen of each view shows, so that a long list opens as fast as a short one. */
export function* keepFirstTasks({ cache }: Services, userId: string): Saga {
  yield* takeLatest([tasksLoaded, taskListArrived, taskRecordsArrived, operationSettled], function* (): Saga {
    yield* delay(CALM);
    const first = yield* select(selectFirstTasks);
    const isLong = (yield* select(selectTaskCount)) > LONG;
    const records = first.map(task => [task.fireId, bodyOf(task, task.taskId)] as const);
    if (isLong) yield* call(cache.writeFirst, userId, Object.fromEntries(records));
  });
}
