import { signOutRequested, type User } from '../auth/authSlice';
import { parseUserData } from '../auth/session';
import { call, put, type Saga } from '../lib/effects';
import type { Queue } from '../sync/queue/queue';
import type { DatabaseService } from '../services/database';
import type { ReturnPlaces } from '../services/device';
import { isUnanswered, wordsFor } from './accountFailures';
import { accountDeleted, changeFailed, type accountDeleteRequested } from './accountSlice';
import { prove, type ChangeServices } from './changeSagas';

export type DeletionServices = ChangeServices & {
  database: DatabaseService;
  queue: Queue;
  returnPlaces: ReturnPlaces;
};

/**
 * Deletes the data first, then the account, so that a retry continues after a failure in between. Once the server has
 * no data, drops this device's unsent operations and deletes what was sent meanwhile.
 */
export function* deleteAccount(
  services: DeletionServices,
  { id }: User,
  { meta: { password } }: ReturnType<typeof accountDeleteRequested>,
): Saga {
  const { database, queue, returnPlaces } = services;
  let isEmpty = false;
  try {
    yield* call(prove, services, id, password);
    yield* call(database.deleteAll, id);
    isEmpty = true;
    yield* call(queue.clear, id);
    yield* call(returnPlaces.clear, id);
    yield* call(database.deleteAll, id);
    yield* call(deleteOrGone, services, id);
    yield* put(accountDeleted());
  } catch (failure) {
    const { message } = wordsFor(failure);
    const sofar = isEmpty ? 'Your tasks and notes are deleted, your account is not yet. ' : '';
    yield* put(changeFailed({ message: sofar + message }));
    return;
  }
  yield* put(signOutRequested());
}

/** When no answer arrived: the account counts as deleted if the provider refuses its session. */
function* deleteOrGone({ auth, session, clock }: DeletionServices, id: string): Saga {
  const token = parseUserData(session.read(), clock.now())?.token ?? '';
  try {
    yield* call(auth.deleteAccount, id);
  } catch (failure) {
    if (!isUnanswered(failure) || !(yield* call(auth.refusalOf, token))) throw failure;
  }
}
