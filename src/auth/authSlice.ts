import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Refusal } from '../services/auth';
import type { Records } from '../services/database';

export type User = { id: string; email: string; /** ISO instant. */ expiryDate: string };
export type Form = 'login' | 'register';

/** Why a session ended without Sign out here: it expired, another tab ended it, or the provider did. */
export type EndReason = 'expired' | 'elsewhere' | Refusal;

/** `code` is the provider's, for the site's operator; absent where the message is sufficient. */
export type SignInFailure = { form: Form; message: string; code?: string };

export type AuthState = {
  phase: 'signedOut' | 'signingIn' | 'signedIn';
  user: User | null;
  /** The failure to show, until it is dismissed or the form is left. */
  failure: SignInFailure | null;
  /** True when the provider has no session for this user any more: data calls need a new sign-in. */
  needsSignIn: boolean;
  /** Identifies the session from start to end: its first `expiryDate`. */
  session: string | null;
  /** True for the session's last ten minutes. */
  isEnding: boolean;
  /** Why the last session ended, for the login page; null after Sign out. */
  endReason: EndReason | null;
};

const initialState: AuthState = {
  phase: 'signedOut',
  user: null,
  failure: null,
  needsSignIn: false,
  session: null,
  isEnding: false,
  endReason: null,
};

/** A password travels in `meta.password`: sagas see it, reducers and DevTools do not (see app/store/stripSecrets). */
const prepareCredentials = ({ email, password }: { email: string; password: string }) => ({
  payload: { email },
  meta: { password },
});
type Credentials = PayloadAction<{ email: string }, string, { password: string }>;

export const authSlice = createSlice({
  name: 'auth',
  initialState,
  reducers: {
    loginRequested: {
      prepare: prepareCredentials,
      reducer(state, _action: Credentials) {
        state.phase = 'signingIn';
        state.failure = null;
        state.endReason = null;
      },
    },
    registerRequested: {
      prepare: prepareCredentials,
      reducer(state, _action: Credentials) {
        state.phase = 'signingIn';
        state.failure = null;
      },
    },
    /** A user signed in, or their session was restored. `settings` are those known at that time. */
    signedIn: {
      prepare: (payload: User, settings: Records | null = null) => ({ payload, meta: { settings } }),
      reducer(state, { payload }: PayloadAction<User>) {
        state.phase = 'signedIn';
        state.user = payload;
        state.failure = null;
        state.needsSignIn = false;
        state.session = payload.expiryDate;
        state.endReason = null;
      },
    },
    /** The session has a new expiry or e-mail, set by this tab or another. */
    sessionRenewed(state, { payload }: PayloadAction<User>) {
      if (payload.expiryDate !== state.user?.expiryDate) state.isEnding = false;
      state.user = payload;
    },
    sessionEndNeared(state) {
      state.isEnding = true;
    },
    signInFailed(state, { payload }: PayloadAction<SignInFailure>) {
      state.phase = 'signedOut';
      state.failure = payload;
    },
    failureClosed(state) {
      state.failure = null;
    },
    /** The session is over; every private slice returns to its initial state. */
    signedOut: (_state, { payload }: PayloadAction<EndReason | undefined>) => ({
      ...initialState,
      endReason: payload ?? null,
    }),
    signInNeeded(state) {
      state.needsSignIn = true;
    },
    /** The provider has this user's session again, e.g. after a sign-in in another tab. */
    signInRegained(state) {
      state.needsSignIn = false;
    },
  },
  selectors: {
    selectPhase: state => state.phase,
    selectUser: state => state.user,
    selectFailure: state => state.failure,
    selectNeedsSignIn: state => state.needsSignIn,
    selectSession: state => state.session,
    selectIsEnding: state => state.isEnding,
    selectEndReason: state => state.endReason,
  },
});

export const signOutRequested = createAction('auth/signOutRequested');
/** Signs out so that the user can sign in again and return to the same page. */
export const signInAgainChosen = createAction('auth/signInAgainChosen');
export const {
  loginRequested,
  registerRequested,
  signedIn,
  sessionRenewed,
  sessionEndNeared,
  signInFailed,
  failureClosed,
  signedOut,
  signInNeeded,
  signInRegained,
} = authSlice.actions;
export const {
  selectPhase,
  selectUser,
  selectFailure,
  selectNeedsSignIn,
  selectSession,
  selectIsEnding,
  selectEndReason,
} = authSlice.selectors;
