import { besidePath, besideRecords, databasePaths, withoutBeside } from '../../services/databasePaths';
import { call, type Saga } from '../../lib/effects';
import { hashOf } from '../../lib/hash';
import type { DatabaseService, Json, ListName, Records, TrashCopy } from '../../services/database';
import { areSameStored, changedValue } from './sidecars';
import { copyOf } from './trashCopy';

/**
 * The writes that move records into the trash, out of it, and remove them forever. Each is part of one update, whose
 * conditions `database.rules.json` enforces: the moved record is the stored one, and the removed copy is the one that
 * was read.
 */

/** The current time by the server's clock, as an ISO instant. Throws `network` when the server cannot be reached. */
export function* serverInstant({ database }: { database: DatabaseService }, userId: string): Saga<string> {
  return new Date(yield* call(database.serverTime, userId)).toISOString();
}

/** Removes members of an object, each by its own path. */
const without = (path: string, members: readonly string[]): Records =>
  Object.fromEntries(members.map(member => [`${path}/${member}`, null]));

const historiesOf = (list: ListName) => besideRecords[list].filter(({ isHistory }) => isHistory);

/**
 * Moves a record into the trash with its sidecars by name. Of a history the members in the copy are removed, so that
 * the rules refuse if another device added one.
 */
export function removal(list: ListName, fireId: string, copy: TrashCopy): Records {
  const paths = withoutBeside(list, fireId);
  for (const { name, list: place } of historiesOf(list)) {
    const path = besidePath(place, fireId);
    delete paths[path];
    Object.assign(paths, without(path, Object.keys(copy.beside?.[name] ?? {})));
  }
  return {
    [databasePaths.record(list, fireId)]: null,
    [databasePaths.trash(list, fireId)]: storedCopy(copy),
    [databasePaths.taken(list, fireId)]: null,
    ...paths,
  };
}

/** A copy without values that were not stored beside its record. */
function storedCopy({ beside = {}, ...copy }: TrashCopy): Json {
  const left = changedValue(null, beside);
  return left === null ? copy : { ...copy, beside: left };
}

const COPY_MEMBERS = ['deletedAt', 'record', 'otherOf', 'isUnseen', 'isImported'];

/** Removes a copy: with a history member by member, as `removal` does. */
function withoutCopy(list: ListName, fireId: string, { beside = {} }: Pick<TrashCopy, 'beside'>): Records {
  const path = databasePaths.trash(list, fireId);
  const history = historiesOf(list).find(({ name }) => beside[name])?.name;
  if (history === undefined) return { [path]: null };
  const { [history]: noted, ...others } = beside;
  return {
    ...without(path, COPY_MEMBERS),
    ...without(`${path}/beside`, Object.keys(others)),
    ...without(`${path}/beside/${history}`, Object.keys(noted!)),
  };
}

/**
 * Moves a record back into its list, with its sidecars; `edited` is its new version when it is restored by an edit.
 * Sidecars of a copy made by an earlier version are still in place.
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
 * Removes a copy forever, and the sidecars that an earlier version left under its key. `isListed`: such a version left
 * the key in its list as well, so that the sidecars belong to the listed record and stay.
 */
export const ending = (
  list: ListName,
  fireId: string,
  copy: Pick<TrashCopy, 'deletedAt' | 'beside'>,
  isListed = false,
): Records => ({
  ...takenOut(list, fireId, copy, false),
  ...(!isListed && withoutBeside(list, fireId)),
  ...(list === 'notes' && { [databasePaths.lease(fireId)]: null }),
});

const takenOut = (
  list: ListName,
  fireId: string,
  copy: Pick<TrashCopy, 'deletedAt' | 'beside'>,
  isEdited: boolean,
): Records => ({
  ...withoutCopy(list, fireId, copy),
  [databasePaths.taken(list, fireId)]: { deletedAt: copy.deletedAt, ...(isEdited && { isEdited }) },
});

/**
 * Stores another version of a record in the trash, under a key made from the record's and the operation's id.
 * `isUnseen`: it was overwritten before it was read, and exists nowhere else.
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
 * Repairs a key that is both in its list and in the trash, which earlier versions could cause: the copy is removed, or
 * kept as another version if it differs. Returns whether there was anything to repair.
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
  const { deletedAt } = copy;
  yield* call(database.update, userId, {
    ...takenOut(list, fireId, copy, false),
    ...(!areSameStored(record, copy.record) &&
      otherVersion(list, fireId, {
        operationId: `${id}-healed`,
        deletedAt,
        record: copy.record,
        isUnseen: true,
      })),
  });
  return true;
}
