import { delay, fork, put, select, takeEvery, takeLatest, type Saga } from '../../lib/effects';
import type { DatabaseService } from '../../services/database';
import type { CacheService, Clock, Connection, Random, Navigation } from '../../services/device';
import { operationKept } from '../../sync/operations';
import type { Queue } from '../../sync/queue/queue';
import { addTask, addTaskAtOnce, taskAddAtOnceRequested } from './taskAdding';
import { followTasks, loadTasks } from './taskListSagas';
import type { TasksRoot } from '../tasksSelectors';
import { doneTaskLeft, taskAddRequested, tasksRequested } from '../tasksSlice';

export type TasksServices = {
  database: DatabaseService;
  cache: CacheService;
  clock: Clock;
  queue: Queue;
  connection: Connection;
  navigation: Navigation;
  random: Random;
};

/** Milliseconds for which a ticked task stays in its place. */
export const JUST_DONE_MS = 5000;

/** After that time a ticked task leaves its view, whichever tab ticked it. */
export function* letDoneTasksLeave(): Saga {
  yield* takeEvery(operationKept, function* ({ payload }): Saga {
    const justDone = Object.entries(yield* select(({ tasks }: TasksRoot) => tasks.justDone));
    const taskId = justDone.find(([, { operationId }]) => operationId === payload.id)?.[0];
    if (taskId === undefined) return;
    yield* delay(JUST_DONE_MS);
    yield* put(doneTaskLeft({ taskId: Number(taskId), operationId: payload.id }));
  });
}

/** All task sagas of the signed-in user, until the session ends. */
export function* tasksSaga(services: TasksServices, userId: string): Saga {
  yield* takeLatest(tasksRequested, loadTasks, services, userId);
  yield* takeEvery(taskAddRequested, addTask, services, userId);
  yield* takeEvery(taskAddAtOnceRequested, addTaskAtOnce, services);
  yield* fork(letDoneTasksLeave);
  yield* fork(followTasks, services, userId);
}
