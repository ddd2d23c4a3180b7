import type { Records } from '../services/database';

/** More characters than this are not worth reading before the first paint. */
const LONGEST = 100_000;
const keyOf = (userId: string) => `daywall:first:${userId}`;

/**
 * The tasks of the first screens in localStorage, because that answers at once: the first paint has rows in it, where
 * IndexedDB would bring them two renderings later. Null: they have to be read from the whole list; undefined: there is
 * no such list on this device.
 */
export function readFirstRows(userId: string): Records | null | undefined {
  try {
    const text = localStorage.getItem(keyOf(userId));
    if (text === null) return undefined;
    const kept: unknown = JSON.parse(text);
    return typeof kept === 'object' ? (kept as Records | null) : null;
  } catch {
    return null;
  }
}

/** Keeps them; null: there is a list, but what shows first has to be read from it. */
export function writeFirstRows(userId: string, records: Records | null) {
  const text = JSON.stringify(records);
  try {
    localStorage.setItem(keyOf(userId), text.length > LONGEST ? 'null' : text);
  } catch {
    forgetFirstRows(userId);
  }
}

export function forgetFirstRows(userId: string) {
  try {
    localStorage.removeItem(keyOf(userId));
  } catch {
    // What can't be written was not kept.
  }
}
