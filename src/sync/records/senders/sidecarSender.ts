import { besidePath, besideRecords, databasePaths } from '../../../services/databasePaths';
import { call, select, type Saga } from '../../../lib/effects';
import type { Json, ListName, Records } from '../../../services/database';
import type { SendServices } from '../../kinds';
import type { Operation, Outcome } from '../../operations';
import { changedValue, storedAt, type SidecarRoot } from '../sidecars';
import { copyOf } from '../trashCopy';
import { writeOnce } from './writeOnce';

export type SidecarChange = { list: ListName; name: string; fireId: string; value: Json };

/** The paths that write a value at a path: those of the given members, or the path itself. */
const pathsAt = (place: string, value: Json): Records =>
  value !== null && typeof value === 'object'
    ? Object.fromEntries(Object.entries(value).map(([member, part]) => [`${place}/${member}`, part]))
    : { [place]: value };
const besideOf = ({ list, name }: SidecarChange) =>
  besideRecords[list].find(sidecar => sidecar.name === name)!.list;

/** The outcome once the sidecar of a listed record is written. */
function* written(change: SidecarChange): Saga<Outcome> {
  const { list, name, fireId, value } = change;
  const seen = yield* select((state: SidecarRoot) => storedAt(state[list], name, fireId));
  const beside = { [besideOf(change)]: { [fireId]: changedValue(seen, value) } };
  return { type: 'confirmed', confirmation: { beside, seen } };
}

/**
 * Writes a sidecar once: the given members of an object, or the whole value. If the record is in the trash, its copy
 * is changed instead. An earlier attempt does not tell what is stored now.
 */
export function* sendSidecar(
  services: SendServices,
  { userId, id }: Pick<Operation, 'userId' | 'id'>,
  change: SidecarChange,
): Saga<Outcome> {
  const { list, name, fireId, value } = change;
  const outcome = yield* written(change);
  const ofRecord = besidePath(besideOf(change), fireId);
  const ofCopy = `${databasePaths.trash(list, fireId)}/beside/${name}`;
  let isInTrash = false;
  let isGone = false;
  const answer = yield* writeOnce(services, { userId, id }, function* (isRepeated): Saga<{
    paths: Records;
  } | null> {
    if (isRepeated) {
      const copy = copyOf(yield* call(services.database.read, userId, databasePaths.trash(list, fireId)));
      const { record } = yield* call(services.database.readRecord, userId, list, fireId);
      isInTrash = record === null && copy !== null;
      isGone = record === null && copy === null;
      if (isGone) return null;
    }
    // A removal is written to both places, because the rules do not check a missing value.
    const removed = Object.fromEntries(
      Object.entries(pathsAt(ofCopy, value)).filter(([, value]) => value === null),
    );
    if (!isInTrash) return { paths: { ...pathsAt(ofRecord, value), ...removed } };
    return { paths: { ...pathsAt(ofCopy, value), [ofRecord]: null } };
  });
  if (isGone) return { type: 'confirmed', confirmation: { isGone } };
  return answer === null || answer === 'applied' || isInTrash ? { type: 'confirmed' } : outcome;
}
