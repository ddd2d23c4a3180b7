import { hash, randomBytes } from 'node:crypto';
import { unsealed } from './checksum';
import { PART_KEY, partOf } from './keys';

/** The totals of a part: the number of records, the sum of their checksums, and their size in memory. */
export type Part = { records: number; sum: number; size: number };

export const NOTHING: Part = { records: 0, sum: 0, size: 0 };

/** The maximum length of a key that is stored unchanged. */
const SHORT_KEY_CHARACTERS = 80;
/** A random salt, so that nobody can construct two keys with the same digest. */
const SALT = randomBytes(16).toString('latin1');

/** The short form of a key: for a long one 96 bits of its digest, in 12 characters. */
export function holdable(key: string): string {
  return key.length <= SHORT_KEY_CHARACTERS ? key : hash('sha1', SALT + key, 'binary').slice(0, 12);
}

/** The checksums of a part's records by short key, as signed 32-bit integers, which V8 stores unboxed. */
export type Checksums = Map<string, number>;

const MODULUS = 2 ** 48;
/**
 * Estimated bytes of memory of a record besides its key and text, and per character of them, when the owner does not
 * provide the size.
 */
const [RECORD_BYTES, CHARACTER_BYTES] = [400, 2];

export const sumOf = (a: number, b: number): number => (a + b + MODULUS) % MODULUS;

/** A part's totals after a change of one record; null is no record. */
export function addTo(
  { records, sum, size }: Part,
  { before, after }: { before: number | null; after: number | null },
  length: number,
): Part {
  return {
    records: records + Number(after !== null) - Number(before !== null),
    sum: sumOf(sumOf(sum, after ?? 0), -(before ?? 0)),
    size: before === null ? size + RECORD_BYTES + CHARACTER_BYTES * length : size,
  };
}

/** Sums the records read from a store, to be compared with its own totals. */
export class Tally {
  readonly parts = new Map<string, Part>();
  /** The store's own totals of its parts. */
  readonly storedParts = new Map<string, Part>();
  /** The totals of one part. */
  readonly checksums: Checksums = new Map();
  private total: Part = NOTHING;

  /** `held` is the part whose checksums are kept. */
  constructor(private readonly held: string) {}

  get records(): number {
    return this.total.records;
  }

  /** The record's text; null when it was altered. */
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

  /** Reads the store's own totals of a part; returns false when they were altered. */
  readPart(key: string, value: string): boolean {
    const found = unsealed(key, value);
    if (found) this.storedParts.set(key.slice(PART_KEY.length), JSON.parse(found.text) as Part);
    return found !== null;
  }

  /** True when the records match the head's totals. */
  agreesWith({ records, sum }: Pick<Part, 'records' | 'sum'>): boolean {
    return records === this.total.records && sum === this.total.sum;
  }

  /** True when each part matches its own totals. */
  get agreesByPart(): boolean {
    const named = [...this.parts].filter(([name]) => name !== '');
    return (
      named.length === this.storedParts.size &&
      named.every(([name, { records, sum }]) => {
        const part = this.storedParts.get(name);
        return part?.records === records && part.sum === sum;
      })
    );
  }
}
