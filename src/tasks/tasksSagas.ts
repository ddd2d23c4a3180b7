import type { UnknownAction } from '@reduxjs/toolkit';
import {
  call,
  channelOf,
  delay,
  fork,
  put,
  race,
  select,
  take,
  takeEvery,
  takeFrom,
  takeLatest,
  type Saga,
} from '../effects';
import { deliveryFailed, operationChanged, operationSettled } from '../outbox/operations';
import type { Outbox } from '../outbox/outbox';
import {
  failureOf,
  type CacheService,
  type Clock,
  type Connection,
  type DatabaseService,
  type LiveEvent,
  type Navigation,
  type Random,
  type Records,
} from '../services';
import { bodyOf, fieldsOf, freeTaskId, type Task } from './task';
import { isTaskOperation, taskLane, type Found } from './taskOperations';
import {
  selectAdding,
  selectIsTaken,
  selectTask,
  selectTaskCount,
  selectTaskSync,
  type TasksRoot,
} from './tasksSelectors';
import {
  taskAddClosed,
  taskAddFailed,
  taskAddRequested,
  taskDeleteRequested,
  taskKeepRequested,
  taskListArrived,
  taskRecordsArrived,
  taskSaveRequested,
  tasksLoaded,
  tasksLoadFailed,
  tasksRequested,
  tasksRestored,
  taskVersionChosen,
} from './tasksSlice';
import { keepFirstTasks, showFirstTasks } from './firstTasksSagas';
import { settleHeardAdds } from './heardAdds';
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

/** After this long without an answer a new task is listed as waiting and the app goes on. */
export const ANSWER_PATIENCE = 4000;

const isWanted = (state: TasksRoot) => !state.tasks.isKnown;

/** The whole list of the last visit, behind its first rows if those are on the screen. */
function* restoreTasks({ cache, clock }: TasksServices, userId: string): Saga {
  if (!(yield* select(isWanted))) return;
  if (yield* select(selectTaskCount)) yield* call(clock.afterPaint);
  const cached = yield* call(cache.read, userId, 'tasks');
  if (!cached) return;
  yield* put(tasksRestored(cached));
  yield* call(clock.afterPaint);
}

/**
 * The rows of the last visit first, then the server's answer, asked for once those are painted. Where this device seems
 * to have none the server is asked at once, and the device only when the server does not answer.
 */
export function* loadTasks(services: TasksServices, userId: string): Saga {
  const hasRows = (yield* call(services.cache.readFirst, userId)) !== undefined;
  if (hasRows) yield* call(restoreTasks, services, userId);
  try {
    yield* put(tasksLoaded(yield* call(services.database.loadTasks, userId)));
  } catch (error) {
    if (!hasRows) yield* call(restoreTasks, services, userId);
    yield* put(tasksLoadFailed(failureOf(error)));
  }
}

/** Follows the list live, begun once there is something to look at. */
export function* followTasks({ database, clock }: TasksServices, userId: string): Saga {
  yield* take([tasksLoaded, tasksRestored, tasksLoadFailed]);
  yield* call(clock.afterPaint);
  const events = channelOf<LiveEvent>(emit => database.follow(userId, 'tasks', emit));
  try {
    for (;;) {
      const { type, records } = yield* takeFrom(events);
      yield* put(type === 'list' ? taskListArrived(records) : taskRecordsArrived(records));
    }
  } finally {
    events.close();
  }
}

/** Keeps the device's copy of the list at what the server last said. */
export function* keepTasksCached({ cache }: TasksServices, userId: string): Saga {
  yield* takeEvery([tasksLoaded, taskListArrived], ({ payload }: { payload: Records }) =>
    cache.write(userId, 'tasks', payload),
  );
  yield* takeEvery(taskRecordsArrived, ({ payload }: { payload: Records }) =>
    cache.change(userId, 'tasks', payload),
  );
  yield* takeEvery(operationSettled, ({ payload }: ReturnType<typeof operationSettled>) => {
    if (!isTaskOperation(payload.operation)) return;
    const task = payload.result as Task | null;
    const fireId = task?.fireId ?? payload.operation.payload.fireId;
    if (fireId) return cache.change(userId, 'tasks', { [fireId]: task ? bodyOf(task, task.taskId) : null });
  });
}

const isUnreachable = (action: UnknownAction) =>
  deliveryFailed.match(action) && action.payload.kind === 'network';

/** Waits until the server has the operation (null) or it is held (the reason). */
export function* outcomeOf(operationId: string): Saga<{ refusal: string | null }> {
  for (;;) {
    const action = yield* take([operationSettled, operationChanged]);
    if (operationSettled.match(action) && action.payload.operation.id === operationId)
      return { refusal: null };
    if (
      operationChanged.match(action) &&
      action.payload.id === operationId &&
      action.payload.status === 'held'
    ) {
      return { refusal: action.payload.reason ?? '' };
    }
  }
}

/**
 * Adds a task: kept on this device, sent by the queue. The form waits for the answer and the app goes to its list; when
 * there is no network, or no answer for 4 s, the task is listed as waiting and the app goes on.
 */
export function* addTask(
  services: TasksServices,
  userId: string,
  action: ReturnType<typeof taskAddRequested>,
): Saga {
  const { outbox, connection, navigation, random } = services;
  const { fields, operationId } = action.payload;
  const from = navigation.path();
  const state = yield* select((now: TasksRoot) => now);
  const taskId = freeTaskId(id => selectIsTaken(state, id), random.below);
  const lane = taskLane(taskId);
  function* keepAndWait(): Saga {
    const payload = { taskId, fireId: null, fields };
    yield* call(outbox.append, userId, { id: operationId, lane, kind: 'task/add', payload });
    if (connection.isOnline()) yield* delay(ANSWER_PATIENCE);
  }
  const { outcome } = yield* race({
    outcome: outcomeOf(operationId),
    isLate: keepAndWait(),
    isOffline: take(isUnreachable),
  });
  const isAwaited = (yield* select(selectAdding))?.operationId === operationId;
  if (outcome && outcome.refusal !== null && isAwaited) {
    // The words are still in the form, so the queue need not keep them too.
    yield* put(taskAddFailed({ operationId, message: outcome.refusal }));
    yield* call(outbox.drop, userId, lane);
    return;
  }
  yield* put(taskAddClosed({ operationId }));
  if (navigation.path() === from) navigation.go(`/tasks/${fields.taskList}`);
}

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
  const fireId = (yield* select(selectTask, taskId))?.fireId ?? null;
  yield* call(outbox.append, userId, {
    id: operationId,
    lane: taskLane(taskId),
    kind: 'task/delete',
    payload: { taskId, fireId },
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

/** To keep this device's version is to send it as an edit of the other one. */
export function* chooseVersion(
  { outbox }: TasksServices,
  userId: string,
  { payload: { taskId, version } }: ReturnType<typeof taskVersionChosen>,
): Saga {
  const sync = yield* select(selectTaskSync, taskId);
  const found = sync.type === 'held' ? (sync.found as Found | undefined) : undefined;
  if (found?.type !== 'versions') return;
  if (version === 'mine') yield* call(outbox.release, userId, taskLane(taskId), { base: found.theirs });
  else yield* call(outbox.drop, userId, taskLane(taskId));
}

/** All that the tasks of the signed-in user need, until the session ends. */
export function* tasksSaga(services: TasksServices, userId: string): Saga {
  yield* call(showFirstTasks, services, userId);
  yield* takeLatest(tasksRequested, loadTasks, services, userId);
  yield* takeEvery(taskAddRequested, addTask, services, userId);
  yield* takeEvery(taskSaveRequested, saveTask, services, userId);
  yield* takeEvery(taskDeleteRequested, deleteTask, services, userId);
  yield* takeEvery(taskKeepRequested, keepTask, services, userId);
  yield* takeEvery(taskVersionChosen, chooseVersion, services, userId);
  yield* fork(keepTasksCached, services, userId);
  yield* fork(settleHeardAdds, services);
  yield* fork(removeTwins, services, userId);
  yield* fork(keepFirstTasks, services, userId);
  yield* fork(followTasks, services, userId);
}
