import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Json } from '../../../server/lib/types';

type Person = { uid: string; refreshToken: string };

/**
 * A data folder of an earlier commit's server in base64, and the data in it. `records` are Anna's, by path below her
 * uid; Bert is disabled; Cleo has refreshed her session. Their passwords are `secret-anna`, `secret-bert` and
 * `secret-cleo`.
 */
export type Left = {
  commit: string;
  made: string;
  people: { anna: Person; bert: Person; cleo: Person };
  records: Record<string, Json>;
  files: Record<string, string>;
};

/** Writes the earlier server's data folder to the disk. */
export async function lay({ files }: Left, folder: string): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, Buffer.from(text, 'base64'), { mode: 0o600 });
  }
}
