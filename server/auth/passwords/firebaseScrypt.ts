import { createCipheriv, scrypt, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Uint8Array, number, ScryptOptions, Buffer>(scrypt);

/** A project's password hash parameters as in the Firebase console; keys in base64. */
export interface HashParameters {
  base64_signer_key: string;
  base64_salt_separator: string;
  rounds: number;
  mem_cost: number;
}

/**
 * Hosted Firebase's scrypt: the derived key encrypts the project's signer key (AES-256-CTR with a zero counter), and
 * the result is the hash. `salt` is the account's, in bytes.
 */
export async function firebaseScrypt(
  password: string,
  salt: Uint8Array,
  { base64_signer_key, base64_salt_separator, rounds, mem_cost }: HashParameters,
): Promise<Buffer> {
  const N = 2 ** mem_cost;
  const salted = Buffer.concat([salt, Buffer.from(base64_salt_separator, 'base64')]);
  const key = await derive(password, salted, 32, { N, r: rounds, p: 1, maxmem: 256 * N * rounds });
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  return Buffer.concat([cipher.update(Buffer.from(base64_signer_key, 'base64')), cipher.final()]);
}
