import { atOnce, inSlices } from '../lib/slices';
import { pairsOf } from '../lib/pairs';
import { ProtocolError, type Batch, type Page, type StoreChange } from '../lib/types';
import { unsealed } from './records/checksum';
import type { Disk } from './disk';
import { DamageError } from '../lib/errors';
import { FORMAT_KEY, HEAD_KEY, PART_KEY, partOf } from './records/keys';
import { isOwn, Ledger, readHead, type Head } from './records/ledger';
import { Tally, type Part } from './records/tally';

/** A change of a record, or the removal of a whole part. */
export type SealedChange = StoreChange | { part: string };

/** The number of changes whose checksums are computed in one slice. */
const CHANGES_PER_SLICE = 1_000;

/** A disk whose records have checksums, are counted, and are verified by both whenever they are read. */
export class SealedDisk {
  constructor(
    private readonly disk: Disk,
    private readonly folder: string,
    private readonly ledger: Ledger,
  ) {}

  /** Initialises an empty store with its first commit, which contains the format. */
  static async begin(disk: Disk, folder: string): Promise<SealedDisk> {
    const sealed = new SealedDisk(disk, folder, Ledger.empty());
    await sealed.write([]);
    return sealed;
  }

  get head(): Readonly<Head> {
    return this.ledger.current;
  }

  get parts(): ReadonlyMap<string, Part> {
    return this.ledger.parts;
  }

  /** Throws `unavailable` when the disk cannot be read or the record was altered. */
  async get(key: string): Promise<string | undefined> {
    const value = await this.disk.get(key);
    return value === undefined ? undefined : textOf(key, value);
  }

  /** The records whose key starts with `prefix`, in the order of the keys' bytes, as a consistent snapshot in pages. */
  async *pages(prefix: string): AsyncGenerator<Page> {
    for await (const page of this.disk.pages(prefix))
      yield page.flatMap(([key, value]) => (isOwn(key) ? [] : [[key, textOf(key, value)] as const]));
  }

  /**
   * All records of a part, whose checksums are then held until `release`. The part must not be changed meanwhile.
   * Throws a `DamageError` for altered records, and at the end for missing ones.
   */
  async *readPart(name: string): AsyncGenerator<Page> {
    const part = this.ledger.parts.get(name);
    if (!part) return;
    const tally = new Tally(name);
    const damaged = () =>
      new DamageError(
        this.folder,
        `the ${part.records} records of an account are not all there as they were written`,
      );
    const read = (page: Page) =>
      page.map(([key, value]) => {
        const text = tally.read(key, value);
        if (text === null) throw damaged();
        return [key, text] as const;
      });
    const own = await this.disk.get(name);
    if (own !== undefined) yield read([[name, own]]);
    for await (const page of this.disk.pages(`${name}/`)) yield read(page);
    if (!tally.agreesWith(part)) throw damaged();
    this.ledger.hold(name, tally.checksums);
  }

  /** Drops the checksums of a part. No commit that changes it may be in progress. */
  release(name: string): void {
    this.ledger.release(name);
  }

  noteSize(name: string, bytes: number): void {
    this.ledger.noteSize(name, bytes);
  }

  /** Atomic: rejects with `unavailable` when the disk refuses. One call at a time. Returns the changes written to the disk. */
  async write(all: readonly SealedChange[]): Promise<Batch> {
    const changes = all.filter(change => 'key' in change);
    const dropped = new Map<string, string[]>();
    for (const change of all) if ('part' in change) dropped.set(change.part, await this.keysOf(change.part));
    const names = new Set(changes.map(({ key }) => partOf(key)));
    const borrowed = [...names].filter(name => !this.ledger.isHeld(name));
    try {
      for (const name of borrowed) for await (const _ of this.readPart(name));
      const work = this.ledger.next(changes, dropped);
      const { batch, done } = changes.length > CHANGES_PER_SLICE ? await inSlices(work) : atOnce(work);
      await this.disk.write(batch);
      done();
      return batch;
    } finally {
      for (const name of [...borrowed, ...dropped.keys()]) this.release(name);
    }
  }

  /** The stored keys of a part's records. */
  private async keysOf(name: string): Promise<string[]> {
    const keys = [name];
    for await (const page of this.disk.pages(`${name}/`)) for (const [key] of page) keys.push(key);
    return keys;
  }

  /** See `unsealedRecords`. */
  snapshot(): AsyncGenerator<readonly [string, string]> {
    return unsealedRecords(this.sealedPages(), this.folder);
  }

  /** A consistent snapshot of all stored records, including those about the store itself. */
  sealedPages(): AsyncGenerator<Page> {
    return this.disk.pages('');
  }

  close(): Promise<void> {
    return this.disk.close();
  }
}

/**
 * All records of a store from their stored form, without those about the store itself. Throws a `DamageError` at the
 * end when records were missing or altered: the result is then incomplete.
 */
export async function* unsealedRecords(
  pages: AsyncIterable<Page>,
  folder: string,
): AsyncGenerator<readonly [string, string]> {
  const tally = new Tally('');
  let head: Head | null = null;
  let altered = 0;
  for await (const [key, value] of pairsOf(pages)) {
    if (key === HEAD_KEY) head = readHead(value);
    else if (key.startsWith(PART_KEY)) altered += Number(!tally.readPart(key, value));
    else if (key !== FORMAT_KEY) {
      const text = tally.read(key, value);
      if (text === null) altered += 1;
      else yield [key, text] as const;
    }
  }
  if (!head || !tally.agreesWith(head) || !tally.agreesByPart)
    throw new DamageError(folder, `${altered} records are altered, others perhaps missing`);
}

function textOf(key: string, value: string): string {
  const found = unsealed(key, value);
  if (!found) throw new ProtocolError('unavailable', 'The disk refused: a record is altered', 503);
  return found.text;
}
