import { createHash } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { StoreError } from '../storage/errors';
import { ProtocolError, type Clock, type Json, type Random, type Section } from '../types';
import type { Account } from './accounts';

export const tokenLifetime = 3600;
const cacheSize = 10_000;
const keyBytes = 32;
/** Under which the `keys` section keeps the signing key. */
export const KEY_RECORD = 'id-token';

/** The claims of an ID token, Google's names. Times are seconds. */
export type Claims = Record<string, Json> & { sub: string; iat: number; exp: number; auth_time: number };

export interface Tokens {
  issue(account: Account, authTime: number): Promise<string>;
  /** The claims, once algorithm, signature, issuer, audience and end are right. Throws the identity errors. */
  read(idToken: string): Promise<Claims>;
}

/** Signs and reads ID tokens with one HMAC key, made at the first start and kept in the `keys` section. */
export async function openTokens(
  keys: Section,
  projectId: string,
  clock: Clock,
  random: Random,
): Promise<Tokens> {
  const key = await signingKey(keys, random);
  const issuer = `https://securetoken.google.com/${projectId}`;
  const known = new Map<string, Claims>();
  const seconds = () => Math.floor(clock() / 1000);

  async function check(idToken: string): Promise<Claims> {
    const { payload } = await jwtVerify(idToken, key, {
      algorithms: ['HS256'],
      issuer,
      audience: projectId,
      currentDate: new Date(clock()),
      requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
    });
    return payload as Claims;
  }

  return {
    issue(account, authTime) {
      const issuedAt = Math.max(seconds(), account.validSince);
      return new SignJWT(claimsOf(account, authTime))
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(projectId)
        .setSubject(account.uid)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + tokenLifetime)
        .sign(key);
    },
    async read(idToken) {
      const seen = known.get(idToken);
      if (seen) {
        if (seen.exp > seconds()) return seen;
        throw new ProtocolError('TOKEN_EXPIRED');
      }
      const claims = await check(idToken).catch((error: unknown) => {
        if (error instanceof errors.JWTExpired) throw new ProtocolError('TOKEN_EXPIRED');
        throw new ProtocolError('INVALID_ID_TOKEN');
      });
      known.set(idToken, claims);
      if (known.size > cacheSize) known.delete(known.keys().next().value!);
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

/** The key of its record. Throws `StoreError` for a text that is none. */
export function readSigningKey(kept: string): Uint8Array {
  const key = Buffer.from(kept, 'base64url');
  if (key.length === keyBytes && key.toString('base64url') === kept) return key;
  throw new StoreError('The record of the signing key is none that this program writes.');
}

async function signingKey(keys: Section, random: Random): Promise<Uint8Array> {
  const kept = await keys.get(KEY_RECORD);
  if (kept !== undefined) return readSigningKey(kept);
  const made = random(keyBytes);
  await keys.commit([{ key: KEY_RECORD, value: Buffer.from(made).toString('base64url') }]);
  return made;
}

/** 256 random bits. Who reads the disk finds `hashOf` them alone. */
export const createSecret = (random: Random): string => Buffer.from(random(32)).toString('base64url');

export const isSecret = (text: string): boolean => /^[\w-]{43}$/.test(text);

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
