import { call, delay, fork, put, takeEvery, takeLatest, type Saga } from '../lib/effects';
import type { DatabaseService } from '../services/database';
import type { CacheService, Clock, Connection, Random } from '../services/device';
import type { Navigation } from '../services/navigation';
import { operationKept } from '../sync/operations';
import type { Queue } from '../sync/queue';
import { showFirstTasks } from './firstTasksSagas';
import { addTask } from './taskAdding';
import { isTaskOperation } from './taskKinds';
import { followTasks, loadTasks } from './taskListSagas';
import { doneTaskLeft, taskAddRequested, tasksRequested } from './tasksSlice';

export type TasksServices = {
  database: DatabaseService;
  cache: CacheService;
  clock: Clock;
  queue: Queue;
  connection: Connection;
  navigation: Navigation;
  random: Random;
};

/** For so long a task that was ticked off stays where it was. Milliseconds. */
export const JUST_DONE = 5000;

/** Whichever tab ticked it: after its moment a task that is done leaves its view. */
export function* letDoneTasksLeave(): Saga {
  yield* takeEvery(operationKept, function* ({ payload }): Saga {
    if (!isTaskOperation(payload) || payload.kind !== 'task/tick' || payload.payload.doneAt === null) return;
    yield* delay(JUST_DONE);
    yield* put(doneTaskLeft({ taskId: payload.payload.taskId, operationId: payload.id }));
  });
}

/** All that the tasks of the signed-in user need, until the session ends. */
export function* tasksSaga(services: TasksServices, userId: string): Saga {
  yield* call(showFirstTasks, services, userId);
  yield* takeLatest(tasksRequested, loadTasks, services, userId);
  yield* takeEvery(taskAddRequested, addTask, services, userId);
  yield* fork(letDoneTasksLeave);
  yield* fork(followTasks, services, userId);
}
