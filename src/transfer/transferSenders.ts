import { call, put, type Saga } from '../lib/effects';
import type { Outcome } from '../sync/operations';
import type { DatabaseService, Json, ListName, Records } from '../services/database';
import { recordOfCopy, serverInstant } from '../sync/trashCopies';
import { allKeysOfPaths } from './importParts';
import type {
  ImportAdd,
  ImportedKeys,
  ImportRemove,
  ImportRestore,
  TransferOperation,
} from './transferOperations';
import { importPartArrived } from './transferSlice';

type Services = { database: DatabaseService };
/** What one record needs, to be written in one step. */
type Move = [path: string, value: Json][];

const LISTS: ListName[] = ['tasks', 'notes'];
/** So many records are moved in one step. */
const AT_ONCE = 500;

const done: Outcome = { type: 'done' };
const at = (records: Records, key: string) => (Object.hasOwn(records, key) ? records[key]! : null);

/** Writes a part of an import in one step, once: what became of its records since its answer was lost stays. */
export function* sendAdd(services: Services, { id, userId, payload, isAttempted }: ImportAdd): Saga<Outcome> {
  const { importId, counts } = payload;
  const paths = JSON.parse(payload.paths) as Records;
  const isThere = isAttempted && (yield* isPartThere(services, userId, paths));
  if (!isThere) yield* call(services.database.update, userId, paths);
  yield* put(importPartArrived({ importId, operationId: id, counts }));
  return done;
}

function* loadLists(
  { database }: Services,
  userId: string,
  keys: ImportedKeys,
): Saga<Record<ListName, Records>> {
  const tasks = keys.tasks.length > 0 ? yield* call(database.loadTasks, userId) : {};
  const notes = keys.notes.length > 0 ? yield* call(database.loadNotes, userId) : {};
  return { tasks, notes };
}

/** Whether the server has a part that may have been sent: any record of it tells, be it in the trash by now. */
function* isPartThere(services: Services, userId: string, paths: Records): Saga<boolean> {
  const keys = allKeysOfPaths(paths);
  const lists = yield* loadLists(services, userId, keys);
  const trash = yield* call(services.database.loadTrash, userId);
  return LISTS.some(list =>
    keys[list].some(key => at(lists[list], key) !== null || at(trash[list], key) !== null),
  );
}

function* move({ database }: Services, userId: string, moves: Move[]): Saga {
  for (let from = 0; from < moves.length; from += AT_ONCE) {
    const some = moves.slice(from, from + AT_ONCE).flat();
    yield* call(database.update, userId, Object.fromEntries(some));
  }
}

/**
 * Puts what is left of an import into the trash, each record as it is now. What was deleted since is left alone, so
 * the same once more changes nothing.
 */
export function* sendRemove(services: Services, { userId, payload: { keys } }: ImportRemove): Saga<Outcome> {
  const lists = yield* loadLists(services, userId, keys);
  const deletedAt = yield* serverInstant(services, userId);
  const moves = LISTS.flatMap(list =>
    keys[list].flatMap((key): Move[] => {
      const record = at(lists[list], key);
      if (record === null) return [];
      return [
        [
          [`ext/trash/${list}/${key}`, { deletedAt, record }],
          [`${list}/${key}`, null],
        ],
      ];
    }),
  );
  yield* move(services, userId, moves);
  return done;
}

/** Takes out of the trash what is there of an import; what is in its list already stays what it is. */
export function* sendRestore(
  services: Services,
  { userId, payload: { keys } }: ImportRestore,
): Saga<Outcome> {
  const lists = yield* loadLists(services, userId, keys);
  const trash = yield* call(services.database.loadTrash, userId);
  const moves = LISTS.flatMap(list =>
    keys[list].flatMap((key): Move[] => {
      const record = recordOfCopy(at(trash[list], key));
      if (record === null || at(lists[list], key) !== null) return [];
      return [
        [
          [`${list}/${key}`, record],
          [`ext/trash/${list}/${key}`, null],
        ],
      ];
    }),
  );
  yield* move(services, userId, moves);
  return done;
}

/** Sends one operation of an import. */
export function* sendTransfer(services: Services, operation: TransferOperation): Saga<Outcome> {
  switch (operation.kind) {
    case 'import/made':
      return done;
    case 'import/add':
      return yield* sendAdd(services, operation);
    case 'import/remove':
      return yield* sendRemove(services, operation);
    case 'import/restore':
      return yield* sendRestore(services, operation);
  }
}
