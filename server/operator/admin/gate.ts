import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { parse, serialize } from 'hono/utils/cookie';
import { createSecret, hashOf, isSecret } from '../../lib/secrets';
import type { Config } from '../../settings/config';
import type { Clock, Random } from '../../lib/types';
import { isLocal, isSecretEqual } from '../access';

const COOKIE = 'daywall-operator';
/** Milliseconds after which the operator must enter the token again. */
const SESSION_MS = 12 * 3_600_000;
const MOST_SESSIONS = 50;

/** A session of the page. `csrf` is in every form; another site knows neither it nor the session's cookie. */
export type Visitor = { isIn: boolean; isLocal: boolean; csrf: string; cookie: string };

/** Admits the operator: from this machine, or with the token of this start. */
export interface Gate {
  /** The token that this start prints; null when the page needs none, or is off. */
  readonly token: string | null;
  look(request: IncomingMessage, origin: string): Visitor;
  /** True when a form was sent by this page, in the browser that showed it. */
  isOwnForm(request: IncomingMessage, origin: string, csrf: string): boolean;
  /** The cookie of a new session; null for a wrong token. */
  signIn(token: string, origin: string): string | null;
  /** Ends the session, and removes its cookie. */
  signOut(request: IncomingMessage, origin: string): string;
}

export function createGate(config: Config, needsToken: boolean, clock: Clock, random: Random): Gate {
  const key = random(32);
  const token = needsToken ? createSecret(random) : null;
  const sessions = new Map<string, number>();
  const secretOf = ({ headers }: IncomingMessage) => {
    const given = parse(headers.cookie ?? '', COOKIE)[COOKIE];
    return given !== undefined && isSecret(given) ? given : null;
  };
  const csrfOf = (secret: string) => createHmac('sha256', key).update(secret).digest('base64url');
  const cookieOf = (secret: string, origin: string, maxAge = SESSION_MS / 1000) =>
    serialize(COOKIE, secret, {
      httpOnly: true,
      sameSite: 'Strict',
      path: '/admin',
      maxAge,
      secure: origin.startsWith('https:'),
    });

  return {
    token,
    look(request, origin) {
      const secret = secretOf(request) ?? createSecret(random);
      const isHere = config.admin === 'on' && isLocal(request, config);
      const isIn = isHere || (sessions.get(hashOf(secret)) ?? 0) > clock();
      return { isIn, isLocal: isHere, csrf: csrfOf(secret), cookie: cookieOf(secret, origin) };
    },
    isOwnForm(request, origin, csrf) {
      const secret = secretOf(request);
      const site = request.headers['sec-fetch-site'];
      const isOurs = request.headers.origin === origin && (site === undefined || site === 'same-origin');
      return isOurs && secret !== null && isSecretEqual(csrf, csrfOf(secret));
    },
    signIn(given, origin) {
      if (token === null || !isSecretEqual(given.trim(), token)) return null;
      const secret = createSecret(random);
      sessions.set(hashOf(secret), clock() + SESSION_MS);
      if (sessions.size > MOST_SESSIONS) sessions.delete(sessions.keys().next().value!);
      return cookieOf(secret, origin);
    },
    signOut(request, origin) {
      sessions.delete(hashOf(secretOf(request) ?? ''));
      return cookieOf('', origin, 0);
    },
  };
}
