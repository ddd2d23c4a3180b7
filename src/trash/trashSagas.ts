import { nanoid } from '@reduxjs/toolkit';
import { call, delay, fork, put, select, takeEvery, takeLatest, type Saga } from '../effects';
import { noteLane } from '../notes/noteOperations';
import { followList } from '../outbox/listSagas';
import type { NewOperation, Operation, Outcome } from '../outbox/operations';
import type { Outbox } from '../outbox/outbox';
import {
  failureOf,
  ServiceFailure,
  type Clock,
  type DatabaseService,
  type ListName,
  type Random,
  type Records,
} from '../services';
import { freeTaskId } from '../tasks/task';
import { taskLane } from '../tasks/taskOperations';
import { selectIsTaken } from '../tasks/tasksSelectors';
import { doneByKey, knownAs } from '../tasks/tasksState';
import { DAY, TRASH_DAYS, type TrashItem } from './trashItem';
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

/** Takes many things out of the trash at once, for ever: paths below the user, each to nothing. */
export type TrashForget = Operation<'trash/forget', { paths: Records }>;

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

const pathsOf = (list: ListName, fireId: string): Records =>
  list === 'tasks'
    ? { [`ext/trash/tasks/${fireId}`]: null, [`ext/done/${fireId}`]: null }
    : { [`ext/trash/notes/${fireId}`]: null };

/** Deletes for ever. What is still on its way into the trash goes behind that; the rest goes at once. */
export function* forgetItems(
  { outbox }: TrashServices,
  userId: string,
  { payload: items }: ReturnType<typeof trashForgetRequested>,
): Saga {
  for (const item of items) {
    if (!item.isPending) continue;
    const { fireId } = item;
    const operation =
      item.list === 'notes'
        ? { lane: noteLane(item.fireId), kind: 'note/forget', payload: { fireId } }
        : {
            lane: taskLane(item.taskId!),
            kind: 'task/forget',
            payload: { taskId: item.taskId, fireId },
          };
    yield* call(outbox.append, userId, { ...operation, id: nanoid(), act: 'none' });
  }
  const kept = items.filter(({ isPending, fireId }) => !isPending && fireId !== null);
  yield* call(
    forgetPaths,
    outbox,
    userId,
    kept.map(({ list, fireId }) => pathsOf(list, fireId!)),
  );
}

/** So many in one update. */
const PIECE = 500;

function* forgetPaths(outbox: Outbox, userId: string, paths: Records[]): Saga {
  for (let at = 0; at < paths.length; at += PIECE) {
    yield* call(outbox.append, userId, {
      id: nanoid(),
      lane: 'trash',
      kind: 'trash/forget',
      payload: { paths: Object.assign({}, ...paths.slice(at, at + PIECE)) as Records },
      act: 'none',
    });
  }
}

export const isTrashOperation = (operation: Pick<Operation, 'kind'>): operation is TrashForget =>
  operation.kind === 'trash/forget';

export function* sendForget(
  { database }: { database: DatabaseService },
  { userId, payload }: TrashForget,
): Saga<Outcome> {
  yield* call(database.update, userId, payload.paths);
  return { type: 'done' };
}

/** Milliseconds after the start, so that nothing that somebody waits for waits for this. */
const LATER = 10_000;

/** What was deleted more than 30 days ago goes by itself, once a session. */
export function* removeOld({ database, outbox, clock }: TrashServices, userId: string): Saga {
  yield* delay(LATER);
  const before = new Date(clock.now() - TRASH_DAYS * DAY).toISOString();
  try {
    for (const list of ['tasks', 'notes'] as const) {
      const old = yield* call(database.loadOldTrash, userId, list, before);
      yield* call(
        forgetPaths,
        outbox,
        userId,
        Object.keys(old).map(fireId => pathsOf(list, fireId)),
      );
    }
  } catch (failure) {
    // The next session tries again.
    if (!(failure instanceof ServiceFailure)) throw failure;
  }
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
