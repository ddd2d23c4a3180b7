import type { Json } from '../../lib/types';
import { lengthOf, type Path } from '../tree/keys';
import { Branch, keyLengthOf, nodeAt, recordsOf, weightOf, type Tree } from '../tree/node';
import type { Records } from '../tree/records';
import { partsOf, type Write } from './write';

/** Bytes of a write, of a checked value, and of a record besides its key and text. */
const [WRITE_BYTES, VALUE_BYTES, RECORD_BYTES] = [2_000, 300, 400];
/** The number of copies of a key and of a text held until the disk has them. */
const COPIES = 2;

/** Bytes of memory of the writes that are not on disk yet. */
export class Backlog {
  private held = 0;
  private readonly waiting: { bytes: number; begin: () => void }[] = [];

  /** `bytes` is the limit for all writes together. */
  constructor(readonly bytes: number) {}

  get used(): number {
    return this.held;
  }

  get isFull(): boolean {
    return this.held > this.bytes || this.waiting.length > 0;
  }

  /** Counts a small or an already prepared write. */
  add(bytes: number): void {
    this.held += bytes;
  }

  /** Counts a write once there is room: when all fit, or it is the only one. First come, first served. */
  room(bytes: number): Promise<void> {
    return new Promise(begin => {
      this.waiting.push({ bytes, begin });
      this.admit();
    });
  }

  /** Releases a write's bytes. */
  remove(bytes: number): void {
    this.held -= bytes;
    this.admit();
  }

  private admit(): void {
    for (let next = this.waiting[0]; next; next = this.waiting[0]) {
      if (this.held > 0 && this.held + next.bytes > this.bytes) return;
      this.waiting.shift();
      this.held += next.bytes;
      next.begin();
    }
  }
}

/** Bytes that records take while they wait for the disk. */
export function bytesOfRecords(records: Records): number {
  let bytes = WRITE_BYTES;
  for (const [key, text] of records) bytes += RECORD_BYTES + COPIES * (key.length + (text?.length ?? 0));
  return bytes;
}

/**
 * The maximum memory of a write until it is on disk: old and new values, their records, and the work of checking.
 * Computed before that work, in one pass over the request's values.
 */
export function bytesOfWrite(write: Write, before: Tree): number {
  const bytesAt = (place: Path, value: Json) =>
    bytesOfTree(nodeAt(before, place), lengthOf(place)) + bytesOfData(value, lengthOf(place));
  if (write.kind === 'set') return WRITE_BYTES + bytesAt(write.path, write.data);
  return partsOf(write).reduce((sum, { place, value }) => sum + bytesAt(place, value), WRITE_BYTES);
}

/** `keyLength` is the length of the tree's own record key. A tree stays in memory until its replacement is on the disk. */
function bytesOfTree(tree: Tree, keyLength: number): number {
  // The root's record has no leaves: each top-level key has its own.
  if (keyLength === 0 && tree instanceof Branch) {
    let bytes = RECORD_BYTES;
    for (const [key, child] of tree.children.range()) bytes += bytesOfTree(child, key.length + 1);
    return bytes;
  }
  return weightOf(tree) + recordsOf(tree) * (RECORD_BYTES + COPIES * keyLength) + COPIES * keyLengthOf(tree);
}

/** As if every value had its own record. */
function bytesOfData(data: Json, keyLength: number): number {
  let bytes = VALUE_BYTES + RECORD_BYTES + COPIES * keyLength;
  if (typeof data === 'string') return bytes + COPIES * data.length;
  if (typeof data !== 'object' || data === null) return bytes;
  for (const [key, value] of Object.entries(data)) bytes += bytesOfData(value, keyLength + key.length + 1);
  return bytes;
}
