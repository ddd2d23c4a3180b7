import { call, channelOf, delay, race, takeFrom, type Saga } from '../lib/effects';
import type { Json, LiveEvent } from '../services/database';
import type { SendServices } from '../sync/kinds';
import { deletedAtOf } from '../sync/trashCopies';
import { fieldsOfRecord, sameFields, type NoteFields } from './note';

/** For so long what a PATCH overwrote is waited for on the live connection. Milliseconds. */
const HEARING = 2000;
/** Milliseconds before a PATCH within which its note was read. */
const READING = 2000;

/** The versions of a note that were heard, in order (null: it was not there). */
const versionsIn = (heard: readonly LiveEvent[], fireId: string): Json[] =>
  heard.flatMap(({ type, records }) =>
    type === 'list' || Object.hasOwn(records, fireId) ? [records[fireId] ?? null] : [],
  );

const isVersion = (record: Json, fields: NoteFields) => {
  const there = fieldsOfRecord(record);
  return there !== null && sameFields(there, fields);
};

/**
 * PATCHes a note. Answers what that overwrote unseen, because a PATCH cannot be conditional: the version that was heard
 * live last before it, if that is not the one that was read (null: the note had been deleted). The list is followed for
 * this alone, since the wall may not be open.
 */
export function* saveNote(
  { database }: SendServices,
  userId: string,
  { fireId, record }: { fireId: string; record: Json },
  fields: NoteFields,
): Saga<{ overwritten?: Json }> {
  const readAt = yield* call(database.serverTime, userId);
  const events = channelOf<LiveEvent>(emit => database.follow(userId, 'notes', emit));
  const heard: LiveEvent[] = [];
  function* hearUntil(isEnough: () => boolean): Saga {
    while (!isEnough()) heard.push(yield* takeFrom(events));
  }
  try {
    yield* race({ list: hearUntil(() => heard.length > 0), late: delay(HEARING) });
    yield* call(database.saveNote, userId, fireId, fields);
    const isHeard = () => versionsIn(heard, fireId).some(version => isVersion(version, fields));
    yield* race({ patch: hearUntil(isHeard), late: delay(HEARING) });
  } finally {
    events.close();
  }
  const versions = versionsIn(heard, fireId);
  const at = versions.findIndex(version => isVersion(version, fields));
  const before = versions.slice(0, at < 0 ? undefined : at).at(-1);
  const read = fieldsOfRecord(record)!;
  if (before !== undefined && !isVersion(before, read)) return { overwritten: before };
  // Deleted within the window, and the PATCH made it anew: the trash has a copy made since it was read.
  const copy = yield* call(database.readTrash, userId, 'notes', fireId);
  const since = new Date(readAt - READING).toISOString();
  return deletedAtOf(copy) >= since ? { overwritten: null } : {};
}
