import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MARK, type SystemFile } from './files';
import { ServiceError } from './options';

/**
 * Writes the files below `root`, and returns the changed paths. Throws a `ServiceError`, without having written
 * anything, when one of them exists and was not written by this command.
 */
export async function install(files: readonly SystemFile[], root: string): Promise<string[]> {
  const before = await Promise.all(files.map(({ path }) => readIfThere(join(root, path))));
  const foreign = files.filter((_, at) => before[at] !== null && !before[at]!.startsWith(MARK));
  if (foreign.length > 0)
    throw new ServiceError(
      `${foreign.map(({ path }) => join(root, path)).join(', ')} was not written by this command; move it away first. Nothing was written.`,
    );
  const changed = files.filter(({ text }, at) => before[at] !== text);
  for (const { path, text } of changed) await write(join(root, path), text);
  return changed.map(({ path }) => path);
}

async function readIfThere(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new ServiceError(`${path} can't be read: ${error.message}; run the command with sudo.`);
  });
}

async function write(path: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(`${path}.new`, text);
    await chmod(`${path}.new`, 0o644); // regardless of the shell's umask, because other programs read it
    await rename(`${path}.new`, path);
  } catch (error) {
    throw new ServiceError(
      `${path} can't be written: ${(error as Error).message}; run the command with sudo.`,
    );
  }
}
