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
import type { AuthService, Refusal } from '../services/auth';
import type { DatabaseService } from '../services/database';
import type { CacheService, Clock, ReturnPlaces, SessionStorage, UserData } from '../services/device';
import { ServiceFailure } from '../services/failure';
import {
  selectUser,
  sessionEndNeared,
  sessionRenewed,
  signInAgainChosen,
  signInNeeded,
  signInRegained,
  signOutRequested,
  type EndReason,
} from './authSlice';
import { parseUserData, userOf } from './session';

/** The longest timer, in milliseconds: a browser's timers overflow after 24 days. */
const LONGEST_TIMER_MS = 24 * 60 * 60 * 1000;
/** Milliseconds before the end of the session at which the user is warned. */
const NOTICE_BEFORE_END_MS = 10 * 60 * 1000;

export type AuthServices = {
  auth: AuthService;
  database: DatabaseService;
  cache: CacheService;
  session: SessionStorage;
  returnPlaces: ReturnPlaces;
  queue: { forgetEnded(signedIn: string | null): Promise<void> };
  clock: Clock;
  /** Ends push on this device, and forgets which reminders it has shown. Returns its id where push was on. */
  endReminders(): Promise<string | null>;
};

/** How a session ended. `keepsPlace`: the next sign-in should return to the current page. */
type End = { reason: EndReason | null; keepsPlace: boolean };

/**
 * Lasts until the session ends: Sign out, expiry, the provider's refusal, or another tab. The place is kept after an
 * expiry, and when the user chose to sign in again.
 */
export function* hold(services: AuthServices, userData: UserData): Saga<End> {
  const ended = yield* race({
    signOut: take(signOutRequested),
    again: take(signInAgainChosen),
    expired: awaitExpiry(services, userData),
    refused: awaitRefusal(services, userData),
    elsewhere: awaitOtherUser(services, userData),
  });
  const { expiryDate } = (yield* select(selectUser)) ?? userData;
  if (ended.again !== undefined) return { reason: null, keepsPlace: true };
  if (Date.parse(expiryDate) <= services.clock.now()) return { reason: 'expired', keepsPlace: true };
  if (ended.signOut !== undefined) return { reason: null, keepsPlace: false };
  if (ended.refused !== undefined) return { reason: ended.refused, keepsPlace: false };
  // When another tab ended the session and kept its page, keep this tab's page too.
  return { reason: 'elsewhere', keepsPlace: services.returnPlaces.hasPlace(userData.id) };
}

/**
 * Ends when the session expires. It is checked by a timer and at every wake of the page, because timers stop while the
 * machine sleeps. The expiry is read from storage each time: another tab may have renewed the session.
 */
export function* awaitExpiry({ clock, session }: AuthServices, { id, expiryDate }: UserData): Saga {
  const wakes = channelOf<'woke'>(emit => clock.onWake(() => emit('woke')));
  let isAnnounced = false;
  try {
    for (;;) {
      // An earlier expiry that another tab stored also counts when it has already passed.
      const stored = parseUserData(session.read(), -Infinity);
      const expiry = stored?.id === id ? stored.expiryDate : expiryDate;
      const left = Date.parse(expiry) - clock.now();
      if (left <= 0) return;
      const isNear = left <= NOTICE_BEFORE_END_MS;
      if (isNear && !isAnnounced) yield* put(sessionEndNeared());
      isAnnounced = isNear;
      yield* race({
        timer: delay(Math.min(isNear ? left : left - NOTICE_BEFORE_END_MS, LONGEST_TIMER_MS)),
        woke: takeFrom(wakes),
        renewed: take(sessionRenewed),
      });
    }
  } finally {
    wakes.close();
  }
}

/**
 * Ends when the provider refuses its session, with the reason. If the provider merely has no stored session, the user
 * is asked to sign in again.
 */
export function* awaitRefusal(
  { auth, session, clock }: AuthServices,
  { id, token }: UserData,
): Saga<Refusal> {
  const users = channelOf<{ uid: string | null }>(emit => auth.follow(uid => emit({ uid })));
  const newest = () => {
    const stored = parseUserData(session.read(), clock.now());
    return stored?.id === id ? stored.token : token;
  };
  let isMissing = false;
  try {
    for (;;) {
      const { uid } = yield* takeFrom(users);
      const refusal = uid === null && (yield* call(refusalOf, auth, newest()));
      if (refusal) return refusal;
      if (uid === id && isMissing) yield* put(signInRegained());
      if (uid !== id) yield* put(signInNeeded());
      isMissing = uid !== id;
    }
  } finally {
    users.close();
  }
}

/** Null also when the provider cannot be reached. */
function* refusalOf(auth: AuthService, token: string): Saga<Refusal | null> {
  try {
    return yield* call(auth.refusalOf, token);
  } catch (failure) {
    if (!(failure instanceof ServiceFailure)) throw failure;
    return null;
  }
}

/** Ends when another tab has signed this user out or another one in; takes over a renewal by another tab. */
export function* awaitOtherUser(services: AuthServices, { id }: UserData): Saga {
  for (;;) {
    yield* race({ changed: sessionChange(services), woke: wake(services) }); // a frozen tab gets no storage events
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
