import { randomBytes } from 'node:crypto';
import type { Batch, Work } from '../../lib/types';
import { checksumOf, sealed, unsealed } from './checksum';
import { FORMAT, FORMAT_KEY, HEAD_KEY, PART_KEY, partOf } from './keys';
import { addTo, holdable, NOTHING, sumOf, type Checksums, type Part } from './tally';

/** The store's record about itself, `HEAD_KEY`, written with every commit. */
export interface Head {
  /** Identifies the store; generated when it is created. */
  id: string;
  /** The number of commits. */
  sequence: number;
  /** The number of records. */
  records: number;
  /** The sum of the records' checksums, modulo 2⁴⁸. */
  sum: number;
}

const LONE_SURROGATE = /\p{Surrogate}/u;
/** The number of changes processed in one slice. */
const CHANGES_PER_SLICE = 64;
type Next = { batch: Batch; done(): void };

/**
 * Counts the records of the store and of each part, and sums their checksums, so that a missing, altered or outdated
 * record is noticed when its part is read. For loaded parts it holds each record's checksum, at most 150 bytes.
 */
export class Ledger {
  private readonly checksums = new Map<string, Checksums>();
  private readonly sizes = new Map<string, number>();

  /** The records must match the head and the parts; the checksums are those of the part with the empty name. */
  constructor(
    private head: Head,
    readonly parts: Map<string, Part>,
    everywhere: Checksums,
  ) {
    this.checksums.set('', everywhere);
  }

  /** The ledger of an empty store. */
  static empty(): Ledger {
    const id = randomBytes(8).toString('hex');
    return new Ledger({ id, sequence: 0, records: 0, sum: 0 }, new Map(), new Map());
  }

  get current(): Readonly<Head> {
    return this.head;
  }

  /** True when the part's records may be changed: they were read, or there are none. */
  isHeld(part: string): boolean {
    return this.checksums.has(part) || !this.parts.has(part);
  }

  /** Adds the checksums of a part that was read and verified. */
  hold(part: string, checksums: Checksums): void {
    this.checksums.set(part, checksums);
  }

  /** Drops the checksums of a part. */
  release(part: string): void {
    if (part !== '') this.checksums.delete(part);
  }

  /** Sets the size in memory that a part has after its next commit, as known to the caller. */
  noteSize(part: string, size: number): void {
    this.sizes.set(part, size);
  }

  /**
   * The batch for these changes: records with checksums, the heads of parts and store, and at first the format. Changed
   * parts must be held; dropped ones are removed with the given keys. Call `done` once it is on disk. One at a time.
   */
  *next(changes: Batch, dropped: ReadonlyMap<string, readonly string[]> = new Map()): Work<Next> {
    const newest = new Map<string, string | null>();
    for (const { key, value } of changes) {
      newest.set(asStored(key), value);
      if (newest.size % CHANGES_PER_SLICE === 0) yield;
    }
    const held = new Map<string, Map<string, number | null>>();
    const parts = new Map<string, Part>();
    const batch: { key: string; value: string | null }[] = [];
    let total: Part = { ...this.head, size: 0 };
    for (const [name, keys] of dropped) {
      const { records, sum } = this.parts.get(name) ?? NOTHING;
      total = { ...total, records: total.records - records, sum: sumOf(total.sum, -sum) };
      parts.set(name, NOTHING);
      for (const key of keys) batch.push({ key, value: null });
    }
    let count = 0;
    for (const [key, text] of newest) {
      if ((count += 1) % CHANGES_PER_SLICE === 0) yield;
      const name = partOf(key);
      const place = holdable(key);
      const before = this.checksums.get(name)?.get(place);
      const after = text === null ? null : checksumOf(key, text);
      if (before === undefined && after === null) continue;
      const part = parts.get(name) ?? this.parts.get(name) ?? NOTHING;
      const change = { before: before === undefined ? null : before >>> 0, after };
      parts.set(name, addTo(part, change, key.length + (text?.length ?? 0)));
      total = addTo(total, change, 0);
      const checksums = held.get(name) ?? new Map<string, number | null>();
      held.set(name, checksums.set(place, after));
      batch.push({ key, value: text === null ? null : sealed(text, after!) });
    }
    parts.delete('');
    for (const [name, part] of parts) parts.set(name, { ...part, size: this.sizes.get(name) ?? part.size });
    const { records, sum } = total;
    const head = { ...this.head, sequence: this.head.sequence + 1, records, sum };
    for (const [name, part] of parts) batch.push(partChange(name, part));
    batch.push({ key: HEAD_KEY, value: sealHead(head) });
    if (head.sequence === 1) batch.push({ key: FORMAT_KEY, value: FORMAT });
    return { batch, done: () => this.take(head, parts, held) };
  }

  private take(
    head: Head,
    parts: ReadonlyMap<string, Part>,
    held: ReadonlyMap<string, ReadonlyMap<string, number | null>>,
  ): void {
    this.head = head;
    for (const name of parts.keys()) this.sizes.delete(name);
    for (const [name, part] of parts)
      if (part.records === 0) this.parts.delete(name);
      else this.parts.set(name, part);
    for (const [name, changes] of held) {
      const checksums: Checksums = this.checksums.get(name) ?? new Map<string, number>();
      this.checksums.set(name, checksums);
      for (const [place, checksum] of changes)
        if (checksum === null) checksums.delete(place);
        else checksums.set(place, checksum | 0);
    }
  }
}

/** The part with the empty name, computed as the head minus all parts; null when the parts exceed it. */
export function restOf(head: Head, parts: ReadonlyMap<string, Part>): Pick<Part, 'records' | 'sum'> | null {
  let { records, sum } = head;
  for (const part of parts.values()) {
    records -= part.records;
    sum = sumOf(sum, -part.sum);
  }
  return records < 0 ? null : { records, sum };
}

function partChange(name: string, part: Part): { key: string; value: string | null } {
  const key = PART_KEY + name;
  if (part.records === 0) return { key, value: null };
  const text = JSON.stringify(part);
  return { key, value: sealed(text, checksumOf(key, text)) };
}

/** The key as the disk returns it: UTF-8 has no lone surrogates, so that keys may become equal. */
function asStored(key: string): string {
  return LONE_SURROGATE.test(key) ? Buffer.from(key).toString() : key;
}

function sealHead(head: Head): string {
  const text = JSON.stringify(head);
  return sealed(text, checksumOf(HEAD_KEY, text));
}

/** Null when it is damaged. */
export function readHead(value: string): Head | null {
  const found = unsealed(HEAD_KEY, value);
  return found && (JSON.parse(found.text) as Head);
}

/** True for the records about the store itself. */
export function isOwn(key: string): boolean {
  return key === FORMAT_KEY || key === HEAD_KEY || key.startsWith(PART_KEY);
}
