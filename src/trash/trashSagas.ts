import { nanoid } from '@reduxjs/toolkit';
import { call, fork, put, select, takeEvery, takeLatest, type Saga } from '../lib/effects';
import { noteLane } from '../notes/noteOperations';
import { followList } from '../sync/listSagas';
import type { NewOperation } from '../sync/operations';
import type { Outbox } from '../sync/queue';
import type { DatabaseService } from '../services/database';
import type { Clock, Random } from '../services/device';
import { failureOf } from '../services/failure';
import { freeTaskId } from '../tasks/task';
import { taskLane } from '../tasks/taskOperations';
import { selectIsTaken } from '../tasks/tasksSelectors';
import { doneByKey, knownAs } from '../tasks/tasksState';
import { forgetItems, removeOld } from './trashForgetting';
import type { TrashItem } from './trashItem';
import { selectTrashPhase, type TrashRoot } from './trashSelectors';
import {
  trashClosed,
  trashForgetRequested,
  trashListArrived,
  trashLoaded,
  trashLoadFailed,
  trashRecordsArrived,
  trashRequested,
  trashRestoreRequested,
} from './trashSlice';

export type TrashServices = { database: DatabaseService; outbox: Outbox; clock: Clock; random: Random };

const selectAll = (state: TrashRoot) => state;

/** Reads the trash and follows it live, until its page is left. */
export function* showTrash(services: TrashServices, userId: string): Saga {
  try {
    yield* put(trashLoaded(yield* call(services.database.loadTrash, userId)));
  } catch (error) {
    yield* put(trashLoadFailed(failureOf(error)));
    return;
  }
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
  const known = item.fireId === null ? undefined : knownAs(state.tasks, item.fireId);
  if (known !== undefined) return known;
  const { taskId, isPending } = item;
  if (taskId !== null && (isPending || !selectIsTaken(state, taskId))) return taskId;
  return freeTaskId(id => selectIsTaken(state, id), random.below);
}

/** Puts something back under its key: a change like any other, that can be taken back. */
export function* restoreItem(
  services: TrashServices,
  userId: string,
  { payload: item }: ReturnType<typeof trashRestoreRequested>,
): Saga {
  let operation: Omit<NewOperation, 'id'>;
  if (item.list === 'notes') {
    const { fireId, fields } = item;
    operation = { lane: noteLane(fireId), kind: 'note/restore', payload: { fireId, fields } };
  } else {
    const { fireId, fields } = item;
    const taskId = yield* call(taskIdOf, services, item);
    const { tasks } = yield* select(selectAll);
    const doneAt = fireId === null ? null : (doneByKey.get(tasks.done, fireId)?.doneAt ?? null);
    operation = {
      lane: taskLane(taskId),
      kind: 'task/restore',
      payload: { taskId, fireId, fields, doneAt },
    };
  }
  yield* call(services.outbox.append, userId, { ...operation, id: nanoid() });
}

/** All that the trash of the signed-in user needs, until the session ends. */
export function* trashSaga(services: TrashServices, userId: string): Saga {
  yield* takeLatest([trashRequested, trashClosed], function* (action): Saga {
    if (trashRequested.match(action)) yield* call(showTrash, services, userId);
  });
  // Its page may have been opened before this was loaded.
  if ((yield* select(selectTrashPhase)) === 'loading') yield* put(trashRequested());
  yield* takeEvery(trashRestoreRequested, restoreItem, services, userId);
  yield* takeEvery(trashForgetRequested, forgetItems, services, userId);
  yield* fork(removeOld, services, userId);
}
