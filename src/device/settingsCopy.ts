import type { Records } from '../services/database';

const keyOf = (userId: string) => `daywall:settings:${userId}`;

/**
 * A user's settings in localStorage, which is read synchronously, so that the first paint has their theme and size of
 * text. Null: this device has none.
 */
export function readSettings(userId: string): Records | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId))!);
    return kept && typeof kept === 'object' ? (kept as Records) : null;
  } catch {
    return null;
  }
}

/** Stores them; null removes them. */
export function writeSettings(userId: string, settings: Records | null) {
  try {
    if (settings) localStorage.setItem(keyOf(userId), JSON.stringify(settings));
    else localStorage.removeItem(keyOf(userId));
  } catch {
    // Storage is full or blocked: the next start shows the defaults until the server has answered.
  }
}
