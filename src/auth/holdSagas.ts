import {
  call,
  channelOf,
  delay,
  firstOf,
  put,
  race,
  select,
  take,
  takeFrom,
  type Saga,
} from '../lib/effects';
import type { AuthService } from '../services/auth';
import type { UserData } from '../services/device';
import { ServiceFailure } from '../services/failure';
import type { AuthServices } from './authSagas';
import {
  selectUser,
  sessionEndNeared,
  sessionRenewed,
  signInAgainRequested,
  signInNeeded,
  signInRegained,
  signOutRequested,
} from './authSlice';
import { parseUserData, userOf } from './session';

/** A timer's longest wait: a far expiry is waited for in pieces of a day. */
const DAY = 24 * 60 * 60 * 1000;
/** So long before its end a session says that it ends. Milliseconds. */
const NOTICE = 10 * 60 * 1000;

/**
 * Lasts until the session ends: Sign out, the two days, the provider's refusal, or another tab. Answers true when the
 * person will want to come back to where they were: the two days are over, or they sign in anew.
 */
export function* hold(services: AuthServices, userData: UserData): Saga<boolean> {
  const ended = yield* race({
    wish: take(signOutRequested),
    again: take(signInAgainRequested),
    expired: awaitExpiry(services, userData),
    refused: awaitRefusal(services, userData),
    elsewhere: awaitOtherUser(services, userData),
  });
  const { expiryDate } = (yield* select(selectUser)) ?? userData;
  if (ended.again !== undefined || Date.parse(expiryDate) <= services.clock.now()) return true;
  // The tab that ended it first kept its place, so this one keeps its own.
  return 'elsewhere' in ended && services.leftovers.hasPlace(userData.id);
}

/** Checked by a timer, and whenever the page wakes: timers sleep with the machine. The session may have been renewed. */
export function* awaitExpiry({ clock, session }: AuthServices, { id, expiryDate }: UserData): Saga {
  const wakes = channelOf<'woke'>(emit => clock.onWake(() => emit('woke')));
  let isTold = false;
  try {
    for (;;) {
      // An expiry that another tab set earlier counts also once it has passed.
      const stored = parseUserData(session.read(), -Infinity);
      const expiry = stored?.id === id ? stored.expiryDate : expiryDate;
      const left = Date.parse(expiry) - clock.now();
      if (left <= 0) return;
      const isNear = left <= NOTICE;
      if (isNear && !isTold) yield* put(sessionEndNeared());
      isTold = isNear;
      yield* race({
        timer: delay(Math.min(isNear ? left : left - NOTICE, DAY)),
        woke: takeFrom(wakes),
        renewed: take(sessionRenewed),
      });
    }
  } finally {
    wakes.close();
  }
}

/** Ends when the provider refuses its session; one that merely has nothing stored has to be signed in to again. */
export function* awaitRefusal({ auth, session, clock }: AuthServices, { id, token }: UserData): Saga {
  const users = channelOf<{ uid: string | null }>(emit => auth.follow(uid => emit({ uid })));
  const newest = () => {
    const stored = parseUserData(session.read(), clock.now());
    return stored?.id === id ? stored.token : token;
  };
  let isMissing = false;
  try {
    for (;;) {
      const { uid } = yield* takeFrom(users);
      if (uid === null && (yield* call(isRefused, auth, newest()))) return;
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

/** Ends when another tab signed this user out, or somebody else in; takes over what it says of the same session. */
export function* awaitOtherUser(services: AuthServices, { id }: UserData): Saga {
  for (;;) {
    yield* race({ told: sessionChange(services), woke: wake(services) }); // a frozen tab is told nothing
    const stored = parseUserData(services.session.read(), services.clock.now());
    if (stored?.id !== id) return;
    const user = yield* select(selectUser);
    if (user?.expiryDate !== stored.expiryDate || user.email !== stored.email)
      yield* put(sessionRenewed(userOf(stored)));
  }
}

const wake = ({ clock }: AuthServices) => firstOf<'woke'>(emit => clock.onWake(() => emit('woke')));

/** Waits until another tab has written or cleared `userData`. */
export const sessionChange = ({ session }: AuthServices) =>
  firstOf<'changed'>(emit => session.follow(() => emit('changed')));
