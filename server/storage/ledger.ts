import { hash, randomBytes } from 'node:crypto';
import type { Work } from '../types';
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
/** Changes that are looked at in one piece of work. */
const MANY = 64;
/** Characters of a key that is held as it is. */
const SHORT = 80;
/** Keeps outsiders from looking for two keys with the same digest. */
const SALT = randomBytes(16).toString('latin1');

/** What a key is held as: a long one as 96 bits of its digest, in 12 characters. */
function holdable(key: string): string {
  return key.length <= SHORT ? key : hash('sha1', SALT + key, 'binary').slice(0, 12);
}

/**
 * Counts the records of the store and adds up their checksums, so that one that is missing, altered, or has fallen back
 * to an earlier value is noticed when all are read. It holds each record's checksum by its key: 150 bytes a record at most,
 * however long the key is.
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
   * What to write for these changes: each record with its checksum, the new head, and the format when it changes. Call
   * `done` once it is on disk; without that call the ledger stays as it is. One at a time.
   */
  *next(changes: Batch, format = this.head.format): Work<{ batch: Batch; done(): void }> {
    const newest = new Map<string, string | null>();
    for (const { key, value } of changes) {
      newest.set(asStored(key), value);
      if (newest.size % MANY === 0) yield;
    }
    const checksums = new Map<string, number | null>();
    const batch: { key: string; value: string | null }[] = [];
    let { records, sum } = this.head;
    let count = 0;
    for (const [key, text] of newest) {
      if ((count += 1) % MANY === 0) yield;
      const held = holdable(key);
      const before = this.checksums.get(held);
      const after = text === null ? null : checksumOf(key, text);
      if (before === undefined && after === null) continue;
      records += (after === null ? 0 : 1) - (before === undefined ? 0 : 1);
      sum = (sum + (after ?? 0) - (before === undefined ? 0 : before >>> 0) + MODULUS) % MODULUS;
      checksums.set(held, after);
      batch.push({ key, value: text === null ? null : sealed(text, after!) });
    }
    const head = { ...this.head, format, sequence: this.head.sequence + 1, records, sum };
    batch.push({ key: HEAD_KEY, value: sealHead(head) });
    if (head.sequence === 1 || format !== this.head.format)
      batch.push({ key: FORMAT_KEY, value: String(format) });
    const done = () => {
      this.head = head;
      for (const [held, checksum] of checksums)
        if (checksum === null) this.checksums.delete(held);
        else this.checksums.set(held, checksum | 0);
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
  /** By what the keys are held as, as signed 32-bit integers, which the engine keeps without a box. */
  readonly checksums = new Map<string, number>();
  private sum = 0;

  /** The record's text, or null when it is not the one that was written. */
  read(key: string, value: string): string | null {
    const found = unsealed(key, value);
    if (!found) return null;
    this.checksums.set(holdable(key), found.checksum | 0);
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
