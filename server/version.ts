import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The program's root folder: the parent of this file's folder, and of the built server's. */
export const PROGRAM_DIR = resolve(__dirname, '..');

/** The files that determine how data are read and written, besides Node. */
const PROGRAM = ['server', 'shared', 'package-lock.json'];

/**
 * The program's version: that of package.json and eight hexadecimal digits of a checksum of its files,
 * `1.0.0+3f2a91bc`, so that an unnumbered change of the program counts as another version.
 */
export function programVersion(root = PROGRAM_DIR): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const hash = createHash('sha256');
  for (const part of PROGRAM)
    for (const file of filesIn(root, part)) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return `${version}+${hash.digest('hex').slice(0, 8)}`;
}

/** The paths below `root`, in an order that is the same on every machine. */
function filesIn(root: string, path: string): string[] {
  try {
    const inside = readdirSync(join(root, path), { withFileTypes: true });
    const sorted = inside.sort((a, b) => (a.name < b.name ? -1 : 1));
    return sorted.flatMap(entry => {
      const below = `${path}/${entry.name}`;
      return entry.isDirectory() ? filesIn(root, below) : below.endsWith('.md') ? [] : [below];
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTDIR') return [path];
    if (code === 'ENOENT') return [];
    throw error;
  }
}
