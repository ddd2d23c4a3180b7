import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The total size in bytes of all files in a folder and its sub-folders; files that vanish meanwhile are ignored. */
export async function folderSize(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const sizes = names.map(name =>
    stat(join(folder, name)).then(
      found => (found.isFile() ? found.size : 0),
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
