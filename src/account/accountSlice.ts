import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { signedIn, signedOut } from '../auth/authSlice';

/** The changes that can be requested. */
export type Change = 'password' | 'email' | 'everywhere' | 'deletion' | 'stay' | 'reset';
type AccountState = {
  /** The change that was requested last; only one runs at a time. */
  change: Change | null;
  phase: 'idle' | 'asking' | 'done' | 'failed';
  /** The message for the user, once it is answered. */
  message: string;
};

const initialState: AccountState = { change: null, phase: 'idle', message: '' };

const asked = (change: Change) => (): AccountState => ({ change, phase: 'asking', message: '' });
const done = (message: string) => (state: AccountState) => {
  state.phase = 'done';
  state.message = message;
};

/** Changes after which the user is signed out. */
const isFarewell = ({ change, phase }: AccountState) =>
  phase === 'done' && (change === 'everywhere' || change === 'deletion');

/** Secrets travel in `meta`: sagas see them, reducers and DevTools do not (see app/store/stripSecrets). */
const withPassword = (password: string) => ({ payload: undefined, meta: { password } });

export const accountSlice = createSlice({
  name: 'account',
  initialState,
  reducers: {
    passwordChangeRequested: {
      prepare: (password: string, newPassword: string) => ({
        payload: undefined,
        meta: { password, newPassword },
      }),
      reducer: asked('password'),
    },
    passwordChanged: done('Password changed. Your other devices will ask for it.'),
    emailChangeRequested: {
      prepare: (email: string, password: string) => ({ payload: { email }, meta: { password } }),
      reducer: asked('email'),
    },
    emailChanged(state, { payload }: PayloadAction<{ email: string; isMailed: boolean }>) {
      state.phase = 'done';
      state.message = payload.isMailed
        ? `Check your mail at ${payload.email}: open the link, then sign in with the new address.`
        : `Your email is now ${payload.email}. Sign in with it on your other devices.`;
    },
    signOutEverywhereRequested: { prepare: withPassword, reducer: asked('everywhere') },
    signedOutEverywhere: done('You are signed out everywhere.'),
    accountDeleteRequested: { prepare: withPassword, reducer: asked('deletion') },
    accountDeleted: done('Your account and everything in it are deleted.'),
    /** Renews the session for two more days from now. */
    sessionExtendRequested: { prepare: withPassword, reducer: asked('stay') },
    sessionExtended: done('You stay signed in for two more days.'),
    passwordResetRequested: (_state, _action: PayloadAction<{ email: string }>) => asked('reset')(),
    /** The request was accepted; this does not say whether such an account exists. */
    passwordResetNoted(state, { payload }: PayloadAction<{ email: string; by: 'mail' | 'operator' }>) {
      state.phase = 'done';
      state.message =
        payload.by === 'mail'
          ? `Check your mail: if ${payload.email} has an account, a link is on its way.`
          : `Ask the person who runs this server for a link. They make one with\nnpm run users -- reset ${payload.email}`;
    },
    /** The last request failed. */
    changeFailed(state, { payload }: PayloadAction<{ message: string }>) {
      state.phase = 'failed';
      state.message = payload.message;
    },
    /** The screen that showed the answer was closed. */
    answerClosed: state => (state.phase === 'asking' || isFarewell(state) ? state : initialState),
  },
  extraReducers: builder =>
    builder
      .addCase(signedIn, () => initialState)
      // Keeps the message of a deletion, or of signing out everywhere, for the login page.
      .addCase(signedOut, state => (isFarewell(state) ? state : initialState)),
});

export const {
  passwordChangeRequested,
  passwordChanged,
  emailChangeRequested,
  emailChanged,
  signOutEverywhereRequested,
  signedOutEverywhere,
  accountDeleteRequested,
  accountDeleted,
  sessionExtendRequested,
  sessionExtended,
  passwordResetRequested,
  passwordResetNoted,
  changeFailed,
  answerClosed,
} = accountSlice.actions;

type State = { account: AccountState };
type Answer = Pick<AccountState, 'phase' | 'message'>;

const NONE: Answer = { phase: 'idle', message: '' };

/** The phase of this change, if it is the last one that was requested. */
export const selectAnswer = ({ account }: State, change: Change): Answer =>
  account.change === change ? account : NONE;

/** True while a request runs; only one runs at a time. */
export const selectIsAsking = ({ account }: State) => account.phase === 'asking';

/** The message for the login page after a deletion or after signing out everywhere; else empty. */
export const selectFarewell = (state: State) =>
  selectAnswer(state, 'deletion').message || selectAnswer(state, 'everywhere').message;
