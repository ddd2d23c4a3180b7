import { ProtocolError } from '../types';
import type { Assignment } from './listens';
import type { Logger } from './log';
import { childOf, keyLengthOf, weightOf, type Tree } from './tree/node';

/**
 * Refuses what would make the database store more than `all` bytes (`unavailable`), or one of the top-level keys that it
 * writes more than `one` (`too_big`). To shrink is always allowed.
 */
export function refuseOverQuota(
  before: Tree,
  after: Tree,
  assignments: readonly Assignment[],
  { all, one }: { all: number; one: number },
  log: Logger,
): void {
  if (exceeds(before, after, all)) {
    log.warn('a write was refused, the database takes all the memory that it may');
    throw new ProtocolError('unavailable', 'The database is full.', 503);
  }
  for (const key of new Set(assignments.map(({ path }) => path[0])))
    if (key !== undefined && exceeds(childOf(before, key), childOf(after, key), one)) {
      log.warn('a write was refused, its account stores all that it may');
      throw new ProtocolError('too_big', 'This place stores as much as it may.', 413);
    }
}

function exceeds(before: Tree, after: Tree, most: number): boolean {
  return storedBytes(after) > most && storedBytes(after) > storedBytes(before);
}

/** What a quota counts: memory, and the keys of the records, which a removal has to write. */
function storedBytes(tree: Tree): number {
  return weightOf(tree) + keyLengthOf(tree);
}
