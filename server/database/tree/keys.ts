import { ProtocolError } from '../../lib/types';

export type Path = readonly string[];

export const LIMITS = { depth: 32, keyBytes: 768 };

const INTEGER = /^-?0*\d{1,10}$/;
const HYPHEN = 0x2d;

/** The number of a 32-bit integer key, which sorts first; null for all other keys. */
function integerKey(key: string): number | null {
  const first = key.charCodeAt(key.charCodeAt(0) === HYPHEN ? 1 : 0);
  if (!(first >= 0x30 && first <= 0x39) || !INTEGER.test(key)) return null;
  const value = Number(key);
  return value >= -2147483648 && value <= 2147483647 ? value : null;
}

/** The protocol's order of keys: integers by number (equal ones by length), then strings by code unit. */
export function compareKeys(a: string, b: string): number {
  if (a === b) return 0;
  const [x, y] = [integerKey(a), integerKey(b)];
  if (x !== null && y !== null && (x !== y || a.length !== b.length)) return x - y || a.length - b.length;
  if ((x === null) !== (y === null)) return x === null ? 1 : -1;
  return a < b ? -1 : 1;
}

// Control characters and lone surrogates cannot be stored as UTF-8; the others have a meaning in paths and rules.
// oxlint-disable-next-line no-control-regex
const ILLEGAL = /[.#$[\]/\u0000-\u001f\u007f]|\p{Surrogate}/u;

export function isLegalKey(key: string): boolean {
  if (key === '' || ILLEGAL.test(key)) return false;
  return key.length * 3 <= LIMITS.keyBytes || Buffer.byteLength(key) <= LIMITS.keyBytes;
}

/** Throws the protocol's refusal unless every key of the path is legal. A write's path may end in `.priority`. */
export function checkPath(path: Path, options: { write?: boolean } = {}): Path {
  const keys = options.write && path.at(-1) === '.priority' ? path.slice(0, -1) : path;
  if (keys[0] === '.info') throw new ProtocolError('permission_denied', 'Permission denied', 401);
  if (keys.length > LIMITS.depth || !keys.every(isLegalKey))
    throw new ProtocolError('invalid_path', 'Invalid path: Invalid token in path');
  return path;
}

/** Parses a path of the socket protocol: unencoded keys between slashes. */
export function parsePath(text: unknown, options: { write?: boolean } = {}): Path {
  if (typeof text !== 'string')
    throw new ProtocolError('invalid_path', 'Invalid path: Invalid token in path');
  return checkPath(splitPath(text), options);
}

/** The length of a path within a record's key. */
export function lengthOf(path: Path): number {
  let length = 0;
  for (const key of path) length += key.length + 1;
  return length;
}

/** Splits a text into the keys between its slashes. */
export function splitPath(text: string): string[] {
  return detached(text.split('/').filter(key => key !== ''));
}

const NOTHING: object = Object.freeze(Object.create(null));

/**
 * Copies of the keys. The engine stores a substring as a reference to the whole text, so a short key in the tree would
 * keep a long path in memory; using it as a property name copies it.
 */
export function detached(keys: string[]): string[] {
  for (const key of keys) void (key in NOTHING);
  return keys;
}

export function isPrefix(prefix: Path, path: Path): boolean {
  return prefix.length <= path.length && prefix.every((key, index) => key === path[index]);
}
