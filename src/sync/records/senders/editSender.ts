import { besideRecords, databasePaths } from '../../../services/databasePaths';
import { call, select, type Saga } from '../../../lib/effects';
import { yielding, type Merged } from '../../../lib/text/mergeLines';
import type { Json, Records } from '../../../services/database';
import type { SendServices } from '../../kinds';
import { isReversal, type Outcome } from '../../operations';
import type { Edited, RecordSending, Target } from '../recordType';
import { confirmed, keepOthers, keyOf, recordAt, sendAdd, type AnyFields, type Sent } from './recordSending';
import { selectBeside } from '../sidecars';
import { copyOf, otherVersion, restoration, serverInstant } from '../trashMoves';
import { applyOnce, changedElsewhere, isConflict, isRefused, waitBefore, writeOnce } from './writeOnce';

type Edit = Sent<Edited<AnyFields>> & {
  fireId: string;
  sending: RecordSending<AnyFields, Target>;
  /** The record read by the last attempt, and the one for which a write was refused; both as JSON. */
  last: { read?: string; refusedOver?: string };
};

/**
 * Merges an edit with the server's version and writes it. Where both changed the same field, this edit wins, and the
 * same update puts the other version into the trash. A deleted record is restored. An undo or redo changes neither.
 */
export function* sendEdit(sent: Sent<Edited<AnyFields>>): Saga<Outcome> {
  const fireId = yield* keyOf(sent);
  if (fireId === undefined) return yield* sendAdd(sent);
  yield* keepOthers(sent, fireId);
  const { sending } = sent.type;
  const edit: Edit = { ...sent, fireId, sending, last: {} };
  const attempt = (services: SendServices) => attemptEdit({ ...edit, services });
  for (let repeat = 0; ; repeat++) {
    try {
      return yield* sending.inTurn
        ? sending.inTurn(sent.services, sent.operation, fireId, attempt)
        : attempt(sent.services);
    } catch (failure) {
      const { last } = edit;
      // After a refusal: the record may have been in the trash at that time and restored unchanged since.
      if (isRefused(failure) && last.refusedOver !== last.read) last.refusedOver = last.read;
      else if (!isConflict(failure)) throw failure;
    }
    yield* waitBefore(repeat);
  }
}

/** Merges the server's version with an edit, as far as the edit still applies. `stays`: an undo left some of it. */
function* mergedWith(
  { services, operation, fireId, sending }: Edit,
  theirs: AnyFields,
): Saga<Merged<AnyFields> & { stays?: true }> {
  const { stillMeant } = sending;
  const { base, fields } = stillMeant
    ? yield* call(stillMeant, services, operation, fireId)
    : operation.payload;
  const result = sending.merge(base, fields, theirs);
  if (!isReversal(operation) || result.disputed.length === 0) return result;
  return { merged: yielding(result, theirs), disputed: [], stays: true };
}

/** Throws `conflict` or `refused` when the record was changed before the write. */
function* attemptEdit(edit: Edit): Saga<Outcome> {
  const { services, type, operation, fireId, sending, last } = edit;
  const { payload } = operation;
  const read = yield* call(services.database.readRecord, operation.userId, type.list, fireId);
  const { record } = read;
  last.read = JSON.stringify(record);
  const theirs = type.fieldsOfRecord(record);
  if (!theirs) return yield* isReversal(operation) ? stayDeleted(edit) : bringBack(edit);
  const { merged, disputed, stays } = yield* mergedWith(edit, theirs);
  const value = sending.recordOver(record, merged, payload);
  if (disputed.length > 0) return yield* writeOver(edit, record, value, disputed);
  // The server already has these values: by an earlier attempt, or the same change on another device.
  if ((operation.isAttempted || stays) && type.sameFields(merged, theirs))
    return confirmed(fireId, record, stays && { stays });
  const { overwritten } = yield* call(sending.save, services, operation, { fireId, ...read }, merged);
  const notice = overwritten === undefined ? {} : yield* keepOverwritten(edit, overwritten, merged);
  return confirmed(fireId, value, { before: record, ...notice });
}

/** Fields of a record by their stored names. */
const storedFields = ({ sending }: Edit, record: Json, fields: readonly string[]): Records =>
  Object.fromEntries(fields.map(sending.storedName).map(name => [name, (record as Records)[name] ?? '']));

/**
 * The writes for the other version of a record: its copy in the trash, with the record's sidecars except its history,
 * and the notice, including an undismissed one. `disputed` are the fields that differ.
 */
function* otherOf(
  edit: Edit,
  record: Json,
  disputed: readonly string[],
  isUnseen?: true,
): Saga<{ paths: Records; beside: Record<string, Records> }> {
  const { services, type, operation, fireId } = edit;
  const { list } = type;
  const deletedAt = yield* serverInstant(services, operation.userId);
  const { others: notice, ...stored } = yield* select(selectBeside, list, fireId);
  const kept = besideRecords[list]
    .filter(({ isShown, isHistory }) => isShown && !isHistory)
    .map(({ name }) => name);
  const beside = Object.fromEntries(kept.map(name => [name, stored[name] ?? null]));
  const before = notice as { fields?: Records } | null;
  const fields = { ...before?.fields, ...storedFields(edit, record, disputed) };
  const others = { ...before, at: deletedAt, fields };
  const copy = { operationId: operation.id, deletedAt, record, beside, ...(isUnseen && { isUnseen }) };
  return {
    paths: { ...otherVersion(list, fireId, copy), [databasePaths.others(list, fireId)]: others },
    beside: { [`others/${list}`]: { [fireId]: others } },
  };
}

/** Writes a disputed edit together with the version that it replaces, on condition that this version is still current. */
function* writeOver(edit: Edit, record: Json, value: Json, disputed: readonly string[]): Saga<Outcome> {
  const { services, type, operation, fireId } = edit;
  const { paths, beside } = yield* otherOf(edit, record, disputed);
  const all = { [databasePaths.record(type.list, fireId)]: value, ...paths };
  if (!(yield* applyOnce(services, operation, all))) return confirmed(fireId, yield* recordAt(edit, fireId));
  return confirmed(fireId, value, { before: record, beside });
}

/** Keeps a version that was overwritten before it was read, and adds a notice to the record. */
function* keepOverwritten(
  edit: Edit,
  overwritten: Json,
  merged: AnyFields,
): Saga<{ beside: Record<string, Records> }> {
  const { services, type, operation } = edit;
  const unseen = type.fieldsOfRecord(overwritten) ?? merged;
  const disputed = Object.keys(merged).filter(name => merged[name] !== unseen[name]);
  const { paths, beside } = yield* otherOf(edit, overwritten, disputed, true);
  yield* applyOnce(services, { userId: operation.userId, id: `${operation.id}-unseen` }, paths);
  return { beside };
}

/** Leaves a record in the trash that was deleted since the change to be undone. */
function* stayDeleted(edit: Edit): Saga<Outcome> {
  const { services, type, operation, fireId } = edit;
  const path = databasePaths.trash(type.list, fireId);
  if (copyOf(yield* call(services.database.read, operation.userId, path)))
    return confirmed(fireId, null, { stays: true });
  if ((yield* recordAt(edit, fireId)) !== null) throw changedElsewhere();
  return confirmed(fireId, null, { isGone: true });
}

type Returned = { paths: Records; record: Json; others: Records };

/**
 * Restores a deleted record with the edit, from its copy, which must be unchanged. If no copy is left, it is added as a
 * new record from the typed text.
 */
function* bringBack(edit: Edit): Saga<Outcome> {
  const { services, type, operation, fireId, sending } = edit;
  const { list } = type;
  const { userId, id, payload } = operation;
  const at = yield* serverInstant(services, userId);
  const written = yield* writeOnce(services, operation, function* (): Saga<Returned | null> {
    const copy = copyOf(yield* call(services.database.read, userId, databasePaths.trash(list, fireId)));
    const othersPath = databasePaths.others(list, fireId);
    if (!copy) {
      if ((yield* recordAt(edit, fireId)) !== null) return null;
      const record = type.recordOf(payload.fields, payload);
      const others = { at, isBack: true };
      const paths = {
        [databasePaths.record(list, fireId)]: record,
        [databasePaths.taken(list, fireId)]: null,
        [othersPath]: others,
      };
      return { paths, record, others };
    }
    const theirs = type.fieldsOfRecord(copy.record)!;
    const { merged, disputed } = yield* mergedWith(edit, theirs);
    const record = sending.recordOver(copy.record, merged, payload);
    const isDisputed = disputed.length > 0;
    const fields = isDisputed && { fields: storedFields(edit, copy.record, disputed) };
    const others = { at, isBack: true, ...fields };
    const other = { operationId: id, deletedAt: at, record: copy.record, isUnseen: true as const };
    const paths = {
      ...restoration(list, fireId, copy, record),
      [othersPath]: others,
      ...(isDisputed && otherVersion(list, fireId, other)),
    };
    return { paths, record, others };
  });
  if (written === null) throw changedElsewhere();
  if (written === 'applied') return confirmed(fireId, yield* recordAt(edit, fireId));
  const beside = { [`others/${list}`]: { [fireId]: written.others } };
  return confirmed(fireId, written.record, { beside });
}
