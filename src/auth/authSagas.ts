import type { TakeableChannel } from 'redux-saga';
import {
  call,
  cancel,
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
import type { AuthService } from '../services/auth';
import type { DatabaseService } from '../services/database';
import type { CacheService, Clock, Leftovers, SessionStorage, UserData } from '../services/device';
import { ServiceFailure } from '../services/failure';
import {
  loginRequested,
  registerRequested,
  selectUser,
  signedIn,
  signedOut,
  signInFailed,
} from './authSlice';
import { hold, sessionChange } from './holdSagas';
import { messageOf, parseUserData, SESSION_LIFETIME, userOf } from './session';

export type AuthServices = {
  auth: AuthService;
  database: DatabaseService;
  cache: CacheService;
  session: SessionStorage;
  leftovers: Leftovers;
  clock: Clock;
};

type Wish = ReturnType<typeof loginRequested | typeof registerRequested>;

/** The session: restore or ask, hold until it ends, forget, repeat. */
export function* keepSession(services: AuthServices): Saga {
  const wishes = yield* keepNewest([loginRequested, registerRequested]);
  for (;;) {
    const restored = yield* call(restore, services);
    const userData = restored ?? (yield* call(ask, services, wishes));
    yield* flush(wishes); // a form that was sent twice must not sign in again after the next sign-out
    yield* put(signedIn(userOf(userData)));
    if (!restored) yield* spawn(comeBack, services, userData);
    if (yield* call(hold, services, userData)) yield* call(services.leftovers.keepPlace, userData.id);
    yield* call(forget, services, userData);
  }
}

/** What this device holds of a session; anything that can't be restored is cleared. */
export function* restore({ session, leftovers, clock }: AuthServices): Saga<UserData | null> {
  const stored = yield* call(session.read);
  const userData = parseUserData(stored, clock.now());
  if (userData || stored === null) return userData;
  // It ended while no page was open: the one that opens now is where they want to go on.
  const ended = parseUserData(stored, -Infinity);
  if (ended) yield* call(leftovers.keepPlace, ended.id);
  yield* call(session.clear);
  return null;
}

/** Goes on where that person's last session ended; without the code for it they find the way themselves. */
function* comeBack({ leftovers }: AuthServices, { id }: UserData): Saga {
  yield* call(leftovers.comeBack, id);
}

/** Waits for a sign-in that succeeds, here or in another tab. */
export function* ask(services: AuthServices, wishes: TakeableChannel<Wish>): Saga<UserData> {
  const stray = yield* fork(endStraySession, services);
  try {
    for (;;) {
      const { wish } = yield* race({ wish: takeFrom(wishes), elsewhere: sessionChange(services) });
      const userData = wish && (yield* call(signIn, services, wish));
      // Another tab may have signed in, also while this one tried.
      const restored = userData ?? (yield* call(restore, services));
      if (restored) return restored;
    }
  } finally {
    yield* cancel(stray);
  }
}

/** Signs in or up, and keeps `userData`: written here only. Null when it failed. */
export function* signIn({ auth, session, clock }: AuthServices, wish: Wish): Saga<UserData | null> {
  const form = loginRequested.match(wish) ? 'login' : 'register';
  const { email } = wish.payload;
  try {
    yield* call(session.beginSignIn);
    const account = yield* call(form === 'login' ? auth.signIn : auth.signUp, email, wish.meta.password);
    const userData: UserData = {
      email: account.email,
      id: account.uid,
      expiryDate: new Date(clock.now() + SESSION_LIFETIME).toISOString(),
      token: account.refreshToken,
    };
    yield* call(session.write, userData);
    return userData;
  } catch (failure) {
    const code = failure instanceof ServiceFailure ? failure.code : 'unknown';
    yield* put(signInFailed({ form, message: messageOf(code) }));
    if (!(failure instanceof ServiceFailure)) yield* spawn(throwLoudly, failure);
    return null;
  } finally {
    yield* call(session.endSignIn);
  }
}

/** A provider session without `userData` is ended once, unless a sign-in is under way in any tab. */
export function* endStraySession({ auth, session }: AuthServices): Saga {
  const { uid } = yield* firstOf<{ uid: string | null }>(emit => auth.follow(uid => emit({ uid })));
  if (uid !== null && !session.isSignInUnderWay() && session.read() === null) yield* call(auth.signOut);
}

/** Everything of the user leaves the store and the device, but for what was never sent; works without network. */
export function* forget({ auth, database, cache, session, clock }: AuthServices, { id }: UserData): Saga {
  const isSomebodyElses = () => (parseUserData(session.read(), clock.now())?.id ?? id) !== id;
  if (!isSomebodyElses()) yield* call(session.clear);
  yield* put(signedOut());
  yield* call(database.close);
  yield* call(cache.clear, id);
  // Somebody signed in in another tab meanwhile, or is about to: the provider's session is theirs.
  if (session.read() === null && !session.isSignInUnderWay()) yield* call(auth.signOut);
}

/** Runs a saga for each signed-in user and cancels it at sign-out, so that no late answer lands in the next store. */
export function* whileSignedIn(saga: (userId: string) => Saga): Saga {
  for (;;) {
    const user = (yield* select(selectUser)) ?? (yield* take(signedIn)).payload;
    const running = yield* fork(saga, user.id);
    yield* take(signedOut);
    yield* cancel(running);
  }
}
