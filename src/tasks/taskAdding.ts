import type { UnknownAction } from '@reduxjs/toolkit';
import { listPath } from '../app/paths';
import { call, delay, put, race, select, take, type Saga } from '../lib/effects';
import type { Connection, Random } from '../services/device';
import type { Navigation } from '../services/navigation';
import { operationChanged, operationConfirmed, operationKept, requestChange } from '../sync/operations';
import type { Queue } from '../sync/queue';
import { sendingPaused } from '../sync/queueSlice';
import { rowPointedOut } from '../ui/uiSlice';
import { freeTaskId } from './task';
import { taskChange, taskItemKey } from './taskKinds';
import { selectAdding, selectIsTaken, type TasksRoot } from './tasksSelectors';
import { taskAddClosed, taskAddFailed, type taskAddRequested } from './tasksSlice';

type Services = { queue: Queue; connection: Connection; navigation: Navigation; random: Random };

/** After this long without an answer a new task is listed as waiting and the app goes on. Milliseconds. */
export const ANSWER_PATIENCE = 4000;

const isUnreachable = (action: UnknownAction): action is ReturnType<typeof sendingPaused> =>
  sendingPaused.match(action) && action.payload.kind === 'network';

/** Waits until the server has confirmed the operation (null), whichever tab sent it, or it is blocked (the reason). */
export function* outcomeOf(operationId: string): Saga<{ refusal: string | null }> {
  for (;;) {
    const action = yield* take([operationConfirmed, operationChanged]);
    if (operationConfirmed.match(action)) {
      if (action.payload.operation.id === operationId) return { refusal: null };
    } else if (action.payload.id === operationId && action.payload.status === 'blocked') {
      return { refusal: action.payload.reason ?? '' };
    }
  }
}

/**
 * Adds a task. The form waits for the answer and the app goes to its list; when there is no network, or no answer for
 * 4 s, the task is listed as waiting and the app goes on. Its row is pointed out then, and a toast names it.
 */
export function* addTask(
  services: Services,
  userId: string,
  action: ReturnType<typeof taskAddRequested>,
): Saga {
  const { queue, connection, navigation, random } = services;
  const { fields, operationId } = action.payload;
  const from = navigation.path();
  const state = yield* select((now: TasksRoot) => now);
  const taskId = freeTaskId(id => selectIsTaken(state, id), random.below);
  const change = taskChange('task/add', { taskId, fireId: null, fields });
  function* waitForAnswer(): Saga {
    yield* put(requestChange(change, { id: operationId, isAwaited: true, isAnnounced: true }));
    if (connection.isOnline()) return yield* delay(ANSWER_PATIENCE) as Saga<never>;
    while ((yield* take(operationKept)).payload.id !== operationId);
  }
  const { outcome } = yield* race({
    outcome: outcomeOf(operationId),
    isLate: waitForAnswer(),
    isOffline: take(isUnreachable),
  });
  const isAwaited = (yield* select(selectAdding))?.operationId === operationId;
  if (outcome && outcome.refusal !== null && isAwaited) {
    // The words are still in the form, so the queue need not keep them too.
    yield* put(taskAddFailed({ operationId, message: outcome.refusal }));
    yield* call(queue.discard, userId, taskItemKey(taskId));
    return;
  }
  yield* put(taskAddClosed({ operationId }));
  if (navigation.path() === from) navigation.go(listPath(fields.taskList));
  yield* put(rowPointedOut({ taskId }));
}
