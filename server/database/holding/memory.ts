import { StoreError } from '../../storage/errors';
import { NotLoaded, ProtocolError, type Clock, type Section } from '../../lib/types';
import { Backlog } from '../writing/backlog';
import type { Commits } from '../writing/commits';
import type { Logger } from '../log';
import { storedBytes } from './quota';
import { readPart } from './saved';
import { Absent } from '../tree/absent';
import { childOf, nodeAt, present, recordsOf, type Tree } from '../tree/node';
import type { Path } from '../tree/keys';

export type MemoryParts = {
  section: Section;
  clock: Clock;
  log: Logger;
  /** Bytes of memory that the loaded parts may take together, with those that are being read and answered. */
  loadedBytes: number;
  /** Bytes of memory that are being answered with, whether or not they are of loaded parts. */
  answering: () => number;
  /** Bytes that a database may take of which somebody asks for all. */
  wholeBytes: number;
};

/** Milliseconds that a part stays after it was last used, and between two looks for such parts. */
const IDLE = 5 * 60_000;
const INTERVAL_MS = 30_000;
/** Parts that are read at the same time. */
const READERS = 4;
/** The part of the room for loaded parts that is for reading, and its least in bytes. */
const [READING, LEAST] = [1 / 4, 1_000_000];
/** Bytes of memory that reading takes for each byte of a part: the part, and the texts that it is made of. */
const COPIES = 2;

/** The refusal to read a part, or to write to it, of which records are altered or missing. */
export class DamagedPart extends ProtocolError {
  constructor() {
    super('unavailable', 'The data of this account are damaged.', 503);
  }
}

/**
 * Keeps those parts of a database (its top-level keys) in memory that are used. A part is read when somebody asks for
 * it. It goes when it was unused for minutes without a listener, or, least recently used first, when parts take too
 * much.
 */
export class Memory {
  /** When each loaded part was last used, the least recently used first. */
  private readonly used = new Map<string, number>();
  /** How many are using a part now; null is all of them. */
  private readonly pins = new Map<string | null, number>();
  private readonly reading = new Map<string, Promise<void>>();
  /** Room for what is being read, which takes memory before it is there: a part waits until it fits. */
  private readonly readers: Backlog;
  private readonly timer = setInterval(() => this.evict(), INTERVAL_MS).unref();

  constructor(
    private readonly parts: MemoryParts,
    private readonly commits: Commits,
    private readonly isWriting: (key: string) => boolean,
    /** How many parts are not in memory. */
    private absent: number,
  ) {
    this.readers = new Backlog(Math.max(LEAST, parts.loadedBytes * READING));
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

  /** Remembers that a part was used. */
  touch(key: string): void {
    const part = childOf(this.commits.ahead, key);
    if (part === null || part instanceof Absent) return;
    this.used.delete(key);
    this.used.set(key, this.parts.clock());
  }

  /**
   * Does something that looks at the tree: at once when all that it looks at is in memory; else it reads what is missing
   * and does it again from the start, so that it must change nothing before it has looked.
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

  /** Removes a part that can't be read. Rejects when the disk refuses. */
  async drop(key: string): Promise<void> {
    await this.parts.section.dropPart(key);
    if (!(childOf(this.commits.root, key) instanceof Absent)) return;
    this.commits.replace(key, null);
    this.absent -= 1;
  }

  /** Bytes of the parts that are in memory. */
  get bytes(): number {
    return [...this.used.keys()].reduce((sum, key) => sum + storedBytes(childOf(this.commits.root, key)), 0);
  }

  /** Lets go of what is idle, and of the least recently used while parts take more than they may. */
  evict(): void {
    const { listens, root } = this.commits;
    const busy = this.commits.busyKeys();
    if (this.pins.has(null) || listens.hasAll || busy.has(null)) return;
    const sizes = [...this.used.keys()].map(key => [key, storedBytes(childOf(root, key))] as const);
    let bytes = sizes.reduce((sum, [, size]) => sum + size, this.readers.used + this.parts.answering());
    const oldest = this.parts.clock() - IDLE;
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
