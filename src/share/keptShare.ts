import { attempt } from '../lib/attempt';
import { SHARED_KEY } from '../lib/sharedKey';

/** The shared text (the query of its address), and its user: null while nobody was signed in. */
type Kept = { query: string; userId: string | null };

/** Keeps what was shared with the app in this tab, over sign-in and reload. Answers whether it is kept. */
export const keepShare = (query: string, userId: string | null): boolean =>
  attempt(() => {
    sessionStorage.setItem(SHARED_KEY, JSON.stringify({ query, userId } satisfies Kept));
    return true;
  }) ?? false;

export const forgetShare = () => attempt(() => sessionStorage.removeItem(SHARED_KEY));

/** The kept query, or null: nobody reads what was shared with another person. */
export function keptShare(userId: string | null): string | null {
  const kept = attempt(() => JSON.parse(sessionStorage.getItem(SHARED_KEY) ?? 'null') as Kept | null);
  return kept && (kept.userId === null || kept.userId === userId) ? kept.query : null;
}
