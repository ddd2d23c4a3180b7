import { databasePaths } from '../services/databasePaths';
import { call, channelOf, delay, race, takeFrom, type Saga } from '../lib/effects';
import type { DatabaseService, Json, LiveEvent } from '../services/database';
import { mergeTexts } from '../lib/text/mergeLines';
import type { SendServices } from '../sync/kinds';
import type { Operation } from '../sync/operations';
import { changedElsewhere, isRefused } from '../sync/records/senders/writeOnce';
import { fieldsOfRecord, isRecordOf, type NoteFields, type NoteTarget } from './note';

/** A note always has a key. */
// oxlint-disable-next-line require-yield -- records of other types have to be asked for theirs
export function* findKey(_services: SendServices, { payload }: Operation<string, NoteTarget>): Saga<string> {
  return payload.fireId;
}

/** Adds a note once. The rules refuse a note that was deleted since an earlier attempt; it stays deleted. */
export function* create(
  { database }: SendServices,
  { userId, payload, isAttempted }: Operation<string, NoteTarget & { fields: NoteFields }>,
): Saga<{ fireId: string; record: Json }> {
  const { fireId, fields } = payload;
  const stored = function* (): Saga<Json> {
    return (yield* call(database.readRecord, userId, 'notes', fireId)).record;
  };
  if (isAttempted) {
    const record = yield* stored();
    if (record !== null) return { fireId, record };
  }
  try {
    yield* call(database.addNote, userId, fireId, fields);
  } catch (failure) {
    const isDeleted = function* (): Saga<boolean> {
      const paths = [databasePaths.trash('notes', fireId), databasePaths.taken('notes', fireId)];
      for (const path of paths) if ((yield* call(database.read, userId, path)) !== null) return true;
      return false;
    };
    if (isAttempted && isRefused(failure) && (yield* isDeleted())) return { fireId, record: yield* stored() };
    throw failure;
  }
  return { fireId, record: fields };
}

/** The server's own time when it takes the write, so that no estimate of a device counts. */
const SERVER_TIME = { '.sv': 'timestamp' };

/** Milliseconds in which a PATCH is sent: it is given up after 30 s, and by the rules a lease lasts 60 s. */
const PATCH_WITHIN_MS = 30_000;

/**
 * Runs an attempt to edit a note while this operation holds its lease: no other device edits between GET and PATCH.
 * Throws `conflict` while another one holds it, or before a late PATCH. After a PATCH without an answer,
 * which may arrive, it expires.
 */
export function* inTurn<Answer>(
  services: SendServices,
  { userId, id }: Operation,
  fireId: string,
  attempt: (services: SendServices) => Saga<Answer>,
): Saga<Answer> {
  const { database, clock } = services;
  const lease = (at: Json) => database.update(userId, { [databasePaths.lease(fireId)]: { by: id, at } });
  const takenAt = clock.now();
  try {
    yield* call(lease, SERVER_TIME);
  } catch (failure) {
    throw isRefused(failure) ? changedElsewhere() : failure;
  }
  // A lost answer or a sign-out leaves the PATCH under way.
  let isUnderWay = false;
  const saveNote: DatabaseService['saveNote'] = async (...given) => {
    // Not the monotonic clock, which some browsers stop while the device sleeps.
    if (Math.abs(clock.now() - takenAt) > PATCH_WITHIN_MS) throw changedElsewhere();
    isUnderWay = true;
    await database.saveNote(...given);
    isUnderWay = false;
  };
  try {
    return yield* attempt({ ...services, database: { ...database, saveNote } });
  } catch (failure) {
    isUnderWay &&= !isRefused(failure);
    throw failure;
  } finally {
    // Not removed: the rules let only its holder end it, so that an expired lease is never removed from its next
    // holder. If this fails, the lease expires.
    if (!isUnderWay) yield* call(() => lease(0).catch(() => undefined));
  }
}

/** Milliseconds to wait for the live connection. */
const LIVE_WAIT_MS = 2000;

/**
 * The versions of a note in live events, in order (null: removed). A list without the note is ignored: the SDK may
 * repeat an older list.
 */
const versionsIn = (received: readonly LiveEvent[], fireId: string): Json[] =>
  received.flatMap(({ records }) => (Object.hasOwn(records, fireId) ? [records[fireId] ?? null] : []));

/**
 * PATCHes a note. This app's devices take turns (`inTurn`). A write by another program between read and PATCH is
 * noticed only by the live connection, which is observed meanwhile. Returns the overwritten version.
 */
export function* save(
  { database }: SendServices,
  { userId }: Operation,
  { fireId, record }: { fireId: string; record: Json },
  fields: NoteFields,
): Saga<{ overwritten?: Json }> {
  if (isRecordOf(fields, record)) return {};
  const events = channelOf<LiveEvent>(emit => database.follow(userId, 'notes', emit));
  const received: LiveEvent[] = [];
  function* receiveUntil(isEnough: () => boolean): Saga {
    while (!isEnough()) received.push(yield* takeFrom(events));
  }
  try {
    yield* race({ list: receiveUntil(() => received.length > 0), isLate: delay(LIVE_WAIT_MS) });
    yield* call(database.saveNote, userId, fireId, fields);
    const isReceived = () => versionsIn(received, fireId).some(version => isRecordOf(fields, version));
    yield* race({ patch: receiveUntil(isReceived), isLate: delay(LIVE_WAIT_MS) });
  } finally {
    events.close();
  }
  const versions = versionsIn(received, fireId);
  const at = versions.findIndex(version => isRecordOf(fields, version));
  const before = versions.slice(0, at < 0 ? undefined : at).at(-1) ?? null;
  const isOverwritten = before !== null && !isRecordOf(fieldsOfRecord(record)!, before);
  return isOverwritten ? { overwritten: before } : {};
}

export const recordOver = (_record: Json, fields: NoteFields): Json => fields;

export const merge = (base: NoteFields, mine: NoteFields, theirs: NoteFields) =>
  mergeTexts(['noteDescription'], base, mine, theirs);

export const storedName = (field: keyof NoteFields): string => field;
