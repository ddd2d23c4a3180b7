import { inSlices, atOnce } from '../../lib/slices';
import { ProtocolError, type Section, type Work } from '../../lib/types';
import { Backlog } from './backlog';
import { Listens, type Step } from '../listens';
import type { Logger } from '../log';
import { storedBytes } from '../holding/quota';
import { Branch, childOf, priorityOf, withNode, type Tree } from '../tree/node';
import type { Records } from '../tree/records';

/** How an operation ended: with an error, or with the step that it made. */
export type Settle = (error: ProtocolError | null, step: Step) => void;

export type Operation = {
  step: Step;
  records: Records;
  error: ProtocolError | null;
  settle: Settle;
  /** Whether telling the listeners may take long. */
  isLarge: boolean;
  /** The part of the backlog that it takes until it is answered. */
  bytes: number;
};

export type CommitsParts = {
  section: Section;
  log: Logger;
  /** Bytes of memory that writes may take together until they are on disk, and that one of them may take. */
  unwritten: { all: number; one: number };
};

/**
 * The order of a database's writes. The tree `root` is on disk and visible; `ahead` adds the writes that wait for
 * their sync, and checks further ones. When a sync fails, all that waits is refused and `ahead` falls back to `root`.
 */
export class Commits {
  readonly listens = new Listens();
  readonly backlog: Backlog;
  private onDisk: Tree;
  private latest: Tree;
  private refusals = 0;
  private waiting: Operation[] = [];
  /** Those whose records are on their way to the disk, or that are being told. */
  private underWay: readonly Operation[] = [];
  private syncing: Promise<void> | null = null;

  constructor(
    private readonly parts: CommitsParts,
    root: Tree,
  ) {
    this.onDisk = root;
    this.latest = root;
    this.backlog = new Backlog(parts.unwritten.all);
  }

  get root(): Tree {
    return this.onDisk;
  }

  get ahead(): Tree {
    return this.latest;
  }

  /** How often the disk has refused writes, and `ahead` fell back. */
  get failures(): number {
    return this.refusals;
  }

  /** Takes an operation that starts at `ahead`; settles it when all before it are settled and it is on disk. */
  enqueue(operation: Operation): void {
    if (!operation.error) this.latest = applied(this.latest, operation.step);
    if (!this.syncing && (operation.error || operation.records.size === 0)) return this.finish(operation);
    this.waiting.push(operation);
    this.syncing ??= this.sync();
  }

  /** Puts a part that is not being written into both trees, or takes it out. */
  replace(key: string, part: Tree): void {
    const isSame = this.latest === this.onDisk;
    this.onDisk = withChild(this.onDisk, key, part);
    this.latest = isSame ? this.onDisk : withChild(this.latest, key, part);
  }

  /** The top-level keys that operations which are not settled change; null for all of them. */
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

  /** Tells the disk how much memory the parts take that a batch changes. */
  private noteSizes(batch: readonly Operation[]): void {
    for (const { step, error } of batch)
      if (!error)
        for (const key of topKeys(step))
          this.parts.section.noteSize(key, storedBytes(childOf(step.after, key)));
  }

  private finish(operation: Operation): void {
    atOnce(this.finished(operation));
  }

  /** Shows the step to everybody, tells its listeners and who asked for it. */
  private *finished(operation: Operation): Work<void> {
    const { step, error } = operation;
    if (!error) {
      const before = this.onDisk;
      this.onDisk = applied(before, step);
      yield* this.listens.publishWork({ ...step, before, after: this.onDisk });
    }
    this.settle(operation);
  }

  /** The refusal of a write: a bug of ours refuses the write that met it, like any other refusal. */
  refusalOf(error: unknown): ProtocolError {
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

/** The tree after a step that began at another one, in which other parts were in memory. */
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

/** The top-level keys that a step changes. */
export function topKeys({ assignments, after }: Step): Iterable<string> {
  const keys = assignments.map(({ path }) => path[0]);
  if (!keys.includes(undefined)) return keys as string[];
  return after instanceof Branch ? [...after.children.range()].map(([key]) => key) : [];
}

/** Unlike `withNode`, it does not look at what was there. */
function withChild(root: Tree, key: string, part: Tree): Tree {
  return root instanceof Branch ? root.withChild(key, part) : root;
}
