/**
 * `npm run restore -- FILE`: creates the data folder `DATA_DIR` from a backup. From a folder of backups or of a
 * follower it restores the last complete state; with `--at INSTANT`, the last one up to that time.
 */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkContent } from '../server/content';
import { backupsIn, timeOfBackup } from '../server/storage/backup/backupSeries';
import { StoreError } from '../server/lib/errors';
import { lastState } from '../server/storage/follow/replay';
import type { Replay } from '../server/storage/newStore';
import { restore, verifyBackup } from '../server/storage/backup/restore';

const USAGE = 'Usage: npm run restore -- FILE, or: npm run restore -- FOLDER [--at 2026-11-20T10:00]';

/** The restored state; `at` is its time in milliseconds, if known. */
type Source = { file: string; replay?: Replay; at?: number };

const complain = (text: string) => console.error(text);

/** The last complete state in a folder, from a follower's files or from backups, whichever is newer. */
async function lastWhole(folder: string, instant: number | null): Promise<Source> {
  const followed = await lastState(folder, instant, complain);
  for (const file of await backupsIn(folder)) {
    const at = await timeOfBackup(file);
    if (instant !== null && at > instant) continue;
    if (followed && followed.point.at >= at) break;
    try {
      await verifyBackup(file);
      return { file, at };
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      complain(`${error.message} The one before it is taken.`);
    }
  }
  if (followed) return { ...followed, at: followed.point.at };
  const when = instant === null ? '' : ` of ${new Date(instant).toISOString()} or before`;
  throw new StoreError(`There is no backup${when} in ${folder} that can be used.`);
}

function readInstant(text: string): number {
  const instant = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/.test(text)
    ? Date.parse(text)
    : NaN;
  if (Number.isNaN(instant))
    throw new Error(`--at must be a time like 2026-11-20T10:00, of this machine's zone, not '${text}'.`);
  return instant;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { at: { type: 'string' } }, allowPositionals: true });
  const [given, ...rest] = positionals;
  if (!given || rest.length > 0) throw new Error(USAGE);
  const path = resolve(given);
  const isFolder = await stat(path).then(
    found => found.isDirectory(),
    () => false,
  );
  if (!isFolder && values.at !== undefined) throw new Error(`--at needs a folder. ${USAGE}`);
  const instant = values.at === undefined ? null : readInstant(values.at);
  const folder = resolve(process.env.DATA_DIR ?? '.data');
  const { file, replay, at }: Source = isFolder ? await lastWhole(path, instant) : { file: path };
  const { pairs } = await restore(file, folder, { check: checkContent, ...(replay ? { replay } : {}) });
  const records = replay?.records ?? pairs;
  const when = at === undefined ? '' : `, as they were at ${new Date(at).toISOString()},`;
  console.log(`Restored ${records} records of ${replay ? path : file}${when} to ${folder}.`);
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
