import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Json } from '../../lib/types';
import { backup, type Copied } from '../records/backupFile';
import type { ControlHandlers } from '../control';
import { StoreError } from '../../lib/errors';
import { headOfBackup, verifyBackup } from './restore';

/** The result of one backup of a series. */
export type Kept = { file: string; pairs: number; removed: number };

/** The files of a series are numbered, because the clock may be set back between two of them. */
const NAME = /^daywall-([0-9a-f]{16})-(\d{6,})-.*\.backup$/;
const DATE = /-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-\d{3}Z\.backup$/;

interface Numbered {
  file: string;
  store: string;
  number: number;
}

/**
 * Writes the next backup of a store into a folder, verifies it, and then removes the oldest ones beyond `keep`: only
 * backups of this store, by name and content. Throws a `StoreError`; then nothing was removed.
 */
export async function backupInto(store: Copied, folder: string, keep: number): Promise<Kept> {
  const { id } = store;
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: Error) => {
    throw new StoreError(`The folder ${folder} can't be made: ${error.message}`);
  });
  const number = ((await seriesIn(folder, id)).at(-1)?.number ?? 0) + 1;
  const date = new Date().toISOString().replace(/[:.]/g, '-');
  const file = join(folder, `daywall-${id}-${String(number).padStart(6, '0')}-${date}.backup`);
  await backup(store, file);
  const { pairs } = await verifyBackup(file);
  const beyond = (await seriesIn(folder, id)).slice(0, -keep);
  let removed = 0;
  for (const old of beyond) {
    if ((await headOfBackup(old.file).catch(() => null))?.store !== id) continue;
    await rm(old.file);
    removed += 1;
  }
  return { file, pairs, removed };
}

/** The time of a backup in milliseconds, from its name; from its file if the name does not have it. */
export async function timeOfBackup(file: string): Promise<number> {
  const [, day, hour, minute, second] = DATE.exec(file) ?? [];
  const named = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(named) ? (await stat(file)).mtimeMs : named;
}

/**
 * The backups of a folder, newest first. Those of one store are ordered by number; of several stores, the one with the
 * newest last file comes first.
 */
export async function backupsIn(folder: string): Promise<string[]> {
  const ids = new Set((await numbered(folder)).map(({ store }) => store));
  const series = await Promise.all(
    [...ids].map(async id => {
      const files = (await seriesIn(folder, id)).map(({ file }) => file).reverse();
      return { files, time: (await stat(files[0]!)).mtimeMs };
    }),
  );
  return series.sort((a, b) => b.time - a.time).flatMap(({ files }) => files);
}

/** Handles `npm run backup` in a running server. */
export function backupHandlers(store: Copied): ControlHandlers {
  return {
    // Reading a snapshot verifies all checksums.
    'check data': async () => {
      let records = 0;
      for await (const _ of store.snapshot()) records += 1;
      return records;
    },
    backup: async args => (await backup(store, String((args as { file: Json }).file))) as Json,
    'backup series': async args => {
      const { folder, keep } = args as { folder: string; keep: number };
      return (await backupInto(store, folder, keep)) as Json;
    },
  };
}

async function seriesIn(folder: string, id: string): Promise<Numbered[]> {
  const own = (await numbered(folder)).filter(({ store }) => store === id);
  return own.sort((a, b) => a.number - b.number);
}

async function numbered(folder: string): Promise<Numbered[]> {
  const names = await readdir(folder).catch((error: Error) => {
    throw new StoreError(`The folder ${folder} can't be read: ${error.message}`);
  });
  return names.flatMap(name => {
    const [, store, number] = NAME.exec(name) ?? [];
    return store ? [{ file: join(folder, name), store, number: Number(number) }] : [];
  });
}
