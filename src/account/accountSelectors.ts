import type { AccountState, Change } from './accountSlice';

/** The slice comes with its screens: before them it is no part of the state. */
type State = { account?: AccountState };
type Answer = Pick<AccountState, 'phase' | 'message'>;

const NONE: Answer = { phase: 'idle', message: '' };

/** How a change fares, the last one that was wished for. */
export const selectAnswer = ({ account }: State, change: Change): Answer =>
  account?.change === change ? account : NONE;

/** One thing at a time: while it is on its way, nothing else is sent. */
export const selectIsAsking = ({ account }: State) => account?.phase === 'asking';

/** What there is to say to somebody who has just signed out for good, or everywhere. */
export const selectFarewell = (state: State) =>
  selectAnswer(state, 'deletion').message || selectAnswer(state, 'everywhere').message;
