import { nanoid } from '@reduxjs/toolkit';
import { call, delay, fork, put, select, take, takeEvery, takeLatest, type Saga } from '../lib/effects';
import { noteChange } from '../notes/noteKinds';
import { clockOffset } from '../sync/records/clockOffset';
import { selectBeside } from '../sync/records/sidecars';
import { followList } from '../sync/records/list/listSagas';
import { requestChange } from '../sync/operations';
import type { DatabaseService, TrashCopy } from '../services/database';
import type { Clock, Random } from '../services/device';
import { failureOf, ServiceFailure } from '../services/failure';
import { localTaskId } from '../tasks/wire/localTaskId';
import { taskChange } from '../tasks/taskKinds';
import { connectionChanged } from '../ui/uiSlice';
import { DAY_MS, itemKeyOf, TRASH_DAYS, type Forgettable, type TrashItem } from './trashItem';
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
import { databasePaths } from '../services/databasePaths';
import { copyOf, ending } from '../sync/records/trashMoves';
import { writeAll } from '../sync/records/senders/writeOnce';

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

/** The maximum number of items in one operation. */
const MAX_BATCH_ITEMS = 500;

const forgettableOf = (item: TrashItem): Forgettable => ({
  list: item.list,
  fireId: item.fireId,
  deletedAt: item.isPending ? null : item.deletedAt,
  itemKey: itemKeyOf(item),
});

/** Deletes items forever. A pending deletion is followed by a second operation; all others are deleted at once. */
function* forgetItems({ payload: all }: ReturnType<typeof trashForgetRequested>): Saga {
  const request = (itemKey: string, items: Forgettable[]) =>
    put(requestChange({ itemKey, kind: 'trash/forget', payload: { items } }, { role: 'silent' }));
  for (const item of all.filter(({ isPending }) => isPending))
    yield* request(itemKeyOf(item)!, [forgettableOf(item)]);
  const kept = all.filter(({ isPending, fireId }) => !isPending && fireId !== null).map(forgettableOf);
  // Each operation has its own item key, so that a refused one does not block others.
  for (let at = 0; at < kept.length; at += MAX_BATCH_ITEMS)
    yield* request(`trash:${nanoid()}`, kept.slice(at, at + MAX_BATCH_ITEMS));
}

type Old = { fireId: string; copy: TrashCopy };

/**
 * Once a session, removes copies with their sidecars, and marks, older than 30 days by the server's clock. It bypasses
 * the queue: sent later, the removal could hit a newer copy.
 */
function* removeOld({ database }: TrashServices, userId: string): Saga {
  const now = yield* call(database.serverTime, userId);
  const upTo = new Date(now - TRASH_DAYS * DAY_MS).toISOString();
  for (const list of ['tasks', 'notes'] as const) {
    const old = yield* call(database.find, userId, `trash/${list}`, { by: 'deletedAt', upTo });
    const copies = Object.entries(old).flatMap(([fireId, value]) => {
      const copy = copyOf(value);
      return copy ? [{ fireId, copy }] : [];
    });
    yield* call(writeAll<Old>, database, userId, copies, {
      marksOf: () => [nanoid()],
      pathsOf: ({ fireId, copy }) => ending(list, fireId, copy),
    });
    const taken = yield* call(database.find, userId, `taken/${list}`, { by: 'deletedAt', upTo });
    yield* removeAll(
      database,
      userId,
      Object.keys(taken).map(key => databasePaths.taken(list, key)),
    );
  }
  const applied = yield* call(database.find, userId, 'applied', { by: '$value', upTo });
  yield* removeAll(database, userId, Object.keys(applied).map(databasePaths.applied));
}

/** The maximum number of paths in one update. */
const MAX_UPDATE_PATHS = 1000;

function* removeAll(database: DatabaseService, userId: string, paths: readonly string[]): Saga {
  for (let at = 0; at < paths.length; at += MAX_UPDATE_PATHS) {
    const batch = paths.slice(at, at + MAX_UPDATE_PATHS);
    yield* call(database.update, userId, Object.fromEntries(batch.map(path => [path, null])));
  }
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
