import { attempt } from '../lib/attempt';
import type { FirstRows } from '../services/device';

/** Values with more characters are not stored: reading them would delay the first paint. */
const LONGEST = 100_000;
const keyOf = (userId: string) => `daywall:first:${userId}`;

/**
 * The tasks of the first screens in localStorage. It is read synchronously, so that the first paint has rows; IndexedDB
 * would show them two renders later. Null: read the whole list instead. Undefined: this device has no list of the user.
 */
export function readFirstRows(userId: string): FirstRows | null | undefined {
  try {
    const text = localStorage.getItem(keyOf(userId));
    if (text === null) return undefined;
    const kept = JSON.parse(text) as Partial<FirstRows> | null;
    return kept?.order ? (kept as FirstRows) : null; // earlier versions stored fewer properties
  } catch {
    return null;
  }
}

/** Stores the first rows. Null records that this device has a list whose first rows must be read from it. */
export function writeFirstRows(userId: string, rows: FirstRows | null) {
  const text = JSON.stringify(rows);
  const isKept = attempt(() => {
    localStorage.setItem(keyOf(userId), text.length > LONGEST ? 'null' : text);
    return true;
  });
  if (!isKept) attempt(() => localStorage.removeItem(keyOf(userId)));
}

export function forgetFirstRows(userId: string) {
  attempt(() => localStorage.removeItem(keyOf(userId)));
}
