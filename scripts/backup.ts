/**
 * `npm run backup [-- FILE]`: backs up the data folder `DATA_DIR`, even while the server runs. `-- --every 24h --keep
 * 14 [FOLDER]` repeats that; `-- --follow [FOLDER] --keep 3` writes every commit of the running server.
 */
import { mkdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { backup, type Copied } from '../server/storage/records/backupFile';
import { backupInto, backupsIn, type Kept } from '../server/storage/backup/backupSeries';
import { askControl, ServerNotRunning } from '../server/storage/control';
import { follow } from '../server/storage/follow/follower';
import { withStoppedStore } from '../server/storage/backup/stoppedBackup';
import type { Json } from '../server/lib/types';

const USAGE =
  'Usage: npm run backup [-- FILE], or: npm run backup -- --every 24h [--keep 14] [FOLDER], or: npm run backup -- --follow FOLDER [--keep 3]';
const UNITS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** The maximum milliseconds of a timer. */
const LONGEST = 24 * 86_400_000;
/** Milliseconds before a failed backup is repeated. */
const AGAIN = 600_000;

const dataDir = resolve(process.env.DATA_DIR ?? '.data');

/** Asks the running server; without one, does the same directly on the data folder. */
async function ask<T>(
  command: string,
  args: Json,
  near: string,
  act: (store: Copied) => Promise<T>,
): Promise<T> {
  try {
    return (await askControl(dataDir, command, args)) as T;
  } catch (error) {
    if (!(error instanceof ServerNotRunning)) throw error;
    return withStoppedStore(dataDir, near, act);
  }
}

async function once(file: string): Promise<void> {
  const { pairs } = await ask('backup', { file }, file, store => backup(store, file));
  console.log(`Wrote ${pairs} records to ${file}. Keep it as safe as the data itself.`);
}

async function next(folder: string, keep: number): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const near = join(folder, 'next');
  const kept: Kept = await ask('backup series', { folder, keep }, near, store =>
    backupInto(store, folder, keep),
  );
  console.log(`Wrote ${kept.pairs} records to ${kept.file}, removed ${kept.removed} older backups.`);
}

/** The age of the newest backup by its file's time, at least 0 in case the clock was set back. */
async function age(folder: string): Promise<number> {
  const [newest] = await backupsIn(folder).catch(() => []);
  return newest ? Math.max(0, Date.now() - (await stat(newest)).mtimeMs) : Infinity;
}

/** Ends with the first signal, after completing a backup that is being written. */
async function keepOn(folder: string, every: number, keep: number): Promise<void> {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stop.abort());
  let wait = Math.max(0, every - (await age(folder)));
  while (await sleep(wait, true, { signal: stop.signal }).catch(() => false))
    wait = await next(folder, keep).then(
      () => every,
      (error: Error) => {
        console.error(error.message);
        return Math.min(every, AGAIN);
      },
    );
}

/** Follows until the first signal. The default folder is `FOLLOW_DIR`. */
async function followInto(named: string | undefined, keep: number): Promise<void> {
  const folder = named ?? process.env.FOLLOW_DIR;
  if (!folder) throw new Error(USAGE);
  process.umask(0o077);
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stop.abort());
  const options = { dataDir, folder: resolve(folder), keep, signal: stop.signal };
  console.log(`Follows the data in ${dataDir} into ${options.folder}.`);
  await follow({ ...options, say: text => console.log(text), complain: text => console.error(text) });
}

function milliseconds(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,6})([smhd])$/.exec(text) ?? [];
  const time = Number(count) * (UNITS[unit ?? ''] ?? NaN);
  if (time <= LONGEST) return time;
  throw new Error(`--every must be a time like 30m, 24h or 7d, at most 24d, not '${text}'.`);
}

function keepOf(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new Error(`--keep must be a whole number from 1, not '${text}'.`);
}

async function main(): Promise<void> {
  const options = {
    every: { type: 'string' },
    follow: { type: 'boolean' },
    keep: { type: 'string' },
  } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const { every, keep } = values;
  const isSeries = every !== undefined;
  if (positionals.length > 1 || (isSeries && values.follow)) throw new Error(USAGE);
  if (values.follow) return followInto(positionals[0], keepOf(keep ?? '3'));
  if (!isSeries) {
    if (keep !== undefined) throw new Error(USAGE);
    const name = `daywall-${new Date().toISOString().replace(/[:.]/g, '-')}.backup`;
    return once(resolve(positionals[0] ?? name));
  }
  const folder = resolve(positionals[0] ?? (process.env.BACKUP_DIR || '.backups'));
  await keepOn(folder, milliseconds(every), keepOf(keep ?? '14'));
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
