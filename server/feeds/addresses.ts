import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory';
import { isTag, tagKey } from '../../shared/tags';
import type { Account } from '../auth/accounts/accountRecord';
import { identify, requireUnrevoked } from '../auth/identity';
import type { AuthState } from '../auth/state';
import type { Databases } from '../database/instances/databases';
import { hashOf } from '../lib/secrets';
import { ProtocolError, type Clock } from '../lib/types';
import { createCalendars } from './calendar';

/** 128 random bits. */
const SECRET_BYTES = 16;
const ADDRESS = /^\/feeds\/([\w-]{22})\.ics$/;
const LONGEST_TAG_CHARACTERS = 100;

/** Limits for strangers, readers and accounts. An address may ask much: Google reads for many from few. */
const limits = {
  unknownByAddress: { points: 300, duration: 15 * 60 },
  readsByCalendar: { points: 30, duration: 5 * 60 },
  changesByAccount: { points: 30, duration: 15 * 60 },
};
type Limit = keyof typeof limits;

/** A path that may hold a secret, without it: for the log. Any letter may be written as its number behind `%`. */
export const loggedPath = (path: string): string =>
  /feeds|\.ics/i.test(path.replace(/%([0-7][\da-f])/gi, ofCode)) ? '/feeds/…' : path;
const ofCode = (_: string, code: string) => String.fromCharCode(parseInt(code, 16));

export interface Feeds {
  /** Makes, changes and revokes the address of the account whose ID token is given. */
  handleOwn(request: Request, origin: string): Promise<Response>;
  /** The calendar at an address; null for an unknown, a revoked and a malformed one. `target` is the path as sent. */
  handleReader(
    request: Request,
    target: string,
    address: string,
    hangUp: () => void,
  ): Promise<Response | null>;
}

export function createFeeds(auth: AuthState, databases: Pick<Databases, 'answerFrom'>, clock: Clock): Feeds {
  const calendars = createCalendars(clock);
  const limiters = new Map(
    Object.entries(limits).map(([name, limit]) => [
      name,
      new RateLimiterMemory({ keyPrefix: name, ...limit }),
    ]),
  );
  /** Seconds to wait; null within the limit. */
  const count = (limit: Limit, key: string): Promise<number | null> =>
    limiters
      .get(limit)!
      .consume(key)
      .then(
        () => null,
        (refusal: { msBeforeNext: number }) => Math.ceil(refusal.msBeforeNext / 1_000),
      );

  return {
    async handleOwn(request, origin) {
      try {
        const { account, claims } = await identify(auth, tokenOf(request));
        if (request.method === 'GET') return own(account);
        const wait = await count('changesByAccount', account.uid);
        if (wait !== null) return busy(wait);
        const body = request.method === 'DELETE' ? {} : await bodyOf(request);
        const secret = Buffer.from(auth.random(SECRET_BYTES)).toString('base64url');
        const change = changes(request.method, body, secret, clock());
        const changed = await auth.accounts.change(account.uid, current => {
          requireUnrevoked(current, claims);
          return change(current);
        });
        return request.method === 'POST' ? own(changed, `${origin}/feeds/${secret}.ics`) : own(changed);
      } catch (error) {
        if (!(error instanceof ProtocolError) || error.status >= 500) throw error;
        const status = error.code in STATUS ? STATUS[error.code] : 401;
        return Response.json({ error: error.code }, { status, headers: NO_STORE });
      }
    },
    async handleReader(request, target, address, hangUp) {
      const secret = ADDRESS.exec(target)?.[1];
      const hash = secret === undefined ? '' : hashOf(secret);
      const account = auth.accounts.byFeed(hash);
      if (!account?.feed || account.disabled) {
        const wait = await count('unknownByAddress', address);
        return wait === null ? null : busy(wait);
      }
      const wait = await count('readsByCalendar', hash);
      if (wait !== null) return busy(wait);
      const asked = {
        ...{ hash, only: account.feed.only, isHead: request.method === 'HEAD' },
        ifNoneMatch: request.headers.get('if-none-match'),
      };
      return databases.answerFrom(account.uid, hangUp, (data, answer) =>
        calendars.answer(asked, data, answer),
      );
    },
  };
}

const NO_STORE = { 'cache-control': 'no-store' };
const STATUS: Record<string, number> = { INVALID_FILTER: 400, NO_ADDRESS: 404, METHOD_NOT_ALLOWED: 405 };

const busy = (seconds: number) =>
  new Response('Too many requests', {
    status: 429,
    headers: { ...NO_STORE, 'retry-after': String(seconds) },
  });

/** The answer about an account's address, which is told once, when it is made. */
const own = ({ feed }: Account, address?: string) =>
  Response.json(
    { feed: feed ? { createdAt: feed.createdAt, only: feed.only } : null, ...(address && { address }) },
    { headers: NO_STORE },
  );

function tokenOf({ headers }: Request): string {
  const [, token] = /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '') ?? [];
  if (token === undefined) throw new ProtocolError('INVALID_ID_TOKEN');
  return token;
}

async function bodyOf(request: Request): Promise<{ only: string }> {
  const body = (await request.json().catch(() => null)) as { only?: unknown } | null;
  const only = body?.only ?? '';
  if (typeof only !== 'string' || only.length > LONGEST_TAG_CHARACTERS)
    throw new ProtocolError('INVALID_FILTER');
  if (['', 'personal', 'work'].includes(only)) return { only };
  if (!only.startsWith('#') || !isTag(only)) throw new ProtocolError('INVALID_FILTER');
  return { only: `#${tagKey(only)}` };
}

/** The change of an account that a method makes. */
function changes(method: string, body: { only?: string }, secret: string, now: number) {
  return (account: Account): Account => {
    const { feed, ...others } = account;
    const { only = '' } = body;
    if (method === 'POST') return { ...account, feed: { hash: hashOf(secret), createdAt: now, only } };
    if (method === 'DELETE') return others;
    if (method !== 'PATCH') throw new ProtocolError('METHOD_NOT_ALLOWED');
    if (!feed) throw new ProtocolError('NO_ADDRESS');
    return { ...account, feed: { ...feed, only } };
  };
}
