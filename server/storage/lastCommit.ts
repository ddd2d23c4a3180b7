import { open, readFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { checksumOf, sealed, unsealed } from './records/checksum';
import { DamageError, StoreError } from '../lib/errors';
import type { Head } from './records/ledger';

/** The file beside the store that contains its latest commit. */
export const LAST_COMMIT_FILE = 'last-commit';

/** The recorded commit: enough to notice missing commits, or that the store was replaced. */
export type LastCommit = Pick<Head, 'id' | 'sequence'>;

/** Two lines, so that a write torn by a power cut leaves the other one. */
const SLOTS = 2;
const SLOT_BYTES = 512;
/** The maximum delay before a commit is written, and before a line is synced, in milliseconds. */
const WRITE_DELAY_MS = 10;
const SYNC_DELAY_MS = 250;

/**
 * Records the latest commit in a separate file, because LevelDB treats a damaged end of its log as never written. It
 * is written 10 ms after a commit and synced every 250 ms: that much may be lost unnoticed at a kill or power cut.
 */
export class LastCommitFile {
  private newest: LastCommit | null = null;
  private slot = 0;
  private isDirty = false;
  private writeTimer: NodeJS.Timeout | null = null;
  private syncTimer: NodeJS.Timeout | null = null;

  private constructor(private readonly file: FileHandle) {}

  /** Opens or creates the file of a folder, and writes both lines. */
  static async open(folder: string, first: LastCommit): Promise<LastCommitFile> {
    const file = await openForWriting(join(folder, LAST_COMMIT_FILE));
    const opened = new LastCommitFile(file);
    try {
      await opened.writeAll(first);
      return opened;
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Records a commit that is on disk, a moment later. If the disk refuses, the next commit tries again. */
  note(commit: LastCommit): void {
    this.newest = commit;
    this.writeTimer ??= setTimeout(
      () => void this.writeNewest().catch(() => undefined),
      WRITE_DELAY_MS,
    ).unref();
    this.syncTimer ??= setTimeout(() => void this.keepSyncing(), SYNC_DELAY_MS).unref();
  }

  /** Resolves when the lines contain the last commit. */
  async close(last: LastCommit): Promise<void> {
    clearTimeout(this.writeTimer ?? undefined);
    clearTimeout(this.syncTimer ?? undefined);
    await this.writeAll(last).catch(() => undefined);
    await this.file.close();
  }

  private async writeAll(commit: LastCommit): Promise<void> {
    for (let slot = 0; slot < SLOTS; slot += 1) {
      await this.write(commit);
      await this.sync();
    }
  }

  private async keepSyncing(): Promise<void> {
    await this.sync().catch(() => undefined);
    this.syncTimer = this.isDirty ? setTimeout(() => void this.keepSyncing(), SYNC_DELAY_MS).unref() : null;
  }

  /** Syncs the line written last; from now on the other one is written, so that one of them is always intact. */
  private async sync(): Promise<void> {
    this.slot = (this.slot + 1) % SLOTS;
    this.isDirty = false;
    await this.file.datasync();
  }

  private async writeNewest(): Promise<void> {
    this.writeTimer = null;
    const { newest } = this;
    if (!newest) return;
    await this.write(newest);
    if (this.newest === newest) this.newest = null;
  }

  private async write({ id, sequence }: LastCommit): Promise<void> {
    const text = JSON.stringify({ id, sequence });
    const line = `${sealed(text, checksumOf(LAST_COMMIT_FILE, text))}\n`.padStart(SLOT_BYTES, ' ');
    this.isDirty = true;
    await this.file.write(line, this.slot * SLOT_BYTES);
  }
}

async function openForWriting(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r+');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return open(path, 'wx', 0o600);
  }
}

/** The content of a folder's file, null without one. Throws a `DamageError` when it was altered. */
export async function readLastCommit(folder: string): Promise<LastCommit | null> {
  const path = join(folder, LAST_COMMIT_FILE);
  const lines = await readFile(path, 'utf8').then(
    text => text.split('\n').map(line => unsealed(LAST_COMMIT_FILE, line.trimStart())),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw new StoreError(`The file ${path} can't be read: ${error.message}.`);
    },
  );
  if (!lines) return null;
  const commits = lines.flatMap(line => (line ? [JSON.parse(line.text) as LastCommit] : []));
  const newest = commits.sort((a, b) => b.sequence - a.sequence)[0];
  if (!newest) throw new DamageError(folder, `the file ${LAST_COMMIT_FILE} is altered`);
  return newest;
}
