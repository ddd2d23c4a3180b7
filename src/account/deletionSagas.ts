import { signOutRequested, type User } from '../auth/authSlice';
import { parseUserData } from '../auth/session';
import { call, put, type Saga } from '../lib/effects';
import type { Outbox } from '../sync/queue';
import type { DatabaseService } from '../services/database';
import type { Leftovers } from '../services/device';
import { isUnanswered, wordsFor } from './accountFailures';
import { accountDeleted, accountDeleteFailed, type accountDeleteRequested } from './accountSlice';
import { prove, type ChangeServices } from './changeSagas';

export type DeletionServices = ChangeServices & {
  database: DatabaseService;
  outbox: Outbox;
  leftovers: Leftovers;
};

/**
 * Data first, then the account: whatever breaks in between, the same wish again goes on from there. What this device
 * has not sent goes when the server has nothing any more, and what was on its way in the meantime right after it.
 */
export function* deleteAccount(
  services: DeletionServices,
  { id }: User,
  { meta: { password } }: ReturnType<typeof accountDeleteRequested>,
): Saga {
  const { database, outbox, leftovers } = services;
  let isEmpty = false;
  try {
    yield* call(prove, services, id, password);
    yield* call(database.deleteAll, id);
    isEmpty = true;
    yield* call(outbox.clear, id);
    yield* call(leftovers.clear, id);
    yield* call(database.deleteAll, id);
    yield* call(deleteOrGone, services, id);
    yield* put(accountDeleted());
  } catch (failure) {
    const { message } = wordsFor(failure);
    const sofar = isEmpty ? 'Your tasks and notes are deleted, your account is not yet. ' : '';
    yield* put(accountDeleteFailed({ message: sofar + message }));
    return;
  }
  yield* put(signOutRequested());
}

/** An account whose last session the provider refuses is gone, though nobody heard the answer. */
function* deleteOrGone({ auth, session, clock }: DeletionServices, id: string): Saga {
  const token = parseUserData(session.read(), clock.now())?.token ?? '';
  try {
    yield* call(auth.deleteAccount, id);
  } catch (failure) {
    if (!isUnanswered(failure) || !(yield* call(auth.isRefused, token))) throw failure;
  }
}
