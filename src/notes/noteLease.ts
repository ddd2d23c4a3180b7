import { databasePaths } from '../services/databasePaths';
import { call, type Saga } from '../lib/effects';
import type { DatabaseService, Json } from '../services/database';
import type { SendServices } from '../sync/kinds';
import type { Operation } from '../sync/operations';
import { changedElsewhere, isRefused } from '../sync/records/senders/writeOnce';

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
