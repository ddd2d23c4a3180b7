import type { AccountState, Change } from './accountSlice';

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
