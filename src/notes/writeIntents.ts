import { databasePaths } from '../lib/databasePaths';
import { call, type Saga } from '../lib/effects';
import type { DatabaseService, Json, Records } from '../services/database';
import { ServiceFailure } from '../services/failure';
import type { Operation } from '../sync/operations';
import { fieldsOfRecord, sameFields, type NoteFields } from './note';

/**
 * A PATCH of a note cannot be conditional, so each device says under `ext/intents/{fireId}/{operationId}` what it is
 * about to write, then reads the note once more, PATCHes it, and looks at the intents of others. Of two PATCHes that did
 * not know each other both intents are there before either PATCH, so at least one device sees it, whatever happens to the
 * live connection, to answers, or to the other device.
 */
type WriteIntent = {
  /** When the first attempt was announced, in milliseconds by the server's clock. */
  at: number;
  /** What was read, and what is written over it. */
  read: NoteFields;
  fields: NoteFields;
  /** When the PATCH was compared with the intents of others. */
  doneAt: number | null;
};
type Services = { database: DatabaseService };

/** A PATCH takes effect within this time of its intent, or not at all. Milliseconds. */
const UNDER_WAY = 60_000;
/** By how much two devices may differ in what they take for the server's time. Milliseconds. */
const DRIFT = 2000;
/** Intents older than this are removed. Milliseconds. */
const KEPT = 24 * 60 * 60_000;

const names = ['noteTitle', 'noteDescription'] as const;

/** The intents among what is stored, by operation; what is none is left out. */
function intentsIn(stored: Records): Map<string, WriteIntent> {
  const intents = new Map<string, WriteIntent>();
  for (const [id, value] of Object.entries(stored)) {
    const { at, read, fields, doneAt } = (value ?? {}) as Record<string, Json | undefined>;
    const known = { read: fieldsOfRecord(read), fields: fieldsOfRecord(fields) };
    if (typeof at !== 'number' || !known.read || !known.fields) continue;
    intents.set(id, { at, read: known.read, fields: known.fields, doneAt: Number(doneAt) || null });
  }
  return intents;
}

export type Announced = {
  intent: WriteIntent;
  /** The note as it was read for this attempt; an earlier one may have read another. */
  record: NoteFields;
  /** When the note was read for this attempt, in milliseconds by the server's clock. */
  readAt: number;
  /** Operations whose PATCH came before the note was read: what they wrote was seen. */
  seenIds: Set<string>;
};

/** Which intents of others are of a PATCH that came before this one's note was read. */
const seenIn = (stored: Records, now: number, earlier: WriteIntent | undefined) => {
  const isSeen = ({ at, doneAt }: WriteIntent) =>
    doneAt === null ? at < now - UNDER_WAY : !earlier || doneAt < earlier.at - DRIFT;
  return new Set([...intentsIn(stored)].filter(([, one]) => isSeen(one)).map(([one]) => one));
};

/** What an earlier attempt announced, whose PATCH may have arrived: the note reads `fields`. Undefined without one. */
export function* announcedBefore(
  { database }: Services,
  { userId, id, isAttempted }: Operation,
  fireId: string,
  fields: NoteFields,
): Saga<Announced | undefined> {
  if (!isAttempted) return undefined;
  const now = yield* call(database.serverTime, userId);
  const stored = yield* call(database.readWriteIntents, userId, fireId);
  const intent = intentsIn(stored).get(id);
  return (
    intent && {
      intent: { ...intent, fields },
      record: fields,
      readAt: now,
      seenIds: seenIn(stored, now, intent),
    }
  );
}

/** Announces a PATCH over `record`. Throws `conflict` when the note is another one by now. */
export function* announce(
  { database }: Services,
  { userId, id, isAttempted }: Operation,
  { fireId, record }: { fireId: string; record: Json },
  fields: NoteFields,
): Saga<Announced> {
  const now = yield* call(database.serverTime, userId);
  const earlier = isAttempted
    ? intentsIn(yield* call(database.readWriteIntents, userId, fireId)).get(id)
    : undefined;
  const read = fieldsOfRecord(record)!;
  const intent: WriteIntent = { at: earlier?.at ?? now, read, fields, doneAt: null };
  yield* call(database.update, userId, { [`${databasePaths.writeIntents(fireId)}/${id}`]: intent });
  const [again, stored] = yield* call(readBoth, database, userId, fireId);
  if (!again || !sameFields(again, read)) {
    // That of an earlier attempt stays: its PATCH may be on its way.
    if (!earlier)
      yield* call(database.update, userId, { [`${databasePaths.writeIntents(fireId)}/${id}`]: null });
    throw changed();
  }
  return { intent, record: read, readAt: now, seenIds: seenIn(stored, now, earlier) };
}

/** What the intents of others say of a PATCH: the words of theirs that it overwrote, and whether there are any. */
export type Compared = { unseen: NoteFields | null; all: Map<string, WriteIntent>; isAlone: boolean };

/**
 * Compares what was PATCHed with the intents of others. Answers the note as it would be with the words of theirs that this
 * PATCH overwrote, or is about to be overwritten by, without knowing them; null when there are none. The intent is to be
 * closed once it is known what else was overwritten. Throws `conflict` when another PATCH, which did not know this one,
 * has overwritten it.
 */
export function* compareIntents(
  { database }: Services,
  operation: Operation,
  fireId: string,
  announced: Announced,
): Saga<Compared> {
  const [there, stored] = yield* call(readBoth, database, operation.userId, fireId);
  const { intent, record, seenIds } = announced;
  const all = intentsIn(stored);
  const others = [...all].filter(([one]) => one !== operation.id && !seenIds.has(one)).map(([, one]) => one);
  const { read, fields } = intent;
  let unseen: NoteFields | null = null;
  let isMineLost = false;
  for (const other of there ? others : [])
    for (const name of names) {
      const now = there![name];
      const isMineGone = fields[name] !== read[name] && now !== fields[name];
      isMineLost ||= isMineGone && other.fields[name] === now && other.read[name] !== fields[name];
      const isTheirs = other.fields[name] !== other.read[name] && read[name] !== other.fields[name];
      if (isTheirs && now !== other.fields[name] && !isReplaced(name, other, others))
        unseen = { ...(unseen ?? record), [name]: other.fields[name] };
    }
  const compared = { unseen, all, isAlone: others.length === 0 };
  if (!isMineLost) return compared;
  yield* closeIntent({ database }, operation, fireId, announced, compared);
  throw changed();
}

/** Whether a PATCH that took effect wrote other words over these of `one`, and knew them. */
const isReplaced = (name: keyof NoteFields, one: WriteIntent, others: readonly WriteIntent[]) =>
  others.some(
    ({ read, fields, doneAt }) =>
      doneAt !== null && read[name] === one.fields[name] && fields[name] !== one.fields[name],
  );

/**
 * The intent of a PATCH that met no other and overwrote nothing goes; else it stays for the others, and for this device
 * should it ask once more, to see. Old ones go, too.
 */
export function* closeIntent(
  { database }: Services,
  { userId, id }: Operation,
  fireId: string,
  { intent }: Announced,
  { all, isAlone }: Compared,
  hasOverwritten = false,
): Saga {
  const now = yield* call(database.serverTime, userId);
  const path = databasePaths.writeIntents(fireId);
  const old = [...all].filter(([one, { at }]) => one !== id && at < now - KEPT);
  const mine = isAlone && !hasOverwritten ? null : { ...intent, doneAt: now };
  const changes: Records = Object.fromEntries(old.map(([one]) => [`${path}/${one}`, null]));
  try {
    yield* call(database.update, userId, { ...changes, [`${path}/${id}`]: mine });
  } catch (failure) {
    // It counts as under way for a minute more.
    if (!(failure instanceof ServiceFailure)) throw failure;
  }
}

const changed = () => new ServiceFailure('conflict', 'conflict', 'Changed elsewhere');

/** The note's fields (null: it is not there) and the intents of all devices. */
async function readBoth(
  database: DatabaseService,
  userId: string,
  fireId: string,
): Promise<[NoteFields | null, Records]> {
  const [{ record }, stored] = await Promise.all([
    database.readRecord(userId, 'notes', fireId),
    database.readWriteIntents(userId, fireId),
  ]);
  return [fieldsOfRecord(record), stored];
}
