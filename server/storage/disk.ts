import { rm } from 'node:fs/promises';
import { ClassicLevel } from 'classic-level';
import { inSlices } from '../lib/slices';
import { ProtocolError, type Batch, type Page, type StoreChange, type Work } from '../lib/types';
import { StoreError } from '../lib/errors';
import { linkStore } from './folder';

interface DiskOptions {
  /** Creates a missing database; otherwise a missing one is an error. */
  create?: boolean;
  /** Makes the next write fail with the returned error. */
  fault?: () => Error | null;
}

const PAGE_ENTRIES = 2_000;
/** The number of changes passed to LevelDB at once. */
const CHANGES_PER_BATCH = 1_000;

/**
 * A wrapper of LevelDB. After a failed batch, LevelDB leaves open whether it reappears after a restart, so it is
 * undone: its keys get their previous values in a freshly opened log before anything else is written.
 */
export class Disk {
  private undo: Batch | null = null;
  /** A copy made of links, for reading while the database could not be reopened. */
  private standIn: ClassicLevel | null = null;

  private constructor(
    private readonly level: ClassicLevel,
    private readonly fault: () => Error | null,
  ) {}

  /** Throws a `StoreError` when another process uses it, or LevelDB cannot read it. */
  static async open(
    location: string,
    { create = false, fault = () => null }: DiskOptions = {},
  ): Promise<Disk> {
    const level = levelAt(location);
    try {
      await level.open({ createIfMissing: create });
    } catch (error) {
      throw new StoreError(whyNot(location, error as Error));
    }
    return new Disk(level, fault);
  }

  /**
   * Throws a `StoreError` when another process has the database open. LevelDB takes its lock first, so an attempt to
   * open it with impossible options tests the lock without changing anything.
   */
  static async refuseLocked(location: string): Promise<void> {
    try {
      await levelAt(location).open({ createIfMissing: false, errorIfExists: true });
    } catch (error) {
      if (isLocked(error)) throw new StoreError(whyNot(location, error as Error));
    }
  }

  async get(key: string): Promise<string | undefined> {
    try {
      return await this.readable.get(key);
    } catch (error) {
      throw unavailable(error);
    }
  }

  /**
   * The pairs whose key starts with `prefix`, beginning at `from`, in the order of the keys' bytes, as a consistent
   * snapshot in pages. Throws `unavailable` when the disk cannot be read.
   */
  async *pages(prefix: string, from = prefix): AsyncGenerator<Page> {
    const iterator = this.readable.iterator({
      gte: from,
      ...(prefix.endsWith('/') ? { lt: `${prefix.slice(0, -1)}0` } : {}),
    });
    const read = () => {
      const page = iterator.nextv(PAGE_ENTRIES);
      // A reader that stops before that page does not see the error.
      page.catch(() => undefined);
      return page;
    };
    try {
      // Reads the next page while the current one is processed.
      for (let next = read(), page = await next; page.length > 0; page = await next) {
        const isLast = !page.at(-1)![0].startsWith(prefix);
        if (!isLast) next = read();
        yield isLast ? page.filter(([key]) => key.startsWith(prefix)) : page;
        if (isLast) return;
      }
    } catch (error) {
      throw unavailable(error);
    } finally {
      await iterator.close();
    }
  }

  /** Atomic: rejects with `unavailable` when the disk refuses. */
  async write(batch: Batch): Promise<void> {
    if (batch.length === 0) return;
    try {
      if (this.undo) await this.mend(this.undo);
      const fault = this.fault();
      if (fault) throw fault;
      await this.put(batch);
    } catch (error) {
      this.undo ??= await this.before(batch);
      throw unavailable(error);
    }
  }

  async close(): Promise<void> {
    await this.level.close();
    await this.dismiss();
  }

  private get readable(): ClassicLevel {
    return this.standIn ?? this.level;
  }

  private async put(batch: Batch): Promise<void> {
    if (batch.length > CHANGES_PER_BATCH) return this.putInSlices(batch);
    const operations = batch.map(({ key, value }) =>
      value === null ? ({ type: 'del', key } as const) : ({ type: 'put', key, value } as const),
    );
    return this.level.batch(operations, { sync: true });
  }

  private async putInSlices(batch: Batch): Promise<void> {
    const chained = this.level.batch();
    try {
      await inSlices(filled(chained, batch));
      await chained.write({ sync: true });
    } finally {
      await chained.close();
    }
  }

  private async before(batch: Batch): Promise<Batch> {
    const undo: StoreChange[] = [];
    for (let from = 0; from < batch.length; from += CHANGES_PER_BATCH) {
      const keys = batch.slice(from, from + CHANGES_PER_BATCH).map(({ key }) => key);
      const values = await this.readable.getMany(keys);
      keys.forEach((key, index) => undo.push({ key, value: values[index] ?? null }));
    }
    return undo;
  }

  /** Keeps the data readable while the disk has no space to reopen the database. */
  private async mend(undo: Batch): Promise<void> {
    this.standIn ??= await this.openCopy();
    await this.level.close();
    await this.level.open({ createIfMissing: false });
    await this.dismiss();
    await this.put(undo);
    this.undo = null;
  }

  /** Opens a copy made of links, which needs as much space as reopening the database. Throws the cause of a failure. */
  private async openCopy(): Promise<ClassicLevel> {
    const copy = await linkStore(this.level.location);
    const level = levelAt(copy);
    try {
      await level.open({ createIfMissing: false });
      return level;
    } catch (error) {
      await rm(copy, { recursive: true, force: true });
      throw error;
    }
  }

  private async dismiss(): Promise<void> {
    const { standIn } = this;
    this.standIn = null;
    if (!standIn) return;
    await standIn.close();
    await rm(standIn.location, { recursive: true, force: true });
  }
}

function* filled(chained: ReturnType<ClassicLevel['batch']>, batch: Batch): Work<void> {
  for (const [index, { key, value }] of batch.entries()) {
    if (value === null) chained.del(key);
    else chained.put(key, value);
    if (index % 64 === 63) yield;
  }
}

function levelAt(location: string): ClassicLevel {
  return new ClassicLevel(location, { keyEncoding: 'utf8', valueEncoding: 'utf8' });
}

/** The protocol's refusal. Clients see its message, so it does not contain a path; the cause is logged. */
function unavailable(error: unknown): ProtocolError {
  if (error instanceof ProtocolError) return error;
  const refusal = new ProtocolError('unavailable', `The disk refused: ${reasonOf(rootCause(error))}`, 503);
  return Object.assign(refusal, { cause: error });
}

/** The system's error text, which is at the end of LevelDB's message, after the path. */
function reasonOf({ message }: Error): string {
  const words = message.split(': ').at(-1)!;
  return words.includes('/') ? 'it failed' : words;
}

function rootCause(error: unknown): Error {
  const { cause } = error as Error;
  return cause instanceof Error ? rootCause(cause) : (error as Error);
}

function isLocked(error: unknown): boolean {
  return (rootCause(error) as NodeJS.ErrnoException).code === 'LEVEL_LOCKED';
}

function whyNot(location: string, error: Error): string {
  if (isLocked(error)) return `Another process is using the data in ${location}.`;
  return `The data in ${location} can't be opened: ${rootCause(error).message}.`;
}
