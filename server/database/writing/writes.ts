import { atOnce, inSlices } from '../../lib/slices';
import { NotLoaded, ProtocolError, type Auth, type Clock, type Rules, type Work } from '../../lib/types';
import { bytesOfRecords, bytesOfWrite } from './backlog';
import { applied, topKeys, type Commits, type Operation, type Settle } from './commits';
import { ALL, Lanes } from '../lanes';
import { placeOf, type Step } from '../listens';
import type { Logger } from '../log';
import { Quota, type Stored } from '../holding/quota';
import { tooBig } from '../holding/size';
import type { Memory } from '../holding/memory';
import { TreeView, withNode, type Tree } from '../tree/node';
import { recordWork, type Records } from '../tree/records';
import type { Path } from '../tree/keys';
import { admitWrite, checkWork, isLarge, type CheckedWrite, type Write } from './write';

export type WritesParts = {
  rules: () => Rules;
  /** Whether a token that was good once still is; asked again at every access. */
  isCurrent: (auth: NonNullable<Auth>) => boolean;
  clock: Clock;
  log: Logger;
  stored: Stored;
  /** Bytes of memory that writes may take together until they are on disk, and that one of them may take. */
  unwritten: { all: number; one: number };
};

/** The operator's rights: everything, by no request of a client's. */
const OPERATORS: Rules = {
  canRead: () => true,
  mayWrite: () => true,
  canWrite: () => true,
  isIndexed: () => false,
};

/** Bytes of writes after which parts that are in memory may have to go. */
const GROWN = 1_000_000;

/** Checks writes and makes their records: small ones at once, large ones in slices, when there is room for them. */
export class Writes {
  private readonly lanes = new Lanes();
  private readonly quota: Quota;
  /** Bytes that were written since the last look at what is in memory. */
  private grown = 0;

  constructor(
    private readonly parts: WritesParts,
    private readonly commits: Commits,
    private readonly memory: () => Memory,
  ) {
    this.quota = new Quota(parts.stored, parts.log);
  }

  /**
   * Throws `permission_denied` when nothing can be written at the path by this identity, nor, with `below`, anywhere
   * below it. Costs nothing of what the write would, so it is asked before a body is read.
   */
  admit(path: Path, auth: Auth, below: boolean): void {
    this.admitBy(this.parts.rules(), path, auth, below);
  }

  private admitBy(rules: Rules, path: Path, auth: Auth, below: boolean): void {
    const { clock } = this.parts;
    const root = new TreeView(this.commits.ahead);
    admitWrite(rules, { auth, now: clock(), root, path: placeOf(path), below });
  }

  /**
   * Does a write, together with `records` of the caller's own; it waits where memory has no room. Never throws: `settle` is
   * called exactly once, in the order of the calls, when the write is durable and told to its listeners, or refused.
   */
  write(write: Write, settle: Settle, records: Records = new Map()): void {
    const lane = laneOf(write);
    if (!this.lanes.isFree(lane) || this.commits.backlog.isFull || this.isLarge(write))
      return this.lanes.add(lane, () => this.writeInSlices(write, settle, records));
    const before = this.commits.ahead;
    try {
      const checked = atOnce(this.checked(write, before));
      const all = atOnce(this.recorded(checked, before, records));
      const { after, assignments } = checked;
      const bytes = bytesOfRecords(all);
      this.commits.backlog.add(bytes);
      this.enqueue({
        step: { before, after, assignments },
        records: all,
        error: null,
        settle,
        isLarge: false,
        bytes,
      });
    } catch (error) {
      if (error instanceof NotLoaded) this.lanes.add(lane, () => this.writeInSlices(write, settle, records));
      else this.refuse(error, settle);
    }
  }

  /** A part that is not in memory has to be read, which takes longer than a turn. */
  private isLarge(write: Write): boolean {
    try {
      return isLarge(write, this.commits.ahead);
    } catch (error) {
      if (error instanceof NotLoaded) return true;
      throw error;
    }
  }

  private enqueue(operation: Operation): void {
    this.commits.enqueue(operation);
    for (const key of topKeys(operation.step)) this.memory().touch(key);
    this.grown += operation.bytes;
    if (this.grown < GROWN) return;
    this.grown = 0;
    this.memory().evict();
  }

  /** True while a write of a top-level key is being checked in slices. */
  isWriting(key: string): boolean {
    return !this.lanes.isFree(key);
  }

  /**
   * Checks a large write in slices while other places are written. Its own place, the top-level key, waits for it; what
   * it makes of that is put into the tree as it is then. Its records are made when there is room for them.
   */
  private async writeInSlices(write: Write, settle: Settle, records: Records): Promise<void> {
    try {
      await this.memory().run(() => this.writeOnce(write, settle, records));
    } catch (error) {
      this.refuse(error, settle);
    }
  }

  /** Throws `NotLoaded` before it changes anything. */
  private async writeOnce(write: Write, settle: Settle, records: Records): Promise<void> {
    let bytes = 0;
    try {
      bytes = await this.roomFor(write);
      for (;;) {
        const { ahead: before, failures } = this.commits;
        const checked = await inSlices(this.checked(write, before));
        const all = await inSlices(this.recorded(checked, before, records));
        // The write that it was checked against has not reached the disk.
        if (this.commits.failures !== failures) continue;
        this.refuseStale(write);
        const { assignments } = checked;
        const step = { before, after: checked.after, assignments };
        // Other accounts may have been given the room that was free when this write was checked.
        this.quota.check(this.commits.ahead, applied(this.commits.ahead, step), assignments);
        return this.enqueue({ step, records: all, error: null, settle, isLarge: true, bytes });
      }
    } catch (error) {
      this.commits.backlog.remove(bytes);
      throw error;
    }
  }

  /** Where a write leads from a tree. Throws what it is refused with; makes no records yet. */
  private *checked(write: Write, before: Tree): Work<CheckedWrite> {
    this.refuseStale(write);
    if (write.kind === 'set' && placeOf(write.path).length === 0) {
      this.admitBy(this.rulesFor(write), write.path, write.auth, false);
      this.memory().requireAll();
    }
    const checked = yield* checkWork(write, before, this.parts.clock(), this.rulesFor(write));
    this.quota.check(before, checked.after, checked.assignments);
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
    this.admitBy(this.rulesFor(write), write.path, write.auth, write.kind === 'merge');
    const bytes = bytesOfWrite(write, this.commits.ahead);
    if (bytes > this.parts.unwritten.one) {
      this.parts.log.warn('a write was refused, it takes more memory than one write may');
      throw tooBig();
    }
    await this.commits.backlog.room(bytes);
    return bytes;
  }

  private rulesFor({ isOperators }: Write): Rules {
    return isOperators ? OPERATORS : this.parts.rules();
  }

  private refuse(error: unknown, settle: Settle): void {
    const step: Step = { before: this.commits.ahead, after: this.commits.ahead, assignments: [] };
    this.commits.enqueue({
      step,
      records: new Map(),
      error: this.commits.refusalOf(error),
      settle,
      isLarge: false,
      bytes: 0,
    });
  }

  /** Throws what a write would be refused with now; writes nothing. */
  check(write: Write): void {
    this.refuseStale(write);
    atOnce(checkWork(write, this.commits.ahead, this.parts.clock(), this.parts.rules()));
  }

  /** Resolves when no write is being checked. */
  drained(): Promise<void> {
    return this.lanes.drained();
  }

  /** A body may have taken a minute to arrive since its token was read. */
  private refuseStale({ auth }: Write): void {
    if (auth && !this.parts.isCurrent(auth))
      throw new ProtocolError('permission_denied', 'Permission denied', 401);
  }
}

/** The top-level key that a write is about, ALL when it may be about many. */
function laneOf({ path }: Write): string | typeof ALL {
  return path[0] ?? ALL;
}
