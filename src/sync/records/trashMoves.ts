import { besidePath, besideRecords, databasePaths, withoutBeside } from '../../services/databasePaths';
import { call, type Saga } from '../../lib/effects';
import { hashOf } from '../../lib/hash';
import type { DatabaseService, Json, ListName, Records, TrashCopy } from '../../services/database';
import { changedValue } from './sidecars';
import { copyOf } from './trashCopy';

/**
 * The writes that move records into the trash, out of it, and away for ever. Each is part of one update, whose conditions
 * `database.rules.json` holds: what moves is what stands there, and the copy that leaves is the one that was read.
 */

/** Now, by the server's clock, as an ISO instant. Throws `network` when it can't be asked. */
export function* serverInstant({ database }: { database: DatabaseService }, userId: string): Saga<string> {
  return new Date(yield* call(database.serverTime, userId)).toISOString();
}

/**
 * Puts a record into the trash, with what lies beside it by name. Of a history the members go that the copy has, each by
 * its own path: the rules refuse to leave another one behind.
 */
export function removal(list: ListName, fireId: string, copy: TrashCopy): Records {
  const histories = besideRecords[list].filter(({ isHistory }) => isHistory);
  const paths = withoutBeside(list, fireId);
  for (const { name, list: place } of histories) {
    const path = besidePath(place, fireId);
    delete paths[path];
    for (const member of Object.keys(copy.beside?.[name] ?? {})) paths[`${path}/${member}`] = null;
  }
  return {
    [databasePaths.record(list, fireId)]: null,
    [databasePaths.trash(list, fireId)]: storedCopy(copy),
    [databasePaths.taken(list, fireId)]: null,
    ...paths,
  };
}

/** A copy without what lay not beside its record. */
function storedCopy({ beside = {}, ...copy }: TrashCopy): Json {
  const left = changedValue(null, beside);
  return left === null ? copy : { ...copy, beside: left };
}

/**
 * Puts a record back into its list, with what lay beside it; `edited` is what it is then, if it comes back with an edit.
 * Sidecars of a copy that an earlier version made stand where they were.
 */
export function restoration(list: ListName, fireId: string, copy: TrashCopy, edited?: Json): Records {
  const beside = besideRecords[list].flatMap((sidecar): [string, Json][] => {
    const value = copy.beside?.[sidecar.name];
    return value === undefined ? [] : [[besidePath(sidecar.list, fireId), value]];
  });
  return {
    [databasePaths.record(list, fireId)]: edited ?? copy.record,
    ...takenOut(list, fireId, copy, edited !== undefined),
    ...Object.fromEntries(beside),
  };
}

/**
 * Removes a copy for ever, and the sidecars that an earlier version left at its key. `isListed`: such a version left the
 * key in its list as well, so the sidecars are that record's and stay.
 */
export const ending = (
  list: ListName,
  fireId: string,
  copy: Pick<TrashCopy, 'deletedAt'>,
  isListed = false,
): Records => ({
  ...takenOut(list, fireId, copy, false),
  ...(!isListed && withoutBeside(list, fireId)),
  ...(list === 'notes' && { [databasePaths.lease(fireId)]: null }),
});

const takenOut = (
  list: ListName,
  fireId: string,
  { deletedAt }: Pick<TrashCopy, 'deletedAt'>,
  isEdited: boolean,
): Records => ({
  [databasePaths.trash(list, fireId)]: null,
  [databasePaths.taken(list, fireId)]: { deletedAt, ...(isEdited && { isEdited }) },
});

/**
 * Keeps another version of a record in the trash, under a key of its own: the record's, and what is drawn from the
 * operation's id. `isUnseen`: it was overwritten before it was read, and stands nowhere any more.
 */
export function otherVersion(
  list: ListName,
  fireId: string,
  { operationId, ...copy }: Omit<TrashCopy, 'otherOf'> & { operationId: string; isUnseen?: true },
): Records {
  const key = `${fireId}-other-${hashOf(operationId).toString(36)}`;
  return { [databasePaths.trash(list, key)]: storedCopy({ ...copy, otherOf: fireId }) };
}

/**
 * Mends a key that stands in its list and in the trash, as versions before could leave it: the copy leaves the trash, or
 * stays as another version where it says something else. Answers whether there was anything to mend.
 */
export function* healKey(
  services: { database: DatabaseService },
  { userId, id }: { userId: string; id: string },
  list: ListName,
  fireId: string,
): Saga<boolean> {
  const { database } = services;
  const copy = copyOf(yield* call(database.read, userId, databasePaths.trash(list, fireId)));
  if (!copy) return false;
  const { record } = yield* call(database.readRecord, userId, list, fireId);
  if (record === null) return false;
  const isSame =
    JSON.stringify(Object.entries(record).sort()) === JSON.stringify(Object.entries(copy.record!).sort());
  const { deletedAt } = copy;
  yield* call(database.update, userId, {
    ...takenOut(list, fireId, copy, false),
    ...(!isSame &&
      otherVersion(list, fireId, {
        operationId: `${id}-healed`,
        deletedAt,
        record: copy.record,
        isUnseen: true,
      })),
  });
  return true;
}
