/* eslint-disable no-empty -- a tab that keeps nothing signs in as ever */
import { SHARED_KEY } from '../lib/sharedKey';

/** The shared text (the query of its address), and its user: null while nobody was signed in. */
type Kept = { query: string; userId: string | null };

/** Keeps what was shared with the app in this tab, over sign-in and reload. Answers whether it is kept. */
export function keepShare(query: string, userId: string | null): boolean {
  try {
    sessionStorage.setItem(SHARED_KEY, JSON.stringify({ query, userId } satisfies Kept));
    return true;
  } catch {
    return false;
  }
}

export function forgetShare() {
  try {
    sessionStorage.removeItem(SHARED_KEY);
  } catch {}
}

/** The kept query, or null: nobody reads what was shared with another person. */
export function keptShare(userId: string | null): string | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(SHARED_KEY) ?? 'null') as Kept | null;
    return kept && (kept.userId === null || kept.userId === userId) ? kept.query : null;
  } catch {
    return null;
  }
}
