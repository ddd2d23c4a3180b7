import { call, channelOf, delay, race, takeFrom, type Saga } from '../lib/effects';
import type { Json, LiveEvent } from '../services/database';
import type { SendServices } from '../sync/kinds';
import type { Operation } from '../sync/operations';
import { fieldsOfRecord, sameFields, type NoteFields } from './note';

/** Milliseconds for which the live connection is waited for. */
const HEARING_MS = 2000;

/**
 * The versions of a note that were heard, in order (null: it was removed). A list without it says nothing: the SDK tells
 * the one that it remembers, which may be older than the note.
 */
const versionsIn = (heard: readonly LiveEvent[], fireId: string): Json[] =>
  heard.flatMap(({ records }) => (Object.hasOwn(records, fireId) ? [records[fireId] ?? null] : []));

const isVersion = (record: Json, fields: NoteFields) => {
  const stored = fieldsOfRecord(record);
  return stored !== null && sameFields(stored, fields);
};

/**
 * PATCHes a note. Devices of ours take turns (`noteLease.ts`); what another program writes between the read and the PATCH
 * is known only from the live connection, which is listened to meanwhile. Answers the version that was overwritten.
 */
export function* saveNote(
  { database }: SendServices,
  { userId }: Operation,
  { fireId, record }: { fireId: string; record: Json },
  fields: NoteFields,
): Saga<{ overwritten?: Json }> {
  if (isVersion(record, fields)) return {};
  const events = channelOf<LiveEvent>(emit => database.follow(userId, 'notes', emit));
  const heard: LiveEvent[] = [];
  function* hearUntil(isEnough: () => boolean): Saga {
    while (!isEnough()) heard.push(yield* takeFrom(events));
  }
  try {
    yield* race({ list: hearUntil(() => heard.length > 0), late: delay(HEARING_MS) });
    yield* call(database.saveNote, userId, fireId, fields);
    const isHeard = () => versionsIn(heard, fireId).some(version => isVersion(version, fields));
    yield* race({ patch: hearUntil(isHeard), late: delay(HEARING_MS) });
  } finally {
    events.close();
  }
  const versions = versionsIn(heard, fireId);
  const at = versions.findIndex(version => isVersion(version, fields));
  const before = versions.slice(0, at < 0 ? undefined : at).at(-1) ?? null;
  const isOverwritten = before !== null && !isVersion(before, fieldsOfRecord(record)!);
  return isOverwritten ? { overwritten: before } : {};
}
