/* eslint-disable no-empty -- a tab that keeps nothing signs in as ever */
const KEY = 'daywall:shared';

/** Keeps what was shared with the app (the query of its address) in this tab, over sign-in and reload; null forgets it. */
export function keepShare(query: string | null) {
  try {
    if (query === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, query);
  } catch {}
}

/** The kept query, or null. */
export function keptShare(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}
