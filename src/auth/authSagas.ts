import type { TakeableChannel } from 'redux-saga';
import {
  call,
  cancel,
  delay,
  firstOf,
  flush,
  fork,
  keepNewest,
  put,
  race,
  select,
  spawn,
  take,
  takeFrom,
  throwLoudly,
  type Saga,
} from '../lib/effects';
import type { Records } from '../services/database';
import { databasePaths } from '../services/databasePaths';
import type { UserData } from '../services/device';
import { failureOf, ServiceFailure, type FailureKind } from '../services/failure';
import {
  loginRequested,
  registerRequested,
  selectUser,
  signedIn,
  signedOut,
  signInFailed,
  type EndReason,
} from './authSlice';
import { hold, sessionChange, type AuthServices } from './holdSagas';
import { parseUserData, SESSION_LIFETIME_MS, userOf } from './session';

const INVALID = 'Username or password incorrect';
const MESSAGES: Record<string, string> = {
  'auth/invalid-credential': INVALID,
  'auth/invalid-login-credentials': INVALID,
  'auth/wrong-password': INVALID,
  'auth/user-not-found': INVALID,
  'auth/too-many-requests': 'To many requests, try again later',
  'auth/email-already-in-use': 'An account has registered with this email address, try signing in',
};

/** The exact text for a refused sign-in (docs/rules.md, Texts). */
export const messageOf = (code: string) =>
  MESSAGES[code] ?? 'An unknown error occurred. Pls check your network connection and try again';

/** The same text, followed by the provider's code where the message does not name the cause. */
function refusalOf({ kind, code }: { kind: FailureKind; code: string }) {
  const message = messageOf(code);
  return kind === 'network' || code in MESSAGES ? { message } : { message, code };
}

type SignInRequest = ReturnType<typeof loginRequested | typeof registerRequested>;

/** The session as one loop: restore it or wait for a sign-in, hold it until it ends, forget the user, repeat. */
export function* keepSession(services: AuthServices): Saga {
  const requests = yield* keepNewest([loginRequested, registerRequested]);
  for (;;) {
    const restored = yield* call(restore, services);
    const userData = restored ?? (yield* call(ask, services, requests));
    yield* flush(requests); // a form that was submitted twice must not sign in again after the next sign-out
    const settings =
      services.cache.readSettings(userData.id) ??
      (restored ? null : yield* call(askSettings, services, userData));
    yield* put(signedIn(userOf(userData), settings));
    if (!restored) yield* spawn(returnToPlace, services, userData);
    const { reason, keepsPlace } = yield* call(hold, services, userData);
    if (!keepsPlace) yield* call(endReminders, services, userData);
    yield* call(keepsPlace ? services.returnPlaces.keepPlace : services.returnPlaces.signOut, userData.id);
    yield* call(forget, services, userData, reason);
  }
}

/** Milliseconds that a sign-in waits for the settings, which decide the first page. */
const RESTORE_TIMEOUT_MS = 1000;

/** Milliseconds that Sign out waits for the server to learn that this device is not reminded any more. */
const END_TIMEOUT_MS = 2000;

/** Ends this device's reminders while the session is still valid. Offline, the push service tells the server later. */
function* endReminders({ endReminders: end, database }: AuthServices, { id }: UserData): Saga {
  const endOnServer = async () => {
    const deviceId = await end();
    if (deviceId !== null) await database.update(id, { [databasePaths.device(deviceId)]: null });
  };
  yield* race({ ended: call(() => endOnServer().catch(() => undefined)), isLate: delay(END_TIMEOUT_MS) });
}

/** The settings of a user who has just signed in; null when they do not arrive in time. */
function* askSettings({ database }: AuthServices, { id }: UserData): Saga<Records | null> {
  try {
    const { settings } = yield* race({
      settings: call(database.load, id, 'settings'),
      isLate: delay(RESTORE_TIMEOUT_MS),
    });
    return settings ?? null;
  } catch (failure) {
    failureOf(failure);
    return null;
  }
}

/** The session that this device has stored. A stored value that cannot be restored is removed. */
function* restore(services: AuthServices): Saga<UserData | null> {
  const { session, returnPlaces, clock } = services;
  const stored = yield* call(session.read);
  const userData = parseUserData(stored, clock.now());
  if (userData || stored === null) return userData;
  // The session ended while no page was open: keep the path that is open now for the next sign-in.
  const ended = parseUserData(stored, -Infinity);
  if (ended) {
    yield* call(returnPlaces.keepPlace, ended.id);
    yield* put(signedOut('expired'));
  }
  yield* call(session.clear);
  if (ended) yield* spawn(forgetStored, services, ended);
  return null;
}

/** Goes to the page where this user's last session ended; stays on the current page if the code does not load. */
function* returnToPlace({ returnPlaces }: AuthServices, { id }: UserData): Saga {
  yield* call(returnPlaces.returnToPlace, id);
}

/** Waits for a sign-in that succeeds, here or in another tab. */
function* ask(services: AuthServices, requests: TakeableChannel<SignInRequest>): Saga<UserData> {
  const stray = yield* fork(endStraySession, services);
  try {
    for (;;) {
      const { request } = yield* race({ request: takeFrom(requests), elsewhere: sessionChange(services) });
      const userData = request && (yield* call(signIn, services, request));
      // Another tab may have signed in, even during this attempt.
      const restored = userData ?? (yield* call(restore, services));
      if (restored) return restored;
    }
  } finally {
    yield* cancel(stray);
  }
}

const UNKNOWN = { kind: 'server', code: 'unknown' } as const;

/** Signs in or up, and writes `userData`. Null when the provider refused. */
function* signIn({ auth, session, clock }: AuthServices, request: SignInRequest): Saga<UserData | null> {
  const form = loginRequested.match(request) ? 'login' : 'register';
  const { email } = request.payload;
  try {
    yield* call(session.beginSignIn);
    const account = yield* call(form === 'login' ? auth.signIn : auth.signUp, email, request.meta.password);
    const userData: UserData = {
      email: account.email,
      id: account.uid,
      expiryDate: new Date(clock.now() + SESSION_LIFETIME_MS).toISOString(),
      token: account.refreshToken,
    };
    yield* call(session.write, userData);
    return userData;
  } catch (failure) {
    const { kind, code } = failure instanceof ServiceFailure ? failure : UNKNOWN;
    yield* put(signInFailed({ form, ...refusalOf({ kind, code }) }));
    if (!(failure instanceof ServiceFailure)) yield* spawn(throwLoudly, failure);
    return null;
  } finally {
    yield* call(session.endSignIn);
  }
}

/** A provider session without `userData` is ended once, unless some tab is signing in. */
function* endStraySession({ auth, session }: AuthServices): Saga {
  const { uid } = yield* firstOf<{ uid: string | null }>(emit => auth.follow(uid => emit({ uid })));
  if (uid !== null && !session.isSignInUnderWay() && session.read() === null) yield* call(auth.signOut);
}

/** Removes the user's data from store and device, except for unsent operations and drafts; works offline. */
function* forget(services: AuthServices, { id }: UserData, reason: EndReason | null = null): Saga {
  const { auth, session, clock } = services;
  const isSomebodyElses = () => (parseUserData(session.read(), clock.now())?.id ?? id) !== id;
  if (!isSomebodyElses()) yield* call(session.clear);
  yield* put(signedOut(reason ?? undefined));
  yield* call(forgetStored, services, { id });
  // If another tab has signed in meanwhile, or is signing in, the provider's session belongs to that user.
  if (session.read() === null && !session.isSignInUnderWay()) yield* call(auth.signOut);
}

/** Removes a user's data from the device. The next sign-in does not wait for the removal of the log. */
function* forgetStored(
  { database, cache, queue, session, clock }: AuthServices,
  { id }: Pick<UserData, 'id'>,
): Saga {
  yield* call(database.close, id);
  yield* spawn(queue.forgetEnded, parseUserData(session.read(), clock.now())?.id ?? null);
  yield* call(cache.clear, id);
}

/** Runs a saga for each signed-in user and cancels it at sign-out, so that no late answer reaches the next user's state. */
export function* whileSignedIn(saga: (userId: string) => Saga): Saga {
  for (;;) {
    const user = (yield* select(selectUser)) ?? (yield* take(signedIn)).payload;
    const running = yield* fork(saga, user.id);
    yield* take(signedOut);
    yield* cancel(running);
  }
}
