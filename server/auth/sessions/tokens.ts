import { JWSSignatureVerificationFailed, JWTExpired } from 'jose/errors';
import { SignJWT } from 'jose/jwt/sign';
import { jwtVerify } from 'jose/jwt/verify';
import { StoreError } from '../../lib/errors';
import { ProtocolError, type Clock, type Json, type Random, type Section } from '../../lib/types';
import type { Account } from '../accounts/accountRecord';

export const TOKEN_LIFETIME_S = 3600;
/** Seconds of tolerance: a token may be issued while a new key is being committed, and `validSince` may be slightly ahead. */
const ROTATION_SLACK_S = 60;
const MAX_CACHED_TOKENS = 10_000;
const keyBytes = 32;
/** The signing key's name in the `keys` section. */
export const KEY_RECORD = 'id-token';
/** The name of the previous keys, stored as JSON. */
export const EARLIER_RECORD = 'id-token-earlier';

/** The claims of an ID token, with Google's names. Times are seconds. */
export type Claims = Record<string, Json> & { sub: string; iat: number; exp: number; auth_time: number };

export interface Tokens {
  issue(account: Account, authTime: number): Promise<string>;
  /** Returns the claims if algorithm, signature, issuer, audience and expiry are valid. Throws the identity errors. */
  read(idToken: string): Promise<Claims>;
  /** Replaces the signing key. Resolves once the new one is on disk. */
  rotate(): Promise<void>;
}

/** A replaced key, and when the last token that it signed has certainly expired, in seconds. */
type Earlier = { key: Uint8Array; until: number };

/**
 * Signs and verifies ID tokens with an HMAC key, created at the first start and stored in the `keys` section. After a
 * rotation, tokens of the previous key remain valid until they expire.
 */
export async function openTokens(
  keys: Section,
  projectId: string,
  clock: Clock,
  random: Random,
): Promise<Tokens> {
  let key = await signingKey(keys, random);
  let earlier = readEarlierKeys(await keys.get(EARLIER_RECORD));
  let rotation = Promise.resolve();
  const issuer = `https://securetoken.google.com/${projectId}`;
  const known = new Map<string, Claims>();
  const seconds = () => Math.floor(clock() / 1000);

  async function check(idToken: string): Promise<Claims> {
    for (const old of earlier) {
      const claims = await checkWith(old.key, idToken).catch((error: unknown) => {
        if (error instanceof JWSSignatureVerificationFailed) return null;
        throw error;
      });
      // This server never issues a longer lifetime: such a token was made with a stolen key.
      if (claims && claims.exp <= old.until) return claims;
    }
    return checkWith(key, idToken);
  }

  async function checkWith(by: Uint8Array, idToken: string): Promise<Claims> {
    const { payload } = await jwtVerify(idToken, by, {
      algorithms: ['HS256'],
      issuer,
      audience: projectId,
      currentDate: new Date(clock()),
      requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
    });
    return payload as Claims;
  }

  async function rotateNow(): Promise<void> {
    const made = random(keyBytes);
    const left = earlier.filter(({ until }) => until > seconds());
    const next = [...left, { key, until: seconds() + TOKEN_LIFETIME_S + ROTATION_SLACK_S }];
    await keys.commit([
      { key: KEY_RECORD, value: textOf(made) },
      { key: EARLIER_RECORD, value: JSON.stringify(next.map(old => ({ ...old, key: textOf(old.key) }))) },
    ]);
    [key, earlier] = [made, next];
  }

  return {
    rotate() {
      const turn = rotation.then(rotateNow);
      rotation = turn.catch(() => undefined);
      return turn;
    },
    issue(account, authTime) {
      const issuedAt = Math.max(seconds(), account.validSince);
      return new SignJWT(claimsOf(account, authTime))
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(projectId)
        .setSubject(account.uid)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + TOKEN_LIFETIME_S)
        .sign(key);
    },
    async read(idToken) {
      const seen = known.get(idToken);
      if (seen) {
        if (seen.exp > seconds()) return seen;
        throw new ProtocolError('TOKEN_EXPIRED');
      }
      const claims = await check(idToken).catch((error: unknown) => {
        if (error instanceof JWTExpired) throw new ProtocolError('TOKEN_EXPIRED');
        throw new ProtocolError('INVALID_ID_TOKEN');
      });
      known.set(idToken, claims);
      if (known.size > MAX_CACHED_TOKENS) known.delete(known.keys().next().value!);
      return claims;
    },
  };
}

function claimsOf(account: Account, authTime: number): Record<string, Json> {
  return {
    ...(account.displayName === undefined ? {} : { name: account.displayName }),
    ...(account.photoUrl === undefined ? {} : { picture: account.photoUrl }),
    auth_time: authTime,
    user_id: account.uid,
    email: account.email,
    email_verified: account.emailVerified,
    firebase: { identities: { email: [account.email] }, sign_in_provider: 'password' },
  };
}

/** Parses the previous keys. Throws a `StoreError` when invalid. */
export function readEarlierKeys(kept: string | undefined): Earlier[] {
  if (kept === undefined) return [];
  try {
    const list = JSON.parse(kept) as { key: string; until: number }[];
    if (list.every(({ until }) => Number.isFinite(until)))
      return list.map(({ key, until }) => ({ key: readSigningKey(key), until }));
  } catch {
    // Not JSON, or of another shape.
  }
  throw new StoreError('The record of the earlier signing keys is none that this program writes.');
}

const textOf = (key: Uint8Array) => Buffer.from(key).toString('base64url');

/** Parses the stored key. Throws a `StoreError` when invalid. */
export function readSigningKey(kept: string): Uint8Array {
  const key = Buffer.from(kept, 'base64url');
  if (key.length === keyBytes && key.toString('base64url') === kept) return key;
  throw new StoreError('The record of the signing key is none that this program writes.');
}

async function signingKey(keys: Section, random: Random): Promise<Uint8Array> {
  const kept = await keys.get(KEY_RECORD);
  if (kept !== undefined) return readSigningKey(kept);
  const made = random(keyBytes);
  await keys.commit([{ key: KEY_RECORD, value: textOf(made) }]);
  return made;
}
