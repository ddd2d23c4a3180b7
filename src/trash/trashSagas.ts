import { call, delay, fork, put, select, take, takeEvery, takeLatest, type Saga } from '../lib/effects';
import { noteChange } from '../notes/noteKinds';
import { clockOffset } from '../sync/clockOffset';
import { late } from '../sync/late';
import { followList } from '../sync/listSagas';
import { requestChange } from '../sync/operations';
import type { DatabaseService } from '../services/database';
import type { Clock, Random } from '../services/device';
import { failureOf, ServiceFailure } from '../services/failure';
import { freeTaskId } from '../tasks/task';
import { taskChange } from '../tasks/taskKinds';
import { selectIsTaken } from '../tasks/tasksSelectors';
import { doneAtOf, taskList } from '../tasks/tasksState';
import { connectionChanged } from '../ui/uiSlice';
import { forgetItems } from './trashForgetting';
import type { TrashItem } from './trashItem';
import { selectTrashPhase, type TrashRoot } from './trashSelectors';
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

const loadOldTrash = late(() => import(/* webpackChunkName: "later" */ './oldTrash'));
/** Milliseconds after the start, so that nothing that somebody waits for waits for this. */
const LATER = 10_000;

export type TrashServices = { database: DatabaseService; clock: Clock; random: Random };

const selectAll = (state: TrashRoot) => state;

/** Ends when the server can be reached again. */
function* awaitConnection(): Saga {
  while (!(yield* take(connectionChanged)).payload.isOnline);
}

/** The days that are left are the server's; until its time is known, and without it, they are the device's. */
function* compareClocks(services: TrashServices, userId: string): Saga {
  try {
    yield* put(clocksCompared(yield* call(clockOffset, services, userId)));
  } catch (failure) {
    failureOf(failure);
  }
}

/** Reads the trash and follows it live, until its page is left; what was asked for offline is read when the server is back. */
export function* showTrash(services: TrashServices, userId: string): Saga {
  try {
    yield* put(trashLoaded(yield* call(services.database.loadTrash, userId)));
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

/** The number that a deleted task is known by here, or else its own if nobody has it, or a new one. */
function* taskIdOf({ random }: TrashServices, item: TrashItem & { list: 'tasks' }): Saga<number> {
  const state = yield* select(selectAll);
  const known = item.fireId === null ? undefined : taskList.idOfKey(state.tasks, item.fireId);
  if (known !== undefined) return known;
  const { taskId, isPending } = item;
  if (taskId !== null && (isPending || !selectIsTaken(state, taskId))) return taskId;
  return freeTaskId(id => selectIsTaken(state, id), random.below);
}

/** Puts something back under its key: a change like any other, that can be undone. */
export function* restoreItem(
  services: TrashServices,
  { payload: item }: ReturnType<typeof trashRestoreRequested>,
): Saga {
  if (item.list === 'notes') {
    const { fireId, fields } = item;
    yield* put(requestChange(noteChange('note/restore', { fireId, fields })));
    return;
  }
  const { fireId, fields } = item;
  const taskId = yield* call(taskIdOf, services, item);
  const doneAt = doneAtOf((yield* select(selectAll)).tasks, fireId);
  yield* put(requestChange(taskChange('task/restore', { taskId, fireId, fields, doneAt })));
}

/** All that the trash of the signed-in user needs, until the session ends. */
export function* trashSaga(services: TrashServices, userId: string): Saga {
  yield* takeLatest([trashRequested, trashClosed], function* (action): Saga {
    if (trashRequested.match(action)) yield* call(showTrash, services, userId);
  });
  // Its page may have been opened before this was loaded.
  if ((yield* select(selectTrashPhase)) === 'loading') yield* put(trashRequested());
  yield* takeEvery(trashRestoreRequested, restoreItem, services);
  yield* takeEvery(trashForgetRequested, forgetItems);
  yield* delay(LATER);
  try {
    const { removeOld } = yield* call(loadOldTrash);
    yield* call(removeOld, services, userId);
  } catch (failure) {
    // The next session tries again.
    if (!(failure instanceof ServiceFailure)) throw failure;
  }
}
