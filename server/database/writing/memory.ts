import { StoreError } from '../../lib/errors';
import { NotLoaded, ProtocolError, type Clock, type Section } from '../../lib/types';
import { Backlog } from './backlog';
import type { Commits } from './commits';
import type { Logger } from '../../lib/logger';
import { storedBytes } from '../holding/quota';
import { readPart } from '../holding/saved';
import { Absent } from '../tree/absent';
import { childOf, nodeAt, present, recordsOf, type Tree } from '../tree/node';
import type { Path } from '../tree/keys';

export type MemoryParts = {
  section: Section;
  clock: Clock;
  log: Logger;
  /** The limit, in bytes of memory, for loaded parts, including those being read and used for answers. */
  loadedBytes: number;
  /** Bytes of memory held by answers, of loaded parts or not. */
  answering: () => number;
  /** The maximum size in bytes of a database that can be read as a whole. */
  wholeBytes: number;
};

/** Milliseconds that a part stays loaded after its last use, and between two checks. */
const IDLE_MS = 5 * 60_000;
const INTERVAL_MS = 30_000;
/** The number of parts that are read in parallel. */
const READERS = 4;
/** The fraction of the limit reserved for reading, and its minimum in bytes. */
const [READING, LEAST_BYTES] = [1 / 4, 1_000_000];
/** Bytes of memory that reading needs per byte of a part, for the part and its source text. */
const COPIES = 2;

/** The refusal to read or write a part with altered or missing records. */
export class DamagedPart extends ProtocolError {
  constructor() {
    super('unavailable', 'The data of this account are damaged.', 503);
  }
}

/**
 * Keeps the used parts of a database (its top-level keys) in memory. A part is loaded on demand. It is unloaded when
 * it has not been used for minutes and has no listener, or when the limit is exceeded, least recently used first.
 */
export class Memory {
  /** When each loaded part was last used, least recently used first. */
  private readonly used = new Map<string, number>();
  /** The number of users of each part now; null counts users of all parts. */
  private readonly pins = new Map<string | null, number>();
  private readonly reading = new Map<string, Promise<void>>();
  /** Space for parts being read, reserved in advance: a part waits until it fits. */
  private readonly readers: Backlog;
  private readonly timer = setInterval(() => this.evict(), INTERVAL_MS).unref();

  constructor(
    private readonly parts: MemoryParts,
    private readonly commits: Commits,
    private readonly isWriting: (key: string) => boolean,
    /** The number of parts that are not loaded. */
    private absent: number,
  ) {
    this.readers = new Backlog(Math.max(LEAST_BYTES, parts.loadedBytes * READING));
  }

  close(): void {
    clearInterval(this.timer);
  }

  /** The value at a path of the published tree. Throws `NotLoaded`. */
  at(path: Path): Tree {
    if (path[0] === undefined) this.requireAll();
    else this.touch(path[0]);
    return present(nodeAt(this.commits.root, path));
  }

  /** Throws `NotLoaded` unless the whole database is in memory. */
  requireAll(): void {
    if (this.absent > 0) throw new NotLoaded(null);
  }

  /** Records a use of a part. */
  touch(key: string): void {
    const part = childOf(this.commits.ahead, key);
    if (part === null || part instanceof Absent) return;
    this.used.delete(key);
    this.used.set(key, this.parts.clock());
  }

  /**
   * Runs work on the tree: at once when all needed parts are loaded; otherwise loads them and runs it again from the
   * start, so it must not change anything before it has read everything.
   */
  run<T>(act: () => T | Promise<T>): T | Promise<T> {
    try {
      const result = act();
      return result instanceof Promise ? result.catch((error: unknown) => this.load(act, error)) : result;
    } catch (error) {
      return this.load(act, error);
    }
  }

  private async load<T>(act: () => T | Promise<T>, error: unknown): Promise<T> {
    const pinned: (string | null)[] = [];
    try {
      for (let missed = error; ;) {
        if (!(missed instanceof NotLoaded)) throw missed;
        this.pin(missed.key, 1);
        pinned.push(missed.key);
        await (missed.key === null ? this.readAll() : this.read(missed.key));
        try {
          return await act();
        } catch (next) {
          missed = next;
        }
      }
    } finally {
      for (const key of pinned) this.pin(key, -1);
    }
  }

  private pin(key: string | null, change: 1 | -1): void {
    const count = (this.pins.get(key) ?? 0) + change;
    if (count === 0) this.pins.delete(key);
    else this.pins.set(key, count);
  }

  private async readAll(): Promise<void> {
    if (storedBytes(this.commits.root) > this.parts.wholeBytes)
      throw new ProtocolError('too_big', 'The whole database is larger than what may be in memory.', 413);
    for (const { key } of [...this.parts.section.parts()]) await this.read(key);
  }

  private read(key: string): Promise<void> {
    const part = childOf(this.commits.ahead, key);
    if (!(part instanceof Absent)) return Promise.resolve();
    const reading = this.reading.get(key) ?? this.readInTurn(part).finally(() => this.reading.delete(key));
    this.reading.set(key, reading);
    return reading;
  }

  private async readInTurn({ key, bytes }: Absent): Promise<void> {
    const taken = Math.max(COPIES * bytes, this.readers.bytes / READERS);
    await this.readers.room(taken);
    try {
      this.evict();
      await this.readNow(key);
    } finally {
      this.readers.remove(taken);
    }
  }

  private async readNow(key: string): Promise<void> {
    const { section, log } = this.parts;
    try {
      this.commits.replace(key, await readPart(section, key));
    } catch (error) {
      log.error({ err: error, account: key }, 'the data of an account can not be read');
      if (!(error instanceof StoreError)) throw error;
      throw new DamagedPart();
    }
    this.absent -= 1;
    this.touch(key);
  }

  /** Removes an unreadable part. Rejects when the disk refuses. */
  async drop(key: string): Promise<void> {
    await this.parts.section.dropPart(key);
    if (!(childOf(this.commits.root, key) instanceof Absent)) return;
    this.commits.replace(key, null);
    this.absent -= 1;
  }

  /** Bytes of the loaded parts. */
  get bytes(): number {
    return [...this.used.keys()].reduce((sum, key) => sum + storedBytes(childOf(this.commits.root, key)), 0);
  }

  /** Unloads idle parts, and the least recently used ones while the limit is exceeded. */
  evict(): void {
    const { listens, root } = this.commits;
    const busy = this.commits.busyKeys();
    if (this.pins.has(null) || listens.hasAll || busy.has(null)) return;
    const sizes = [...this.used.keys()].map(key => [key, storedBytes(childOf(root, key))] as const);
    let bytes = sizes.reduce((sum, [, size]) => sum + size, this.readers.used + this.parts.answering());
    const oldest = this.parts.clock() - IDLE_MS;
    const inTurn = [
      ...sizes.filter(([key]) => !listens.has(key)),
      ...sizes.filter(([key]) => listens.has(key)),
    ];
    for (const [key, size] of inTurn) {
      const isIdle = !listens.has(key) && this.used.get(key)! <= oldest;
      const isUsed = busy.has(key) || this.pins.has(key) || this.isWriting(key);
      if (isUsed || (!isIdle && bytes <= this.parts.loadedBytes)) continue;
      this.release(key);
      bytes -= size;
    }
  }

  private release(key: string): void {
    const tree = childOf(this.commits.root, key);
    this.used.delete(key);
    this.parts.section.releasePart(key);
    if (tree === null) return;
    this.commits.replace(key, new Absent(key, storedBytes(tree), recordsOf(tree)));
    this.absent += 1;
  }
}
