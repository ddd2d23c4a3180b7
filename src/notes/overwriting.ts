import { call, channelOf, delay, race, takeFrom, type Saga } from '../lib/effects';
import type { Json, LiveEvent } from '../services/database';
import type { SendServices } from '../sync/kinds';
import type { Operation } from '../sync/operations';
import { settledCopy } from '../sync/settledCopy';
import { deletedAtOf, recordOfCopy } from '../sync/trashCopies';
import { fieldsOfRecord, sameFields, type NoteFields } from './note';
import {
  announce,
  announcedBefore,
  closeIntent,
  compareIntents,
  type Announced,
  type Compared,
} from './writeIntents';

/** For so long what a PATCH overwrote is waited for on the live connection. Milliseconds. */
const HEARING = 2000;
/** Milliseconds before a PATCH within which its note was read. */
const READING = 2000;

/**
 * The versions of a note that were heard, in order (null: it was removed). A list without it says nothing: the SDK tells
 * the one that it remembers, which may be older than the note.
 */
const versionsIn = (heard: readonly LiveEvent[], fireId: string): Json[] =>
  heard.flatMap(({ records }) => (Object.hasOwn(records, fireId) ? [records[fireId] ?? null] : []));

const isVersion = (record: Json, fields: NoteFields) => {
  const there = fieldsOfRecord(record);
  return there !== null && sameFields(there, fields);
};

/**
 * PATCHes a note. Answers what that overwrote unseen, because a PATCH cannot be conditional (null: the note had been
 * deleted): what other devices of this app announced, and what was heard live just before it, which may be another
 * program's. The list is followed for this alone, since the wall may not be open. Throws `conflict` when the note changed
 * before the PATCH, or another PATCH has overwritten it.
 */
export function* saveNote(
  services: SendServices,
  operation: Operation,
  read: { fireId: string; record: Json },
  fields: NoteFields,
): Saga<{ overwritten?: Json }> {
  const { database } = services;
  const { userId } = operation;
  const { fireId, record } = read;
  if (isVersion(record, fields)) {
    // Nothing is to be written: a PATCH of the same words would only overwrite what comes in between.
    const before = yield* announcedBefore(services, operation, fireId, fields);
    if (!before) return {};
    const compared = yield* compareIntents(services, operation, fireId, before);
    return yield* overwrittenBy(services, operation, read, before, compared);
  }
  const events = channelOf<LiveEvent>(emit => database.follow(userId, 'notes', emit));
  const heard: LiveEvent[] = [];
  function* hearUntil(isEnough: () => boolean): Saga {
    while (!isEnough()) heard.push(yield* takeFrom(events));
  }
  let announced: Announced;
  let compared: Compared;
  try {
    announced = yield* announce(services, operation, read, fields);
    yield* race({ list: hearUntil(() => heard.length > 0), late: delay(HEARING) });
    yield* call(database.saveNote, userId, fireId, fields);
    compared = yield* compareIntents(services, operation, fireId, announced);
    const isHeard = () => versionsIn(heard, fireId).some(version => isVersion(version, fields));
    yield* race({ patch: hearUntil(isHeard), late: delay(HEARING) });
  } finally {
    events.close();
  }
  const versions = versionsIn(heard, fireId);
  const at = versions.findIndex(version => isVersion(version, fields));
  const before = versions.slice(0, at < 0 ? undefined : at).at(-1);
  const wasHeard = before !== undefined && !isVersion(before, fieldsOfRecord(record)!);
  return yield* overwrittenBy(services, operation, read, announced, compared, wasHeard ? before : undefined);
}

/**
 * What a PATCH overwrote: what was heard, or the note's absence if it made anew what was deleted, or the words that it did
 * not know. Its intent is closed then: until it is known, an attempt that fails leaves it to the next one.
 */
function* overwrittenBy(
  services: SendServices,
  operation: Operation,
  { fireId, record }: { fireId: string; record: Json },
  announced: Announced,
  compared: Compared,
  heard?: Json,
): Saga<{ overwritten?: Json }> {
  const { database } = services;
  let overwritten = heard;
  if (overwritten === undefined) {
    // Deleted within the window: the trash has a copy made since it was read, or since an earlier attempt, whose words are
    // not those of the copy. One that was read with the copy's words has been restored, and its copy is about to go.
    const { intent, readAt } = announced;
    let copy = yield* call(database.readTrash, operation.userId, 'notes', fireId);
    const copied = fieldsOfRecord(recordOfCopy(copy));
    const isRestored = copied !== null && isVersion(record, copied);
    const since = new Date((isRestored ? readAt : intent.at) - READING).toISOString();
    // Of a copy that was there before the note was read, only time tells whether the note was on its way into the trash
    // then, or out of it.
    if (deletedAtOf(copy) >= since && deletedAtOf(copy) < new Date(readAt).toISOString())
      ({ copy } = yield* call(settledCopy, services, operation.userId, 'notes', fireId));
    overwritten = deletedAtOf(copy) >= since ? null : (compared.unseen ?? undefined);
  }
  yield* closeIntent(services, operation, fireId, announced, compared, overwritten !== undefined);
  return overwritten === undefined ? {} : { overwritten };
}
