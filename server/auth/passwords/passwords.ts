import { scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import type { Random } from '../../lib/types';
import { firebaseScrypt, type HashParameters } from './firebaseScrypt';
import { createTurns } from '../../lib/turns';

const derive = promisify<string, Uint8Array, number, ScryptOptions, Buffer>(scrypt);

export type Cost = { N: number; r: number; p: number };
/** 32 MB and about 60 ms of one core: expensive for an attacker, acceptable at a sign-in. */
const dear: Cost = { N: 2 ** 15, r: 8, p: 1 };
const keyBytes = 32;
/** Two hashes at a time leave threads of the pool to disk access. */
const atOnce = 2;

/** `from` is the requesting address: addresses take turns, so that one does not delay the others. */
export interface Passwords {
  hash(password: string, from: string): Promise<string>;
  /** Takes the same time when there is no account to compare with. */
  matches(password: string, stored: string | undefined, from: string): Promise<boolean>;
}

export function createPasswords(random: Random, cost = dear): Passwords {
  const queue = createTurns(atOnce);
  const nobody = encode(cost, random(16), random(keyBytes));
  return {
    hash: (password, from) =>
      queue(from, async () => {
        const salt = random(16);
        return encode(cost, salt, await derive(password, salt, keyBytes, { ...cost, maxmem: memory(cost) }));
      }),
    matches: (password, stored, from) =>
      queue(from, async () => {
        const { salt, key, ...by } = decode(stored ?? nobody);
        const derived =
          'cost' in by
            ? await derive(password, salt, key.length, { ...by.cost, maxmem: memory(by.cost) })
            : await firebaseScrypt(password, salt, by.hosted);
        return derived.length === key.length && timingSafeEqual(derived, key) && stored !== undefined;
      }),
  };
}

const memory = ({ N, r }: Cost) => 256 * N * r;
const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const toBytes = (text = '') => Buffer.from(text, 'base64url');

/** `scrypt$N$r$p$salt$key`: each hash contains its cost, so that old ones remain readable when it is raised. */
export const encode = ({ N, r, p }: Cost, salt: Uint8Array, key: Uint8Array) =>
  ['scrypt', N, r, p, toText(salt), toText(key)].join('$');

/** `firebase$memory$rounds$separator$signer$salt$key`: a hash of hosted Firebase, replaced at the first sign-in. */
export function encodeHosted(parameters: HashParameters, salt: Uint8Array, key: Uint8Array): string {
  const { mem_cost, rounds, base64_salt_separator, base64_signer_key } = parameters;
  const keys = [base64_salt_separator, base64_signer_key].map(text => toText(Buffer.from(text, 'base64')));
  return ['firebase', mem_cost, rounds, ...keys, toText(salt), toText(key)].join('$');
}

/** True for a hash of another origin, which is replaced once the password is known. */
export const isForeign = (stored: string) => stored.startsWith('firebase$');

type Decoded = { salt: Buffer; key: Buffer } & ({ cost: Cost } | { hosted: HashParameters });

/** Parses a stored hash. */
export function decode(stored: string): Decoded {
  const parts = stored.split('$').slice(1);
  const [salt, key] = parts.slice(-2).map(toBytes) as [Buffer, Buffer];
  if (!isForeign(stored)) {
    const [N, r, p] = parts.map(Number) as [number, number, number];
    return { cost: { N, r, p }, salt, key };
  }
  const [mem_cost, rounds] = parts.map(Number) as [number, number];
  const [base64_salt_separator, base64_signer_key] = parts
    .slice(2, 4)
    .map(text => toBytes(text).toString('base64')) as [string, string];
  return { hosted: { mem_cost, rounds, base64_salt_separator, base64_signer_key }, salt, key };
}
