import { besidePath, besideRecords, databasePaths } from '../../../services/databasePaths';
import { call, select, type Saga } from '../../../lib/effects';
import type { Json, ListName, Records } from '../../../services/database';
import type { SendServices } from '../../kinds';
import type { Operation, Outcome } from '../../operations';
import { changedValue, storedAt, type SidecarRoot } from '../sidecars';
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
  const known = yield* select((state: SidecarRoot) => storedAt(state[list], name, fireId));
  const beside = { [besideOf(change)]: { [fireId]: changedValue(known, value) } };
  return { type: 'confirmed', confirmation: { beside } };
}

/** Writes a sidecar once: the given members of an object, or the whole value. Of a record that is gone it is dropped. */
export function* sendSidecar(
  services: SendServices,
  { userId, id }: Pick<Operation, 'userId' | 'id'>,
  change: SidecarChange,
): Saga<Outcome> {
  const { list, fireId, value } = change;
  const outcome = yield* written(change);
  const paths = pathsAt(besidePath(besideOf(change), fireId), value);
  const answer = yield* writeOnce(services, { userId, id }, function* (isRepeated): Saga<{
    paths: Records;
  } | null> {
    const { database } = services;
    if (!isRepeated || (yield* call(database.readRecord, userId, list, fireId)).record !== null)
      return { paths };
    return (yield* call(database.read, userId, databasePaths.trash(list, fireId))) === null
      ? null
      : { paths };
  });
  if (answer === null) return { type: 'confirmed', confirmation: { isGone: true } };
  // An earlier attempt does not tell what is stored now.
  return answer === 'applied' ? { type: 'confirmed' } : outcome;
}
