import { open, readFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { checksumOf, sealed, unsealed } from './checksum';
import { StoreError } from './errors';
import type { Head } from './ledger';

/** The file beside the store that remembers its newest commit. */
export const LAST_COMMIT_FILE = 'last-commit';

/** What it remembers: enough to notice that commits are missing, or that the store is another one. */
export type LastCommit = Pick<Head, 'id' | 'sequence'>;

/** A line each, so that a write that a power cut tears leaves the other one. */
const SLOTS = 2;
const SLOT_BYTES = 512;
/** How long a commit may be on disk before it is remembered, in milliseconds. */
const DELAY = 250;

/**
 * Remembers the newest commit in a file of its own. LevelDB takes a damaged end of its log for one that was never
 * written; this file tells that it was. It is written, and synced, at most every 250 ms, beside the commits: what was
 * answered in the last 250 ms before a crash is not covered.
 */
export class LastCommitFile {
  private newest: LastCommit | null = null;
  private slot = 0;
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<void> = Promise.resolve();

  private constructor(private readonly file: FileHandle) {}

  /** Opens the file of a folder, made when it is not there, and writes both its lines. */
  static async open(folder: string, first: LastCommit): Promise<LastCommitFile> {
    const file = await openForWriting(join(folder, LAST_COMMIT_FILE));
    const opened = new LastCommitFile(file);
    try {
      for (let slot = 0; slot < SLOTS; slot += 1) await opened.write(first);
      return opened;
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Remembers a commit that is on disk, a moment later. */
  note(commit: LastCommit): void {
    this.newest = commit;
    this.timer ??= setTimeout(() => void this.flush(), DELAY).unref();
  }

  /** Resolves when the last commit is remembered. */
  async close(): Promise<void> {
    await this.flush();
    await this.file.close();
  }

  private flush(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    // A disk that refuses this line refuses commits too, and those are answered; the next commit tries again.
    this.writing = this.writing.then(() => this.writeNewest()).catch(() => undefined);
    return this.writing;
  }

  private async writeNewest(): Promise<void> {
    const { newest } = this;
    if (newest) await this.write(newest);
    if (this.newest === newest) this.newest = null;
  }

  private async write({ id, sequence }: LastCommit): Promise<void> {
    const text = JSON.stringify({ id, sequence });
    const line = `${sealed(text, checksumOf(LAST_COMMIT_FILE, text))}\n`.padStart(SLOT_BYTES, ' ');
    await this.file.write(line, this.slot * SLOT_BYTES);
    await this.file.datasync();
    this.slot = (this.slot + 1) % SLOTS;
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

/** What the file of a folder remembers, null when there is none. Throws `StoreError` when it is damaged. */
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
  if (!newest) throw new StoreError(`The file ${path} is damaged.`);
  return newest;
}
