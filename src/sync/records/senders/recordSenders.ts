import { databasePaths } from '../../../services/databasePaths';
import { call, type Saga } from '../../../lib/effects';
import type { Records, TrashCopy } from '../../../services/database';
import { sendEdit } from './editSender';
import type { Outcome } from '../../operations';
import type { Deleted, Deletion } from '../recordType';
import { confirmed, keepOthers, keyOf, recordAt, sendAdd, type AnyFields, type Sent } from './recordSending';
import { copyOf, removal, restoration, serverInstant } from '../trashMoves';
import { writeOnce } from './writeOnce';

/** Moves the current record into the trash; a record that is no longer listed needs no write. */
function* sendDelete(sent: Sent<Deletion<AnyFields>>): Saga<Outcome> {
  const { services, type, operation } = sent;
  const fireId = yield* keyOf(sent);
  if (fireId === undefined) return { type: 'confirmed' };
  yield* keepOthers(sent, fireId);
  const deletedAt = yield* serverInstant(services, operation.userId);
  const written = yield* writeOnce(services, operation, function* (): Saga<{ paths: Records } | null> {
    const record = yield* recordAt(sent, fireId);
    return record === null ? null : { paths: removal(type.list, fireId, { deletedAt, record }) };
  });
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
