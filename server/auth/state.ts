import type { Clock, Random, Store } from '../lib/types';
import { openAccounts, type Accounts } from './accounts/accounts';
import type { Deliver } from '../mail/smtp';
import { INVITES, openInvites, type Invites } from './accounts/invites';
import { createOutbox, type Outbox } from './mails/outbox';
import { createPasswords, type Cost, type Passwords } from './passwords/passwords';
import { createRevocations, type Revocations } from './sessions/revocations';
import { createThrottle, type Throttle } from './passwords/throttle';
import { openTokens, type Tokens } from './sessions/tokens';
import { openVapid, type Vapid } from './vapid';

/** The operator's decisions about accounts. */
export interface Policy {
  projectId: string;
  signUp: 'open' | 'closed';
  /** When on, only sign-up's answer reveals whether an e-mail has an account. */
  enumerationProtection: boolean;
}

/** Everything that an operation may use. */
export interface AuthState {
  accounts: Accounts;
  passwords: Passwords;
  tokens: Tokens;
  /** The keys by which push services know this server. */
  vapid: Vapid;
  throttle: Throttle;
  revocations: Revocations;
  invites: Invites;
  /** Sends mails; null without a mail server. */
  outbox: Outbox | null;
  policy: Policy;
  clock: Clock;
  random: Random;
}

/** Options of tests and of the server. */
interface Options {
  /** Tests pass one that costs nothing. */
  passwordCost?: Cost | undefined;
  /** The connection to the mail server, and the URL for links in mails. */
  mail?: { deliver: Deliver; site: () => string } | null;
}

type Log = Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>;

/** Opens the accounts and the signing key of a data folder. */
export async function openAuth(
  store: Store,
  policy: Policy,
  clock: Clock,
  random: Random,
  log: Log,
  { passwordCost, mail = null }: Options = {},
): Promise<AuthState> {
  const accounts = await openAccounts(store.section('accounts'));
  return {
    accounts,
    passwords: createPasswords(random, passwordCost),
    tokens: await openTokens(store.section('keys'), policy.projectId, clock, random),
    vapid: await openVapid(store.section('keys'), random),
    throttle: createThrottle(),
    revocations: createRevocations(error =>
      log.error({ err: error }, 'a revocation was not heard everywhere'),
    ),
    invites: await openInvites(store.section(INVITES), clock, random),
    outbox: mail && createOutbox({ ...mail, accounts, clock, random, log }),
    policy,
    clock,
    random,
  };
}
