import { ProtocolError } from '../../lib/types';
import type { HashParameters } from './firebaseScrypt';
import type { Cost } from './passwords';

/** The origin of a file's password hashes: a project of hosted Firebase, or another embedded server. */
export type Hashing = { hosted: HashParameters } | { cost: Cost };

/**
 * Parses how a file's passwords were hashed: the Firebase console's password hash parameters, or the options of
 * `firebase auth:import`, one per line. Throws INVALID_ARGUMENT, naming what is missing.
 */
export function readHashing(text: string): Hashing {
  const given = new Map<string, string>();
  for (const [, name, value] of text.matchAll(/([A-Za-z][\w-]*)\s*[:=]\s*([^\s,]+)/g))
    given.set(name!, value!);
  const take = (...names: string[]) => {
    const value = names.map(name => given.get(name)).find(found => found !== undefined);
    if (value === undefined)
      throw new ProtocolError('INVALID_ARGUMENT', `The hash parameters have no ${names[0]}.`);
    return value;
  };
  const count = (most: number, ...names: string[]) => {
    const value = Number(take(...names));
    if (Number.isInteger(value) && value > 0 && value <= most) return value;
    throw new ProtocolError('INVALID_ARGUMENT', `${names[0]} must be a whole number from 1 to ${most}.`);
  };
  const algorithm = take('algorithm', 'hash-algo');
  if (algorithm === 'SCRYPT') {
    return {
      hosted: {
        base64_signer_key: take('base64_signer_key', 'hash-key'),
        base64_salt_separator: take('base64_salt_separator', 'salt-separator'),
        rounds: count(8, 'rounds'),
        mem_cost: count(14, 'mem_cost', 'mem-cost'),
      },
    };
  }
  if (algorithm !== 'STANDARD_SCRYPT')
    throw new ProtocolError('INVALID_ARGUMENT', `${algorithm} is not known here: SCRYPT or STANDARD_SCRYPT.`);
  return {
    cost: { N: count(2 ** 17, 'mem-cost'), r: count(16, 'block-size'), p: count(16, 'parallelization') },
  };
}
