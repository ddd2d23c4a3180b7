import { attempt } from '../lib/attempt';
import type { Records } from '../services/database';

const keyOf = (userId: string) => `daywall:settings:${userId}`;

/**
 * A user's settings in localStorage. It is read synchronously, so that the first paint has their theme and text size.
 * Null: this device has none.
 */
export function readSettings(userId: string): Records | null {
  const kept = attempt((): unknown => JSON.parse(localStorage.getItem(keyOf(userId))!));
  return kept && typeof kept === 'object' ? (kept as Records) : null;
}

/** Stores the settings; null removes them. If that fails, the next start uses the defaults until the server has answered. */
export const writeSettings = (userId: string, settings: Records | null) =>
  attempt(() => {
    if (settings) localStorage.setItem(keyOf(userId), JSON.stringify(settings));
    else localStorage.removeItem(keyOf(userId));
  });
