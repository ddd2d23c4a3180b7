import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The program's own folder: this file's, and the built server's, is one below it. */
export const PROGRAM_DIR = resolve(__dirname, '..');

/** The files that decide how data are read and written, besides Node. */
const PROGRAM = ['server', 'package-lock.json'];

/**
 * Names this program: package.json's version and eight hexadecimal digits of a checksum of its files, `1.0.0+3f2a91bc`.
 * A change of the program that nobody numbered is another version, too.
 */
export function programVersion(root = PROGRAM_DIR): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const hash = createHash('sha256');
  for (const part of PROGRAM)
    for (const file of filesIn(root, part)) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return `${version}+${hash.digest('hex').slice(0, 8)}`;
}

/** The paths below `root`, in an order that every machine has. */
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
