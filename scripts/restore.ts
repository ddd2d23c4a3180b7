/**
 * `npm run restore -- FILE`: a data folder from a backup, where there is none yet. `DATA_DIR` names the folder. Given a
 * folder of backups, it takes the last one that is whole.
 */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { checkContent } from '../server/content';
import { backupsIn } from '../server/storage/backupSeries';
import { StoreError } from '../server/storage/errors';
import { restore, verifyBackup } from '../server/storage/restore';

/** The last whole backup of a folder; says of each newer one why it is passed over. */
async function lastWhole(folder: string): Promise<string> {
  for (const file of await backupsIn(folder))
    try {
      await verifyBackup(file);
      return file;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      console.error(`${error.message} The one before it is taken.`);
    }
  throw new StoreError(`There is no backup in ${folder} that can be used.`);
}

async function main(): Promise<void> {
  const [given, ...rest] = process.argv.slice(2);
  if (!given || rest.length > 0) throw new Error('Usage: npm run restore -- FILE, or a folder of backups');
  const path = resolve(given);
  const isFolder = await stat(path).then(
    found => found.isDirectory(),
    () => false,
  );
  const folder = resolve(process.env.DATA_DIR ?? '.data');
  const file = isFolder ? await lastWhole(path) : path;
  const { pairs } = await restore(file, folder, { check: checkContent });
  console.log(`Restored ${pairs} records of ${file} to ${folder}.`);
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
