import { call, channelOf, delay, race, takeFrom, type Saga } from '../lib/effects';
import type { Json, LiveEvent } from '../services/database';
import type { SendServices } from '../sync/kinds';
import type { Operation } from '../sync/operations';
import { fieldsOfRecord, isRecordOf, type NoteFields } from './note';

/** Milliseconds to wait for the live connection. */
const LIVE_WAIT_MS = 2000;

/**
 * The versions of a note in live events, in order (null: removed). A list without the note is ignored: the SDK may
 * repeat an older list.
 */
const versionsIn = (received: readonly LiveEvent[], fireId: string): Json[] =>
  received.flatMap(({ records }) => (Object.hasOwn(records, fireId) ? [records[fireId] ?? null] : []));

/**
 * PATCHes a note. This app's devices take turns (`noteLease.ts`). A write by another program between read and PATCH is
 * noticed only by the live connection, which is observed meanwhile. Returns the overwritten version.
 */
export function* saveNote(
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
