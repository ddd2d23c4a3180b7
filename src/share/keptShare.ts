/* eslint-disable no-empty -- a tab that keeps nothing signs in as ever */
import { SHARED_KEY } from '../lib/sharedKey';

/** The shared text (the query of its address), and its user: null while nobody was signed in. */
type Kept = { query: string; userId: string | null };

/** Keeps what was shared with the app in this tab, over sign-in and reload; null forgets it. */
export function keepShare(query: string | null, userId: string | null = null) {
  try {
    if (query === null) sessionStorage.removeItem(SHARED_KEY);
    else sessionStorage.setItem(SHARED_KEY, JSON.stringify({ query, userId } satisfies Kept));
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
