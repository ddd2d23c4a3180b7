import { hash, randomBytes } from 'node:crypto';
import { unsealed } from './checksum';
import { PART_KEY, partOf } from './keys';
import type { Head } from './ledger';

/** The facts about a part: how many records, the sum of their checksums, and how many bytes they take in memory. */
export type Part = { records: number; sum: number; size: number };

export const NOTHING: Part = { records: 0, sum: 0, size: 0 };

/** Characters of a key that is held as it is. */
const SHORT = 80;
/** Keeps outsiders from looking for two keys with the same digest. */
const SALT = randomBytes(16).toString('latin1');

/** The short form of a key: a long one as 96 bits of its digest, in 12 characters. */
export function holdable(key: string): string {
  return key.length <= SHORT ? key : hash('sha1', SALT + key, 'binary').slice(0, 12);
}

/** The checksums of a part's records, by what their keys are held as, as signed 32-bit integers, which take no box. */
export type Checksums = Map<string, number>;

const MODULUS = 2 ** 48;
/** Bytes of memory of a record beside its key and text, and for each character of them: a guess for what no owner knows. */
const [RECORD, CHARACTER] = [400, 2];

export const sumOf = (a: number, b: number): number => (a + b + MODULUS) % MODULUS;

/** A part after one of its records has changed; null is no record. */
export function addTo(
  { records, sum, size }: Part,
  { before, after }: { before: number | null; after: number | null },
  length: number,
): Part {
  return {
    records: records + Number(after !== null) - Number(before !== null),
    sum: sumOf(sumOf(sum, after ?? 0), -(before ?? 0)),
    size: before === null ? size + RECORD + CHARACTER * length : size,
  };
}

/** Adds up what is read of a store, to be compared with what it says of itself. */
export class Tally {
  readonly parts = new Map<string, Part>();
  /** The store's facts about its parts. */
  readonly told = new Map<string, Part>();
  /** Of one part. */
  readonly checksums: Checksums = new Map();
  private total: Part = NOTHING;

  /** `held` is the part whose checksums it keeps. */
  constructor(private readonly held: string) {}

  get records(): number {
    return this.total.records;
  }

  /** The record's text, or null when it is not the one that was written. */
  read(key: string, value: string): string | null {
    const found = unsealed(key, value);
    if (!found) return null;
    const name = partOf(key);
    const change = { before: null, after: found.checksum };
    this.parts.set(name, addTo(this.parts.get(name) ?? NOTHING, change, key.length + found.text.length));
    this.total = addTo(this.total, change, 0);
    if (name === this.held) this.checksums.set(holdable(key), found.checksum | 0);
    return found.text;
  }

  /** Reads what the store says of a part; false when that is altered. */
  readPart(key: string, value: string): boolean {
    const found = unsealed(key, value);
    if (found) this.told.set(key.slice(PART_KEY.length), JSON.parse(found.text) as Part);
    return found !== null;
  }

  /** True when these are all records that the head speaks of, each as it was last written. */
  agreesWith({ records, sum }: Pick<Head, 'records' | 'sum'>): boolean {
    return records === this.total.records && sum === this.total.sum;
  }

  /** True when each part is what the store says of it. */
  get hasTold(): boolean {
    const named = [...this.parts].filter(([name]) => name !== '');
    return (
      named.length === this.told.size &&
      named.every(([name, { records, sum }]) => {
        const part = this.told.get(name);
        return part?.records === records && part.sum === sum;
      })
    );
  }
}
