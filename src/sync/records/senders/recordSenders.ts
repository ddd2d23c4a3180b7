import { databasePaths } from '../../../services/databasePaths';
import { call, type Saga } from '../../../lib/effects';
import type { Records, TrashCopy } from '../../../services/database';
import { sendEdit } from './editSender';
import { isReversal, type Outcome } from '../../operations';
import type { Deleted, Deletion } from '../recordType';
import { confirmed, keepOthers, keyOf, recordAt, sendAdd, type AnyFields, type Sent } from './recordSending';
import { copyOf, removal, restoration, serverInstant } from '../trashMoves';
import { writeOnce } from './writeOnce';

/** Moves the current record into the trash; one that is no longer listed, or was changed since an undo, stays. */
function* sendDelete(sent: Sent<Deletion<AnyFields>>): Saga<Outcome> {
  const { services, type, operation } = sent;
  const fireId = yield* keyOf(sent);
  if (fireId === undefined) return { type: 'confirmed' };
  yield* keepOthers(sent, fireId);
  const deletedAt = yield* serverInstant(services, operation.userId);
  let stays = false;
  const written = yield* writeOnce(services, operation, function* (): Saga<{ paths: Records } | null> {
    const record = yield* recordAt(sent, fireId);
    if (record === null) return null;
    stays = isReversal(operation) && !type.sameFields(type.fieldsOfRecord(record)!, operation.payload.fields);
    return stays ? null : { paths: removal(type.list, fireId, { deletedAt, record }) };
  });
  if (stays) return confirmed(fireId, yield* recordAt(sent, fireId), { stays: true });
  if (written !== 'applied') return confirmed(fireId, null);
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
  const written = yield* writeOnce(services, operation, function* (): Saga<{
    paths: Records;
    copy: TrashCopy;
  } | null> {
    const copy = copyOf(yield* call(services.database.read, operation.userId, path));
    return copy && { paths: restoration(list, fireId, copy), copy };
  });
  if (written && written !== 'applied') return confirmed(fireId, written.copy.record);
  const record = yield* recordAt(sent, fireId);
  return confirmed(fireId, record, record === null && written === null ? { isGone: true } : {});
}

/** The senders of the kinds that all records have. */
export const recordSenders = { add: sendAdd, edit: sendEdit, delete: sendDelete, restore: sendRestore };
