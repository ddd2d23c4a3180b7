import { doEach } from '../../lib/each';
import type { Account } from '../accounts/accountRecord';

/** Notifies holders of open connections that a user's tokens have become invalid. */
export interface Revocations {
  announce(uid: string): void;
  onRevoked(listener: (uid: string) => void): () => void;
}

/** Errors of a listener are passed to `failed`; the other listeners and the caller continue. */
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
 * The account with all earlier tokens invalidated. Token times are whole seconds, so tokens of the current second
 * count as earlier: `validSince` is the next second, from which new tokens are issued.
 */
export function revoked(account: Account, now: number): Account {
  return { ...account, validSince: Math.floor(now / 1000) + 1, sessions: [] };
}
