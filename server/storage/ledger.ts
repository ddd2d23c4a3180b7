import { randomBytes } from 'node:crypto';
import { checksumOf, sealed, unsealed } from './checksum';
import type { Batch } from './disk';
import { FORMAT_KEY, HEAD_KEY } from './keys';

/** What the store says of itself in the record `HEAD_KEY`, written with every commit. */
export interface Head {
  /** Of the store, given when it is made: tells it from every other one. */
  id: string;
  /** The format version of the records. */
  format: number;
  /** How many commits there have been. */
  sequence: number;
  /** How many records there are. */
  records: number;
  /** The sum of their checksums, modulo 2⁴⁸. */
  sum: number;
}

const MODULUS = 2 ** 48;
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Counts the records of the store and adds up their checksums, so that one that is missing, altered, or has fallen back
 * to an earlier value is noticed when all are read. It holds each record's checksum by key: about 100 bytes a record.
 */
export class Ledger {
  private constructor(
    private head: Head,
    private readonly checksums: Map<string, number>,
  ) {}

  /** The ledger of a store that has no records yet. */
  static empty(format: number): Ledger {
    const id = randomBytes(8).toString('hex');
    return new Ledger({ id, format, sequence: 0, records: 0, sum: 0 }, new Map());
  }

  /** Continues from a head. The records must be those that it speaks of: see `Tally`. */
  static of(head: Head, tally: Tally): Ledger {
    return new Ledger(head, tally.checksums);
  }

  get current(): Readonly<Head> {
    return this.head;
  }

  /**
   * What to write for these changes: each record with its checksum, the new head, and the format when it changes. Call `done` once it is on disk;
   * without that call the ledger stays as it is.
   */
  next(changes: Batch, format = this.head.format): { batch: Batch; done(): void } {
    const newest = new Map(changes.map(({ key, value }) => [asStored(key), value]));
    const checksums = new Map<string, number | null>();
    const batch: { key: string; value: string | null }[] = [];
    let { records, sum } = this.head;
    for (const [key, text] of newest) {
      const before = this.checksums.get(key);
      const after = text === null ? null : checksumOf(key, text);
      if (before === undefined && after === null) continue;
      records += (after === null ? 0 : 1) - (before === undefined ? 0 : 1);
      sum = (sum + (after ?? 0) - (before === undefined ? 0 : before >>> 0) + MODULUS) % MODULUS;
      checksums.set(key, after);
      batch.push({ key, value: text === null ? null : sealed(text, after!) });
    }
    const head = { ...this.head, format, sequence: this.head.sequence + 1, records, sum };
    batch.push({ key: HEAD_KEY, value: sealHead(head) });
    if (head.sequence === 1 || format !== this.head.format)
      batch.push({ key: FORMAT_KEY, value: String(format) });
    const done = () => {
      this.head = head;
      for (const [key, checksum] of checksums)
        if (checksum === null) this.checksums.delete(key);
        else this.checksums.set(key, checksum | 0);
    };
    return { batch, done };
  }
}

/** A key as the disk gives it back: UTF-8 has no lone surrogates, so that keys that differ in them alone are one. */
function asStored(key: string): string {
  return LONE_SURROGATE.test(key) ? Buffer.from(key).toString() : key;
}

/** Adds up what is read, to be compared with the head. */
export class Tally {
  /** As signed 32-bit integers, which the engine keeps without a box. */
  readonly checksums = new Map<string, number>();
  private sum = 0;

  /** The record's text, or null when it is not the one that was written. */
  read(key: string, value: string): string | null {
    const found = unsealed(key, value);
    if (!found) return null;
    this.checksums.set(key, found.checksum | 0);
    this.sum = (this.sum + found.checksum) % MODULUS;
    return found.text;
  }

  /** True when these are all records that the head speaks of, each as it was last written. */
  agreesWith({ records, sum }: Head): boolean {
    return records === this.checksums.size && sum === this.sum;
  }
}

export function sealHead(head: Head): string {
  const text = JSON.stringify(head);
  return sealed(text, checksumOf(HEAD_KEY, text));
}

/** Null when it is damaged. */
export function readHead(value: string): Head | null {
  const found = unsealed(HEAD_KEY, value);
  return found && (JSON.parse(found.text) as Head);
}

/** True for the two records that speak of the store itself. */
export function isOwn(key: string): boolean {
  return key === FORMAT_KEY || key === HEAD_KEY;
}
