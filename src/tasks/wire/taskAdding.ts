import { createAction, nanoid, type UnknownAction } from '@reduxjs/toolkit';
import { listPath } from '../../routes';
import { call, delay, put, race, select, take, type Saga } from '../../lib/effects';
import type { Connection, Random, Navigation } from '../../services/device';
import {
  operationBlocked,
  operationConfirmed,
  operationKept,
  requestChange,
  type RequestOptions,
} from '../../sync/operations';
import type { Queue } from '../../sync/queue/queue';
import { sendingPaused } from '../../sync/queue/queueSlice';
import { rowPointedOut } from '../../ui/uiSlice';
import type { Beside, TaskFields } from '../task';
import { taskChange, taskItemKey } from '../taskKinds';
import { selectAdding, selectFreeTaskId } from '../tasksSelectors';
import { taskAddClosed, taskAddFailed, type taskAddRequested } from '../tasksSlice';

type Services = { queue: Queue; connection: Connection; navigation: Navigation; random: Random };

/** Milliseconds after which an unanswered new task is listed as waiting, and the form closes. */
export const ANSWER_PATIENCE_MS = 4000;

const isUnreachable = (action: UnknownAction): action is ReturnType<typeof sendingPaused> =>
  sendingPaused.match(action) && action.payload.kind === 'network';

/** Waits until the server has confirmed the operation (null), sent by any tab, or refused it (the reason). */
export function* outcomeOf(operationId: string): Saga<{ refusal: string | null }> {
  for (;;) {
    const action = yield* take([operationConfirmed, operationBlocked]);
    if (operationConfirmed.match(action)) {
      if (action.payload.operation.id === operationId) return { refusal: null };
    } else if (action.payload.id === operationId) {
      return { refusal: action.payload.reason ?? '' };
    }
  }
}

/** Requests a task with its repeat and its time: they are one operation, and are undone together. */
export function* requestAdd(
  taskId: number,
  fields: TaskFields,
  { repeat, timing }: Beside,
  options: RequestOptions & { id: string },
): Saga {
  const beside = { ...(repeat && { repeats: { ...repeat } }), ...(timing && { times: { ...timing } }) };
  const payload = { taskId, fireId: null, fields, ...((repeat || timing) && { beside }) };
  yield* put(requestChange(taskChange('task/add', payload), options));
}

/** Requests a task without waiting for the answer: it is listed at once. The operation's id is in the payload. */
export const taskAddAtOnceRequested = createAction(
  'tasks/addAtOnceRequested',
  (fields: TaskFields, beside: Beside = {}, operationId: string = nanoid()) => ({
    payload: { fields, operationId, ...beside },
  }),
);

/** Adds a task without waiting for the answer. It is listed at once, its row is scrolled into view, and a toast names it. */
export function* addTaskAtOnce(
  { random }: Pick<Services, 'random'>,
  { payload: { fields, operationId, ...beside } }: ReturnType<typeof taskAddAtOnceRequested>,
): Saga {
  const taskId = yield* select(selectFreeTaskId, random);
  yield* call(requestAdd, taskId, fields, beside, { id: operationId, isAnnounced: true });
  yield* put(rowPointedOut({ taskId }));
}

/**
 * Adds a task. The form waits for the answer, then the app opens its list. Without a network, or an answer within 4 s,
 * the task is listed as waiting. Its row is scrolled into view, and a toast names it.
 */
export function* addTask(
  services: Services,
  userId: string,
  action: ReturnType<typeof taskAddRequested>,
): Saga {
  const { queue, connection, navigation, random } = services;
  const { fields, operationId, ...beside } = action.payload;
  const from = navigation.path();
  const options = { id: operationId, isAwaited: true, isAnnounced: true } as const;
  const taskId = yield* select(selectFreeTaskId, random);
  function* waitForAnswer(): Saga {
    yield* call(requestAdd, taskId, fields, beside, options);
    if (connection.isOnline()) return yield* delay(ANSWER_PATIENCE_MS) as Saga<never>;
    while ((yield* take(operationKept)).payload.id !== operationId);
  }
  const { outcome } = yield* race({
    outcome: outcomeOf(operationId),
    isLate: waitForAnswer(),
    isOffline: take(isUnreachable),
  });
  const isAwaited = (yield* select(selectAdding))?.operationId === operationId;
  if (outcome && outcome.refusal !== null && isAwaited) {
    // The form still has the values, so the refused operation is discarded.
    yield* put(taskAddFailed({ operationId, message: outcome.refusal }));
    yield* call(queue.discard, userId, taskItemKey(taskId));
    return;
  }
  yield* put(taskAddClosed({ operationId }));
  if (navigation.path() === from) navigation.go(listPath(fields.taskList));
  yield* put(rowPointedOut({ taskId }));
}
