import { attempt } from '../../lib/attempt';
import type { Json, Records } from '../../services/database';
import { ServiceFailure } from '../../services/failure';
import { configToRead, databaseOf, loadConfig } from './config';

/** Milliseconds after which a call without an answer counts as failed; the server may have executed it all the same. */
export const TIMEOUT_MS = 30_000;

/** The URL of a user's list or record in the Realtime Database's REST API; `token` is the ID token. */
function addressOf(databaseURL: string, userId: string, path: string, token: string): URL {
  const base = new URL(databaseURL);
  const url = new URL(`/${[encodeURIComponent(userId), path].filter(Boolean).join('/')}.json`, base);
  url.searchParams.set('auth', token);
  const namespace = base.searchParams.get('ns');
  if (namespace) url.searchParams.set('ns', namespace);
  return url;
}

export const ETAG_WANTED = Symbol('wanted');
/** The ETag of a missing record. */
export const NOTHING = 'null_etag';

type Ask = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  /** Further query parameters, already URL-encoded where needed. */
  query?: Record<string, string>;
  /** Conditional on the record's ETag; `wanted` requests it. Optional, because the header costs a preflight. */
  etag?: string | typeof ETAG_WANTED;
  /** A read for the first rows: it does not wait for the current configuration. */
  isFirst?: boolean;
  /** The path begins at the database's root instead of the user's id. */
  isOfDatabase?: boolean;
};
type Answer = { value: Json; etag: string };

export type Rest = ReturnType<typeof createRest>;

/** Returns the user's ID token; a fresh one when `force`. */
export type TokenSource = (userId: string, force?: boolean) => Promise<string>;

/**
 * The Realtime Database's REST API as the signed-in user: `auth` is the ID token, never the refresh token.
 * `serverClock` is given the server's time of each answer that is no failure.
 */
export function createRest(idToken: TokenSource, serverClock: ServerClock) {
  /**
   * The `Date` header has whole seconds; a response from another origin does not expose it. A failure may come from a
   * server on the way, with a clock of its own.
   */
  const hearDate = (answer: Response, askedAt: number) => {
    const date = Date.parse(answer.headers.get('Date') ?? '');
    if (answer.ok && !Number.isNaN(date))
      serverClock.observe(date, date + 1000 + performance.now() - askedAt);
    return answer;
  };

  const send = async (userId: string, path: string, ask: Ask, force: boolean): Promise<Response> => {
    const config = ask.isFirst ? configToRead() : loadConfig();
    const [databaseURL, token] = await Promise.all([
      config.then(loaded => databaseOf(loaded, userId)),
      idToken(userId, force),
    ]);
    const url = addressOf(databaseURL, ask.isOfDatabase ? '' : userId, path, token);
    for (const [name, value] of Object.entries(ask.query ?? {})) url.searchParams.set(name, value);
    try {
      const askedAt = performance.now();
      const answer = await fetch(url, {
        method: ask.method ?? 'GET',
        headers: conditionOf(ask),
        body: ask.body === undefined ? undefined : JSON.stringify(ask.body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return hearDate(answer, askedAt);
    } catch {
      throw new ServiceFailure('network', 'unreachable', 'The server cannot be reached');
    }
  };

  /** A 401 refreshes the token once; a second 401 is a refusal by the rules. */
  return async function rest(userId: string, path: string, ask: Ask = {}): Promise<Answer> {
    let answer = await send(userId, path, ask, false);
    if (answer.status === 401) answer = await send(userId, path, ask, true);
    const text = await answer.text().catch(() => {
      throw new ServiceFailure('network', 'cut-off', 'The answer was cut off');
    });
    if (!answer.ok) throw refusalOf(answer.status, text);
    const etag = answer.headers.get('ETag') ?? '';
    // Without an ETag all conditional writes would be refused forever.
    if (ask.etag === ETAG_WANTED && etag === '')
      throw new ServiceFailure('server', 'no-etag', 'The server’s answer has no readable ETag');
    const value = attempt(() => JSON.parse(text) as Json);
    if (value !== undefined) return { value, etag };
    throw new ServiceFailure('server', 'no-json', 'The server’s answer can’t be read');
  };
}

/** A path with URL-encoded keys. */
export const encoded = (path: string) => path.split('/').map(encodeURIComponent).join('/');

function conditionOf({ etag }: Ask): Record<string, string> {
  if (etag === undefined) return {};
  return etag === ETAG_WANTED ? { 'X-Firebase-ETag': 'true' } : { 'if-match': etag };
}

export function refusalOf(status: number, text: string): ServiceFailure {
  if (status === 412) return new ServiceFailure('conflict', 'conflict', 'Changed elsewhere');
  if (status === 408 || status === 429 || status >= 500) {
    return new ServiceFailure('server', String(status), 'The server is not answering');
  }
  // Without JSON the answer has no reason.
  const reason = String(attempt(() => (JSON.parse(text) as { error?: unknown }).error) ?? '');
  if (status === 401 && /token/i.test(reason)) return new ServiceFailure('signIn', 'token', 'Sign in again');
  const unsaid = status === 413 ? 'Too large for the server' : `The server refused it (${status})`;
  return new ServiceFailure('refused', String(status), reason || unsaid);
}

/** Records by key: the database returns null for none, and may return an array for whole-number keys. */
export function recordsOf(value: Json): Records {
  if (value === null || typeof value !== 'object') return {};
  if (!Array.isArray(value) && !Object.values(value).includes(null)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, record]) => record !== null));
}

/**
 * The amount, in milliseconds, by which the device's clock may run ahead of its monotonic one. Beyond it, the clock
 * was set or the device slept.
 */
const CLOCK_LEAP_MS = 60_000;

/**
 * The server's time, estimated from its answers and advanced by the device's monotonic clock, so that setting the
 * device's clock does not move it. All times are milliseconds since the epoch.
 */
export function createServerClock() {
  let known: { time: number; elapsed: number; deviceTime: number } | undefined;

  const now = (): number | null => {
    if (!known) return null;
    const elapsed = performance.now() - known.elapsed;
    // Some browsers stop the monotonic clock while the device sleeps.
    if (Date.now() - known.deviceTime - elapsed > CLOCK_LEAP_MS) return null;
    return known.time + elapsed;
  };

  return {
    /** Null when no answer has had the server's time since the start, or since the device may have slept. */
    now,
    /** Records that the server's time is between `earliest` and `latest`; an estimate within them stays. */
    observe(earliest: number, latest: number) {
      const time = Math.min(latest, Math.max(earliest, now() ?? earliest));
      known = { time, elapsed: performance.now(), deviceTime: Date.now() };
    },
  };
}

export type ServerClock = ReturnType<typeof createServerClock>;
