import { parse, serialize } from 'hono/utils/cookie';
import type { Random } from '../../lib/types';
import type { Account } from '../accounts/accounts';
import { createSecret, hashOf, isSecret } from './tokens';

const NAME = 'daywall-browser';
/** Seconds; browsers keep no cookie for longer. */
const LIFETIME_S = 400 * 24 * 3600;
const MOST = 100;

type Browser = { hash: string; cookie(isSecure: boolean): string };

/**
 * The cookie by which a browser is known again. It is random, and accounts keep its hash. A program, whose request has
 * neither a cookie nor an `Origin`, gets none: its many sign-ins would push out those of browsers.
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
 * The browsers of an account once one of them has signed in: those that came back first, the newest of them first. A new
 * one takes the last place, so that one that forgets its cookies pushes out only others that have not come back.
 */
export function withBrowser({ browsers = [] }: Pick<Account, 'browsers'>, browser?: string): string[] {
  if (browser === undefined) return browsers;
  const others = browsers.filter(known => known !== browser);
  return others.length < browsers.length ? [browser, ...others] : [...browsers.slice(0, MOST - 1), browser];
}
