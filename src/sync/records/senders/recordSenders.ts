import { besidePath, besideRecords, databasePaths } from '../../../services/databasePaths';
import { call, select, type Saga } from '../../../lib/effects';
import type { Records, TrashCopy } from '../../../services/database';
import { sendEdit } from './editSender';
import type { Outcome } from '../../operations';
import type { Deleted, Deletion } from '../recordType';
import {
  besideNow,
  confirmed,
  keepOthers,
  keyOf,
  recordAt,
  sendAdd,
  type AnyFields,
  type Sent,
} from './recordSending';
import { selectBeside } from '../sidecars';
import { copyOf } from '../trashCopy';
import { healKey, removal, restoration, serverInstant } from '../trashMoves';
import { writeOnce } from './writeOnce';

/** A record's sidecars by name: those known to this page, or the server's after these were refused. */
function* besideOf(
  { services, type: { list }, operation }: Sent<unknown>,
  fireId: string,
  isRepeated: boolean,
): Saga<Records> {
  if (!isRepeated) return yield* select(selectBeside, list, fireId);
  const beside: Records = {};
  for (const sidecar of besideRecords[list])
    beside[sidecar.name] = yield* call(
      services.database.read,
      operation.userId,
      besidePath(sidecar.list, fireId),
    );
  return beside;
}

/** Moves the current record into the trash; a record that is no longer listed needs no write. */
function* sendDelete(sent: Sent<Deletion<AnyFields>>): Saga<Outcome> {
  const { services, type, operation } = sent;
  const fireId = yield* keyOf(sent);
  if (fireId === undefined) return { type: 'confirmed' };
  yield* keepOthers(sent, fireId);
  const deletedAt = yield* serverInstant(services, operation.userId);
  const written = yield* writeOnce(services, operation, function* (isRepeated): Saga<{
    paths: Records;
  } | null> {
    const record = yield* recordAt(sent, fireId);
    if (record === null) return null;
    const beside = yield* besideOf(sent, fireId, isRepeated);
    return { paths: removal(type.list, fireId, { deletedAt, record, beside }) };
  });
  if (written !== 'applied') return confirmed(fireId, null, besideNow(type.list, fireId));
  // It may have been restored since.
  return confirmed(fireId, yield* recordAt(sent, fireId));
}

/** Restores the record from its copy in the trash. A record that was deleted forever stays deleted. */
function* sendRestore(sent: Sent<Deleted<AnyFields>>): Saga<Outcome> {
  const { services, operation } = sent;
  const { list } = sent.type;
  const fireId = yield* keyOf(sent);
  if (fireId === undefined) return yield* sendAdd(sent);
  const path = databasePaths.trash(list, fireId);
  const written = yield* writeOnce(services, operation, function* (isRepeated): Saga<{
    paths: Records;
    copy: TrashCopy;
  } | null> {
    if (isRepeated) yield* healKey(services, operation, list, fireId);
    const copy = copyOf(yield* call(services.database.read, operation.userId, path));
    return copy && { paths: restoration(list, fireId, copy), copy };
  });
  if (written && written !== 'applied')
    return confirmed(fireId, written.copy.record, besideNow(list, fireId, written.copy.beside));
  const record = yield* recordAt(sent, fireId);
  return confirmed(fireId, record, record === null && written === null ? { isGone: true } : {});
}

/** The senders of the kinds that all records have. */
export const recordSenders = { add: sendAdd, edit: sendEdit, delete: sendDelete, restore: sendRestore };
