import { ProtocolError } from '../../lib/types';
import type { Assignment } from '../tree/listens';
import type { Logger } from '../../lib/logger';
import { Branch, childOf, keyLengthOf, weightOf, type Tree } from '../tree/node';

/**
 * The storage limits in bytes of a database, and of each top-level key (an account, in the app's rules); `room` is the
 * free space on the disk.
 */
export type Stored = { all: number; shareOf: (key: string) => number; room: () => number };

/**
 * The fraction of a database that is reserved for small accounts, and the fraction of its free bytes up to which an
 * account counts as small.
 */
const [RESERVE, SMALL] = [1 / 4, 1 / 16];
/** How many accounts a full database names in the log, and the minimum interval in milliseconds. */
const NAMED = 3;
const NAMING_INTERVAL_MS = 60_000;

/**
 * Limits the stored bytes. An account may use up to its limit (`too_big`). The last quarter of a database is reserved
 * for accounts that are small compared with the rest of it (`unavailable` for others). Shrinking is always allowed.
 */
export class Quota {
  private namedAt = -Infinity;

  constructor(
    private readonly stored: Stored,
    private readonly log: Logger,
  ) {}

  /** Throws when a write from one tree to the other, by these assignments, exceeds a limit. */
  check(before: Tree, after: Tree, assignments: readonly Assignment[]): void {
    const stored = storedBytes(before);
    const onDisk = stored + this.stored.room();
    const all = Math.min(this.stored.all, onDisk);
    const left = all - storedBytes(after);
    const isShort = left < RESERVE * all && storedBytes(after) > stored;
    for (const key of topKeys(after, assignments)) {
      const bytes = storedBytes(childOf(after, key));
      if (bytes <= storedBytes(childOf(before, key))) continue;
      if (bytes > this.stored.shareOf(key)) {
        this.log.warn('a write was refused, its account stores all that it may');
        throw new ProtocolError('too_big', 'This account stores as much as it may.', 413);
      }
      if (isShort && bytes > SMALL * left) throw this.full(before, onDisk < this.stored.all);
    }
  }

  private full(tree: Tree, isDisk: boolean): ProtocolError {
    const now = performance.now();
    if (now - this.namedAt > NAMING_INTERVAL_MS) {
      this.namedAt = now;
      const words = sizesOf(tree)
        .slice(0, NAMED)
        .map(({ key, bytes }) => `${key} ${Math.round(bytes / 1e6)} MB`);
      const what = isDisk ? 'the disk of the data' : 'the database';
      this.log.warn(`${what} is nearly full; the biggest accounts are ${words.join(', ')}`);
    }
    return new ProtocolError('unavailable', 'The database is full.', 503);
  }
}

/** The top-level keys that assignments change; a write of the whole database changes all of them. */
function topKeys(after: Tree, assignments: readonly Assignment[]): Set<string> {
  const keys = new Set<string>();
  for (const { path } of assignments)
    if (path[0] !== undefined) keys.add(path[0]);
    else if (after instanceof Branch) for (const [key] of after.children.range()) keys.add(key);
  return keys;
}

/** The stored bytes of each top-level key, largest first. */
export function sizesOf(tree: Tree): { key: string; bytes: number }[] {
  if (!(tree instanceof Branch)) return [];
  const sizes = [...tree.children.range()].map(([key, child]) => ({ key, bytes: storedBytes(child) }));
  return sizes.sort((a, b) => b.bytes - a.bytes);
}

/** The bytes that count for a quota: memory, and the record keys, which a removal must write. */
export function storedBytes(tree: Tree): number {
  return weightOf(tree) + keyLengthOf(tree);
}
