import { readFile, rm } from 'node:fs/promises';
import { Disk } from './disk';
import { DamageError, StoreError } from './errors';
import { copyStore, storeFiles } from './folder';
import { SEALED, versionOf } from './format';
import { FORMAT_KEY, HEAD_KEY } from './keys';
import { readLog } from './leveldb/log';
import { readLastCommit, type LastCommit } from './lastCommit';
import { isOwn, Ledger, readHead, Tally } from './ledger';

/** A store that is whole: its format's version (0 when nothing was ever written) and, since version 2, its ledger. */
export type Checked = { version: number; ledger: Ledger | null };

/**
 * Reads a whole store and compares it with its own count and checksums and with the file beside it. LevelDB changes a
 * database by opening it (it drops what it can't read of the log), so this happens in a copy made of links in `parent`.
 * Throws `DamageError` when something is missing or altered, `StoreError` when the format is newer than `newest`.
 */
export async function checkStore(folder: string, parent: string, newest: number): Promise<Checked> {
  return withCheckedCopy(folder, parent, newest, async (_, checked) => checked);
}

/** Does something with a checked copy of the store, which is gone afterwards. */
export async function withCheckedCopy<T>(
  folder: string,
  parent: string,
  newest: number,
  act: (disk: Disk, checked: Checked) => Promise<T>,
): Promise<T> {
  const lastCommit = await readLastCommit(folder);
  const copy = await copyStore(folder, parent);
  try {
    const disk = await openCopy(copy, folder);
    try {
      return await act(disk, await checkContent(disk, folder, lastCommit, newest));
    } finally {
      await disk.close();
    }
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

async function openCopy(copy: string, folder: string): Promise<Disk> {
  try {
    return await Disk.open(copy);
  } catch (error) {
    throw asDamage(error, folder);
  }
}

/** Compares all that a disk holds with what it says of itself. */
async function checkContent(
  disk: Disk,
  folder: string,
  lastCommit: LastCommit | null,
  newest: number,
): Promise<Checked> {
  const [format, headText] = [await read(disk, folder, FORMAT_KEY), await read(disk, folder, HEAD_KEY)];
  const head = headText === undefined ? null : readHead(headText);
  if (head ? String(head.format) !== format : headText !== undefined)
    throw new DamageError(folder, 'its head or format record is altered');
  const version = versionOf(format, newest, folder);
  const tally = new Tally();
  const damaged = await readAll(disk, folder, version, tally);
  if (!head) {
    if (lastCommit || version >= SEALED) throw new DamageError(folder, 'its head record is missing');
    await refuseDamagedLogs(folder);
    return { version, ledger: null };
  }
  if (damaged > 0) throw new DamageError(folder, `${damaged} of ${head.records} records are altered`);
  if (!lastCommit && head.sequence > 1) throw new DamageError(folder, 'the file last-commit is missing');
  if (lastCommit && lastCommit.id !== head.id)
    throw new DamageError(folder, 'the store and the file last-commit are of different folders');
  if (lastCommit && lastCommit.sequence > head.sequence)
    throw new DamageError(folder, `the last ${lastCommit.sequence - head.sequence} commits are missing`);
  if (!tally.agreesWith(head))
    throw new DamageError(
      folder,
      `${head.records} records were written, ${tally.checksums.size} are there, some of them perhaps out of date`,
    );
  return { version, ledger: Ledger.of(head, tally) };
}

/** All that tells of a damaged log where records have no count: LevelDB takes what it can't read for never written. */
async function refuseDamagedLogs(folder: string): Promise<void> {
  for (const file of await storeFiles(folder, /\.log$/))
    if (readLog(await readFile(file)).damaged > 0)
      throw new DamageError(folder, 'the log of the store is damaged');
}

/** Reads every record to its end; the number of those that are altered. */
async function readAll(disk: Disk, folder: string, version: number, tally: Tally): Promise<number> {
  let altered = 0;
  try {
    for await (const page of disk.pages('')) {
      if (version === 0) throw new StoreError(`The folder ${folder} holds something that is not Daywall's.`);
      if (version >= SEALED)
        for (const [key, value] of page) if (!isOwn(key) && tally.read(key, value) === null) altered += 1;
    }
  } catch (error) {
    throw asDamage(error, folder);
  }
  return altered;
}

async function read(disk: Disk, folder: string, key: string): Promise<string | undefined> {
  try {
    return await disk.get(key);
  } catch (error) {
    throw asDamage(error, folder);
  }
}

/** What the system refuses for reasons of its own is no damage. */
const SYSTEM = /no space|read-only|permission|too many open|quota|not permitted/i;

function asDamage(error: unknown, folder: string): Error {
  const { message } = error as Error;
  if (error instanceof DamageError || SYSTEM.test(message)) return error as Error;
  if (error instanceof StoreError && !message.includes("can't be opened")) return error;
  const table = /missing files.*?(\d+\.\w+)/.exec(message)?.[1];
  const says = message
    .replace(/^.*can't be opened: |^The disk refused: /s, '')
    .replaceAll(/\S*\//g, '')
    .replaceAll(/[^ -~]|\.$/g, '');
  return new DamageError(folder, table ? `the table store/${table} is damaged or missing` : says);
}
