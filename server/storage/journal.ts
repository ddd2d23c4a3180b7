import { getHeapStatistics } from 'node:v8';
import type { Batch, Clock } from '../lib/types';
import { atOnce, inSlices } from '../lib/slices';
import type { Head } from './records/ledger';
import { encodeCommit, type Point } from './records/commitLines';

/** Milliseconds for which a process keeps its commits before the first follower connects. */
const FIRST_WAIT_MS = 60_000;
/** The number of changes encoded in one slice. */
const CHANGES_PER_SLICE = 1_000;

/** The maximum size in bytes: a sixteenth of the heap's limit, at most 64 MB. */
export const journalBytes = () => Math.min(64e6, getHeapStatistics().heap_size_limit / 16);

type Entry = { point: Point; lines: Buffer };

/**
 * The latest commits of a process, for followers. They are stored outside of the heap, with a size limit: a follower
 * that requests a dropped commit finds a gap, and starts again with a full copy.
 */
export class Journal {
  private entries: Entry[] = [];
  /** The state before the first entry. */
  private base: Point;
  private bytes = 0;
  private isWanted = false;
  private readonly startedAt: number;
  private readonly waiting = new Set<() => void>();

  constructor(
    head: Head,
    private readonly mostBytes: number,
    private readonly clock: Clock,
  ) {
    this.startedAt = clock();
    this.base = pointOf(head, this.startedAt);
  }

  /** The state after the latest commit. */
  get newest(): Point {
    return this.entries.at(-1)?.point ?? this.base;
  }

  /** Keeps commits from now on, until the process ends. */
  want(): void {
    this.isWanted = true;
  }

  /** Adds a commit that is on disk. It never fails: a commit that cannot be kept becomes a gap. */
  async note(batch: Batch, head: Head): Promise<void> {
    if (!this.isWanted && this.clock() - this.startedAt > FIRST_WAIT_MS) return this.skip(head);
    const point = pointOf(head, Math.max(this.clock(), this.newest.at));
    try {
      const work = encodeCommit(batch, point);
      const lines = batch.length > CHANGES_PER_SLICE ? await inSlices(work) : atOnce(work);
      this.entries.push({ point, lines });
      this.bytes += lines.length;
    } catch {
      this.restart(point);
    }
    while (this.bytes > this.mostBytes) this.drop();
    for (const wake of [...this.waiting]) wake();
  }

  /** Records a commit that followers cannot repeat, as a gap. */
  skip(head: Head): void {
    this.restart(pointOf(head, Math.max(this.clock(), this.newest.at)));
  }

  /** The commits after a state, oldest first; null when some were dropped, or the state belongs to another history. */
  after(point: Pick<Point, 'sequence' | 'records' | 'sum'>): readonly Entry[] | null {
    const own = this.at(point.sequence);
    if (own?.records !== point.records || own.sum !== point.sum) return null;
    return this.entries.slice(point.sequence - this.base.sequence);
  }

  /** The state after a commit, if the journal still has that commit. */
  at(sequence: number): Point | undefined {
    const index = sequence - this.base.sequence;
    return index === 0 ? this.base : this.entries[index - 1]?.point;
  }

  /** The journal's first commit after a sequence number. */
  firstAfter(sequence: number): Point | undefined {
    return this.entries[Math.max(0, sequence - this.base.sequence)]?.point;
  }

  /** Drops the commits up to a sequence number. */
  forget(sequence: number): void {
    const count = Math.min(this.entries.length, Math.max(0, sequence - this.base.sequence));
    for (const { point, lines } of this.entries.splice(0, count)) {
      this.base = point;
      this.bytes -= lines.length;
    }
  }

  /** Resolves at the next commit, or after some milliseconds. */
  changed(milliseconds: number): Promise<void> {
    return new Promise(done => {
      const end = () => {
        clearTimeout(timer);
        this.waiting.delete(end);
        done();
      };
      const timer = setTimeout(end, milliseconds).unref();
      this.waiting.add(end);
    });
  }

  private drop(): void {
    const { point, lines } = this.entries.shift()!;
    this.base = point;
    this.bytes -= lines.length;
  }

  private restart(point: Point): void {
    this.entries = [];
    this.bytes = 0;
    this.base = point;
  }
}

export const pointOf = ({ sequence, records, sum }: Head, at: number): Point => ({
  sequence,
  records,
  sum,
  at,
});
