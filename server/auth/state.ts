import type { Clock, Random, Store } from '../types';
import { openAccounts, type Accounts } from './accounts';
import { createPasswords, type Cost, type Passwords } from './passwords';
import { createRevocations, type Revocations } from './revocations';
import { createThrottle, type Throttle } from './throttle';
import { openTokens, type Tokens } from './tokens';

/** What the operator decides about accounts. */
export interface Policy {
  projectId: string;
  signUp: 'open' | 'closed';
  /** When on, no answer but sign-up's tells whether an e-mail has an account. */
  enumerationProtection: boolean;
}

/** All that an operation may touch. */
export interface AuthState {
  accounts: Accounts;
  passwords: Passwords;
  tokens: Tokens;
  throttle: Throttle;
  revocations: Revocations;
  policy: Policy;
  clock: Clock;
  random: Random;
}

/** Opens the accounts and the signing key of a data folder. Tests hand in a `passwordCost` that costs nothing. */
export async function openAuth(
  store: Store,
  policy: Policy,
  clock: Clock,
  random: Random,
  log: { error(fields: object, message: string): void },
  passwordCost?: Cost,
): Promise<AuthState> {
  return {
    accounts: await openAccounts(store.section('accounts')),
    passwords: createPasswords(random, passwordCost),
    tokens: await openTokens(store.section('keys'), policy.projectId, clock, random),
    throttle: createThrottle(),
    revocations: createRevocations(error =>
      log.error({ err: error }, 'a revocation was not heard everywhere'),
    ),
    policy,
    clock,
    random,
  };
}
