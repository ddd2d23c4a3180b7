import { createECDH } from 'node:crypto';
import { StoreError } from '../lib/errors';
import type { Random, Section } from '../lib/types';

/** The record of the keys in the `keys` section, as JSON. */
export const VAPID_RECORD = 'vapid';
const CURVE = 'prime256v1';
const KEY_BYTES = 32;

/** A key pair by which push services know this server (RFC 8292), both in base64url. */
export type VapidKey = { publicKey: string; privateKey: string };

export interface Vapid {
  /** The key for new devices, and the one before it, which devices have that were not opened since a rotation. */
  keys(): readonly VapidKey[];
  /** Makes another key. Resolves once it is on disk. */
  rotate(): Promise<void>;
}

/** Opens the keys, which the first start makes. */
export async function openVapid(section: Section, random: Random): Promise<Vapid> {
  const kept = await section.get(VAPID_RECORD);
  let keys = readVapidKeys(kept);
  const add = async () => {
    const next = [createKey(random), ...keys.slice(0, 1)];
    await section.commit([{ key: VAPID_RECORD, value: JSON.stringify(next) }]);
    keys = next;
  };
  if (keys.length === 0) await add();
  return { keys: () => keys, rotate: add };
}

/** Parses the stored keys, newest first. Throws a `StoreError` when invalid. */
export function readVapidKeys(kept: string | undefined): VapidKey[] {
  try {
    const keys = JSON.parse(kept ?? '[]') as VapidKey[];
    if (
      keys.every(({ publicKey, privateKey }) => publicOf(Buffer.from(privateKey, 'base64url')) === publicKey)
    )
      return keys;
  } catch {
    // Not JSON, of another shape, or no key.
  }
  throw new StoreError('The record of the keys for push services is none that this program writes.');
}

function publicOf(privateKey: Uint8Array): string {
  const pair = createECDH(CURVE);
  pair.setPrivateKey(privateKey);
  return pair.getPublicKey('base64url', 'uncompressed');
}

function createKey(random: Random): VapidKey {
  for (;;) {
    const secret = Buffer.from(random(KEY_BYTES));
    try {
      return { publicKey: publicOf(secret), privateKey: secret.toString('base64url') };
    } catch {
      // About one number in 2^32 is no private key of the curve.
    }
  }
}
