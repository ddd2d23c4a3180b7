import { besidePath, besideRecords, databasePaths, listPaths } from '../lib/databasePaths';
import { call, select, type Saga } from '../lib/effects';
import type { Json, ListName, Records, TrashCopy } from '../services/database';
import { allStoredAt, type BesideRoot } from './sidecars';
import { sendTogether, type Prepared } from './sendTogether';
import type { ServiceFailure } from '../services/failure';
import type { SendServices } from './kinds';
import type { Confirmation, Operation, Outcome } from './operations';
import type { Deleted, Deletion, Edited, RecordType, Target, Addition, RecordSending } from './recordKinds';
import { copyOf, healKey, otherVersion, removal, restoration, serverInstant } from './trashMoves';
import { applyOnce, changedElsewhere, isConflict, isRefused, waitBefore, writeOnce } from './writeOnce';

/** With more records than this the whole list is read. */
const FEW = 20;

/** Fields of a record by the names under which they are stored. */
const storedFields = <Fields extends object>(
  { storedName }: Pick<RecordSending<Fields, Target>, 'storedName'>,
  record: Json,
  fields: readonly (keyof Fields)[],
): Records => Object.fromEntries(fields.map(storedName).map(name => [name, (record as Records)[name] ?? '']));

/** How the kinds of change that every record knows are sent. */
export function recordSenders<Item extends Fields, Fields extends object, T extends Target>(
  type: RecordType<Item, Fields, T>,
) {
  const { list, loadSending } = type;
  type Returned = { paths: Records; record: Json; beside: Records };
  type Restoring = { paths: Records; copy: TrashCopy };
  type LastAttempt = { read: string | undefined; refusal: ServiceFailure | undefined };
  type EditOperation = Operation<string, T & Edited<Fields>>;

  const confirmed = (fireId: string, value: Json, more: Confirmation & { before?: Json } = {}): Outcome => {
    const { before, ...confirmation } = more;
    return {
      type: 'confirmed',
      confirmation: {
        record: { fireId, value, ...(before !== undefined && { before }) },
        ...confirmation,
      },
      followers: { fireId },
    };
  };
  const selectBeside = (state: BesideRoot, fireId: string) => allStoredAt(state[list], list, fireId);
  /** What lies beside a record now, as a confirmation says it; null removes. */
  const besideNow = (fireId: string, beside: Records = {}): Pick<Confirmation, 'beside'> => ({
    beside: Object.fromEntries(
      besideRecords[list].map(one => [one.list, { [fireId]: beside[one.name] ?? null }]),
    ),
  });
  function* keyOf(services: SendServices, operation: Operation<string, T>): Saga<string | undefined> {
    if (operation.payload.fireId !== null) return operation.payload.fireId;
    const { findKey } = yield* call(loadSending);
    return yield* call(findKey, services, operation);
  }
  /** The record as the server has it. */
  function* recordAt({ database }: SendServices, userId: string, fireId: string): Saga<Json> {
    return (yield* call(database.readRecord, userId, list, fireId)).record;
  }

  /** Keeps versions in the trash that nobody has seen, once. */
  function* keepOthers(
    services: SendServices,
    { userId, id, payload }: Operation<string, T & { others?: Fields[] }>,
    fireId: string,
  ): Saga {
    const { others = [] } = payload;
    if (others.length === 0) return;
    const deletedAt = yield* serverInstant(services, userId);
    const copies = others.map((fields, at) =>
      otherVersion(list, fireId, {
        operationId: `${id}-${at}`,
        deletedAt,
        record: type.recordOf(fields, payload),
        isUnseen: true,
      }),
    );
    const paths = Object.assign({}, ...copies) as Records;
    yield* applyOnce(services, { userId, id: `${id}-others` }, paths);
  }

  function* sendAdd(
    services: SendServices,
    operation: Operation<string, T & Addition<Fields>>,
  ): Saga<Outcome> {
    const { create } = yield* call(loadSending);
    const { fireId, record } = yield* call(create, services, operation);
    yield* keepOthers(services, operation, fireId);
    return confirmed(fireId, record);
  }

  /**
   * Merges the edit with what the server has and writes it. Where both changed the same thing, this one is written, and
   * in the same update the other version goes into the trash. What was deleted comes back with the edit.
   */
  function* sendEdit(services: SendServices, operation: EditOperation): Saga<Outcome> {
    const sending = yield* call(loadSending);
    const fireId = yield* keyOf(services, operation);
    if (fireId === undefined) return yield* sendAdd(services, operation);
    yield* keepOthers(services, operation, fireId);
    /** What the last attempt read, and why it was refused. */
    const last: LastAttempt = { read: undefined, refusal: undefined };
    const attempt = () => attemptEdit(services, operation, fireId, { ...sending, last });
    for (let repeat = 0; ; repeat++) {
      try {
        return yield* sending.inTurn ? sending.inTurn(services, operation, fireId, attempt) : attempt();
      } catch (failure) {
        if (isRefused(failure) && failure !== last.refusal) last.refusal = failure;
        else if (!isConflict(failure)) throw failure;
      }
      yield* waitBefore(repeat);
    }
  }

  /** Throws `conflict` or `refused` when the record is another one by the time of the write. */
  function* attemptEdit(
    services: SendServices,
    operation: EditOperation,
    fireId: string,
    { last, ...sending }: RecordSending<Fields, T> & { last: LastAttempt },
  ): Saga<Outcome> {
    const { userId, isAttempted, payload } = operation;
    const read = yield* call(services.database.readRecord, userId, list, fireId);
    const { record } = read;
    const stored = JSON.stringify(record);
    // Refused, and not because of what stands there, unless that stands in the trash, too.
    if (last.refusal && last.read === stored && !(yield* healKey(services, operation, list, fireId)))
      throw last.refusal;
    last.read = stored;
    const theirs = type.fieldsOfRecord(record);
    if (!theirs) return yield* bringBack(services, operation, fireId, sending);
    const { merged, disputed } = sending.merge(payload.base, payload.fields, theirs);
    if (disputed.length > 0)
      return yield* writeOver(services, operation, { fireId, record, merged, disputed }, sending);
    // The server had it already: an earlier attempt, or another device made the same change.
    if (isAttempted && type.sameFields(merged, theirs)) return confirmed(fireId, record);
    const { overwritten } = yield* call(sending.save, services, operation, { fireId, ...read }, merged);
    const value = sending.recordOver(record, merged, payload);
    if (overwritten === undefined) return confirmed(fireId, value, { before: record! });
    const told = yield* keepOverwritten(services, operation, fireId, sending, { overwritten, merged });
    return confirmed(fireId, value, { before: record!, ...told });
  }

  /** What is told at a record whose other version had these fields, with what the person has not dismissed yet. */
  function* noticeOf(fireId: string, at: string, fields: Records): Saga<Records> {
    const told = (yield* select(selectBeside, fireId))['others'] as Records | null;
    return { ...told, at, fields: { ...(told?.['fields'] as Records | undefined), ...fields } };
  }

  /** A disputed edit is written with the version that it replaces, on the condition that this still stands there. */
  function* writeOver(
    services: SendServices,
    { userId, id, payload }: EditOperation,
    found: { fireId: string; record: Json; merged: Fields; disputed: (keyof Fields)[] },
    sending: RecordSending<Fields, T>,
  ): Saga<Outcome> {
    const { fireId, record, merged, disputed } = found;
    const deletedAt = yield* serverInstant(services, userId);
    const value = sending.recordOver(record, merged, payload);
    const others = yield* noticeOf(fireId, deletedAt, storedFields(sending, record, disputed));
    const beside = yield* besideVersion(fireId);
    const paths = {
      [databasePaths.record(list, fireId)]: value,
      ...otherVersion(list, fireId, { operationId: id, deletedAt, record, ...beside }),
      [databasePaths.others(list, fireId)]: others,
    };
    if (!(yield* applyOnce(services, { userId, id }, paths)))
      return confirmed(fireId, yield* recordAt(services, userId, fireId));
    return confirmed(fireId, value, {
      before: record,
      beside: { [`others/${list}` as const]: { [fireId]: others } },
    });
  }

  /** What lies beside a record goes with another version of it, but for what the person is told there. */
  function* besideVersion(fireId: string): Saga<Pick<TrashCopy, 'beside'>> {
    const { others: _told, ...beside } = yield* select(selectBeside, fireId);
    const values = Object.entries(beside).filter(([, value]) => value !== null);
    return values.length > 0 ? { beside: Object.fromEntries(values) } : {};
  }

  /** Keeps a version that was overwritten before it was read, and says so at the record. */
  function* keepOverwritten(
    services: SendServices,
    { userId, id }: EditOperation,
    fireId: string,
    sending: RecordSending<Fields, T>,
    { overwritten, merged }: { overwritten: Json; merged: Fields },
  ): Saga<Pick<Confirmation, 'beside'>> {
    const deletedAt = yield* serverInstant(services, userId);
    const unseen = type.fieldsOfRecord(overwritten) ?? merged;
    const names = (Object.keys(merged) as (keyof Fields)[]).filter(name => merged[name] !== unseen[name]);
    const others = yield* noticeOf(fireId, deletedAt, storedFields(sending, overwritten, names));
    const copy = { operationId: id, deletedAt, record: overwritten, isUnseen: true } as const;
    const paths = {
      ...otherVersion(list, fireId, { ...copy, ...(yield* besideVersion(fireId)) }),
      [databasePaths.others(list, fireId)]: others,
    };
    yield* applyOnce(services, { userId, id: `${id}-unseen` }, paths);
    return { beside: { [`others/${list}` as const]: { [fireId]: others } } };
  }

  /** The record was deleted: it comes back with the edit, from its copy, which must still be the one that was read. */
  function* bringBack(
    services: SendServices,
    { userId, id, payload }: EditOperation,
    fireId: string,
    sending: RecordSending<Fields, T>,
  ): Saga<Outcome> {
    const { database } = services;
    const at = yield* serverInstant(services, userId);
    const written = yield* writeOnce(services, { userId, id }, function* (): Saga<Returned | null> {
      const copy = copyOf(yield* call(database.read, userId, databasePaths.trash(list, fireId)));
      if (!copy) {
        if ((yield* recordAt(services, userId, fireId)) !== null) return null;
        // Nothing is left of it: what the person typed is all that there is.
        const record = type.recordOf(payload.fields, payload);
        const others = { at, isBack: true };
        const paths = {
          [databasePaths.record(list, fireId)]: record,
          [databasePaths.taken(list, fireId)]: null,
          [databasePaths.others(list, fireId)]: others,
        };
        return { paths, record, beside: { others } };
      }
      const theirs = type.fieldsOfRecord(copy.record)!;
      const { merged, disputed } = sending.merge(payload.base, payload.fields, theirs);
      const record = sending.recordOver(copy.record, merged, payload);
      const others = {
        at,
        isBack: true,
        ...(disputed.length > 0 && { fields: storedFields(sending, copy.record, disputed) }),
      };
      const paths = {
        ...restoration(list, fireId, copy, record),
        [databasePaths.others(list, fireId)]: others,
        ...(disputed.length > 0 &&
          otherVersion(list, fireId, { operationId: id, deletedAt: at, record: copy.record })),
      };
      return { paths, record, beside: { ...copy.beside, others } };
    });
    if (written && written !== 'applied')
      return confirmed(fireId, written.record, besideNow(fireId, written.beside));
    if (written === null) throw changedElsewhere();
    return confirmed(fireId, yield* recordAt(services, userId, fireId));
  }

  /** What lies beside a record by name: as this page has heard, or as the server says when that was refused. */
  function* besideOf(
    { database }: SendServices,
    userId: string,
    fireId: string,
    isRepeated: boolean,
  ): Saga<Records> {
    const heard = yield* select(selectBeside, fireId);
    if (!isRepeated) return heard;
    const beside: Records = {};
    for (const one of besideRecords[list])
      beside[one.name] = yield* call(database.read, userId, besidePath(one.list, fireId));
    return beside;
  }

  /** Moves the record into the trash as it is now; one that is not listed any more is as good. */
  function* sendDelete(
    services: SendServices,
    operation: Operation<string, T & Deletion<Fields>>,
  ): Saga<Outcome> {
    const { userId } = operation;
    const fireId = yield* keyOf(services, operation);
    if (fireId === undefined) return { type: 'confirmed' };
    yield* keepOthers(services, operation, fireId);
    const deletedAt = yield* serverInstant(services, userId);
    const written = yield* writeOnce(services, operation, function* (isRepeated): Saga<{
      paths: Records;
    } | null> {
      const record = yield* recordAt(services, userId, fireId);
      if (record === null) return null;
      const beside = yield* besideOf(services, userId, fireId, isRepeated);
      return { paths: removal(list, fireId, { deletedAt, record, beside }) };
    });
    if (written !== 'applied') return confirmed(fireId, null, besideNow(fireId));
    // It may have been restored since.
    return confirmed(fireId, yield* recordAt(services, userId, fireId));
  }

  /** Puts the record back as the trash has it. What was deleted for ever since stays so. */
  function* sendRestore(
    services: SendServices,
    operation: Operation<string, T & Deleted<Fields>>,
  ): Saga<Outcome> {
    const { userId } = operation;
    const fireId = yield* keyOf(services, operation);
    if (fireId === undefined) return yield* sendAdd(services, operation);
    const written = yield* writeOnce(services, operation, function* (isRepeated): Saga<Restoring | null> {
      if (isRepeated) yield* healKey(services, operation, list, fireId);
      const copy = copyOf(yield* call(services.database.read, userId, databasePaths.trash(list, fireId)));
      return copy && { paths: restoration(list, fireId, copy), copy };
    });
    if (written && written !== 'applied')
      return confirmed(fireId, written.copy.record, besideNow(fireId, written.copy.beside));
    const record = yield* recordAt(services, userId, fireId);
    return confirmed(fireId, record, record === null && written === null ? { isGone: true } : {});
  }

  /** Several records are read at once, by the whole list where they are many. */
  function* readAll(
    { database }: SendServices,
    operations: readonly Operation<string, T>[],
    from: ListName | `trash/${ListName}`,
  ): Saga<Records> {
    const { userId } = operations[0]!;
    const keys = operations.flatMap(({ payload: { fireId } }) => fireId ?? []);
    if (keys.length > FEW) return yield* call(database.load, userId, from);
    const read = (fireId: string) => database.read(userId, `${listPaths[from]}/${fireId}`);
    const values = yield* call(() => Promise.all(keys.map(read)));
    return Object.fromEntries(keys.map((key, at) => [key, values[at]!]));
  }
  const at = (records: Records, key: string): Json => (Object.hasOwn(records, key) ? records[key]! : null);

  /** Moves several records into the trash, as one step. */
  function* deleteTogether(
    services: SendServices,
    operations: readonly Operation<string, T & Deletion<Fields>>[],
  ): Saga<Outcome[]> {
    const prepare = function* (): Saga<Prepared[]> {
      const deletedAt = yield* serverInstant(services, operations[0]!.userId);
      const records = yield* readAll(services, operations, list);
      const prepared: Prepared[] = [];
      for (const { payload } of operations) {
        const { fireId, others = [] } = payload;
        const record = fireId === null ? null : at(records, fireId);
        if (fireId === null || record === null || others.length > 0) prepared.push(null);
        else {
          const beside = yield* select(selectBeside, fireId);
          const paths = removal(list, fireId, { deletedAt, record, beside });
          prepared.push({ paths, outcome: confirmed(fireId, null, besideNow(fireId)) });
        }
      }
      return prepared;
    };
    return yield* sendTogether(services, operations, prepare, one => sendDelete(services, one));
  }

  /** Puts several records back, as one step. */
  function* restoreTogether(
    services: SendServices,
    operations: readonly Operation<string, T & Deleted<Fields>>[],
  ): Saga<Outcome[]> {
    const prepare = function* (): Saga<Prepared[]> {
      const copies = yield* readAll(services, operations, `trash/${list}`);
      return operations.map(({ payload: { fireId } }): Prepared => {
        const copy = fireId === null ? null : copyOf(at(copies, fireId));
        if (fireId === null || !copy) return null;
        const outcome = confirmed(fireId, copy.record, besideNow(fireId, copy.beside));
        return { paths: restoration(list, fireId, copy), outcome };
      });
    };
    return yield* sendTogether(services, operations, prepare, one => sendRestore(services, one));
  }

  return {
    add: sendAdd,
    edit: sendEdit,
    delete: sendDelete,
    restore: sendRestore,
    deleteTogether,
    restoreTogether,
  };
}
