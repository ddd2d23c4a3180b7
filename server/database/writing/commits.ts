import { inSlices, atOnce } from '../../lib/slices';
import { ProtocolError, type Section, type Work } from '../../lib/types';
import { Backlog } from './backlog';
import { Listens, type Step } from '../tree/listens';
import type { Logger } from '../../lib/logger';
import { storedBytes } from '../holding/quota';
import { Branch, childOf, priorityOf, withNode, type Tree } from '../tree/node';
import type { Records } from '../tree/records';

/** The result of an operation: an error, or its change of the tree. */
export type Settle = (error: ProtocolError | null, step: Step) => void;

export type Operation = {
  step: Step;
  records: Records;
  error: ProtocolError | null;
  settle: Settle;
  /** Whether notifying the listeners may take long. */
  isLarge: boolean;
  /** Its share of the backlog, until it is answered. */
  bytes: number;
};

type CommitsParts = {
  section: Section;
  log: Logger;
  /** Bytes of memory that unfinished writes may take together, and that one of them may take. */
  unwrittenBytes: { all: number; one: number };
};

/**
 * The order of a database's writes. The tree `root` is on disk and visible; `ahead` includes the writes that wait for
 * their sync, and further ones are checked against it. When a sync fails, all waiting writes are refused and `ahead`
 * becomes `root`.
 */
export class Commits {
  readonly listens = new Listens();
  readonly backlog: Backlog;
  /** Is told of each change once it is published. */
  onChange: (step: Step) => void = () => undefined;
  private onDisk: Tree;
  private latest: Tree;
  private refusals = 0;
  private waiting: Operation[] = [];
  /** The writes whose records are on their way to the disk, or whose listeners are being notified. */
  private underWay: readonly Operation[] = [];
  private syncing: Promise<void> | null = null;

  constructor(
    private readonly parts: CommitsParts,
    root: Tree,
  ) {
    this.onDisk = root;
    this.latest = root;
    this.backlog = new Backlog(parts.unwrittenBytes.all);
  }

  get root(): Tree {
    return this.onDisk;
  }

  get ahead(): Tree {
    return this.latest;
  }

  /** The number of times the disk refused writes and `ahead` was reset. */
  get failures(): number {
    return this.refusals;
  }

  /** Adds an operation based on `ahead`; settles it after all earlier ones, when it is on disk. */
  enqueue(operation: Operation): void {
    if (!operation.error) this.latest = applied(this.latest, operation.step);
    if (!this.syncing && (operation.error || operation.records.size === 0)) return this.finish(operation);
    this.waiting.push(operation);
    this.syncing ??= this.sync();
  }

  /** Sets or removes, in both trees, a part that is not being written. */
  replace(key: string, part: Tree): void {
    const isSame = this.latest === this.onDisk;
    this.onDisk = withChild(this.onDisk, key, part);
    this.latest = isSame ? this.onDisk : withChild(this.latest, key, part);
  }

  /** The top-level keys that pending operations change; null for all of them. */
  busyKeys(): Set<string | null> {
    const keys = new Set<string | null>();
    for (const { step } of [...this.underWay, ...this.waiting])
      for (const { path } of step.assignments) keys.add(path[0] ?? null);
    return keys;
  }

  /** Resolves when nothing waits for the disk. */
  async drained(): Promise<void> {
    while (this.syncing) await this.syncing;
  }

  private async sync(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting;
      this.waiting = [];
      this.underWay = batch;
      this.noteSizes(batch);
      try {
        await this.parts.section.commit(changesOf(batch));
      } catch (error) {
        this.parts.log.error({ err: error }, 'writes were refused because the disk failed');
        this.latest = this.onDisk;
        this.refusals += 1;
        for (const operation of [...batch, ...this.waiting.splice(0)])
          this.settle({ ...operation, error: this.refusalOf(error) });
        continue;
      }
      for (const operation of batch)
        if (operation.isLarge) await inSlices(this.finished(operation));
        else this.finish(operation);
    }
    this.underWay = [];
    this.syncing = null;
  }

  /** Informs the disk of the size in memory of the parts that a batch changes. */
  private noteSizes(batch: readonly Operation[]): void {
    for (const { step } of batch)
      for (const key of topKeys(step))
        this.parts.section.noteSize(key, storedBytes(childOf(step.after, key)));
  }

  private finish(operation: Operation): void {
    atOnce(this.finished(operation));
  }

  /** Publishes a change: notifies its listeners, and settles its operation. */
  private *finished(operation: Operation): Work<void> {
    const { step, error } = operation;
    if (!error) {
      const before = this.onDisk;
      this.onDisk = applied(before, step);
      yield* this.listens.publishWork({ ...step, before, after: this.onDisk });
      this.tell({ ...step, before, after: this.onDisk });
    }
    this.settle(operation);
  }

  private tell(step: Step): void {
    try {
      this.onChange(step);
    } catch (failure) {
      this.parts.log.error({ err: failure }, 'a change was not heard');
    }
  }

  /** The refusal of a write because of an internal error, in the usual form. */
  refusalOf(error: unknown): ProtocolError {
    if (error instanceof ProtocolError) return error;
    this.parts.log.error({ err: error }, 'a write failed');
    return new ProtocolError('internal_error', 'Internal server error.', 500);
  }

  /** Reports the result to the caller, whose errors do not affect the operations behind it. */
  private settle({ step, error, settle, bytes }: Operation): void {
    this.backlog.remove(bytes);
    try {
      settle(error, step);
    } catch (failure) {
      this.parts.log.error({ err: failure }, 'an answer could not be given');
    }
  }
}

/** The tree after a change that was computed from a tree with other loaded parts. */
export function applied(tree: Tree, step: Step): Tree {
  if (tree === step.before) return step.after;
  let after = tree;
  for (const { path } of step.assignments) {
    const [key] = path;
    if (key === undefined) return step.after;
    const place = [key];
    after = withNode(after, place, key === '.priority' ? priorityOf(step.after) : childOf(step.after, key));
  }
  return after;
}

function changesOf(batch: readonly Operation[]) {
  const records: Records = new Map();
  for (const operation of batch)
    if (!operation.error) for (const [key, value] of operation.records) records.set(key, value);
  return [...records].map(([key, value]) => ({ key, value }));
}

/** The top-level keys that a change affects. */
export function topKeys({ assignments, after }: Step): Iterable<string> {
  const keys = assignments.map(({ path }) => path[0]);
  if (!keys.includes(undefined)) return keys as string[];
  return after instanceof Branch ? [...after.children.range()].map(([key]) => key) : [];
}

/** Unlike `withNode`, it does not read the previous value. */
function withChild(root: Tree, key: string, part: Tree): Tree {
  return root instanceof Branch ? root.withChild(key, part) : root;
}
