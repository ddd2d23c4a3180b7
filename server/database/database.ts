import {
  ProtocolError,
  type Auth,
  type Clock,
  type Random,
  type Rules,
  type Section,
  type Work,
} from '../types';
import { atOnce, inSlices } from '../slices';
import { Backlog, bytesOfRecords, bytesOfWrite } from './backlog';
import { ALL, Lanes } from './lanes';
import type { Logger } from './log';
import { Listens, placeOf, type Assignment, type Step } from './listens';
import { PushIds } from './pushIds';
import { PUSH_ID_KEY, readSaved } from './saved';
import { childOf, keyLengthOf, nodeAt, TreeView, weightOf, withNode, type Tree } from './tree/node';
import { queryView, type Query } from './tree/query';
import { recordWork, type Records } from './tree/records';
import { tooBig } from './size';
import { admitWrite, checkWork, isLarge, type CheckedWrite, type Write } from './write';
import type { Path } from './tree/keys';

export type DatabaseParts = {
  section: Section;
  rules: () => Rules;
  /** Whether a token that was good once still is; asked again at every access. */
  isCurrent: (auth: NonNullable<Auth>) => boolean;
  clock: Clock;
  random: Random;
  log: Logger;
  /** Bytes of memory and of keys that all of it, and one top-level key of it, may take. */
  stored: { all: number; one: number };
  /** Bytes of memory that writes may take together until they are on disk, and that one of them may take. */
  unwritten: { all: number; one: number };
};

/** How an operation ended: with an error, or with the step that it made. */
export type Settle = (error: ProtocolError | null, step: Step) => void;

type Operation = {
  step: Step;
  records: Records;
  error: ProtocolError | null;
  settle: Settle;
  /** Whether telling the listeners may take long. */
  isLarge: boolean;
  /** What it takes of the backlog until it is settled. */
  bytes: number;
};

/**
 * One database. Two roots: `root` is on disk and is what everybody sees; `ahead` has, on top of it, the writes that wait
 * for their sync, and is what further writes are checked against. A write becomes visible and is answered when it is
 * durable; when a sync fails, everything that waits is refused with it and `ahead` falls back to `root`.
 */
export class Database {
  readonly listens = new Listens();
  private root: Tree;
  private ahead: Tree;
  private waiting: Operation[] = [];
  private syncing: Promise<void> | null = null;
  private readonly lanes = new Lanes();
  /** How often the disk has refused writes, and `ahead` fell back. */
  private failures = 0;
  private readonly backlog: Backlog;

  private constructor(
    private readonly parts: DatabaseParts,
    root: Tree,
    private readonly pushIds: PushIds,
  ) {
    this.root = root;
    this.ahead = root;
    this.backlog = new Backlog(parts.unwritten.all);
  }

  static async open(parts: DatabaseParts): Promise<Database> {
    const { root, lastPushId } = await readSaved(parts.section);
    return new Database(parts, root, new PushIds(parts.clock, parts.random, lastPushId));
  }

  /** What is at a path, for one who may read it. Throws `permission_denied`. */
  read(path: Path, query: Query | null, auth: Auth): Tree {
    if (!this.canRead(path, query, auth))
      throw new ProtocolError('permission_denied', 'Permission denied', 401);
    return nodeAt(this.root, path);
  }

  canRead(path: Path, query: Query | null, auth: Auth): boolean {
    const { rules, clock } = this.parts;
    if (!this.isCurrent(auth)) return false;
    const ask = { auth, now: clock(), root: new TreeView(this.root), path };
    return rules().canRead(query ? { ...ask, query: queryView(query) } : ask);
  }

  /**
   * Throws `permission_denied` when nothing can be written at the path by this identity, nor, with `below`, anywhere
   * below it. Costs nothing of what the write would, so it is asked before a body is read.
   */
  admit(path: Path, auth: Auth, below: boolean): void {
    const { rules, clock } = this.parts;
    admitWrite(rules(), { auth, now: clock(), root: new TreeView(this.ahead), path: placeOf(path), below });
  }

  /** The query, with what the rules say of its order. */
  known(path: Path, query: Query | null): Query | null {
    const isDeclared =
      query !== null && query.order.path.length > 0 && this.isIndexed(path, query.order.name);
    return isDeclared ? { ...query, order: { ...query.order, isDeclared } } : query;
  }

  isIndexed(path: Path, child: string): boolean {
    return this.parts.rules().isIndexed(path, child);
  }

  /** False while so much waits for the disk that a caller who can wait should, before it hands over another write. */
  get hasRoom(): boolean {
    return !this.backlog.isFull;
  }

  /** Resolves when `hasRoom` was true. */
  room(): Promise<void> {
    return this.backlog.room(0);
  }

  /**
   * Does a write, together with `records` of the caller's own. Never throws: `settle` is called exactly once, in the
   * order of the calls, when the write is durable and its listeners were told, or when it is refused. A write that finds
   * no room in memory waits until other writes are on disk.
   */
  write(write: Write, settle: Settle, records: Records = new Map()): void {
    const lane = laneOf(write);
    if (!this.lanes.isFree(lane) || this.backlog.isFull || isLarge(write, this.ahead))
      return this.lanes.add(lane, () => this.writeInSlices(write, settle, records));
    const before = this.ahead;
    try {
      const checked = atOnce(this.checked(write, before));
      const all = atOnce(this.recorded(checked, before, records));
      const { after, assignments } = checked;
      const bytes = bytesOfRecords(all);
      this.backlog.add(bytes);
      this.enqueue({
        step: { before, after, assignments },
        records: all,
        error: null,
        settle,
        isLarge: false,
        bytes,
      });
    } catch (error) {
      this.refuse(error, settle);
    }
  }

  /**
   * Checks a large write in slices while other places are written. Its own place, the top-level key, waits for it; what
   * it makes of that is put into the tree as it is then. Its records are made when there is room for them.
   */
  private async writeInSlices(write: Write, settle: Settle, records: Records): Promise<void> {
    let bytes = 0;
    try {
      bytes = await this.roomFor(write);
      for (;;) {
        const { ahead: before, failures } = this;
        const checked = await inSlices(this.checked(write, before));
        const all = await inSlices(this.recorded(checked, before, records));
        // What it was checked against has not reached the disk.
        if (this.failures !== failures) continue;
        this.refuseStale(write);
        const { assignments } = checked;
        const [key] = write.path;
        const isAlone = key === undefined || before === this.ahead;
        const after = isAlone ? checked.after : withNode(this.ahead, [key], childOf(checked.after, key));
        // Other accounts may have been given the memory that was free when this write was checked.
        if (!isAlone) this.checkQuota(this.ahead, after, []);
        const step = { before: this.ahead, after, assignments };
        return this.enqueue({ step, records: all, error: null, settle, isLarge: true, bytes });
      }
    } catch (error) {
      this.backlog.remove(bytes);
      this.refuse(error, settle);
    }
  }

  /** Where a write leads from a tree. Throws what it is refused with; makes no records yet. */
  private *checked(write: Write, before: Tree): Work<CheckedWrite> {
    this.refuseStale(write);
    const checked = yield* checkWork(write, before, this.parts.clock(), this.parts.rules());
    this.checkQuota(before, checked.after, checked.assignments);
    return checked;
  }

  /** The records of a checked write, beside those of the caller's own. */
  private *recorded({ assignments, after }: CheckedWrite, before: Tree, records: Records): Work<Records> {
    const all = new Map(records);
    let tree = before;
    for (const [index, { path, value }] of assignments.entries()) {
      // Made once more than for the check, because to keep the tree of every step takes far more memory than all else.
      const next = assignments.length === 1 ? after : withNode(tree, path, value);
      yield* recordWork(tree, next, placeOf(path), all);
      tree = next;
      if (index % 32 === 31) yield;
    }
    return all;
  }

  /** Waits for room for a large write; how many bytes it was given. Throws `too_big` for more than one write may take. */
  private async roomFor(write: Write): Promise<number> {
    this.admit(write.path, write.auth, write.kind === 'merge');
    const bytes = bytesOfWrite(write, this.ahead);
    if (bytes > this.parts.unwritten.one) {
      this.parts.log.warn('a write was refused, it takes more memory than one write may');
      throw tooBig();
    }
    await this.backlog.room(bytes);
    return bytes;
  }

  private refuse(error: unknown, settle: Settle): void {
    const step: Step = { before: this.ahead, after: this.ahead, assignments: [] };
    this.enqueue({
      step,
      records: new Map(),
      error: this.refusalOf(error),
      settle,
      isLarge: false,
      bytes: 0,
    });
  }

  /** Refuses what would make an account, or all of them, take more memory than they may; to shrink is always allowed. */
  private checkQuota(before: Tree, after: Tree, assignments: readonly Assignment[]): void {
    const { all, one } = this.parts.stored;
    if (exceeds(before, after, all)) {
      this.parts.log.warn('a write was refused, the database takes all the memory that it may');
      throw new ProtocolError('unavailable', 'The database is full.', 503);
    }
    for (const key of new Set(assignments.map(({ path }) => path[0])))
      if (key !== undefined && exceeds(childOf(before, key), childOf(after, key), one)) {
        this.parts.log.warn('a write was refused, its account stores all that it may');
        throw new ProtocolError('too_big', 'This place stores as much as it may.', 413);
      }
  }

  /** Writes a value under a new key that sorts after all given before, also after a restart. */
  push(write: Write, settle: (error: ProtocolError | null, key: string) => void): void {
    const key = this.pushIds.next();
    const records = new Map([[PUSH_ID_KEY, key]]);
    this.write({ ...write, path: [...write.path, key] }, error => settle(error, key), records);
  }

  /** Throws what a write would be refused with now; writes nothing. */
  check(write: Write): void {
    this.refuseStale(write);
    atOnce(checkWork(write, this.ahead, this.parts.clock(), this.parts.rules()));
  }

  /** Keeps records beside the tree, in order with the writes. */
  keep(records: Records, settle: Settle): void {
    const bytes = bytesOfRecords(records);
    this.backlog.add(bytes);
    this.enqueue({
      step: { before: this.ahead, after: this.ahead, assignments: [] },
      records,
      error: null,
      settle,
      isLarge: false,
      bytes,
    });
  }

  /** Resolves when nothing is checked and nothing waits for the disk. */
  async drained(): Promise<void> {
    await this.lanes.drained();
    while (this.syncing) await this.syncing;
  }

  /** A body may have taken a minute to arrive since its token was read. */
  private refuseStale({ auth }: Write): void {
    if (!this.isCurrent(auth)) throw new ProtocolError('permission_denied', 'Permission denied', 401);
  }

  private isCurrent(auth: Auth): boolean {
    return auth === null || this.parts.isCurrent(auth);
  }

  private enqueue(operation: Operation): void {
    if (!operation.error) this.ahead = operation.step.after;
    if (!this.syncing && (operation.error || operation.records.size === 0)) return this.finish(operation);
    this.waiting.push(operation);
    this.syncing ??= this.sync();
  }

  private async sync(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting;
      this.waiting = [];
      try {
        await this.parts.section.commit(changesOf(batch));
      } catch (error) {
        this.parts.log.error({ err: error }, 'writes were refused because the disk failed');
        this.ahead = this.root;
        this.failures += 1;
        for (const operation of [...batch, ...this.waiting.splice(0)])
          this.settle({ ...operation, error: this.refusalOf(error) });
        continue;
      }
      for (const operation of batch)
        if (operation.isLarge) await inSlices(this.finished(operation));
        else this.finish(operation);
    }
    this.syncing = null;
  }

  private finish(operation: Operation): void {
    atOnce(this.finished(operation));
  }

  /** Shows the step to everybody, tells its listeners and who asked for it. */
  private *finished(operation: Operation): Work<void> {
    const { step, error } = operation;
    if (!error) {
      this.root = step.after;
      yield* this.listens.publishWork(step);
    }
    this.settle(operation);
  }

  /** A bug of ours refuses the write that met it, like any other refusal. */
  private refusalOf(error: unknown): ProtocolError {
    if (error instanceof ProtocolError) return error;
    this.parts.log.error({ err: error }, 'a write failed');
    return new ProtocolError('internal_error', 'Internal server error.', 500);
  }

  /** Tells who asked how it ended. Their failure is theirs: the operations that wait behind go on. */
  private settle({ step, error, settle, bytes }: Operation): void {
    this.backlog.remove(bytes);
    try {
      settle(error, step);
    } catch (failure) {
      this.parts.log.error({ err: failure }, 'an answer could not be given');
    }
  }
}

function exceeds(before: Tree, after: Tree, most: number): boolean {
  return storedBytes(after) > most && storedBytes(after) > storedBytes(before);
}

/** What a quota counts: memory, and the keys of the records, which a removal has to write. */
function storedBytes(tree: Tree): number {
  return weightOf(tree) + keyLengthOf(tree);
}

/** The top-level key that a write is about, ALL when it may be about many. */
function laneOf({ path }: Write): string | typeof ALL {
  return path[0] ?? ALL;
}

function changesOf(batch: readonly Operation[]) {
  const records: Records = new Map();
  for (const operation of batch)
    if (!operation.error) for (const [key, value] of operation.records) records.set(key, value);
  return [...records].map(([key, value]) => ({ key, value }));
}
