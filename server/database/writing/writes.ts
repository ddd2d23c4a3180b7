import { atOnce, inSlices } from '../../lib/slices';
import { type Auth, type Clock, NotLoaded, ProtocolError, type Rules, type Work } from '../../lib/types';
import { bytesOfRecords, bytesOfWrite } from './backlog';
import { applied, type Commits, type Operation, type Settle, topKeys } from './commits';
import { placeOf, type Step } from '../tree/listens';
import type { Logger } from '../../lib/logger';
import { Quota, type Stored } from '../holding/quota';
import { tooBig } from '../holding/size';
import type { Memory } from './memory';
import { type Tree, TreeView, withNode } from '../tree/node';
import { type Records, recordWork } from '../tree/records';
import type { Path } from '../tree/keys';
import { admitWrite, type CheckedWrite, checkWork, isLarge, type Write } from './write';

export type WritesParts = {
  rules: () => Rules;
  /** Whether a once valid token still is; checked at every access. */
  isCurrent: (auth: NonNullable<Auth>) => boolean;
  clock: Clock;
  log: Logger;
  stored: Stored;
  /** Bytes of memory that unfinished writes may take together, and that one of them may take. */
  unwrittenBytes: { all: number; one: number };
};

/** The operator's identity, which may do everything and never comes from a client's request. */
const OPERATORS: Rules = {
  canRead: () => true,
  mayWrite: () => true,
  canWrite: () => true,
  isIndexed: () => false,
};

/** Bytes of writes after which it is checked whether parts must be unloaded. */
const GROWN_BYTES = 1_000_000;

/** Checks writes and creates their records: small ones at once, large ones in slices when there is room. */
export class Writes {
  private readonly lanes = new Lanes();
  private readonly quota: Quota;
  /** Bytes written since the last such check. */
  private grown = 0;

  constructor(
    private readonly parts: WritesParts,
    private readonly commits: Commits,
    private readonly memory: () => Memory,
  ) {
    this.quota = new Quota(parts.stored, parts.log);
  }

  /**
   * Throws `permission_denied` when this user can write nothing at the path nor, with `below`, anywhere below it. Its
   * cost does not depend on the write, so it is called before a body is read.
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
   * Makes a write, together with `records` of the caller; waits while memory is short. Never throws: `settle` is called
   * exactly once, in order of the calls, when the write is durable and listeners are notified, or when it is refused.
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

  /** A part that is not loaded must be read, which takes longer than a turn. */
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
    if (this.grown < GROWN_BYTES) return;
    this.grown = 0;
    this.memory().evict();
  }

  /** True while a write to a top-level key is being checked in slices. */
  isWriting(key: string): boolean {
    return !this.lanes.isFree(key);
  }

  /**
   * Checks a large write in slices, in parallel with writes elsewhere. Its top-level key is locked meanwhile; the
   * result is then merged into the current tree. Its records are created when there is room.
   */
  private async writeInSlices(write: Write, settle: Settle, records: Records): Promise<void> {
    try {
      await this.memory().run(() => this.writeOnce(write, settle, records));
    } catch (error) {
      this.refuse(error, settle);
    }
  }

  /** Throws `NotLoaded` before changing anything. */
  private async writeOnce(write: Write, settle: Settle, records: Records): Promise<void> {
    let bytes = 0;
    try {
      bytes = await this.roomFor(write);
      for (;;) {
        const { ahead: before, failures } = this.commits;
        const checked = await inSlices(this.checked(write, before));
        const all = await inSlices(this.recorded(checked, before, records));
        // The write on which this check was based has not reached the disk.
        if (this.commits.failures !== failures) continue;
        this.refuseStale(write);
        const { assignments } = checked;
        const step = { before, after: checked.after, assignments };
        // Other accounts may have used the space that was free when this write was checked.
        this.quota.check(this.commits.ahead, applied(this.commits.ahead, step), assignments);
        return this.enqueue({ step, records: all, error: null, settle, isLarge: true, bytes });
      }
    } catch (error) {
      this.commits.backlog.remove(bytes);
      throw error;
    }
  }

  /** The tree after a write. Throws the refusal; creates no records yet. */
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

  /** The records of a checked write, and those of the caller. */
  private *recorded({ assignments, after }: CheckedWrite, before: Tree, records: Records): Work<Records> {
    const all = new Map(records);
    let tree = before;
    for (const [index, { path, value }] of assignments.entries()) {
      // Parsed a second time, because keeping the tree of every step would take far more memory than everything else.
      const next = assignments.length === 1 ? after : withNode(tree, path, value);
      yield* recordWork(tree, next, placeOf(path), all);
      tree = next;
      if (index % 32 === 31) yield;
    }
    return all;
  }

  /** Waits for room for a large write; returns the number of bytes reserved. Throws `too_big` above the limit of one write. */
  private async roomFor(write: Write): Promise<number> {
    this.admitBy(this.rulesFor(write), write.path, write.auth, write.kind === 'merge');
    const bytes = bytesOfWrite(write, this.commits.ahead);
    if (bytes > this.parts.unwrittenBytes.one) {
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

  /** Throws the error with which a write would be refused now; writes nothing. */
  check(write: Write): void {
    this.refuseStale(write);
    atOnce(checkWork(write, this.commits.ahead, this.parts.clock(), this.parts.rules()));
  }

  /** Resolves when no write is being checked. */
  drained(): Promise<void> {
    return this.lanes.drained();
  }

  /** The token may have expired while the body arrived. */
  private refuseStale({ auth }: Write): void {
    if (auth && !this.parts.isCurrent(auth))
      throw new ProtocolError('permission_denied', 'Permission denied', 401);
  }
}

/** The top-level key of a write; ALL when there may be several. */
function laneOf({ path }: Write): string | typeof ALL {
  return path[0] ?? ALL;
}

/** The lane for jobs that concern all lanes: such a job waits for all others, and they wait for it. */
const ALL = null;

/** Runs asynchronous jobs: one after the other within a lane, in parallel in different lanes. */
class Lanes {
  private readonly tails = new Map<string | typeof ALL, Promise<void>>();

  /** True when a job in this lane would not have to wait. */
  isFree(lane: string | typeof ALL): boolean {
    return lane === ALL ? this.tails.size === 0 : !this.tails.has(lane) && !this.tails.has(ALL);
  }

  /** Runs a job, which must not fail, at its turn. */
  add(lane: string | typeof ALL, job: () => Promise<void>): void {
    const before = lane === ALL ? [...this.tails.values()] : [this.tails.get(lane), this.tails.get(ALL)];
    const tail = Promise.all(before)
      .then(job)
      .then(() => {
        if (this.tails.get(lane) === tail) this.tails.delete(lane);
      });
    this.tails.set(lane, tail);
  }

  /** Resolves when no job is running. */
  async drained(): Promise<void> {
    while (this.tails.size > 0) await Promise.all(this.tails.values());
  }
}
