import type { Records } from '../services';

/** More characters than this are not worth reading before the first paint. */
const LONGEST = 100_000;
const keyOf = (userId: string) => `daywall:first:${userId}`;

/**
 * The tasks of the first screens in localStorage, because that answers at once: the first paint has rows in it, where
 * IndexedDB would bring them two renderings later. It may fail or be lost at any time.
 */
export function readFirstRows(userId: string): Records | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null');
    return typeof kept === 'object' ? (kept as Records | null) : null;
  } catch {
    return null;
  }
}

/** Keeps them, or forgets what was kept (null). */
export function writeFirstRows(userId: string, records: Records | null) {
  const text = JSON.stringify(records);
  try {
    if (records === null || text.length > LONGEST) localStorage.removeItem(keyOf(userId));
    else localStorage.setItem(keyOf(userId), text);
  } catch {
    // The next start reads the whole list.
  }
}
