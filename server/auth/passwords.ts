import { scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import type { Random } from '../types';
import { createTurns } from './turns';

const derive = promisify<string, Uint8Array, number, ScryptOptions, Buffer>(scrypt);

/** 32 MB and some 60 ms of one core each: dear for a thief, bearable at a sign-in. */
const cost = { N: 2 ** 15, r: 8, p: 1 };
const keyBytes = 32;
/** Two at a time leave threads of the pool to the disk. */
const atOnce = 2;

/** `from` is the address that asks: addresses take turns, so that the wishes of one do not hold up another's. */
export interface Passwords {
  hash(password: string, from: string): Promise<string>;
  /** Costs the same time when there is no account to compare with. */
  matches(password: string, stored: string | undefined, from: string): Promise<boolean>;
}

export function createPasswords(random: Random): Passwords {
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
        const { cost, salt, key } = decode(stored ?? nobody);
        const derived = await derive(password, salt, key.length, { ...cost, maxmem: memory(cost) });
        return timingSafeEqual(derived, key) && stored !== undefined;
      }),
  };
}

type Cost = typeof cost;
const memory = ({ N, r }: Cost) => 256 * N * r;

/** `scrypt$N$r$p$salt$key`: the cost travels with each hash, so that raising it leaves old ones readable. */
function encode({ N, r, p }: Cost, salt: Uint8Array, key: Uint8Array): string {
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
  return ['scrypt', N, r, p, text(salt), text(key)].join('$');
}

function decode(stored: string): { cost: Cost; salt: Buffer; key: Buffer } {
  const [, N, r, p, salt = '', key = ''] = stored.split('$');
  return {
    cost: { N: Number(N), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
  };
}
