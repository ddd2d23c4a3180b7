import { besidePath, besideRecords, databasePaths } from '../lib/databasePaths';
import { call, type Saga } from '../lib/effects';
import type { BesideList, Json, ListName, Records } from '../services/database';
import type { SendServices } from './kinds';
import { copyOf } from './trashMoves';
import { writeOnce } from './writeOnce';

/** What changes beside a record of `list`: fields by name, or the whole value under ''. */
type Change = { list: ListName; beside: BesideList; fireId: string; fields: Records };

/**
 * Writes what lies beside a record, once. Where the record is in the trash, it goes onto its copy. Answers whether it was
 * written beside the listed record by this attempt.
 */
export function* sendBeside(
  services: SendServices,
  { userId, id }: { userId: string; id: string },
  { list, beside, fireId, fields }: Change,
): Saga<boolean> {
  const pathsAt = (place: string): Records =>
    Object.fromEntries(
      Object.entries(fields).map(([field, value]): [string, Json] => [
        field ? `${place}/${field}` : place,
        value,
      ]),
    );
  const { name } = besideRecords[list].find(one => one.list === beside)!;
  const ofRecord = besidePath(beside, fireId);
  const ofCopy = `${databasePaths.trash(list, fireId)}/beside/${name}`;
  let isInTrash = false;
  let isGone = false;
  const written = yield* writeOnce(services, { userId, id }, function* (isRepeated): Saga<{
    paths: Records;
  } | null> {
    if (isRepeated) {
      const copy = copyOf(yield* call(services.database.read, userId, databasePaths.trash(list, fireId)));
      const { record } = yield* call(services.database.readRecord, userId, list, fireId);
      isInTrash = record === null && copy !== null;
      isGone = record === null && copy === null;
      if (isGone) return null;
    }
    // What is removed is removed in both places: the rules do not look at what is not there any more.
    const removed = Object.fromEntries(Object.entries(pathsAt(ofCopy)).filter(([, value]) => value === null));
    if (!isInTrash) return { paths: { ...pathsAt(ofRecord), ...removed } };
    return { paths: { ...pathsAt(ofCopy), [ofRecord]: null } };
  });
  return written !== null && written !== 'applied' && !isInTrash;
}
