import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { backup, type Copied } from './records/backupFile';

/** The file beside the store that contains the version of the program that last opened it. */
export const PROGRAM_FILE = 'program-version';

/** Backups before a new version; those before a new format are kept permanently. */
const BEFORE_VERSION = /^before-version-.*\.backup$/;
const UNFINISHED = /^before-.*\.backup\.unfinished$/;
const KEPT = 3;

/** The version of the program that last opened the folder; null when it did not record it. */
export async function lastProgram(folder: string): Promise<string | null> {
  const text = await readFile(join(folder, PROGRAM_FILE), 'utf8').catch(() => '');
  return text.trim() || null;
}

/** Records the version of the program that opened the folder. */
export async function noteProgram(folder: string, program: string): Promise<void> {
  if ((await lastProgram(folder)) === program) return;
  const file = join(folder, PROGRAM_FILE);
  await writeFile(`${file}.next`, `${program}\n`, { mode: 0o600 });
  await rename(`${file}.next`, file);
}

/**
 * Writes a backup into the store's own folder before a new version of the program changes anything:
 * `before-format-2-….backup` or `before-version-….backup`, of which the last three are kept. Throws a `StoreError`
 * when it cannot be written.
 */
export async function backUpBefore(
  what: { format: number } | { program: string },
  store: Copied,
  folder: string,
): Promise<void> {
  for (const name of await readdir(folder)) if (UNFINISHED.test(name)) await rm(join(folder, name));
  const date = new Date().toISOString().replace(/[:.]/g, '-');
  const name = 'format' in what ? `format-${what.format}-${date}` : `version-${date}-${what.program}`;
  const made = `before-${name}.backup`;
  await backup(store, join(folder, made));
  const others = (await readdir(folder)).filter(other => BEFORE_VERSION.test(other) && other !== made);
  for (const old of others.sort().slice(0, -(KEPT - 1))) await rm(join(folder, old));
}
