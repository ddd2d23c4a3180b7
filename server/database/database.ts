import { ProtocolError, type Auth, type Random, type Section } from '../lib/types';
import { bytesOfRecords } from './writing/backlog';
import { Commits, type Settle } from './writing/commits';
import type { Listens, Step } from './tree/listens';
import { DamagedPart, Memory, type MemoryParts } from './writing/memory';
import { PushIds } from './holding/pushIds';
import { sizesOf, storedBytes } from './holding/quota';
import { PUSH_ID_KEY, readPlace, readSaved } from './holding/saved';
import { Absent } from './tree/absent';
import { childOf, nodeAt, TreeView, type Tree } from './tree/node';
import { queryView, type Query } from './tree/query';
import type { Records } from './tree/records';
import type { Path } from './tree/keys';
import type { Write } from './writing/write';
import { Writes, type WritesParts } from './writing/writes';

/** Counts a write by the word of its answer, `ok` when it succeeded, and its duration in seconds. */
export type MeasureWrite = (answer: string, seconds: number) => void;

type DatabaseParts = WritesParts &
  MemoryParts & { section: Section; random: Random; measureWrite?: MeasureWrite };

/**
 * A database: read access and writes. A write becomes visible and is answered when it is durable; `writes.ts` checks
 * it and `commits.ts` writes it to the disk.
 */
export class Database {
  private readonly commits: Commits;
  private readonly writes: Writes;
  private readonly memory: Memory;

  private constructor(
    private readonly parts: DatabaseParts,
    root: Tree,
    private readonly pushIds: PushIds,
  ) {
    this.commits = new Commits(parts, root);
    this.writes = new Writes(parts, this.commits, () => this.memory);
    const absent = [...parts.section.parts()].length;
    this.memory = new Memory(parts, this.commits, key => this.writes.isWriting(key), absent);
  }

  get listens(): Listens {
    return this.commits.listens;
  }

  /** Calls back after each published change. */
  onChange(listener: (step: Step) => void): void {
    this.commits.onChange = listener;
  }

  static async open(parts: DatabaseParts): Promise<Database> {
    const { root, lastPushId } = await readSaved(parts.section);
    return new Database(parts, root, new PushIds(parts.clock, parts.random, lastPushId));
  }

  /**
   * Runs work that uses `read`, `canRead`, `admit` or `check`: synchronously when all the data it needs is in memory.
   * Otherwise the missing parts are loaded and the work is run again from the start.
   */
  run<T>(act: () => T | Promise<T>): T | Promise<T> {
    return this.memory.run(act);
  }

  /** The value at a path, if the reader is allowed to see it. Throws `permission_denied`, and `NotLoaded`: see `run`. */
  read(path: Path, query: Query | null, auth: Auth): Tree {
    if (!this.canRead(path, query, auth))
      throw new ProtocolError('permission_denied', 'Permission denied', 401);
    return this.at(path);
  }

  /** The value at a path without a permission check. Throws `NotLoaded`. */
  at(path: Path): Tree {
    return this.memory.at(path);
  }

  /**
   * The value at a place of a part, without a permission check. A part that is not in memory is not loaded for it; then,
   * unless `isWhole`, branches and long texts below are left out.
   */
  async glance(path: Path, isWhole: boolean): Promise<Tree> {
    const isLoaded = !(childOf(this.commits.root, path[0] ?? '') instanceof Absent);
    return isLoaded ? nodeAt(this.commits.root, path) : readPlace(this.parts.section, path, isWhole);
  }

  canRead(path: Path, query: Query | null, auth: Auth): boolean {
    const { rules, clock } = this.parts;
    if (auth && !this.parts.isCurrent(auth)) return false;
    const ask = { auth, now: clock(), root: new TreeView(this.commits.root), path };
    return rules().canRead(query ? { ...ask, query: queryView(query) } : ask);
  }

  /** See `Writes.admit`. */
  admit(path: Path, auth: Auth, below: boolean): void {
    this.writes.admit(path, auth, below);
  }

  /** The query with its index according to the rules. */
  known(path: Path, query: Query | null): Query | null {
    const isDeclared =
      query !== null && query.order.path.length > 0 && this.isIndexed(path, query.order.name);
    return isDeclared ? { ...query, order: { ...query.order, isDeclared } } : query;
  }

  isIndexed(path: Path, child: string): boolean {
    return this.parts.rules().isIndexed(path, child);
  }

  /** Bytes stored below a top-level key, including unfinished writes. */
  storedAt(key: string): number {
    return storedBytes(childOf(this.commits.ahead, key));
  }

  /** Bytes stored in all, and how many of them are in memory. */
  get sizes(): { bytes: number; loaded: number } {
    return { bytes: storedBytes(this.commits.root), loaded: this.memory.bytes };
  }

  /** The stored bytes of each top-level key. */
  storedByKey(): { key: string; bytes: number }[] {
    return sizesOf(this.commits.root);
  }

  /** False while so many writes wait for the disk that callers should wait before adding another one. */
  get hasRoom(): boolean {
    return !this.commits.backlog.isFull;
  }

  /** Resolves when `hasRoom` is true. */
  room(): Promise<void> {
    return this.commits.backlog.room(0);
  }

  /** See `Writes.write`. */
  write(write: Write, settle: Settle, records?: Records): void {
    const { measureWrite } = this.parts;
    if (!measureWrite) return this.writes.write(write, settle, records);
    const begun = performance.now();
    const measured: Settle = (error, step) => {
      measureWrite(error?.code ?? 'ok', (performance.now() - begun) / 1000);
      settle(error, step);
    };
    this.writes.write(write, measured, records);
  }

  /**
   * Removes everything below a top-level key, even if damaged, for the operator: rules are not checked. Rejects when
   * the disk refuses.
   */
  async remove(key: string): Promise<void> {
    await this.removeAt([key]).catch((error: unknown) => {
      if (error instanceof DamagedPart) return this.memory.drop(key);
      throw error;
    });
  }

  /** Removes the value at a place, without a check of the rules. Rejects when the disk refuses. */
  async removeAt(path: Path): Promise<void> {
    const write: Write = { kind: 'set', path, data: null, auth: null, isOperators: true };
    const error = await new Promise<ProtocolError | null>(settle => this.write(write, settle));
    if (error) throw error;
  }

  /** Writes a value under a new key that sorts after all earlier ones, also after a restart. */
  push(write: Write, settle: (error: ProtocolError | null, key: string) => void): void {
    const key = this.pushIds.next();
    const records = new Map([[PUSH_ID_KEY, key]]);
    this.write({ ...write, path: [...write.path, key] }, error => settle(error, key), records);
  }

  /** Throws the error with which a write would be refused now, without writing. */
  check(write: Write): void {
    this.writes.check(write);
  }

  /** The refusal for a request in which an error occurred. */
  refusalOf(error: unknown): ProtocolError {
    return this.commits.refusalOf(error);
  }

  /** A step that changes nothing. */
  get noStep(): Step {
    return { before: this.commits.ahead, after: this.commits.ahead, assignments: [] };
  }

  /** Stores records beside the tree, in order with the writes. */
  keep(records: Records, settle: Settle): void {
    const bytes = bytesOfRecords(records);
    this.commits.backlog.add(bytes);
    this.commits.enqueue({
      step: this.noStep,
      records,
      error: null,
      settle,
      isLarge: false,
      bytes,
    });
  }

  /** Resolves when no write is being checked or waits for the disk. */
  async drained(): Promise<void> {
    await this.writes.drained();
    await this.commits.drained();
  }

  /** Call it when the database is no longer used. */
  close(): void {
    this.memory.close();
  }

  /** Unloads unused parts; called by a timer. */
  evict(): void {
    this.memory.evict();
  }
}
