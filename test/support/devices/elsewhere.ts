import { databasePaths } from '../../../src/services/databasePaths';
import type { ListName } from '../../../src/services/database';
import { copyOf, ending, removal, restoration } from '../../../src/sync/records/trashMoves';
import type { FakeDatabase } from './fakeDatabase';

/** Changes of a record by another device of anna's, as the rules require: each in one update. */

const copyIn = (database: FakeDatabase, list: ListName, fireId: string) =>
  copyOf(database.lists[`trash/${list}`][fireId])!;

/** Moves a record into the trash, `deletedAt` is by that device's clock. */
export async function deleteElsewhere(
  database: FakeDatabase,
  list: ListName,
  fireId: string,
  deletedAt?: string,
) {
  const at = deletedAt ?? new Date(await database.serverTime('anna')).toISOString();
  const record = await database.read('anna', databasePaths.record(list, fireId));
  const copy = { deletedAt: at, record };
  await database.update('anna', removal(list, fireId, copy));
}

/** Restores a record from the trash. */
export const restoreElsewhere = (database: FakeDatabase, list: ListName, fireId: string) =>
  database.update('anna', restoration(list, fireId, copyIn(database, list, fireId)));

/** Deletes a record in the trash forever. */
export const forgetElsewhere = (database: FakeDatabase, list: ListName, fireId: string) =>
  database.update('anna', ending(list, fireId, copyIn(database, list, fireId)));
