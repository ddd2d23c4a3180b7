import { parse, serialize } from 'hono/utils/cookie';
import type { Random } from '../../lib/types';
import type { Account } from '../accounts/accountRecord';
import { createSecret, hashOf, isSecret } from '../../lib/secrets';

const NAME = 'daywall-browser';
/** The cookie's lifetime in seconds: the maximum in browsers. */
const LIFETIME_S = 400 * 24 * 3600;
const MAX_BROWSERS = 100;

type Browser = { hash: string; cookie(isSecure: boolean): string };

/**
 * The cookie that identifies a browser. It is random, and accounts store its hash. Requests without a cookie and an
 * `Origin` come from programs and get none: their many sign-ins would displace browsers.
 */
export function browserOf({ headers }: Request, random: Random): Browser | null {
  const given = parse(headers.get('cookie') ?? '', NAME)[NAME];
  if (given === undefined && !headers.has('origin')) return null;
  const secret = given !== undefined && isSecret(given) ? given : createSecret(random);
  const options = { httpOnly: true, sameSite: 'Strict', path: '/', maxAge: LIFETIME_S } as const;
  return {
    hash: hashOf(secret),
    cookie: isSecure => serialize(NAME, secret, { ...options, secure: isSecure }),
  };
}

/**
 * The known browsers of an account after a sign-in: returning ones first, the newest in front. A new one is added at
 * the end, so that a browser that forgets its cookies displaces only others that have not returned.
 */
export function withBrowser({ browsers = [] }: Pick<Account, 'browsers'>, browser?: string): string[] {
  if (browser === undefined) return browsers;
  const others = browsers.filter(known => known !== browser);
  return others.length < browsers.length
    ? [browser, ...others]
    : [...browsers.slice(0, MAX_BROWSERS - 1), browser];
}
