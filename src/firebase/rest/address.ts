/** Milliseconds after which a call without an answer counts as failed; the server may have executed it all the same. */
export const TIMEOUT_MS = 30_000;

/** The URL of a user's list or record in the Realtime Database's REST API; `token` is the ID token. */
export function addressOf(databaseURL: string, userId: string, path: string, token: string): URL {
  const base = new URL(databaseURL);
  const url = new URL(`/${[encodeURIComponent(userId), path].filter(Boolean).join('/')}.json`, base);
  url.searchParams.set('auth', token);
  const namespace = base.searchParams.get('ns');
  if (namespace) url.searchParams.set('ns', namespace);
  return url;
}
