import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { FILE_VERSION, type BackupFoot, type BackupHead } from './backup';
import { StoreError } from '../errors';
import { UPGRADES } from '../records/format';
import { FORMAT_KEY } from '../records/keys';
import { LAST_COMMIT_FILE } from '../lastCommit';
import { linesOfFile } from '../records/lines';
import { writeStore, type Replay } from '../newStore';
import { openStore, type StoreOptions } from '../store';

/**
 * A folder that a restore builds inside an existing one. The next restore removes one that was left by a killed
 * process.
 */
const RESTORING = '.restoring-';

/** The head of a whole backup. */
export type Verified = BackupHead & BackupFoot;

/**
 * Makes a data folder of a backup, with `replay` of later commits too. The file is verified to its last byte before the
 * folder, which must be absent or empty, is touched; that is usable only when whole. Throws `StoreError`.
 */
export async function restore(
  file: string,
  folder: string,
  options: StoreOptions & { replay?: Replay } = {},
): Promise<Verified> {
  const newest = (options.upgrades ?? UPGRADES).length + 1;
  const verified = await verifyBackup(file);
  if (verified.format > newest)
    throw new StoreError(
      `The backup ${file} has format version ${verified.format}, this program knows ${newest}: use a newer program.`,
    );
  process.umask(0o077);
  const target = resolve(folder);
  const draft = await makeDraft(target);
  try {
    await writeStore(draft.path, verified.format, recordsOf(file), options.replay);
    // Opening it reads all of it once more, and upgrades what is older.
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
 * A folder to fill, and what moves it to its place: as a whole, or part by part into a target that is there already, such
 * as a mounted disk. The store is moved first; no server starts on it without the other file.
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

/** Reads a backup to its last byte. Throws `StoreError` when it is damaged, not complete, or something else. */
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

/** The first line of a backup. Throws `StoreError` when it is none of ours. */
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

/** Two texts, the first a key that a section can have. */
function isPair(line: unknown): line is [string, string] {
  const isTexts = Array.isArray(line) && line.length === 2 && line.every(part => typeof part === 'string');
  return isTexts && ((line[0] as string).indexOf('\0') > 0 || line[0] === FORMAT_KEY);
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
