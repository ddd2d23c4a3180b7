import { call, delay, fork, put, select, takeEvery, takeLatest, type Saga } from '../lib/effects';
import { operationKept } from '../sync/operations';
import type { Outbox } from '../sync/queue';
import type { DatabaseService } from '../services/database';
import type { CacheService, Clock, Connection, Random } from '../services/device';
import type { Navigation } from '../services/navigation';
import { showFirstTasks } from './firstTasksSagas';
import { settleHeardAdds } from './heardAdds';
import { fieldsOf } from './task';
import { addTask } from './taskAdding';
import { followTasks, loadTasks } from './taskListSagas';
import { isTaskOperation, taskLane, type Found } from './taskOperations';
import { selectTask, selectTaskSync } from './tasksSelectors';
import {
  taskAddRequested,
  taskDeleteRequested,
  taskKeepRequested,
  taskLingered,
  taskSaveRequested,
  tasksRequested,
  taskTickRequested,
  taskVersionChosen,
} from './tasksSlice';
import { removeTwins } from './taskTwins';

export type TasksServices = {
  database: DatabaseService;
  cache: CacheService;
  clock: Clock;
  outbox: Outbox;
  connection: Connection;
  navigation: Navigation;
  random: Random;
};

export function* saveTask(
  { outbox }: TasksServices,
  userId: string,
  action: ReturnType<typeof taskSaveRequested>,
): Saga {
  const { taskId, base, fields, operationId } = action.payload;
  const fireId = (yield* select(selectTask, taskId))?.fireId ?? null;
  yield* call(outbox.append, userId, {
    id: operationId,
    lane: taskLane(taskId),
    kind: 'task/edit',
    payload: { taskId, fireId, base, fields },
  });
}

export function* deleteTask(
  { outbox }: TasksServices,
  userId: string,
  action: ReturnType<typeof taskDeleteRequested>,
): Saga {
  const { taskId, operationId } = action.payload;
  const task = yield* select(selectTask, taskId);
  if (!task) return;
  const { fireId, doneAt } = task;
  yield* call(outbox.append, userId, {
    id: operationId,
    lane: taskLane(taskId),
    kind: 'task/delete',
    payload: { taskId, fireId, fields: fieldsOf(task), doneAt },
  });
}

/** Ticks a task off now, or makes it one to be done again; nothing when it is so already. */
export function* tickTask(
  { outbox, clock }: TasksServices,
  userId: string,
  { payload: { taskId, isDone, operationId } }: ReturnType<typeof taskTickRequested>,
): Saga {
  const task = yield* select(selectTask, taskId);
  if (!task || (task.doneAt !== null) === isDone) return;
  const doneAt = isDone ? new Date(clock.now()).toISOString() : null;
  yield* call(outbox.append, userId, {
    id: operationId,
    lane: taskLane(taskId),
    kind: 'task/tick',
    payload: { taskId, fireId: task.fireId, doneAt, before: task.doneAt },
  });
}

/** For so long a task that was ticked off stays where it was. Milliseconds. */
export const LINGER = 5000;

/** Whichever tab ticked it: after its moment a task that is done leaves. */
export function* letDoneTasksLeave(): Saga {
  yield* takeEvery(operationKept, function* ({ payload }: ReturnType<typeof operationKept>): Saga {
    if (!isTaskOperation(payload) || payload.kind !== 'task/tick' || payload.payload.doneAt === null) return;
    yield* delay(LINGER);
    yield* put(taskLingered({ taskId: payload.payload.taskId, operationId: payload.id }));
  });
}

/** A task that was deleted elsewhere becomes a new one with the words that this device has, in place of the held one. */
export function* keepTask(
  { outbox }: TasksServices,
  userId: string,
  action: ReturnType<typeof taskKeepRequested>,
): Saga {
  const { taskId, operationId } = action.payload;
  const task = yield* select(selectTask, taskId);
  if (!task || (yield* select(selectTaskSync, taskId)).type !== 'held') return;
  yield* call(outbox.append, userId, {
    id: operationId,
    lane: taskLane(taskId),
    kind: 'task/add',
    payload: { taskId, fireId: null, fields: fieldsOf(task) },
  });
}

/** To keep this device's version is to send it as an edit of the other one; a tick behind it goes on either way. */
export function* chooseVersion(
  { outbox }: TasksServices,
  userId: string,
  { payload: { taskId, version } }: ReturnType<typeof taskVersionChosen>,
): Saga {
  const sync = yield* select(selectTaskSync, taskId);
  const found = sync.type === 'held' ? (sync.found as Found | undefined) : undefined;
  if (found?.type !== 'versions') return;
  if (version === 'mine') yield* call(outbox.release, userId, taskLane(taskId), { base: found.theirs });
  else yield* call(outbox.dropHeld, userId, taskLane(taskId));
}

/** All that the tasks of the signed-in user need, until the session ends. */
export function* tasksSaga(services: TasksServices, userId: string): Saga {
  yield* call(showFirstTasks, services, userId);
  yield* takeLatest(tasksRequested, loadTasks, services, userId);
  yield* takeEvery(taskAddRequested, addTask, services, userId);
  yield* takeEvery(taskSaveRequested, saveTask, services, userId);
  yield* takeEvery(taskTickRequested, tickTask, services, userId);
  yield* takeEvery(taskDeleteRequested, deleteTask, services, userId);
  yield* takeEvery(taskKeepRequested, keepTask, services, userId);
  yield* takeEvery(taskVersionChosen, chooseVersion, services, userId);
  yield* fork(letDoneTasksLeave);
  yield* fork(settleHeardAdds, services);
  yield* fork(removeTwins, services, userId);
  yield* fork(followTasks, services, userId);
}
