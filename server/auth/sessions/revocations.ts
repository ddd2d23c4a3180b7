import { doEach } from '../../lib/each';
import type { Account } from '../accounts/accounts';

/** Tells whoever holds a connection open that a user's tokens have just lost their worth. */
export interface Revocations {
  announce(uid: string): void;
  onRevoked(listener: (uid: string) => void): () => void;
}

/** A listener that throws is handed to `failed`; the others are told, and who announces goes on. */
export function createRevocations(failed: (error: unknown) => void): Revocations {
  const listeners = new Set<(uid: string) => void>();
  return {
    announce: uid => doEach(listeners, listener => listener(uid), failed),
    onRevoked(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * The account with every token given out so far worth nothing. Token times are whole seconds, so tokens of the
 * running second count as before: `validSince` is the next second, and new tokens are issued from there.
 */
export function revoked(account: Account, now: number): Account {
  return { ...account, validSince: Math.floor(now / 1000) + 1, sessions: [] };
}
