import { readFile, rm } from 'node:fs/promises';
import { Disk } from './disk';
import { DamageError, StoreError } from '../lib/errors';
import type { Page } from '../lib/types';
import { copyStore, storeFiles } from './folder';
import { endOfParts, FORMAT, FORMAT_KEY, HEAD_KEY, PART_KEY, partOf } from './records/keys';
import { readLog } from './leveldb/log';
import { readLastCommit, type LastCommit } from './lastCommit';
import { isOwn, Ledger, readHead, restOf, type Head } from './records/ledger';
import { Tally } from './records/tally';

/** How much of a store is verified: everything, or only what a start needs, which excludes user data. */
export type Depth = 'all' | 'start';

/**
 * Verifies a copy of the store, made of links in `parent` because LevelDB changes what it opens, and runs work on it.
 * The ledger is null when nothing was ever written. Throws a `DamageError`, and a `StoreError` for another format.
 */
export async function withCheckedCopy<T>(
  folder: string,
  parent: string,
  act: (disk: Disk, ledger: Ledger | null) => Promise<T>,
  depth: Depth = 'all',
): Promise<T> {
  const lastCommit = await readLastCommit(folder);
  const copy = await copyStore(folder, parent, depth);
  try {
    const disk = await openCopy(copy, folder);
    try {
      return await act(disk, await checkContent(disk, folder, lastCommit, depth));
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

/** Compares the content of a disk with its own counts and checksums. */
async function checkContent(
  disk: Disk,
  folder: string,
  lastCommit: LastCommit | null,
  depth: Depth,
): Promise<Ledger | null> {
  const [format, headText] = [await read(disk, folder, FORMAT_KEY), await read(disk, folder, HEAD_KEY)];
  refuseOtherFormat(folder, format);
  const head = headText === undefined ? null : readHead(headText);
  if (head ? format === undefined : headText !== undefined)
    throw new DamageError(folder, 'its head or format record is altered');
  if (!head) {
    if (lastCommit || format !== undefined) throw new DamageError(folder, 'its head record is missing');
    await refuseForeign(disk, folder);
    await refuseDamagedLogs(folder);
    return null;
  }
  const tally = new Tally('');
  const isWhole = depth === 'all';
  const damaged = await readAll(folder, tally, isWhole ? disk.pages('') : startPages(disk));
  if (damaged > 0) throw new DamageError(folder, `${damaged} of ${head.records} records are altered`);
  if (!lastCommit && head.sequence > 1) throw new DamageError(folder, 'the file last-commit is missing');
  if (lastCommit && lastCommit.id !== head.id)
    throw new DamageError(folder, 'the store and the file last-commit are of different folders');
  if (lastCommit && lastCommit.sequence > head.sequence)
    throw new DamageError(folder, `the last ${lastCommit.sequence - head.sequence} commits are missing`);
  refuseMissing(folder, head, tally, isWhole);
  return new Ledger(head, tally.storedParts, tally.checksums);
}

/** Throws a `StoreError` when the format's record is of another version, a `DamageError` when it is none. */
export function refuseOtherFormat(folder: string, text: string | undefined): void {
  if (text === undefined || text === FORMAT) return;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new DamageError(folder, 'its format record is altered');
  throw new StoreError(
    `The data in ${folder} have format version ${text}, this program reads ${FORMAT}; nothing was changed.`,
  );
}

/** Throws a `DamageError` when the records do not match the store's ledger. */
function refuseMissing(folder: string, head: Head, tally: Tally, isWhole: boolean): void {
  const expected = isWhole ? head : restOf(head, tally.storedParts);
  if (!expected) throw new DamageError(folder, 'the counts of its parts are not those of its head');
  const agree = tally.agreesWith(expected) && (!isWhole || tally.agreesByPart);
  if (!agree)
    throw new DamageError(
      folder,
      `${expected.records} records were written, ${tally.records} are there, some of them perhaps out of date`,
    );
}

/** All records that do not belong to a named part. */
async function* startPages(disk: Disk): AsyncGenerator<Page> {
  for (let from: string | null = ''; from !== null; from = yield* pagesUpToParts(disk, from));
}

/** The pages up to the next parts; returns where to continue after these. */
async function* pagesUpToParts(disk: Disk, from: string): AsyncGenerator<Page, string | null> {
  for await (const page of disk.pages('', from)) {
    const at = page.findIndex(([key]) => partOf(key) !== '');
    if (at === -1) yield page;
    else {
      yield page.slice(0, at);
      return endOfParts(partOf(page[at]![0]));
    }
  }
  return null;
}

/** Throws a `StoreError` when a store without a head has records. */
async function refuseForeign(disk: Disk, folder: string): Promise<void> {
  for await (const _ of disk.pages(''))
    throw new StoreError(`The folder ${folder} holds something that is not Daywall's.`);
}

/** The only sign of a damaged log in a store without a head: LevelDB treats what it cannot read as never written. */
async function refuseDamagedLogs(folder: string): Promise<void> {
  for (const file of await storeFiles(folder, /\.log$/))
    if (readLog(await readFile(file)).damaged > 0)
      throw new DamageError(folder, 'the log of the store is damaged');
}

/** Reads all records; returns the number of altered ones. */
async function readAll(folder: string, tally: Tally, pages: AsyncIterable<Page>): Promise<number> {
  let altered = 0;
  try {
    for await (const page of pages)
      for (const [key, value] of page)
        if (key.startsWith(PART_KEY)) altered += Number(!tally.readPart(key, value));
        else if (!isOwn(key) && tally.read(key, value) === null) altered += 1;
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

/** An error of the operating system does not count as damage. */
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
