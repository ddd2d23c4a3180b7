import { createHash } from 'node:crypto';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { StoreError } from '../../lib/errors';
import type { Point } from './commitLines';
import { jsonLine } from './jsonLine';

/** The version of the file and its records: a header line, one line per pair, a final line with count and checksum. */
export const FILE_VERSION = 1;
/** The number of characters written at once; a single line may have millions. */
const CHARACTERS_AT_ONCE = 1_000_000;

/** `store` identifies the store, `commit` is the state of a copy that commits follow. */
export type BackupHead = { daywall: 'backup'; version: number; store: string; commit?: Point };
export type BackupFoot = { pairs: number; sha256: string };

/** The records of a backup as a consistent snapshot. */
export interface Copied {
  /** Identifies the store. */
  readonly id: string;
  readonly commit?: Point;
  snapshot(): AsyncIterable<readonly [string, string]>;
}

/**
 * Writes a consistent snapshot of the whole store to a new file with mode 0600, which gets its name when it is
 * complete and on disk. Throws a `StoreError` when the file exists or cannot be written, or records are damaged.
 */
export async function backup(store: Copied, file: string): Promise<BackupFoot> {
  const unfinished = `${file}.unfinished`;
  const handle = await openNew(file, unfinished);
  try {
    const foot = await writeBackup(store, handle);
    await handle.sync();
    await handle.close();
    await rename(unfinished, file);
    return foot;
  } catch (error) {
    await handle.close();
    await rm(unfinished, { force: true });
    throw new StoreError(`The backup ${file} can't be written: ${(error as Error).message}`);
  }
}

async function openNew(file: string, unfinished: string): Promise<FileHandle> {
  try {
    await (await open(file, 'wx', 0o600)).close();
    await rm(file);
    // A killed process may have left it; opening it again would keep its mode.
    await rm(unfinished, { force: true });
    return await open(unfinished, 'wx', 0o600);
  } catch (error) {
    throw new StoreError(`The backup ${file} can't be written: ${(error as Error).message}`);
  }
}

async function writeBackup(store: Copied, handle: FileHandle): Promise<BackupFoot> {
  const hash = createHash('sha256');
  let [lines, characters]: [string[], number] = [[], 0];
  const flush = async () => {
    const text = lines.join('');
    [lines, characters] = [[], 0];
    hash.update(text);
    await handle.appendFile(text);
  };
  const head: BackupHead = {
    daywall: 'backup',
    version: FILE_VERSION,
    store: store.id,
    commit: store.commit,
  };
  lines.push(jsonLine(head));
  let pairs = 0;
  for await (const pair of store.snapshot()) {
    const line = jsonLine(pair);
    lines.push(line);
    pairs += 1;
    characters += line.length;
    if (characters >= CHARACTERS_AT_ONCE) await flush();
  }
  await flush();
  const foot: BackupFoot = { pairs, sha256: hash.digest('hex') };
  await handle.appendFile(jsonLine(foot));
  return foot;
}
