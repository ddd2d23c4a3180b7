import { join, resolve } from 'node:path';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { askControl, askLines, ServerNotRunning } from '../control';
import { StoreError } from '../../lib/errors';
import { FOLLOWED_FILE } from '../folder';
import { CommitReader, type Point } from '../records/commitLines';
import { beginCopy, type Copying } from './fullCopy';
import { Lease } from './lease';
import { Segment } from './segment';
import { fileName, filesIn, makeTarget, prune, pruneToWhole, resume, type Resumed } from './target';

const SIZES: Sizes = { segmentBytes: 8e6, copyAfterBytes: 16e6 };
/** Milliseconds before a failed target, server or copy is retried. */
const AGAIN_MS = 500;
const COPY_AGAIN_MS = 15_000;
/** The size of a single write. */
const WRITE_CHARACTERS = 1_000_000;

/**
 * Writes every commit of a running server into a folder, until the signal. Each failure, on either side, is reported
 * once and retried; complete writes are never changed.
 */
export async function follow(options: FollowOptions): Promise<void> {
  const follower = new Follower(options);
  let said = '';
  while (!options.signal.aborted) {
    try {
      await follower.follow(() => {
        if (said !== '') options.say('It goes on.');
        said = '';
      });
    } catch (error) {
      if (isFull(error)) await follower.makeRoom();
      const text = error instanceof ServerNotRunning ? error.message : wordsOf(error, options.folder);
      if (text !== said) options.complain(text);
      said = text;
      await pause(AGAIN_MS, options.signal);
    }
  }
}

function wordsOf(error: unknown, folder: string): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ? `The folder ${folder} can't be written: ${message}.` : message;
}

const isFull = (error: unknown) => /ENOSPC|EDQUOT/.test((error as Error).message);

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise(done => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      done();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
}

class Follower {
  private store = '';
  private state: Resumed = { run: 0, after: null, restorable: null, copyBytes: null, segmentBytes: 0 };
  private lease!: Lease;
  private segment: Segment | null = null;
  private copying: Copying | null = null;
  private nextCopyAt = 0;
  /** The last error of a copy that could not be written, and whether the removal of older ones was reported. */
  private said = '';
  private isShort = false;
  private readonly sizes: Sizes;

  constructor(private readonly options: FollowOptions) {
    this.sizes = options.sizes ?? SIZES;
  }

  /** Continues where the last follower stopped, until an error or the signal; `well` is called after each success. */
  async follow(well: () => void): Promise<void> {
    const { dataDir, folder, signal } = this.options;
    this.store = ((await askControl(dataDir, 'status')) as { storeId: string }).storeId;
    await makeTarget(folder, dataDir);
    const isEmpty = (await filesIn(folder, this.store)).length === 0;
    if (isEmpty && (await wasFollowed(dataDir, this.store, folder)))
      throw new StoreError(
        `The folder ${folder} no longer holds what was written: is its disk mounted? To begin anew on an empty one, remove ${join(dataDir, FOLLOWED_FILE)}.`,
      );
    const lease = await Lease.take(folder, this.store);
    this.lease = lease;
    try {
      this.state = await resume(folder, this.store);
      if (!isEmpty) await this.noteFollowed();
      while (!signal.aborted) {
        await lease.check();
        if (!(await this.pull())) await this.beginRun();
        else well();
        await this.copyWhenDue();
      }
      await lease.release();
    } finally {
      // Stopped by another failure, which is the one that is told.
      await this.stopCopy();
      await this.closeSegment();
    }
  }

  /** Writes the next commits. Returns false when those between this state and the server's are no longer available. */
  private async pull(): Promise<boolean> {
    const { dataDir, folder } = this.options;
    const { after, restorable } = this.state;
    const lines = askLines(dataDir, 'follow', { folder, store: this.store, after, restorable });
    const reader = new CommitReader();
    let whole: string[] = [];
    let [last, characters] = [after, 0];
    const flush = async () => {
      const written = whole;
      [whole, characters] = [[], 0];
      if (written.length > 0) await this.write(written, last!);
    };
    try {
      for (;;) {
        const step = await lines.next();
        if (step.done) return step.value === true;
        const commit = reader.read(step.value);
        characters += step.value.length;
        if (!commit) continue;
        if (commit.point.sequence !== last!.sequence + 1)
          throw new StoreError('The server left out a commit.');
        for (const line of commit.lines) whole.push(line);
        last = commit.point;
        if (characters >= WRITE_CHARACTERS) await flush();
      }
    } finally {
      await lines.return(null);
      // Also after the server has crashed: complete commits that it sent are kept.
      await flush();
    }
  }

  private async write(lines: readonly string[], last: Point): Promise<void> {
    const { folder } = this.options;
    const { run, after } = this.state;
    if (this.segment && this.segment.bytes >= this.sizes.segmentBytes) await this.closeSegment();
    if (!this.segment) {
      const { store } = this;
      const path = join(folder, fileName({ store, run, sequence: after!.sequence, kind: 'segment' }));
      const create = async () => (this.segment = await Segment.create(path, { store, run, after: after! }));
      this.segment = await this.lease.make(path, create);
      await this.noteFollowed();
    }
    const before = this.segment.bytes;
    await this.segment.append(lines);
    this.state.segmentBytes += this.segment.bytes - before;
    this.advance(last);
  }

  /** If the data's disk refuses the record, it is written again with the next file. */
  private async noteFollowed(): Promise<void> {
    await noteFollowed(this.options.dataDir, this.store, this.options.folder).catch(() => undefined);
  }

  private advance(after: Point): void {
    const { copyBytes, restorable } = this.state;
    this.state = { ...this.state, after, restorable: copyBytes === null ? restorable : after };
  }

  /** After a gap, the commits of the next run follow the copy that starts now. */
  private async beginRun(): Promise<void> {
    await this.stopCopy();
    await this.closeSegment();
    if (Date.now() < this.nextCopyAt) return pause(AGAIN_MS, this.options.signal);
    const run = this.state.run + 1;
    const copying = await this.beginCopy(run);
    this.state = { ...this.state, run, after: copying.point, copyBytes: null, segmentBytes: 0 };
  }

  private async copyWhenDue(): Promise<void> {
    const { copyBytes, segmentBytes, after, run } = this.state;
    const isDue = copyBytes === null || segmentBytes > Math.max(this.sizes.copyAfterBytes, copyBytes);
    if (isDue && after && !this.copying && Date.now() >= this.nextCopyAt) await this.beginCopy(run);
  }

  private async beginCopy(run: number): Promise<Copying> {
    const { dataDir, folder } = this.options;
    this.nextCopyAt = Date.now() + (this.options.copyAgainMs ?? COPY_AGAIN_MS);
    const copying = await beginCopy({ dataDir, folder, store: this.store, run, lease: this.lease });
    this.copying = copying;
    copying.done = copying.done.then(
      bytes => this.copied(copying, bytes),
      (error: Error) => this.copyFailed(copying, error),
    );
    return copying;
  }

  private async copied(copying: Copying, bytes: number): Promise<number> {
    if (this.copying !== copying) return bytes;
    const { folder, keep, say } = this.options;
    this.copying = null;
    this.nextCopyAt = 0;
    this.said = '';
    this.state = { ...this.state, copyBytes: bytes, segmentBytes: 0, restorable: this.state.after };
    await this.noteFollowed();
    const removed = await prune(folder, this.store, keep);
    say(`Wrote a full copy, removed ${removed} older files.`);
    return bytes;
  }

  private async copyFailed(copying: Copying, error: Error): Promise<number> {
    if (this.copying !== copying) return 0;
    this.copying = null;
    // The message without the file, whose name differs each time.
    const why = error.message.split("can't be written: ").at(-1)!;
    if (isFull(error) && (await this.makeRoom())) this.nextCopyAt = 0;
    else if (why !== this.said) this.options.complain(`A full copy can't be written: ${(this.said = why)}.`);
    return 0;
  }

  /** Removes older copies. Returns true when that freed space. */
  async makeRoom(): Promise<boolean> {
    const { folder, complain } = this.options;
    const removed = await pruneToWhole(folder, this.store).catch(() => 0);
    if (removed > 0 && !this.isShort)
      complain(`The folder ${folder} is full: removed ${removed} older files, one full copy is kept.`);
    this.isShort ||= removed > 0;
    return removed > 0;
  }

  private async stopCopy(): Promise<void> {
    const { copying } = this;
    this.copying = null;
    copying?.stop();
    await copying?.done;
  }

  private async closeSegment(): Promise<void> {
    const { segment } = this;
    this.segment = null;
    await segment?.close().catch(() => undefined);
  }
}

/** The target folders of followers, by store id. */
type Followed = Record<string, string[]>;

async function readFollowed(dataDir: string): Promise<Followed> {
  try {
    return JSON.parse(await readFile(join(dataDir, FOLLOWED_FILE), 'utf8')) as Followed;
  } catch {
    return {};
  }
}

/** True when a follower has stored this store in the folder, according to the data folder. */
async function wasFollowed(dataDir: string, store: string, folder: string): Promise<boolean> {
  return (await readFollowed(dataDir))[store]?.includes(resolve(folder)) ?? false;
}

/** Records, in the data folder, that the store is stored in a target folder, so that an empty folder in its place is noticed. */
async function noteFollowed(dataDir: string, store: string, folder: string): Promise<void> {
  if (await wasFollowed(dataDir, store, folder)) return;
  const followed = await readFollowed(dataDir);
  followed[store] = [...(followed[store] ?? []), resolve(folder)];
  const file = join(dataDir, FOLLOWED_FILE);
  await writeFile(`${file}.next`, JSON.stringify(followed), { mode: 0o600 });
  await rename(`${file}.next`, file);
}

export interface FollowOptions {
  dataDir: string;
  folder: string;
  /** The number of full copies to keep, with the commits after the oldest of them. */
  keep: number;
  /** Called with messages about progress and errors. */
  say: (text: string) => void;
  complain: (text: string) => void;
  /** Ends it, after the data received so far is written. */
  signal: AbortSignal;
  sizes?: Sizes;
  /** Milliseconds before a failed copy is retried. */
  copyAgainMs?: number;
}

/** Sizes: of a full segment, and of the segments after which the next copy is made, at least. */
export type Sizes = { segmentBytes: number; copyAfterBytes: number };
