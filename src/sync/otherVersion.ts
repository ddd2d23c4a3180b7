import { databasePaths } from '../lib/databasePaths';
import { hashOf } from '../lib/hash';
import { call, type Saga } from '../lib/effects';
import type { DatabaseService, Json, ListName, Records } from '../services/database';
import { serverInstant } from './trashCopies';

/** The key under which the trash keeps another version of a record than the one that it keeps under the record's key. */
export const keyOfOtherVersion = (fireId: string, version: Json) =>
  `${fireId}-mine-${hashOf(JSON.stringify(version)).toString(36)}`;

/**
 * Keeps versions of a record in the trash, each beside the record's own copy, once, with what shows with the record. They
 * may have been restored since: under another key than one that is taken. `step` is whose attempt this is.
 */
export function* keepOtherVersions(
  { database }: { database: DatabaseService },
  { userId, list, fireId }: { userId: string; list: ListName; fireId: string },
  step: { id: string; isAttempted: boolean },
  versions: readonly Json[],
): Saga {
  if (versions.length === 0) return;
  const deletedAt = yield* serverInstant({ database }, userId);
  const shown = yield* call(database.readShown, userId, list, fireId);
  const paths: Records = {};
  for (const record of versions) {
    let key = keyOfOtherVersion(fireId, record);
    // Under that key an earlier one may be in the trash, or listed because it was restored, or on its way there.
    while (
      (yield* call(database.readTrash, userId, list, key)) !== null ||
      (yield* call(database.readRecord, userId, list, key)).record !== null
    )
      key = keyOfOtherVersion(key, record);
    paths[databasePaths.trash(list, key)] = { deletedAt, record };
    if (shown !== null) paths[databasePaths.shown(list, key)] = shown;
  }
  yield* call(database.updateOnce, userId, step, paths);
}
