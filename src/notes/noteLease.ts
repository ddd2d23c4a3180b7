import { databasePaths } from '../services/databasePaths';
import { call, type Saga } from '../lib/effects';
import type { SendServices } from '../sync/kinds';
import type { Operation } from '../sync/operations';
import { changedElsewhere, isRefused } from '../sync/records/senders/writeOnce';
import { ServiceFailure } from '../services/failure';

/** Milliseconds that a lease lasts; the rules allow 60 s. */
const LEASE_MS = 50_000;

/**
 * Runs an attempt to edit a note while this operation holds its lease, so that no other device edits the note between
 * GET and PATCH. Throws `conflict` while another device holds it. After an unanswered PATCH, which may still arrive,
 * the lease expires by itself.
 */
export function* inTurn<Answer>(
  { database }: SendServices,
  { userId, id }: Operation,
  fireId: string,
  attempt: () => Saga<Answer>,
): Saga<Answer> {
  const path = databasePaths.lease(fireId);
  const until = (yield* call(database.serverTime, userId)) + LEASE_MS;
  try {
    yield* call(database.update, userId, { [path]: { by: id, until } });
  } catch (failure) {
    throw isRefused(failure) ? changedElsewhere() : failure;
  }
  let isUnanswered = false;
  try {
    return yield* attempt();
  } catch (failure) {
    isUnanswered = failure instanceof ServiceFailure && ['network', 'server'].includes(failure.kind);
    throw failure;
  } finally {
    // Not removed: the rules let only its holder end it, so that an expired lease is never removed from its next
    // holder. If this fails, the lease expires.
    const ended = { [path]: { by: id, until: 0 } };
    if (!isUnanswered) yield* call(() => database.update(userId, ended).catch(() => undefined));
  }
}
