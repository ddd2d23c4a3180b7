import type { Account } from './accounts';

/** Tells whoever holds a connection open that a user's tokens have just lost their worth. */
export interface Revocations {
  announce(uid: string): void;
  onRevoked(listener: (uid: string) => void): () => void;
}

export function createRevocations(): Revocations {
  const listeners = new Set<(uid: string) => void>();
  return {
    announce: uid => listeners.forEach(listener => listener(uid)),
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
