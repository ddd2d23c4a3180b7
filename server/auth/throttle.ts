import { RateLimiterMemory } from 'rate-limiter-flexible';
import { ProtocolError } from '../types';

const minutes = 60;
const hour = 60 * minutes;

/**
 * What one account and one address may try. Guesses at a password are counted in three ways: by the pair, so that a
 * stranger elsewhere rarely locks the owner out; by the account, against guesses from many addresses; by the
 * address, against guesses at many accounts. Sign-ups have a count of their own.
 */
const limits = {
  guessesByPair: { points: 10, duration: 15 * minutes },
  guessesByAccount: { points: 50, duration: 15 * minutes },
  guessesByAddress: { points: 100, duration: 15 * minutes },
  signUps: { points: 200, duration: hour },
  takenEmails: { points: 100, duration: hour },
  resetsByAccount: { points: 5, duration: hour },
  resetsByAddress: { points: 50, duration: hour },
};
type Limit = keyof typeof limits;

const refusal =
  'TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account has been temporarily disabled due to many failed login ' +
  'attempts. You can immediately restore it by resetting your password or you can try again later.';

export interface Throttle {
  /** Counts an attempt before the work, so that attempts sent at once all count. Resolves to how to take it back. */
  signIn(email: string, address: string): Promise<() => Promise<void>>;
  signUp(address: string): Promise<() => Promise<void>>;
  /** Counts an answer that tells that an address is taken. */
  takenEmail(address: string): Promise<void>;
  reset(email: string, address: string): Promise<void>;
  /** A new password starts with a clean sheet. */
  forgive(email: string): Promise<void>;
}

export function createThrottle(): Throttle {
  const names = Object.keys(limits) as Limit[];
  const limiters = new Map(
    names.map(name => [name, new RateLimiterMemory({ keyPrefix: name, ...limits[name] })]),
  );

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
    signIn: (email, address) =>
      count(
        ['guessesByPair', `${address} ${email}`],
        ['guessesByAddress', address],
        ['guessesByAccount', email],
      ),
    signUp: address => count(['signUps', address]),
    takenEmail: async address => void (await count(['takenEmails', address])),
    reset: async (email, address) =>
      void (await count(['resetsByAccount', email], ['resetsByAddress', address])),
    forgive: async email => void (await limiters.get('guessesByAccount')!.delete(email)),
  };
}
