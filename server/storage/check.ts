import { readFile, rm } from 'node:fs/promises';
import { Disk } from './disk';
import { DamageError, StoreError } from '../lib/errors';
import type { Page } from '../lib/types';
import { copyStore, storeFiles } from './folder';
import { SEALED, versionOf } from './records/format';
import { endOfParts, FORMAT_KEY, HEAD_KEY, PART_KEY, partOf } from './records/keys';
import { readLog } from './leveldb/log';
import { readLastCommit, type LastCommit } from './lastCommit';
import { isOwn, Ledger, PARTED, readHead, restOf, type Head } from './records/ledger';
import { Tally } from './records/tally';

/** An intact store: the version of its format (0 when nothing was ever written) and, since version 2, its ledger. */
export type Checked = { version: number; ledger: Ledger | null };

/** How much of a store is verified: everything, or only what a start needs, which excludes user data. */
export type Depth = 'all' | 'start';

/**
 * Verifies a store by its counts, its checksums and the file beside it. It reads a copy made of links in `parent`,
 * because LevelDB changes what it opens. Throws a `DamageError`, and a `StoreError` for a format newer than `newest`.
 */
export async function checkStore(
  folder: string,
  parent: string,
  newest: number,
  depth: Depth,
): Promise<Checked> {
  return withCheckedCopy(folder, parent, newest, async (_, checked) => checked, depth);
}

/** Runs work on a verified copy of the store, which is removed afterwards. */
export async function withCheckedCopy<T>(
  folder: string,
  parent: string,
  newest: number,
  act: (disk: Disk, checked: Checked) => Promise<T>,
  depth: Depth = 'all',
): Promise<T> {
  const lastCommit = await readLastCommit(folder);
  const copy = await copyStore(folder, parent, depth);
  try {
    const disk = await openCopy(copy, folder);
    try {
      return await act(disk, await checkContent(disk, folder, lastCommit, newest, depth));
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
  newest: number,
  depth: Depth,
): Promise<Checked> {
  const [format, headText] = [await read(disk, folder, FORMAT_KEY), await read(disk, folder, HEAD_KEY)];
  const head = headText === undefined ? null : readHead(headText);
  if (head ? String(head.format) !== format : headText !== undefined)
    throw new DamageError(folder, 'its head or format record is altered');
  const version = versionOf(format, newest, folder);
  const tally = new Tally('');
  const isWhole = depth === 'all' || version < PARTED;
  const damaged = await readAll(folder, version, tally, isWhole ? disk.pages('') : startPages(disk));
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
  refuseMissing(folder, head, tally, isWhole);
  const isParted = version >= PARTED;
  return {
    version,
    ledger: isParted ? new Ledger(head, tally.storedParts, tally.checksums) : Ledger.of(head, tally),
  };
}

/** Throws a `DamageError` when the records do not match the store's ledger. */
function refuseMissing(folder: string, head: Head, tally: Tally, isWhole: boolean): void {
  const expected = isWhole ? head : restOf(head, tally.storedParts);
  if (!expected) throw new DamageError(folder, 'the counts of its parts are not those of its head');
  const agree = tally.agreesWith(expected) && (!isWhole || head.format < PARTED || tally.agreesByPart);
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

/** The only sign of a damaged log in stores without a count: LevelDB treats what it cannot read as never written. */
async function refuseDamagedLogs(folder: string): Promise<void> {
  for (const file of await storeFiles(folder, /\.log$/))
    if (readLog(await readFile(file)).damaged > 0)
      throw new DamageError(folder, 'the log of the store is damaged');
}

/** Reads all records; returns the number of altered ones. */
async function readAll(
  folder: string,
  version: number,
  tally: Tally,
  pages: AsyncIterable<Page>,
): Promise<number> {
  let altered = 0;
  try {
    for await (const page of pages) {
      if (version === 0) throw new StoreError(`The folder ${folder} holds something that is not Daywall's.`);
      if (version >= SEALED)
        for (const [key, value] of page)
          if (key.startsWith(PART_KEY)) altered += Number(!tally.readPart(key, value));
          else if (!isOwn(key) && tally.read(key, value) === null) altered += 1;
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
