import { databasePaths } from '../lib/databasePaths';
import { call, type Saga } from '../lib/effects';
import { mergeFields } from '../lib/mergeFields';
import type { Json } from '../services/database';
import { ServiceFailure } from '../services/failure';
import type { SendServices } from './kinds';
import type { Conflict, Operation, Outcome } from './operations';
import type { Addition, Deletion, Edited, RecordType, Restored, Target } from './recordKinds';
import { removeBeside } from './besideCopies';
import { keepOtherVersions, keyOfOtherVersion } from './otherVersion';
import { settledCopy } from './settledCopy';
import {
  beforeRepeat,
  deletedAtOf,
  isConflict,
  moveToTrash,
  putBack,
  recordOfCopy,
  removeCopies,
} from './trashCopies';

export const GONE = 'Deleted elsewhere';
export const TWO_VERSIONS = '2 versions';

const gone = { type: 'blocked', reason: GONE, conflict: { type: 'gone' } } as const satisfies Outcome;

/**
 * What an edit that was written has for its base: where it changed a field, what was there before. Its words stay on the
 * screen that way, also if they were overwritten since.
 */
function baseOf<Fields extends object>(base: Fields, fields: Fields, merged: Fields): Fields {
  const before = { ...merged };
  for (const field of Object.keys(base) as (keyof Fields)[])
    if (fields[field] !== base[field]) before[field] = base[field];
  return before;
}

/** How the kinds of change that every record knows are sent. */
export function recordSenders<Item extends Fields, Fields extends object, T extends Target>(
  type: RecordType<Item, Fields, T>,
) {
  const { list, loadSending } = type;
  const confirmed = (fireId: string, value: Json, before?: Json): Outcome => ({
    type: 'confirmed',
    confirmation: { record: { fireId, value, ...(before !== undefined && { before }) } },
    followers: { fireId },
  });
  function* keyOf(services: SendServices, operation: Operation<string, T>): Saga<string | undefined> {
    if (operation.payload.fireId !== null) return operation.payload.fireId;
    const { findKey } = yield* call(loadSending);
    return yield* call(findKey, services, operation);
  }
  /** Keeps versions of the record in the trash, beside its own copy. */
  const keepOthers = (
    services: SendServices,
    { userId, id, isAttempted, payload }: Operation<string, T>,
    fireId: string,
    versions: readonly Fields[] = [],
  ): Saga =>
    keepOtherVersions(
      services,
      { userId, list, fireId },
      { id: `${id}-others`, isAttempted },
      versions.map(fields => type.recordOf(fields, payload)),
    );
  function* sendAdd(
    services: SendServices,
    operation: Operation<string, T & Addition<Fields>>,
  ): Saga<Outcome> {
    const { create } = yield* call(loadSending);
    const { fireId, record } = yield* call(create, services, operation);
    yield* keepOthers(services, operation, fireId, operation.payload.others);
    return confirmed(fireId, record);
  }

  /**
   * Compares the record with the edit's base and writes what both sides make of it. A field that both sides changed is
   * not overwritten: the rest is written, and the edit is blocked with both versions.
   */
  function* sendEdit(
    services: SendServices,
    operation: Operation<string, T & Edited<Fields>>,
  ): Saga<Outcome> {
    const { userId, isAttempted } = operation;
    const { restored } = operation.payload;
    const payload = restored ? { ...operation.payload, restored: undefined } : operation.payload;
    const { base, fields } = payload;
    if (restored) {
      const target = { ...payload, ...restored, fireId: payload.fireId };
      const outcome = yield* sendRestore(services, { ...operation, payload: target });
      if (outcome.type === 'blocked') return outcome;
    }
    const fireId = yield* keyOf(services, operation);
    if (fireId === undefined) return gone;
    const { save, merge = mergeFields } = yield* call(loadSending);
    let refused: string | undefined;
    for (let repeat = 0; ; repeat++) {
      const { record, etag } = yield* call(services.database.readRecord, userId, list, fireId);
      const theirs = type.fieldsOfRecord(record);
      if (!theirs) return { ...gone, payload };
      const { merged, agreed, open, disputed } = merge(base, fields, theirs);
      let overwritten: Json | undefined;
      // Where nothing is to be written, an earlier attempt may have written it over what it did not know.
      if (disputed.length === 0 || isAttempted || !type.sameFields(agreed, theirs)) {
        try {
          const read = { fireId, record, etag };
          ({ overwritten } = yield* call(save, services, operation, read, agreed));
        } catch (failure) {
          // A record that reads the same as before was not changed: it is what proves it that is of no use.
          if (isConflict(failure) && etag === refused)
            throw new ServiceFailure('server', 'etag', 'The server does not take the ETag that it gave');
          refused = etag;
          yield* beforeRepeat(failure, repeat);
          continue;
        }
      }
      if (overwritten === null) {
        yield* call(moveToTrash, services, userId, list, fireId);
        // The copy has what was written; what is disputed is nowhere else.
        return disputed.length === 0 ? confirmed(fireId, null) : { ...gone, payload };
      }
      const unseen = overwritten === undefined ? null : type.fieldsOfRecord(overwritten);
      if (disputed.length === 0 && !unseen) return confirmed(fireId, type.recordOf(agreed, payload), record);
      const theirVersion = unseen ? mergeFields(theirs, agreed, unseen).agreed : agreed;
      return {
        type: 'blocked',
        reason: TWO_VERSIONS,
        conflict: {
          type: 'versions',
          theirs: theirVersion,
          ...(unseen && { isOverwritten: true }),
        } satisfies Conflict,
        payload: { ...payload, base: unseen ? baseOf(base, fields, merged) : open, fields: merged },
      };
    }
  }

  /** Moves the record into the trash, with this device's version if there are two; one that is gone is as good. */
  function* sendDelete(
    services: SendServices,
    operation: Operation<string, T & Deletion<Fields>>,
  ): Saga<Outcome> {
    const { userId, id, isAttempted, payload } = operation;
    const fireId = yield* keyOf(services, operation);
    if (fireId === undefined) return { type: 'confirmed' };
    const { database } = services;
    const wasCopied = isAttempted && (yield* call(database.appliedAt, userId, id)) !== null;
    if (wasCopied && (yield* call(database.readTrash, userId, list, fireId)) === null) {
      // Its copy is gone: it was restored since, or deleted for ever.
      const { record } = yield* call(database.readRecord, userId, list, fireId);
      return confirmed(fireId, record);
    }
    const { mine, others = [] } = payload;
    const versions = [...(mine ? [mine.fields] : []), ...others];
    if (versions.length > 0) {
      const listed = type.fieldsOfRecord((yield* call(database.readRecord, userId, list, fireId)).record);
      const unlisted = versions.filter(fields => !listed || !type.sameFields(fields, listed));
      yield* keepOthers(services, operation, fireId, unlisted);
    }
    yield* call(moveToTrash, services, userId, list, fireId, id);
    return confirmed(fireId, null);
  }

  /** The key of the other version's copy, null where that stays in the trash: it goes if that version comes back too. */
  function otherCopyOf(fireId: string, payload: T & Restored<Fields>): string | null {
    if (payload.other) return keyOfOtherVersion(fireId, type.recordOf(payload.other, payload));
    return payload.isBoth ? `${fireId}-mine` : null;
  }

  /**
   * Puts the record back under its key, as the trash has it, or else as this device had it, and removes the copy. Putting
   * back and removing are conditional, so neither can be one write with a mark: marks before them say which copy it is, so
   * that a later attempt knows one that was made since. That is of a deletion since, which stands.
   */
  function* sendRestore(
    services: SendServices,
    operation: Operation<string, T & Restored<Fields>>,
  ): Saga<Outcome> {
    const { userId, id, isAttempted, payload } = operation;
    const { database } = services;
    const fireId = yield* keyOf(services, operation);
    if (fireId === undefined) {
      const { create } = yield* call(loadSending);
      const created = yield* call(create, services, operation);
      return confirmed(created.fireId, created.record);
    }
    const other = otherCopyOf(fireId, payload);
    const otherCopy = other === null ? null : yield* call(database.readTrash, userId, list, other);
    const { copy, record } = yield* call(settledCopy, services, userId, list, fireId);
    const hasBegun = isAttempted && (yield* call(database.appliedAt, userId, id)) !== null;
    const copyMark = `${id}-${Date.parse(deletedAtOf(copy))}`;
    if (hasBegun && copy !== null && (yield* call(database.appliedAt, userId, copyMark)) === null)
      return confirmed(fireId, record);
    let there = record;
    if (record === null) {
      if (copy !== null) yield* call(database.updateOnce, userId, { id: copyMark, isAttempted: false }, {});
      // What was deleted for ever since took its tick with it.
      const tick = copy === null && payload.doneAt ? { [databasePaths.done(fireId)]: payload.doneAt } : {};
      yield* call(database.updateOnce, userId, { id, isAttempted: false }, tick);
      const mine = type.recordOf(payload.fields, payload);
      there = yield* call(putBack, services, userId, list, fireId, recordOfCopy(copy) ?? mine);
    }
    const copies = [];
    if (copy !== null) copies.push({ list, fireId, deletedAt: deletedAtOf(copy) });
    if (otherCopy !== null) copies.push({ list, fireId: other!, deletedAt: deletedAtOf(otherCopy) });
    const { gone, refused, reason } = yield* removeCopies(services, userId, copies);
    yield* call(
      removeBeside,
      database,
      userId,
      gone.filter(one => one.fireId === other),
    );
    if (refused.length > 0) return { type: 'blocked', reason };
    return confirmed(fireId, there);
  }

  /** Removes the copy that the trash keeps of a record, and, if that is not listed again, what lies beside it. */
  function* sendForget(services: SendServices, { userId, payload }: Operation<string, T>): Saga<Outcome> {
    const { database } = services;
    const { fireId } = payload;
    if (fireId === null) return { type: 'confirmed' };
    const copy = yield* call(database.readTrash, userId, list, fireId);
    const item = { list, fireId, deletedAt: deletedAtOf(copy) };
    const { gone, refused, reason } = yield* removeCopies(services, userId, [item]);
    if (refused.length > 0) return { type: 'blocked', reason };
    yield* call(removeBeside, database, userId, gone);
    return { type: 'confirmed' };
  }

  return { add: sendAdd, edit: sendEdit, delete: sendDelete, restore: sendRestore, forget: sendForget };
}
