import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { FILE_VERSION, type BackupFoot, type BackupHead } from '../records/backupFile';
import { StoreError } from '../../lib/errors';
import { LAST_COMMIT_FILE } from '../lastCommit';
import { linesOfFile } from '../records/lines';
import { writeStore, type Replay } from '../newStore';
import { openStore, type StoreOptions } from '../store';

/** A temporary folder for a restore into an existing one. If a killed process left one, the next restore removes it. */
const RESTORING = '.restoring-';

/** The header of a complete backup. */
type Verified = BackupHead & BackupFoot;

/**
 * Creates a data folder from a backup, with `replay` also from later commits. The file is verified completely before the
 * folder, which must be absent or empty, is touched; the folder is usable only when complete. Throws a `StoreError`.
 */
export async function restore(
  file: string,
  folder: string,
  options: StoreOptions & { replay?: Replay } = {},
): Promise<Verified> {
  const verified = await verifyBackup(file);
  process.umask(0o077);
  const target = resolve(folder);
  const draft = await makeDraft(target);
  try {
    await writeStore(draft.path, recordsOf(file), options.replay);
    // Opening the store verifies it again.
    const store = await openStore(draft.path, { ...options, depth: 'all' });
    await (options.check?.(store) ?? Promise.resolve()).finally(() => store.close());
    await draft.finish();
  } catch (error) {
    await rm(draft.path, { recursive: true, force: true });
    throw error;
  }
  return verified;
}

/**
 * A folder to fill, and the function that moves it to its place: as a whole, or file by file into an existing target
 * such as a mounted disk. The store is moved first, because no server starts on it without the other file.
 */
async function makeDraft(target: string): Promise<{ path: string; finish(): Promise<void> }> {
  const inside = await readdir(target).catch(() => null);
  const left = inside?.filter(name => name.startsWith(RESTORING)) ?? [];
  if (inside?.some(name => name !== 'lost+found' && !left.includes(name)))
    throw new StoreError(`The folder ${target} is not empty; nothing was restored.`);
  if (!inside) {
    const parent = dirname(target);
    await mkdir(parent, { recursive: true });
    const path = await mkdtemp(join(parent, `.${basename(target)}-restoring-`));
    return { path, finish: () => rename(path, target) };
  }
  const path = await mkdtemp(join(target, RESTORING));
  const finish = async () => {
    await chmod(target, 0o700);
    for (const name of ['store', LAST_COMMIT_FILE]) await rename(join(path, name), join(target, name));
    for (const name of [...left, basename(path)]) await rm(join(target, name), { recursive: true });
  };
  return { path, finish };
}

/** Reads a backup completely. Throws a `StoreError` when it is damaged, incomplete, or another kind of file. */
export async function verifyBackup(file: string): Promise<Verified> {
  const damaged = unusable(file);
  const hash = createHash('sha256');
  let head: BackupHead | undefined;
  let [count, last] = [0, ''];
  for await (const line of linesOf(file)) {
    if (count === 0) head = checkHead(line, damaged);
    else hash.update(`${last}\n`);
    last = line;
    count += 1;
  }
  const foot = parsed<BackupFoot>(last);
  if (!head || count < 2 || foot?.pairs !== count - 2 || foot.sha256 !== hash.digest('hex'))
    throw damaged('it is damaged or not complete');
  return { ...head, ...foot };
}

/** Parses the first line of a backup. Throws a `StoreError` for another kind of file. */
export async function headOfBackup(file: string): Promise<BackupHead> {
  for await (const line of linesOf(file)) return checkHead(line, unusable(file));
  throw unusable(file)('it is empty');
}

const unusable = (file: string) => (why: string) =>
  new StoreError(`The backup ${file} can't be used: ${why}.`);

function checkHead(line: string, damaged: (why: string) => StoreError): BackupHead {
  const head = parsed<BackupHead>(line);
  if (head?.daywall !== 'backup') throw damaged('it is not a backup of this program');
  if (head.version !== FILE_VERSION)
    throw damaged(`its version is ${head.version}, this program reads ${FILE_VERSION}`);
  return head;
}

async function* recordsOf(file: string): AsyncGenerator<readonly [string, string]> {
  for await (const line of linesOf(file)) {
    const pair = parsed<unknown>(line);
    if (isHeadOrFoot(pair)) continue;
    if (!isPair(pair)) throw unusable(file)('a line of it is no record');
    yield pair;
  }
}

const isHeadOrFoot = (line: unknown): boolean => isObject(line) && ('daywall' in line || 'sha256' in line);
const isObject = (line: unknown): line is object =>
  typeof line === 'object' && line !== null && !Array.isArray(line);

/** Two texts, of which the first is a legal key of a section. */
function isPair(line: unknown): line is [string, string] {
  const isTexts = Array.isArray(line) && line.length === 2 && line.every(part => typeof part === 'string');
  return isTexts && (line[0] as string).indexOf('\0') > 0;
}

async function* linesOf(file: string): AsyncGenerator<string> {
  try {
    yield* linesOfFile(file);
  } catch (error) {
    throw new StoreError(`The backup ${file} can't be read: ${(error as Error).message}`);
  }
}

function parsed<T>(line: string): T | undefined {
  try {
    return JSON.parse(line) as T;
  } catch {
    return undefined;
  }
}
