import { besidePath, besideRecords, databasePaths, withoutBeside } from '../../services/databasePaths';
import { call, type Saga } from '../../lib/effects';
import { hashOf } from '../../lib/hash';
import { isObject, textOf } from '../../../shared/json';
import type { DatabaseService, Json, ListName, Records, TrashCopy } from '../../services/database';

/**
 * The paths of the updates that move records into the trash, out of it, and away forever. The database's rules refuse
 * them unless the moved record or copy is the stored one. Sidecars stay until the copy is removed forever.
 */

/** Parses a copy in the trash; null when invalid. */
export function copyOf(value: Json | undefined): TrashCopy | null {
  if (!isObject(value)) return null;
  const { deletedAt, record, otherOf } = value;
  if (record === null || typeof record !== 'object') return null;
  return { deletedAt: textOf(deletedAt), record, ...(typeof otherOf === 'string' && { otherOf }) };
}

/** The current time by the server's clock, as an ISO instant. Throws `network` when the server cannot be reached. */
export function* serverInstant({ database }: { database: DatabaseService }, userId: string): Saga<string> {
  return new Date(yield* call(database.serverTime, userId)).toISOString();
}

/** Moves a record into the trash. */
export const removal = (list: ListName, fireId: string, copy: TrashCopy): Records => ({
  [databasePaths.record(list, fireId)]: null,
  [databasePaths.trash(list, fireId)]: copy,
  [databasePaths.taken(list, fireId)]: null,
});

/** Moves a record back into its list; `edited` is its new version when it is restored by an edit. */
export const restoration = (list: ListName, fireId: string, copy: TrashCopy, edited?: Json): Records => ({
  [databasePaths.record(list, fireId)]: edited ?? copy.record,
  [databasePaths.trash(list, fireId)]: null,
  [databasePaths.taken(list, fireId)]: {
    deletedAt: copy.deletedAt,
    ...(edited !== undefined && { isEdited: true }),
  },
});

/** Removes a copy forever, with its sidecars. */
export const ending = (
  list: ListName,
  fireId: string,
  { deletedAt }: Pick<TrashCopy, 'deletedAt'>,
): Records => ({
  [databasePaths.trash(list, fireId)]: null,
  [databasePaths.taken(list, fireId)]: { deletedAt },
  ...withoutBeside(list, fireId),
  ...(list === 'notes' && { [databasePaths.lease(fireId)]: null }),
});

/**
 * Stores another version of a record in the trash, with sidecars by name, under a key made from the record's and the
 * operation's id. Unless it is `isUnseen`, the rules refuse it where it is not the listed record.
 */
export function otherVersion(
  list: ListName,
  fireId: string,
  { operationId, beside = {}, ...copy }: OtherVersion,
): Records {
  const key = `${fireId}-other-${hashOf(operationId).toString(36)}`;
  const sidecars = besideRecords[list].flatMap((sidecar): [string, Json][] => {
    const value = beside[sidecar.name] ?? null;
    return value === null ? [] : [[besidePath(sidecar.list, key), value]];
  });
  return { [databasePaths.trash(list, key)]: { ...copy, otherOf: fireId }, ...Object.fromEntries(sidecars) };
}
type OtherVersion = Omit<TrashCopy, 'otherOf'> & { operationId: string; beside?: Records; isUnseen?: true };
