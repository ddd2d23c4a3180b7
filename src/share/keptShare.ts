import { attempt } from '../lib/attempt';
import { SHARED_KEY } from '../lib/sharedKey';

/** The shared text (the query of its address), and its user: null while signed out. */
type Kept = { query: string; userId: string | null };

/** Stores shared text in this tab, through sign-in and reload. Returns whether that succeeded. */
export const keepShare = (query: string, userId: string | null): boolean =>
  attempt(() => {
    sessionStorage.setItem(SHARED_KEY, JSON.stringify({ query, userId } satisfies Kept));
    return true;
  }) ?? false;

export const forgetShare = () => attempt(() => sessionStorage.removeItem(SHARED_KEY));

/** The stored query; null when another user shared it. */
export function keptShare(userId: string | null): string | null {
  const kept = attempt(() => JSON.parse(sessionStorage.getItem(SHARED_KEY) ?? 'null') as Kept | null);
  return kept && (kept.userId === null || kept.userId === userId) ? kept.query : null;
}
