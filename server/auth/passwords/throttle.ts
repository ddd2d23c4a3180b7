import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory';
import { ProtocolError } from '../../lib/types';

const minutes = 60;
const hour = 60 * minutes;

/**
 * Limits for accounts and addresses. Password guesses are counted by the pair, by the account and by the address, so
 * that a stranger rarely locks the owner out. A browser that signed in before has its own count.
 */
const limits = {
  guessesByPair: { points: 10, duration: 15 * minutes },
  guessesByAccount: { points: 50, duration: 15 * minutes },
  guessesByBrowser: { points: 10, duration: 15 * minutes },
  guessesByAddress: { points: 100, duration: 15 * minutes },
  changesByAccount: { points: 10, duration: 15 * minutes },
  changesByAddress: { points: 100, duration: 15 * minutes },
  signUps: { points: 200, duration: hour },
  takenEmails: { points: 100, duration: hour },
  resetsByAccount: { points: 5, duration: hour },
  resetsByAddress: { points: 50, duration: hour },
  newAddresses: { points: 5, duration: hour },
};
type Limit = keyof typeof limits;

const refusal =
  'TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account has been temporarily disabled due to many failed login ' +
  'attempts. You can immediately restore it by resetting your password or you can try again later.';

export interface Throttle {
  /**
   * Counts an attempt before the work, so that simultaneous attempts all count. Resolves to a function that reverts
   * the count. `browser` identifies a browser that signed in to the account before.
   */
  signIn(email: string, address: string, browser?: string): Promise<() => Promise<void>>;
  /** Counts a new password before it is hashed; `whose` is an account, or the code of a reset link. */
  newPassword(whose: string, address: string): Promise<void>;
  signUp(address: string): Promise<() => Promise<void>>;
  /** Counts an answer that reveals that an address has an account. */
  takenEmail(address: string): Promise<void>;
  reset(email: string, address: string): Promise<void>;
  /** Counts a mail that confirms a new address; other mails to it count as resets. */
  newAddress(whose: string, email: string, address: string): Promise<void>;
  /** Resets the failed guesses at an account's password, from all addresses; those of an address remain. */
  forgive(email: string): Promise<void>;
}

export function createThrottle(): Throttle {
  const names = Object.keys(limits) as Limit[];
  const limiters = new Map(
    names.map(name => [name, new RateLimiterMemory({ keyPrefix: name, ...limits[name] })]),
  );

  // When guesses are reset only the account is known, not the addresses, so the keys of pairs contain how often that
  // happened.
  const forgiven = new Map<string, number>();
  const pair = (email: string, whence: string) => `${whence} ${email} ${forgiven.get(email) ?? 0}`;

  async function count(...keys: [Limit, string][]): Promise<() => Promise<void>> {
    try {
      for (const [limit, key] of keys) await limiters.get(limit)!.consume(key);
    } catch {
      throw new ProtocolError('TOO_MANY_ATTEMPTS_TRY_LATER', refusal);
    }
    return async () => {
      for (const [limit, key] of keys) await limiters.get(limit)!.reward(key);
    };
  }

  return {
    signIn: (email, address, browser) =>
      browser
        ? count(['guessesByBrowser', pair(email, browser)])
        : count(
            ['guessesByPair', pair(email, address)],
            ['guessesByAddress', address],
            ['guessesByAccount', email],
          ),
    newPassword: async (whose, address) =>
      void (await count(['changesByAccount', whose], ['changesByAddress', address])),
    signUp: address => count(['signUps', address]),
    takenEmail: async address => void (await count(['takenEmails', address])),
    reset: async (email, address) =>
      void (await count(['resetsByAccount', email], ['resetsByAddress', address])),
    newAddress: async (whose, email, address) =>
      void (await count(['newAddresses', whose], ['resetsByAccount', email], ['resetsByAddress', address])),
    forgive: async email => {
      forgiven.set(email, (forgiven.get(email) ?? 0) + 1);
      await limiters.get('guessesByAccount')!.delete(email);
    },
  };
}
