import { ClassicLevel } from 'classic-level';
import { inSlices } from '../slices';
import { ProtocolError, type StoreChange, type Work } from '../types';
import { StoreError } from './errors';

export type Batch = readonly StoreChange[];

const PAGE = 2_000;
/** Changes of a batch that is handed to LevelDB in one go. */
const FEW = 1_000;

/**
 * LevelDB, and what it leaves open: whether a batch that failed halfway is there after a restart. So a failed batch is
 * undone (its keys are put back to what they were) on a freshly opened log before anything else is written.
 */
export class Disk {
  private undo: Batch | null = null;

  private constructor(
    private readonly level: ClassicLevel,
    private readonly fault: () => Error | null,
  ) {}

  static async open(location: string, fault: () => Error | null = () => null): Promise<Disk> {
    const level = new ClassicLevel(location, { keyEncoding: 'utf8', valueEncoding: 'utf8' });
    try {
      await level.open();
    } catch (error) {
      throw new StoreError(whyNot(location, error as Error));
    }
    return new Disk(level, fault);
  }

  async get(key: string): Promise<string | undefined> {
    try {
      return await this.level.get(key);
    } catch (error) {
      throw unavailable(error);
    }
  }

  /** The pairs whose key starts with `prefix`, in the order of the keys' bytes, all of one instant. */
  async *pairs(prefix: string): AsyncGenerator<readonly [string, string]> {
    const iterator = this.level.iterator({ gte: prefix });
    try {
      for (let page = await iterator.nextv(PAGE); page.length > 0; page = await iterator.nextv(PAGE))
        for (const pair of page) {
          if (!pair[0].startsWith(prefix)) return;
          yield pair;
        }
    } finally {
      await iterator.close();
    }
  }

  /** All of it on disk, or none: rejects with `unavailable` when the disk refuses. */
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

  close(): Promise<void> {
    return this.level.close();
  }

  private async put(batch: Batch): Promise<void> {
    if (batch.length > FEW) return this.putInSlices(batch);
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
    return Promise.all(batch.map(async ({ key }) => ({ key, value: (await this.level.get(key)) ?? null })));
  }

  private async mend(undo: Batch): Promise<void> {
    await this.level.close();
    await this.level.open();
    await this.put(undo);
    this.undo = null;
  }
}

function* filled(chained: ReturnType<ClassicLevel['batch']>, batch: Batch): Work<void> {
  for (const [index, { key, value }] of batch.entries()) {
    if (value === null) chained.del(key);
    else chained.put(key, value);
    if (index % 64 === 63) yield;
  }
}

function unavailable(error: unknown): ProtocolError {
  return new ProtocolError('unavailable', `The disk refused: ${rootCause(error).message}`, 503);
}

function rootCause(error: unknown): Error {
  const { cause } = error as Error;
  return cause instanceof Error ? rootCause(cause) : (error as Error);
}

function whyNot(location: string, error: Error): string {
  const cause = rootCause(error) as NodeJS.ErrnoException;
  if (cause.code === 'LEVEL_LOCKED') return `Another process is using the data in ${location}.`;
  return `The data in ${location} can't be opened: ${cause.message}`;
}
