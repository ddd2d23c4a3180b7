import { inSlices, atOnce } from '../slices';
import { ProtocolError, type Section, type Work } from '../types';
import { Backlog } from './backlog';
import { Listens, type Step } from './listens';
import type { Logger } from './log';
import type { Tree } from './tree/node';
import type { Records } from './tree/records';

/** How an operation ended: with an error, or with the step that it made. */
export type Settle = (error: ProtocolError | null, step: Step) => void;

export type Operation = {
  step: Step;
  records: Records;
  error: ProtocolError | null;
  settle: Settle;
  /** Whether telling the listeners may take long. */
  isLarge: boolean;
  /** What it takes of the backlog until it is settled. */
  bytes: number;
};

export type CommitsParts = {
  section: Section;
  log: Logger;
  /** Bytes of memory that writes may take together until they are on disk, and that one of them may take. */
  unwritten: { all: number; one: number };
};

/**
 * The order of a database's writes. There are two trees: `root` is on disk and is what everybody sees; `ahead` has, on top
 * of it, the writes that wait for their sync, and is what further writes are checked against. When a sync fails, all that
 * waits is refused with it and `ahead` falls back to `root`.
 */
export class Commits {
  readonly listens = new Listens();
  readonly backlog: Backlog;
  private onDisk: Tree;
  private latest: Tree;
  private refusals = 0;
  private waiting: Operation[] = [];
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
    if (!operation.error) this.latest = operation.step.after;
    if (!this.syncing && (operation.error || operation.records.size === 0)) return this.finish(operation);
    this.waiting.push(operation);
    this.syncing ??= this.sync();
  }

  /** Resolves when nothing waits for the disk. */
  async drained(): Promise<void> {
    while (this.syncing) await this.syncing;
  }

  private async sync(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting;
      this.waiting = [];
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
    this.syncing = null;
  }

  private finish(operation: Operation): void {
    atOnce(this.finished(operation));
  }

  /** Shows the step to everybody, tells its listeners and who asked for it. */
  private *finished(operation: Operation): Work<void> {
    const { step, error } = operation;
    if (!error) {
      this.onDisk = step.after;
      yield* this.listens.publishWork(step);
    }
    this.settle(operation);
  }

  /** What to refuse a write with: a bug of ours refuses the write that met it, like any other refusal. */
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

function changesOf(batch: readonly Operation[]) {
  const records: Records = new Map();
  for (const operation of batch)
    if (!operation.error) for (const [key, value] of operation.records) records.set(key, value);
  return [...records].map(([key, value]) => ({ key, value }));
}
