import { createHash } from 'node:crypto';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { StoreError } from '../errors';
import type { Point } from '../follow/commitLines';
import { jsonLine } from '../records/jsonLine';

/** The version of the file's own shape: a line that says what it is, a line a pair, a line with count and checksum. */
export const FILE_VERSION = 1;
/** Characters that are gathered before they are written: a line may be a text of millions. */
const CHARACTERS_AT_ONCE = 1_000_000;

/**
 * `store` names the store that it is of; backups of version 1 of the format, and older ones, have none. `commit` is the
 * state that it holds, in copies that commits follow.
 */
export type BackupHead = {
  daywall: 'backup';
  version: number;
  format: number;
  store?: string;
  commit?: Point;
};
export type BackupFoot = { pairs: number; sha256: string };

/** The records of a backup: all of one instant, the format's first. */
export interface Copied {
  /** Tells the store from every other one. */
  readonly id?: string;
  readonly version: number;
  readonly commit?: Point;
  snapshot(): AsyncIterable<readonly [string, string]>;
}

/**
 * Writes the whole store, as it is at one instant, to a new file of mode 0600, which has its name once it is complete and on
 * disk. Throws `StoreError` when the file exists or can't be written, or records are damaged.
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
    // A killed process may have left it: opened again, it would keep its mode.
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
    format: store.version,
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
