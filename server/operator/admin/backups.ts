import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { backupsIn } from '../../storage/backup/backupSeries';

type Backup = { name: string; bytes: number; at: number };
export type Backups = { folder: string; problem: string | null; all: Backup[] };

/** The backups of the series in a folder, newest first; empty without a folder. Never rejects. */
export async function listBackups(folder: string): Promise<Backups> {
  try {
    await stat(folder);
    const all = await Promise.all(
      (await backupsIn(folder)).map(async file => {
        const { size, mtimeMs } = await stat(file);
        return { name: basename(file), bytes: size, at: mtimeMs };
      }),
    );
    return { folder, problem: null, all };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { folder, problem: code === 'ENOENT' ? null : message, all: [] };
  }
}
