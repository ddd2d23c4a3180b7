import { attempt } from '../lib/attempt';
import type { SessionStorage } from '../services/device';

const USER_DATA = 'userData';
const SIGN_IN_UNDER_WAY = 'daywall:signingIn';
const SIGN_IN_MS = 120_000;

/** The value of `userData` on this device; null without one. */
export const readUserData = () => attempt(() => localStorage.getItem(USER_DATA)) ?? null;

/** `userData` in localStorage; in this tab's memory when localStorage is blocked or full. */
export function createSession(now: () => number): SessionStorage {
  const memory = new Map<string, string>();
  const get = (key: string) => memory.get(key) ?? attempt(() => localStorage.getItem(key)) ?? null;
  const set = (key: string, value: string | null) => {
    memory.delete(key);
    try {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    } catch {
      if (value !== null) memory.set(key, value);
    }
  };
  return {
    beginSignIn: () => set(SIGN_IN_UNDER_WAY, String(now() + SIGN_IN_MS)),
    endSignIn: () => set(SIGN_IN_UNDER_WAY, null),
    isSignInUnderWay: () => Number(get(SIGN_IN_UNDER_WAY) ?? 0) > now(),
    read: () => get(USER_DATA),
    write: userData => set(USER_DATA, JSON.stringify(userData)),
    clear: () => set(USER_DATA, null),
    follow(listener) {
      // `key` is null when the whole storage was cleared.
      const changed = ({ key }: StorageEvent) => (key === USER_DATA || key === null) && listener();
      addEventListener('storage', changed);
      return () => removeEventListener('storage', changed);
    },
  };
}
