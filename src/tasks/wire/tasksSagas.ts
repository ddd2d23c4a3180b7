import { call, delay, fork, put, select, takeEvery, takeLatest, type Saga } from '../../lib/effects';
import type { DatabaseService } from '../../services/database';
import type { CacheService, Clock, Connection, Random, Navigation } from '../../services/device';
import { kindIn } from '../../sync/kinds';
import { operationKept } from '../../sync/operations';
import type { Queue } from '../../sync/queue/queue';
import { bodyOf } from '../task';
import { addTask, addTaskAtOnce, taskAddAtOnceRequested } from './taskAdding';
import { taskKinds } from '../taskKinds';
import { followTasks, loadTasks } from './taskListSagas';
import type { TasksRoot } from '../tasksSelectors';
import {
  doneTaskLeft,
  taskAddClosed,
  taskAddRequested,
  taskListArrived,
  taskRecordsArrived,
  tasksLoaded,
  tasksRequested,
} from '../tasksSlice';
import { taskList } from '../tasksState';

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

const selectTasks = (state: TasksRoot) => state.tasks;

/**
 * Confirms adds by the live list: a record may arrive there before the answer to its add, or instead of it. A record
 * with the add's taskId and fields counts as its answer, so that a repeated add keeps the task's taskId.
 */
export function* confirmListedAdds({ queue }: TasksServices, userId: string): Saga {
  yield* takeEvery([taskListArrived, taskRecordsArrived, tasksLoaded, taskAddClosed], function* (): Saga {
    const tasks = yield* select(selectTasks);
    for (const { base, operations } of taskList.allPending(tasks)) {
      const [add] = operations;
      if (!add || !kindIn(taskKinds, add)?.added || !base?.fireId) continue;
      if (add.id === tasks.adding?.operationId) continue; // the form waits for the answer itself
      const { fireId } = base;
      const record = { fireId, value: bodyOf(base, base.taskId) };
      yield* call(queue.confirm, { ...add, userId }, { record });
    }
  });
}

/** All task sagas of the signed-in user, until the session ends. */
export function* tasksSaga(services: TasksServices, userId: string): Saga {
  yield* takeLatest(tasksRequested, loadTasks, services, userId);
  yield* takeEvery(taskAddRequested, addTask, services, userId);
  yield* takeEvery(taskAddAtOnceRequested, addTaskAtOnce, services);
  yield* fork(letDoneTasksLeave);
  yield* fork(confirmListedAdds, services, userId);
  yield* fork(followTasks, services, userId);
}
