import { sessionRenewed, signOutRequested, type User } from '../auth/authSlice';
import { parseUserData, SESSION_LIFETIME_MS, userOf } from '../auth/session';
import { call, put, type Saga } from '../lib/effects';
import type { Account, AuthService } from '../services/auth';
import type { Clock, SessionStorage } from '../services/device';
import { ServiceFailure } from '../services/failure';
import { isUnanswered } from './accountFailures';
import type {
  emailChangeRequested,
  passwordChangeRequested,
  sessionExtendRequested,
  signOutEverywhereRequested,
} from './accountSlice';
import { emailChanged, passwordChanged, sessionExtended, signedOutEverywhere } from './accountSlice';

export type ChangeServices = { auth: AuthService; session: SessionStorage; clock: Clock };
type ActionFrom<Creator extends (...args: never[]) => unknown> = ReturnType<Creator>;

/** Changes the password. This device stays signed in, in all its tabs. */
export function* changePassword(
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
export function* changeEmail(
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
export function* signOutEverywhere(
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
export function* extendSession(
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
export function* prove(services: ChangeServices, id: string, password: string): Saga {
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
