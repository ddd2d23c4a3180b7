import { copyFile, link, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DamageError, StoreError } from '../lib/errors';
import { LAST_COMMIT_FILE } from './lastCommit';
import { isWholeTable } from './leveldb/table';

/** The folder of LevelDB within the data folder. */
export const storeIn = (folder: string) => join(folder, 'store');

/** The file with the names of the followers' target folders. */
export const FOLLOWED_FILE = 'followed.json';

const CHECKING = '.checking-';
/**
 * Names that a data folder may contain before its store exists: those in the root of a mounted disk, and leftovers of
 * a start.
 */
const EMPTY = new RegExp(`^(store|lost\\+found|\\${CHECKING}.*)$`);
const OURS = new RegExp(`^(${LAST_COMMIT_FILE}|${FOLLOWED_FILE}|control\\.sock)$`);
/** LevelDB's files with data. LOCK and LOG only concern the process. */
const DATA = /^(CURRENT|MANIFEST-\d+|\d+\.(ldb|sst|log))$/;
const TABLE = /\.(ldb|sst)$/;
const LEVELDB = /^(LOCK|LOG(\.old)?|\d+\.dbtmp)$/;

/**
 * Whether a folder contains a store, or nothing yet. Throws a `StoreError` when it contains only other files, and a
 * `DamageError` when the head of its store is missing: LevelDB would create a new one and delete the old tables.
 */
export async function findStore(folder: string): Promise<'store' | 'nothing'> {
  const beside = await namesIn(folder);
  const inside = await namesIn(storeIn(folder));
  if (inside.includes('CURRENT')) return 'store';
  // LevelDB writes its first manifest before CURRENT, and no log before these.
  if (inside.some(name => DATA.test(name) && name !== 'MANIFEST-000001'))
    throw new DamageError(folder, 'the file store/CURRENT is missing');
  if (beside.some(name => OURS.test(name))) throw new DamageError(folder, 'the store is missing');
  const foreign =
    beside.find(name => !EMPTY.test(name)) ?? inside.find(name => !DATA.test(name) && !LEVELDB.test(name));
  if (foreign !== undefined)
    throw new StoreError(
      `The folder ${folder} holds something that is not Daywall's (${foreign}); set DATA_DIR to an empty or a new one.`,
    );
  return 'nothing';
}

/**
 * Creates a folder in `parent` with the store's data files, as links if the disk supports them. For a complete read,
 * tables with a damaged block are omitted: LevelDB refuses a store without them, but may crash at such a block.
 */
export async function copyStore(folder: string, parent: string, depth: 'all' | 'start'): Promise<string> {
  const store = storeIn(folder);
  const copy = await mkdtemp(join(parent, CHECKING)).catch((error: Error) => {
    throw new StoreError(`The folder ${parent} can't be written: ${error.message}.`);
  });
  try {
    for (const name of await namesIn(store))
      if (DATA.test(name) && (depth === 'start' || (await isReadable(join(store, name)))))
        await linkOrCopy(join(store, name), join(copy, name));
    return copy;
  } catch (error) {
    await rm(copy, { recursive: true, force: true });
    throw new StoreError(`The data in ${folder} can't be checked: ${(error as Error).message}.`);
  }
}

/** Creates a folder of links to the data files of an open store, beside it. Throws the disk's error. */
export async function linkStore(store: string): Promise<string> {
  const copy = await mkdtemp(join(dirname(store), CHECKING));
  try {
    for (const name of await readdir(store))
      if (DATA.test(name)) await linkOrCopy(join(store, name), join(copy, name));
    return copy;
  } catch (error) {
    await rm(copy, { recursive: true, force: true });
    throw error;
  }
}
/** False for a table with a damaged block. */
const isReadable = async (file: string) => !TABLE.test(file) || isWholeTable(await readFile(file));

/** The paths of the store's files with matching names. */
export async function storeFiles(folder: string, pattern: RegExp): Promise<string[]> {
  const names = await namesIn(storeIn(folder));
  return names.filter(name => pattern.test(name)).map(name => join(storeIn(folder), name));
}

/** Removes copies left by killed starts. Call it with the store open, because no other start is in progress then. */
export async function removeCopies(folder: string): Promise<void> {
  for (const name of await namesIn(folder))
    if (name.startsWith(CHECKING)) await rm(join(folder, name), { recursive: true, force: true });
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch {
    await copyFile(from, to);
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw new StoreError(`The data folder ${folder} can't be read: ${(error as Error).message}.`);
  }
}
