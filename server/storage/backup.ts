import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, rename, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Json, StoreChange } from '../types';
import type { ControlHandlers } from './control';
import { Disk } from './disk';
import { StoreError } from './errors';
import { FORMAT_KEY } from './format';
import { jsonLine } from './jsonLine';
import { openStore, type LocalStore, type StoreOptions } from './store';

/** The version of the file's own shape: a line that says what it is, a line a pair, a line with count and checksum. */
const FILE_VERSION = 1;
const LINES_AT_ONCE = 1_000;

type Head = { daywall: 'backup'; version: number; format: number };
type Foot = { pairs: number; sha256: string };

/**
 * Writes the whole store, as it is at one instant, to a new file of mode 0600, while the store is in use. The file has
 * its name only once it is complete and on disk. Throws `StoreError` when the file exists or can't be written.
 */
export async function backup(store: LocalStore, file: string): Promise<Foot> {
  const unfinished = `${file}.unfinished`;
  const handle = await openNew(file, unfinished);
  try {
    const foot = await writeBackup(store, handle);
    await handle.sync();
    await handle.close();
    await rename(unfinished, file);
    return foot;
  } catch (error) {
    await handle.close();
    await rm(unfinished, { force: true });
    throw new StoreError(`The backup ${file} can't be written: ${(error as Error).message}`);
  }
}

/** What a running server answers to `npm run backup`. */
export function backupHandlers(store: LocalStore): ControlHandlers {
  return { backup: async args => (await backup(store, String((args as { file: Json }).file))) as Json };
}

/**
 * Makes a data folder of a backup. The file is verified to its last byte before anything is touched, and the folder,
 * which must be absent or empty, appears complete or not at all. Throws `StoreError` with the reason.
 */
export async function restore(file: string, folder: string, options: StoreOptions = {}): Promise<Foot> {
  const foot = await verify(file);
  const inside = await readdir(folder).catch(() => []);
  if (inside.length > 0) throw new StoreError(`The folder ${folder} is not empty; nothing was restored.`);
  const parent = dirname(resolve(folder));
  await mkdir(parent, { recursive: true });
  const draft = await mkdtemp(join(parent, `.${basename(resolve(folder))}-restoring-`));
  try {
    await writePairs(file, draft);
    // Opening it checks the version and upgrades what is older.
    const store = await openStore(draft, options);
    await (options.check?.(store) ?? Promise.resolve()).finally(() => store.close());
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
  return foot;
}

async function openNew(file: string, unfinished: string): Promise<FileHandle> {
  try {
    await (await open(file, 'wx', 0o600)).close();
    await rm(file);
    return await open(unfinished, 'w', 0o600);
  } catch (error) {
    throw new StoreError(`The backup ${file} can't be written: ${(error as Error).message}`);
  }
}

async function writeBackup(store: LocalStore, handle: FileHandle): Promise<Foot> {
  const hash = createHash('sha256');
  let lines: string[] = [];
  const flush = async () => {
    const text = lines.join('');
    lines = [];
    hash.update(text);
    await handle.appendFile(text);
  };
  const head: Head = { daywall: 'backup', version: FILE_VERSION, format: store.version };
  lines.push(jsonLine(head));
  let pairs = 0;
  for await (const pair of store.snapshot()) {
    lines.push(jsonLine(pair));
    pairs += 1;
    if (lines.length >= LINES_AT_ONCE) await flush();
  }
  await flush();
  const foot: Foot = { pairs, sha256: hash.digest('hex') };
  await handle.appendFile(jsonLine(foot));
  return foot;
}

async function verify(file: string): Promise<Foot> {
  const damaged = (why: string) => new StoreError(`The backup ${file} can't be used: ${why}.`);
  const hash = createHash('sha256');
  let [count, last] = [0, ''];
  for await (const line of linesOf(file)) {
    if (count === 0) checkHead(line, damaged);
    else hash.update(`${last}\n`);
    last = line;
    count += 1;
  }
  const foot = parsed<Foot>(last);
  if (count < 2 || foot?.pairs !== count - 2 || foot.sha256 !== hash.digest('hex'))
    throw damaged('it is damaged or not complete');
  return foot;
}

function checkHead(line: string, damaged: (why: string) => StoreError): void {
  const head = parsed<Head>(line);
  if (head?.daywall !== 'backup') throw damaged('it is not a backup of this program');
  if (head.version !== FILE_VERSION)
    throw damaged(`its version is ${head.version}, this program reads ${FILE_VERSION}`);
}

async function writePairs(file: string, folder: string): Promise<void> {
  const disk = await Disk.open(join(folder, 'store'));
  try {
    const batch: StoreChange[] = [];
    for await (const line of linesOf(file)) {
      const pair = parsed<unknown>(line);
      if (isHeadOrFoot(pair)) continue;
      if (!isPair(pair)) throw new StoreError(`The backup ${file} can't be used: a line of it is no record.`);
      batch.push({ key: pair[0], value: pair[1] });
      if (batch.length >= LINES_AT_ONCE) await disk.write(batch.splice(0));
    }
    await disk.write(batch);
  } finally {
    await disk.close();
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
  const stream = createReadStream(file);
  const failed = new Promise<never>((_, reject) => stream.once('error', reject));
  failed.catch(() => undefined);
  try {
    await Promise.race([new Promise(opened => stream.once('open', opened)), failed]);
  } catch (error) {
    throw new StoreError(`The backup ${file} can't be read: ${(error as Error).message}`);
  }
  yield* createInterface({ input: stream, crlfDelay: Infinity });
}

function parsed<T>(line: string): T | undefined {
  try {
    return JSON.parse(line) as T;
  } catch {
    return undefined;
  }
}
