import { ProtocolError } from '../../lib/types';
import type { Assignment } from '../listens';
import type { Logger } from '../log';
import { Branch, childOf, keyLengthOf, weightOf, type Tree } from '../tree/node';

/**
 * Bytes that a database may store in all, and that one top-level key of it (an account, by the app's rules) may; `room` is
 * how many more fit on the disk.
 */
export type Stored = { all: number; shareOf: (key: string) => number; room: () => number };

/** The share of a database that is a reserve, and the share of its free bytes that makes an account small. */
const [RESERVE, SMALL] = [1 / 4, 1 / 16];
/** How many accounts a full database names in the log, and how often at most, in milliseconds. */
const NAMED = 3;
const NAMING_INTERVAL_MS = 60_000;

/**
 * Bounds what is stored. An account grows up to its share (`too_big`). The last quarter of a database is a reserve for
 * accounts that are small beside what is left of it (`unavailable` for the others). To shrink is always allowed.
 */
export class Quota {
  private namedAt = -Infinity;

  constructor(
    private readonly stored: Stored,
    private readonly log: Logger,
  ) {}

  /** Throws when a write that leads from one tree to the other, by these assignments, stores too much. */
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

/** The top-level keys that assignments set; a write of the whole database sets all of them. */
function topKeys(after: Tree, assignments: readonly Assignment[]): Set<string> {
  const keys = new Set<string>();
  for (const { path } of assignments)
    if (path[0] !== undefined) keys.add(path[0]);
    else if (after instanceof Branch) for (const [key] of after.children.range()) keys.add(key);
  return keys;
}

/** The bytes that each top-level key stores, the biggest first. */
export function sizesOf(tree: Tree): { key: string; bytes: number }[] {
  if (!(tree instanceof Branch)) return [];
  const sizes = [...tree.children.range()].map(([key, child]) => ({ key, bytes: storedBytes(child) }));
  return sizes.sort((a, b) => b.bytes - a.bytes);
}

/** The bytes that a quota counts: memory, and the keys of the records, which a removal has to write. */
export function storedBytes(tree: Tree): number {
  return weightOf(tree) + keyLengthOf(tree);
}
