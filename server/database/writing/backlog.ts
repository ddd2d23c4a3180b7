import type { Json } from '../../lib/types';
import { lengthOf, type Path } from '../tree/keys';
import { Branch, keyLengthOf, nodeAt, recordsOf, weightOf, type Tree } from '../tree/node';
import type { Records } from '../tree/records';
import { partsOf, type Write } from './write';

/** Bytes of a write by itself, of a value that is checked, and of a record beside its key and text. */
const [WRITE, VALUE, RECORD] = [2_000, 300, 400];
/** Copies of a key and of a text that are held until the disk has them. */
const COPIES = 2;

/** Bytes of memory that the writes which are not on disk yet take. */
export class Backlog {
  private held = 0;
  private readonly waiting: { bytes: number; begin: () => void }[] = [];

  /** `bytes` is what all writes may take together. */
  constructor(readonly bytes: number) {}

  get used(): number {
    return this.held;
  }

  get isFull(): boolean {
    return this.held > this.bytes || this.waiting.length > 0;
  }

  /** Counts a write that is small, or that was made already. */
  add(bytes: number): void {
    this.held += bytes;
  }

  /**
   * Counts a write once there is room for it: when all of them fit, or when it is the only one. Who waits longest is
   * first.
   */
  room(bytes: number): Promise<void> {
    return new Promise(begin => {
      this.waiting.push({ bytes, begin });
      this.admit();
    });
  }

  /** Gives back what a write took. */
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
  let bytes = WRITE;
  for (const [key, text] of records) bytes += RECORD + COPIES * (key.length + (text?.length ?? 0));
  return bytes;
}

/**
 * The most bytes of memory that a write takes until it is on disk: old and new values with their records, and the
 * work of checking. Asked before that work: it costs one look at each value of the request.
 */
export function bytesOfWrite(write: Write, before: Tree): number {
  const bytesAt = (place: Path, value: Json) =>
    bytesOfTree(nodeAt(before, place), lengthOf(place)) + bytesOfData(value, lengthOf(place));
  if (write.kind === 'set') return WRITE + bytesAt(write.path, write.data);
  return partsOf(write).reduce((sum, { place, value }) => sum + bytesAt(place, value), WRITE);
}

/** `keyLength` is the length of the key of the tree's own record. A tree stays in memory until the disk has what replaces it. */
function bytesOfTree(tree: Tree, keyLength: number): number {
  // The record of the root holds no leaves: each top-level key has one of its own.
  if (keyLength === 0 && tree instanceof Branch) {
    let bytes = RECORD;
    for (const [key, child] of tree.children.range()) bytes += bytesOfTree(child, key.length + 1);
    return bytes;
  }
  return weightOf(tree) + recordsOf(tree) * (RECORD + COPIES * keyLength) + COPIES * keyLengthOf(tree);
}

/** As if every value had a record of its own. */
function bytesOfData(data: Json, keyLength: number): number {
  let bytes = VALUE + RECORD + COPIES * keyLength;
  if (typeof data === 'string') return bytes + COPIES * data.length;
  if (typeof data !== 'object' || data === null) return bytes;
  for (const [key, value] of Object.entries(data)) bytes += bytesOfData(value, keyLength + key.length + 1);
  return bytes;
}
