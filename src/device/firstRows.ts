import { attempt } from '../lib/attempt';
import type { FirstRows } from '../services/device';

/** Longer values, in characters, are not stored: reading them would delay the first paint. */
const LONGEST = 100_000;
const keyOf = (userId: string) => `daywall:first:${userId}`;

/** The app's own scripts, which the page's first script asks for: they are the version of the app. */
export const appScripts = () => document.querySelector<HTMLElement>('script[data-app]')?.dataset.app;

/** Whether this version of the app wrote them, and so would show them in the same way. */
export const areOfThisVersion = (rows: FirstRows & { app?: string }) => rows.app === appScripts();

/**
 * The tasks of the first screens in localStorage, which is read synchronously, so that the first paint has rows;
 * IndexedDB would show them two renders later. Null: read the whole list instead; undefined: this device has no list of
 * this user.
 */
export function readFirstRows(userId: string): FirstRows | null | undefined {
  try {
    const text = localStorage.getItem(keyOf(userId));
    if (text === null) return undefined;
    const kept = JSON.parse(text) as Partial<FirstRows> | null;
    return kept?.order ? (kept as FirstRows) : null; // an earlier version kept less
  } catch {
    return null;
  }
}

/** Stores them; null: this device has a list, but its first rows have to be read from it. */
export function writeFirstRows(userId: string, rows: FirstRows | null) {
  const text = JSON.stringify(rows && { ...rows, app: appScripts() });
  const isKept = attempt(() => {
    localStorage.setItem(keyOf(userId), text.length > LONGEST ? 'null' : text);
    return true;
  });
  if (!isKept) forgetFirstRows(userId);
}

export const forgetFirstRows = (userId: string) => attempt(() => localStorage.removeItem(keyOf(userId)));
