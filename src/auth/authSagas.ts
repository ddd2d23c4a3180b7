import type { TakeableChannel } from 'redux-saga';
import {
  call,
  cancel,
  channelOf,
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
} from '../effects';
import {
  ServiceFailure,
  type AuthService,
  type CacheService,
  type Clock,
  type DatabaseService,
  type SessionStorage,
  type UserData,
} from '../services';
import {
  loginRequested,
  registerRequested,
  selectUser,
  signedIn,
  signedOut,
  signInFailed,
  signInNeeded,
  signInRegained,
  signOutRequested,
} from './authSlice';
import { messageOf, parseUserData, SESSION_LIFETIME, userOf } from './session';

export type AuthServices = {
  auth: AuthService;
  database: DatabaseService;
  cache: CacheService;
  session: SessionStorage;
  clock: Clock;
};

type Wish = ReturnType<typeof loginRequested | typeof registerRequested>;

/** A timer's longest wait: a far expiry is waited for in pieces of a day. */
const DAY = 24 * 60 * 60 * 1000;

/** The session: restore or ask, hold until it ends, forget, repeat. */
export function* keepSession(services: AuthServices): Saga {
  const wishes = yield* keepNewest<Wish>([loginRequested, registerRequested]);
  for (;;) {
    const userData = (yield* call(restore, services)) ?? (yield* call(ask, services, wishes));
    yield* flush(wishes); // a form that was sent twice must not sign in again after the next sign-out
    yield* put(signedIn(userOf(userData)));
    yield* call(hold, services, userData);
    yield* call(forget, services, userData);
  }
}

/** What this device holds of a session; anything that can't be restored is cleared. */
export function* restore({ session, clock }: AuthServices): Saga<UserData | null> {
  const stored = yield* call(session.read);
  const userData = parseUserData(stored, clock.now());
  if (!userData && stored !== null) yield* call(session.clear);
  return userData;
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

/** Lasts until the session ends: Sign out, the two days, the provider's refusal, or another tab. */
export function* hold(services: AuthServices, userData: UserData): Saga {
  yield* race({
    wish: take(signOutRequested),
    expired: awaitExpiry(services, userData),
    refused: awaitRefusal(services, userData),
    elsewhere: awaitOtherUser(services, userData),
  });
}

/** Checked by a timer, and whenever the page wakes: timers sleep with the machine. Another tab may have signed in anew. */
export function* awaitExpiry({ clock, session }: AuthServices, { id, expiryDate }: UserData): Saga {
  const wakes = channelOf<'woke'>(emit => clock.onWake(() => emit('woke')));
  try {
    for (;;) {
      const stored = parseUserData(session.read(), clock.now());
      const expiry = stored?.id === id ? stored.expiryDate : expiryDate;
      const left = Date.parse(expiry) - clock.now();
      if (left <= 0) return;
      yield* race({ timer: delay(Math.min(left, DAY)), woke: takeFrom(wakes) });
    }
  } finally {
    wakes.close();
  }
}

/** Ends when the provider refuses its session; one that merely has nothing stored has to be signed in to again. */
export function* awaitRefusal({ auth }: AuthServices, { id, token }: UserData): Saga {
  const users = channelOf<{ uid: string | null }>(emit => auth.follow(uid => emit({ uid })));
  let isMissing = false;
  try {
    for (;;) {
      const { uid } = yield* takeFrom(users);
      if (uid === null && (yield* call(isRefused, auth, token))) return;
      if (uid === id && isMissing) yield* put(signInRegained());
      if (uid !== id) yield* put(signInNeeded());
      isMissing = uid !== id;
    }
  } finally {
    users.close();
  }
}

/** A provider that can't be asked has refused nothing. */
function* isRefused(auth: AuthService, token: string): Saga<boolean> {
  try {
    return yield* call(auth.isRefused, token);
  } catch (failure) {
    if (!(failure instanceof ServiceFailure)) throw failure;
    return false;
  }
}

/** Ends when another tab signed this user out, or somebody else in. */
export function* awaitOtherUser(services: AuthServices, { id }: UserData): Saga {
  for (;;) {
    yield* race({ told: sessionChange(services), woke: wake(services) }); // a frozen tab is told nothing
    if (parseUserData(services.session.read(), services.clock.now())?.id !== id) return;
  }
}

const wake = ({ clock }: AuthServices) => firstOf<'woke'>(emit => clock.onWake(() => emit('woke')));

/** Waits until another tab has written or cleared `userData`. */
const sessionChange = ({ session }: AuthServices) =>
  firstOf<'changed'>(emit => session.follow(() => emit('changed')));

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
