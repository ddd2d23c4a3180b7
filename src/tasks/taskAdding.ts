import type { UnknownAction } from '@reduxjs/toolkit';
import { listPath } from '../app/paths';
import { call, delay, put, race, select, take, type Saga } from '../lib/effects';
import { deliveryFailed, operationChanged, operationDelivered, operationSettled } from '../sync/operations';
import type { Outbox } from '../sync/queue';
import type { Connection, Random } from '../services/device';
import type { Navigation } from '../services/navigation';
import { freeTaskId } from './task';
import { taskLane } from './taskOperations';
import { selectAdding, selectIsTaken, type TasksRoot } from './tasksSelectors';
import type { taskAddRequested } from './tasksSlice';
import { taskAddClosed, taskAddFailed } from './tasksSlice';

type Services = { outbox: Outbox; connection: Connection; navigation: Navigation; random: Random };

/** After this long without an answer a new task is listed as waiting and the app goes on. */
export const ANSWER_PATIENCE = 4000;

const isUnreachable = (action: UnknownAction) =>
  deliveryFailed.match(action) && action.payload.kind === 'network';

/** Waits until the server has the operation (null), whichever tab sent it, or it is held (the reason). */
export function* outcomeOf(operationId: string): Saga<{ refusal: string | null }> {
  for (;;) {
    const action = yield* take([operationDelivered, operationSettled, operationChanged]);
    if (
      (operationDelivered.match(action) && action.payload.operationId === operationId) ||
      (operationSettled.match(action) && action.payload.operation.id === operationId)
    ) {
      return { refusal: null };
    }
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
  services: Services,
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
    yield* call(outbox.append, userId, { id: operationId, lane, kind: 'task/add', payload }, true);
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
  if (navigation.path() === from) navigation.go(listPath(fields.taskList));
}
