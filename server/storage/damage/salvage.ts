import { readFile } from 'node:fs/promises';
import { refuseOtherFormat } from '../check';
import { unsealed } from '../records/checksum';
import { storeFiles } from '../folder';
import { FORMAT_KEY, HEAD_KEY } from '../records/keys';
import { isOwn, readHead, type Head } from '../records/ledger';
import { readLog } from '../leveldb/log';
import { readTable, type Entry } from '../leveldb/table';

/** The readable records of a damaged store, and the known damage. */
export interface Salvaged {
  /** The newest readable version of each record. */
  records: Map<string, string>;
  /** The number of unreadable places in the files, and of records with a wrong checksum. */
  damaged: number;
  /** The expected number of records, if the store can still tell. */
  expected: number | null;
}

/**
 * Reads the tables and logs of a store without LevelDB, block by block, and keeps the newest valid version of each
 * record. A record whose removal is unreadable reappears. Changes nothing. Throws a `StoreError` for another format.
 */
export async function salvage(folder: string): Promise<Salvaged> {
  const { versions, damaged } = await readFiles(folder);
  const format = versions.get(FORMAT_KEY)?.[0]?.value ?? '';
  if (/^\d+$/.test(format)) refuseOtherFormat(folder, format);
  const records = new Map<string, string>();
  let altered = 0;
  for (const [key, entries] of versions) {
    if (isOwn(key)) continue;
    const texts = entries.map(({ value }) => (value === null ? null : unsealed(key, value)?.text));
    if (texts[0] === undefined) altered += 1;
    const newest = texts.find(text => text !== undefined);
    if (newest != null) records.set(key, newest);
  }
  return { records, damaged: damaged + altered, expected: headOf(versions)?.records ?? null };
}

/** All versions of all records, newest first. */
async function readFiles(folder: string) {
  const versions = new Map<string, Entry[]>();
  let damaged = 0;
  const collect = (found: { entries: Entry[]; damaged: number }) => {
    damaged += found.damaged;
    for (const entry of found.entries) {
      const same = versions.get(entry.key);
      if (same) same.push(entry);
      else versions.set(entry.key, [entry]);
    }
  };
  for (const file of await storeFiles(folder, /\.(ldb|sst)$/)) collect(readTable(await readFile(file)));
  for (const file of await storeFiles(folder, /\.log$/)) collect(readLog(await readFile(file)));
  for (const entries of versions.values())
    entries.sort((a, b) => (a.sequence < b.sequence ? 1 : a.sequence > b.sequence ? -1 : 0));
  return { versions, damaged };
}

function headOf(versions: Map<string, Entry[]>): Head | null {
  for (const { value } of versions.get(HEAD_KEY) ?? []) {
    const head = value === null ? null : readHead(value);
    if (head) return head;
  }
  return null;
}
