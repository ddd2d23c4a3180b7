import { call, delay, fork, put, select, take, takeEvery, takeLatest, type Saga } from '../lib/effects';
import { noteChange } from '../notes/noteKinds';
import { clockOffset } from '../sync/records/clockOffset';
import { selectBeside } from '../sync/records/sidecars';
import { followList } from '../sync/records/list/listSagas';
import { requestChange } from '../sync/operations';
import type { DatabaseService } from '../services/database';
import type { Clock, Random } from '../services/device';
import { failureOf, ServiceFailure } from '../services/failure';
import { localTaskId } from '../tasks/wire/localTaskId';
import { taskChange } from '../tasks/taskKinds';
import { connectionChanged } from '../ui/uiSlice';
import { forgetItems } from './trashForgetting';
import { selectTrashPhase } from './trashSelectors';
import {
  clocksCompared,
  trashClosed,
  trashForgetRequested,
  trashListArrived,
  trashLoaded,
  trashLoadFailed,
  trashRecordsArrived,
  trashRequested,
  trashRestoreRequested,
} from './trashSlice';
import { removeOld } from './oldTrash';

/** Milliseconds after the start, so that the cleanup delays nothing. */
const CLEANUP_DELAY_MS = 10_000;

export type TrashServices = { database: DatabaseService; clock: Clock; random: Random };

/** Resolves when the server can be reached again. */
function* awaitConnection(): Saga {
  while (!(yield* take(connectionChanged)).payload.isOnline);
}

/** Remaining days are computed by the server's clock; while its time is unknown, by the device's. */
function* compareClocks(services: TrashServices, userId: string): Saga {
  try {
    yield* put(clocksCompared(yield* call(clockOffset, services, userId)));
  } catch (failure) {
    failureOf(failure);
  }
}

/** Reads the trash and follows it live, until its page is left. Offline it waits for the server. */
export function* showTrash(services: TrashServices, userId: string): Saga {
  const { database } = services;
  try {
    const [tasks, notes] = yield* call(() =>
      Promise.all([database.load(userId, 'trash/tasks'), database.load(userId, 'trash/notes')]),
    );
    yield* put(trashLoaded({ tasks, notes }));
  } catch (error) {
    const failure = failureOf(error);
    yield* put(trashLoadFailed(failure));
    if (failure.code !== 'network') return;
    yield* call(awaitConnection);
    yield* put(trashRequested());
    return;
  }
  yield* fork(compareClocks, services, userId);
  for (const list of ['tasks', 'notes'] as const) {
    yield* fork(followList, services, userId, `trash/${list}`, {
      list: records => trashListArrived({ list, records }),
      changes: records => trashRecordsArrived({ list, records }),
    });
  }
}

/** Restores an item under its key: an ordinary change, which can be undone. */
export function* restoreItem(
  { random }: TrashServices,
  { payload: item }: ReturnType<typeof trashRestoreRequested>,
): Saga {
  const beside =
    item.beside ?? (item.fireId === null ? {} : yield* select(selectBeside, item.list, item.fireId));
  if (item.list === 'notes') {
    const { fireId, fields } = item;
    yield* put(requestChange(noteChange('note/restore', { fireId, fields, beside })));
    return;
  }
  const { fireId, fields } = item;
  const taskId = yield* select(localTaskId, item, random);
  yield* put(requestChange(taskChange('task/restore', { taskId, fireId, fields, beside })));
}

/** All trash sagas of the signed-in user, until the session ends. */
export function* trashSaga(services: TrashServices, userId: string): Saga {
  yield* takeLatest([trashRequested, trashClosed], function* (action): Saga {
    if (trashRequested.match(action)) yield* call(showTrash, services, userId);
  });
  // The palette may have requested it before this code was loaded.
  if ((yield* select(selectTrashPhase)) === 'loading') yield* put(trashRequested());
  yield* takeEvery(trashRestoreRequested, restoreItem, services);
  yield* takeEvery(trashForgetRequested, forgetItems);
  yield* delay(CLEANUP_DELAY_MS);
  try {
    yield* call(removeOld, services, userId);
  } catch (failure) {
    // Repeated in the next session.
    if (!(failure instanceof ServiceFailure)) throw failure;
  }
}
