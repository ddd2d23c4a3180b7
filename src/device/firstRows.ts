import { attempt } from '../lib/attempt';
import type { FirstNotes, FirstRows } from '../services/device';

/** Values with more characters are not stored: reading them would delay the first paint. */
const LONGEST = 100_000;
const keyOf = (userId: string) => `daywall:first:${userId}`;
const notesKeyOf = (userId: string) => `daywall:first:wall:${userId}`;

const scriptData = () => document.querySelector<HTMLElement>('script[data-app]')?.dataset;
/** The URLs of the app's scripts, which `boot.ts` requests; they identify the version of the app. */
export const appScripts = () => scriptData()?.app;
/** The URLs of the script and style sheets that draw the first frame of the wall. */
export const wallFiles = () => scriptData()!.wall!.split(' ');

/** Whether this version of the app wrote the rows or notes, and would therefore show them in the same way. */
export const areOfThisVersion = (kept: (FirstRows | FirstNotes) & { app?: string }) =>
  kept.app === appScripts();

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
  const text = JSON.stringify(rows && { ...rows, app: appScripts() });
  const isKept = attempt(() => {
    localStorage.setItem(keyOf(userId), text.length > LONGEST ? 'null' : text);
    return true;
  });
  if (!isKept) attempt(() => localStorage.removeItem(keyOf(userId)));
}

/** The notes of the wall's first screens in localStorage; null without any. */
export const readFirstNotes = (userId: string) =>
  attempt(() => JSON.parse(localStorage.getItem(notesKeyOf(userId))!) as FirstNotes | null) ?? null;

/** Stores the first notes; null removes them. */
export function writeFirstNotes(userId: string, notes: FirstNotes | null) {
  attempt(() => localStorage.removeItem(notesKeyOf(userId)));
  const text = JSON.stringify({ ...notes, app: appScripts() });
  if (notes) attempt(() => localStorage.setItem(notesKeyOf(userId), text));
}

export function forgetFirstRows(userId: string) {
  attempt(() => localStorage.removeItem(keyOf(userId)));
  writeFirstNotes(userId, null);
}
