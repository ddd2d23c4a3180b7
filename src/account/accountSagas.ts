import { isAnyOf } from '@reduxjs/toolkit';
import { selectUser, signedOut, signOutRequested, type User, sessionRenewed } from '../auth/authSlice';
import { call, put, race, select, take, takeEvery, type Saga } from '../lib/effects';
import type { ActionOf } from '../lib/patterns';
import {
  accountDeleteRequested,
  changeFailed,
  emailChangeRequested,
  passwordChangeRequested,
  passwordResetNoted,
  passwordResetRequested,
  sessionExtendRequested,
  signOutEverywhereRequested,
  accountDeleted,
  emailChanged,
  passwordChanged,
  sessionExtended,
  signedOutEverywhere,
} from './accountSlice';
import { parseUserData, SESSION_LIFETIME_MS, userOf } from '../auth/session';
import type { Queue } from '../sync/queue/queue';
import type { DatabaseService } from '../services/database';
import type { ReturnPlaces, Clock, SessionStorage } from '../services/device';
import type { Account, AuthService } from '../services/auth';
import { ServiceFailure, failureOf, type FailureKind } from '../services/failure';

const WRONG = 'Wrong password. Nothing was changed.';
const BY_CODE: Record<string, string> = {
  'auth/invalid-credential': WRONG,
  'auth/invalid-login-credentials': WRONG,
  'auth/wrong-password': WRONG,
  'auth/user-mismatch': WRONG,
  'auth/too-many-requests': 'Too many tries. Wait 15 minutes, then try again.',
  'auth/email-already-in-use': 'Another account uses this address.',
  'auth/invalid-email': 'This is not an email address.',
  'auth/weak-password': 'Choose a longer password.',
  'auth/password-does-not-meet-requirements': 'Choose a longer password.',
};
const BY_KIND: Record<FailureKind, string> = {
  network: 'The server can’t be reached. Try again when you are online.',
  server: 'The server is not answering. Try again in a moment.',
  signIn: 'You were signed out. Sign in again.',
  refused: 'That did not work. Try again in a moment.',
  conflict: 'That did not work. Try again in a moment.',
};

/** The message for a failed request. Rethrows anything but a `ServiceFailure`. */
function wordsFor(failure: unknown): { message: string } {
  failureOf(failure);
  const { code, kind } = failure as ServiceFailure;
  // The site's operator needs the code.
  const why = kind === 'refused' ? ` (${code})` : '';
  return { message: BY_CODE[code] ?? BY_KIND[kind] + why };
}

/** True when the request may have succeeded although no answer arrived. */
const isUnanswered = (failure: unknown) =>
  failure instanceof ServiceFailure && (failure.kind === 'network' || failure.kind === 'server');

type ChangeServices = { auth: AuthService; session: SessionStorage; clock: Clock };
type ActionFrom<Creator extends (...args: never[]) => unknown> = ReturnType<Creator>;

/** Changes the password. This device stays signed in, in all its tabs. */
function* changePassword(
  services: ChangeServices,
  { id }: User,
  { meta: { password, newPassword } }: ActionFrom<typeof passwordChangeRequested>,
): Saga {
  const { auth } = services;
  yield* call(prove, services, id, password);
  const change = call(auth.changePassword, id, newPassword);
  yield* renew(services, yield* orProof(change, call(auth.reauthenticate, id, newPassword)));
  yield* put(passwordChanged());
}

/** Changes the e-mail. This device stays signed in, in all its tabs. */
function* changeEmail(
  services: ChangeServices,
  { id }: User,
  { payload: { email }, meta: { password } }: ActionFrom<typeof emailChangeRequested>,
): Saga {
  const { auth } = services;
  yield* call(prove, services, id, password);
  const change = call(auth.changeEmail, id, email);
  const account = yield* orProof(change, call(auth.reauthenticate, id, password, email));
  if (account) yield* renew(services, account);
  yield* put(emailChanged({ email, isMailed: account === null }));
}

/** Signs out everywhere: setting the password, even to the same value, ends all other sessions; then this one ends. */
function* signOutEverywhere(
  services: ChangeServices,
  { id }: User,
  { meta: { password } }: ActionFrom<typeof signOutEverywhereRequested>,
): Saga {
  const { auth } = services;
  yield* call(prove, services, id, password);
  yield* renew(services, yield* call(auth.changePassword, id, password));
  yield* put(signedOutEverywhere());
  yield* put(signOutRequested());
}

/** Renews the session for two days from now, in all tabs. */
function* extendSession(
  services: ChangeServices,
  { id }: User,
  { meta: { password } }: ActionFrom<typeof sessionExtendRequested>,
): Saga {
  const { auth, clock } = services;
  const account = yield* call(auth.reauthenticate, id, password);
  yield* renew(services, account, new Date(clock.now() + SESSION_LIFETIME_MS).toISOString());
  yield* put(sessionExtended());
}

/** Signs in again with the password, for requests that need a recent sign-in. */
function* prove(services: ChangeServices, id: string, password: string): Saga {
  yield* renew(services, yield* call(services.auth.reauthenticate, id, password));
}

/** Writes the renewed session to `userData`, which all tabs read, and to the store. */
function* renew({ session, clock }: ChangeServices, account: Account, expiryDate?: string): Saga {
  const stored = parseUserData(session.read(), clock.now());
  if (stored?.id !== account.uid) return;
  const userData = {
    email: account.email,
    id: account.uid,
    expiryDate: expiryDate ?? stored.expiryDate,
    token: account.refreshToken,
  };
  yield* call(session.write, userData);
  yield* put(sessionRenewed(userOf(userData)));
}

/** When the answer to a change is lost, a sign-in with the new credentials shows whether it was made. */
function* orProof<Answer>(change: Saga<Answer>, proof: Saga<Account>): Saga<Answer | Account> {
  try {
    return yield* change;
  } catch (failure) {
    if (!isUnanswered(failure)) throw failure;
    try {
      return yield* proof;
    } catch (refusal) {
      throw refusal instanceof ServiceFailure ? failure : refusal;
    }
  }
}

type DeletionServices = ChangeServices & {
  database: DatabaseService;
  queue: Queue;
  returnPlaces: ReturnPlaces;
};

/**
 * Deletes the data first, then the account, so that a retry continues after a failure in between. Once the server has
 * no data, drops this device's unsent operations and deletes what was sent meanwhile.
 */
function* deleteAccount(
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
    const sofar = isEmpty ? 'Your tasks and notes are deleted, but your account is not yet. ' : '';
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

export type AccountServices = DeletionServices;

const isRequest = isAnyOf(
  accountDeleteRequested,
  emailChangeRequested,
  passwordChangeRequested,
  passwordResetRequested,
  sessionExtendRequested,
  signOutEverywhereRequested,
);
type Request = ActionOf<typeof isRequest>;

/** Handles the requests of the account's screens. It also runs while signed out, for a forgotten password. */
export function* accountSaga(services: AccountServices): Saga {
  yield* takeEvery(isRequest, answerUnlessOver, services);
}

/** The end of the session cancels the request, so that its answer never reaches the next session. */
function* answerUnlessOver(services: AccountServices, request: Request): Saga {
  try {
    yield* race({ answered: answer(services, request), over: take(signedOut) });
  } catch (failure) {
    yield* put(changeFailed(wordsFor(failure)));
  }
}

function* answer(services: AccountServices, request: Request): Saga {
  if (passwordResetRequested.match(request)) return yield* call(requestReset, services, request);
  const user = yield* select(selectUser);
  if (!user) return;
  if (passwordChangeRequested.match(request)) yield* call(changePassword, services, user, request);
  if (emailChangeRequested.match(request)) yield* call(changeEmail, services, user, request);
  if (signOutEverywhereRequested.match(request)) yield* call(signOutEverywhere, services, user, request);
  if (accountDeleteRequested.match(request)) yield* call(deleteAccount, services, user, request);
  if (sessionExtendRequested.match(request)) yield* call(extendSession, services, user, request);
}

/** Gives the same answer whether or not an account has this address. Only failures that do not reveal it are shown. */
function* requestReset(
  { auth }: Pick<AccountServices, 'auth'>,
  { payload: { email } }: ReturnType<typeof passwordResetRequested>,
): Saga {
  yield* put(passwordResetNoted({ email, by: yield* call(auth.requestReset, email) }));
}
