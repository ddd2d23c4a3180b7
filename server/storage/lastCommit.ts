import { open, readFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { checksumOf, sealed, unsealed } from './records/checksum';
import { DamageError, StoreError } from './errors';
import type { Head } from './records/ledger';

/** The file beside the store that remembers its newest commit. */
export const LAST_COMMIT_FILE = 'last-commit';

/** The remembered commit: enough to notice that commits are missing, or that the store is another one. */
export type LastCommit = Pick<Head, 'id' | 'sequence'>;

/** A line each, so that a write that a power cut tears leaves the other one. */
const SLOTS = 2;
const SLOT_BYTES = 512;
/** How long a commit may wait for its line, and a line for its sync, in milliseconds. */
const WRITE_DELAY_MS = 10;
const SYNC_DELAY_MS = 250;

/**
 * Remembers the newest commit in a file of its own: LevelDB takes a damaged end of its log for one that was never written.
 * Written 10 ms after a commit and synced every 250 ms: so much a kill and a power cut leave unknown.
 */
export class LastCommitFile {
  private newest: LastCommit | null = null;
  private slot = 0;
  private isDirty = false;
  private writeTimer: NodeJS.Timeout | null = null;
  private syncTimer: NodeJS.Timeout | null = null;

  private constructor(private readonly file: FileHandle) {}

  /** Opens the file of a folder, made when it is not there, and writes both its lines. */
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

  /** Remembers a commit that is on disk, a moment later. What this disk refuses here, the next commit tries again. */
  note(commit: LastCommit): void {
    this.newest = commit;
    this.writeTimer ??= setTimeout(
      () => void this.writeNewest().catch(() => undefined),
      WRITE_DELAY_MS,
    ).unref();
    this.syncTimer ??= setTimeout(() => void this.keepSyncing(), SYNC_DELAY_MS).unref();
  }

  /** Resolves when every line remembers the last commit. */
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

  /** Syncs the line that was written last; from now on the other one is written, so that one of them is whole. */
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

/** The content of the file of a folder, null when there is none. Throws `DamageError` when it is altered. */
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
