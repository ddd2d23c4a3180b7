/** The files of a folder that followers write into: full copies, and segments with the commits behind them. */
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StoreError } from '../errors';
import { headOfBackup, verifyBackup } from '../backup/restore';
import type { Point } from './commitLines';
import { commitsOf, headOfSegment } from './segment';

/**
 * A file of a target. The commits of a run follow each other without a gap; whoever finds a gap begins the next run. The
 * sequence is the state that a copy holds, or the one that a segment begins behind.
 */
export type TargetFile = {
  path: string;
  store: string;
  run: number;
  sequence: number;
  kind: 'copy' | 'segment';
};

const NAME = /^daywall-([0-9a-f]{16})-(\d{6,})-(\d{12,})\.(copy|segment)$/;
const UNFINISHED = '.copy.unfinished';

export function fileName({ store, run, sequence, kind }: Omit<TargetFile, 'path'>): string {
  return `daywall-${store}-${String(run).padStart(6, '0')}-${String(sequence).padStart(12, '0')}.${kind}`;
}

/** The files in the order of what they hold; of one store when it is named. Throws `StoreError`. */
export async function filesIn(folder: string, only?: string): Promise<TargetFile[]> {
  const names = await readdir(folder).catch((error: Error) => {
    throw new StoreError(`The folder ${folder} can't be read: ${error.message}.`);
  });
  const files = names.flatMap((name): TargetFile[] => {
    const [, store, run, sequence, kind] = NAME.exec(name) ?? [];
    if (store === undefined || (only !== undefined && only !== store)) return [];
    const path = join(folder, name);
    return [{ path, store, run: Number(run), sequence: Number(sequence), kind: kind as TargetFile['kind'] }];
  });
  return files.sort((a, b) => a.run - b.run || a.sequence - b.sequence || (a.kind < b.kind ? -1 : 1));
}

/** Where a follower of a store goes on; `restorable` is the last state that can be restored. */
export type Resumed = {
  run: number;
  after: Point | null;
  restorable: Point | null;
  /** Bytes of the run's newest copy, null when it has none, and of the segments behind it. */
  copyBytes: number | null;
  segmentBytes: number;
};

/** Reads where the last follower of a store stopped, and removes what it left unfinished. */
export async function resume(folder: string, store: string): Promise<Resumed> {
  for (const name of await readdir(folder))
    if (name.startsWith(`daywall-${store}-`) && name.endsWith(UNFINISHED)) await rm(join(folder, name));
  const files = await filesIn(folder, store);
  const run = files.at(-1)?.run ?? 0;
  const own = files.filter(file => file.run === run);
  const copy = own.filter(({ kind }) => kind === 'copy').at(-1);
  const after = await lastPoint(own);
  const before = files.filter(({ kind, run: other }) => kind === 'copy' && other < run).at(-1)?.run;
  const restorable = copy ? after : await lastPoint(files.filter(file => file.run === before));
  const behind = own.filter(({ kind, sequence }) => kind === 'segment' && sequence >= (copy?.sequence ?? 0));
  let segmentBytes = 0;
  for (const { path } of behind) segmentBytes += (await stat(path)).size;
  return { run, after, restorable, copyBytes: copy ? (await stat(copy.path)).size : null, segmentBytes };
}

/** The last state of a run: that of its last segment whose head can be read, or of its last copy. */
async function lastPoint(files: readonly TargetFile[]): Promise<Point | null> {
  let last: Point | null = null;
  for (const { path } of files.filter(({ kind }) => kind === 'segment').reverse()) {
    last = (await headOfSegment(path))?.after ?? null;
    if (!last) continue;
    for await (const { point } of commitsOf(path)) last = point;
    // A killed process may have left writes that are not on the disk yet; they count from now on.
    await syncPath(path);
    break;
  }
  const copy = files.filter(({ kind }) => kind === 'copy').at(-1);
  const copied = copy && (await headOfBackup(copy.path).catch(() => null))?.commit;
  return copied && copied.sequence > (last?.sequence ?? -1) ? copied : last;
}

/**
 * Removes what the last `keep` copies of a store do not need. Returns how many files went. Of other stores, and of what
 * has no name of ours, nothing goes.
 */
export async function prune(folder: string, store: string, keep: number): Promise<number> {
  const files = await filesIn(folder, store);
  const oldest = files.filter(({ kind }) => kind === 'copy').at(-keep);
  if (!oldest) return 0;
  let removed = 0;
  for (const [index, { path, kind, run, sequence }] of files.entries()) {
    const next = files.slice(index + 1).find(file => file.kind === 'segment');
    const isBefore = run < oldest.run || (run === oldest.run && sequence < oldest.sequence);
    const isPassed =
      kind === 'copy' || run < oldest.run || (next?.run === run && next.sequence <= oldest.sequence);
    if (!isBefore || !isPassed) continue;
    await rm(path);
    removed += 1;
  }
  return removed;
}

/** Removes what the last copy does not need when that is whole, for a disk that is full. Returns how many files went. */
export async function pruneToWhole(folder: string, store: string): Promise<number> {
  const copy = (await filesIn(folder, store)).filter(({ kind }) => kind === 'copy').at(-1);
  if (!copy) return 0;
  await verifyBackup(copy.path);
  return prune(folder, store, 1);
}

/** Makes sure that a file, or the names in a folder, are on the disk, where the disk can say so. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().catch(() => undefined);
  await handle.close();
}

/**
 * Makes the folder when it is absent and would lie on another disk than the data. Throws `StoreError` otherwise: the
 * folder of a disk that is not mounted would be made on the very disk that may be lost.
 */
export async function makeTarget(folder: string, dataDir: string): Promise<void> {
  const isThere = await readdir(folder).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
  if (isThere) return;
  const parent = await stat(dirname(folder)).catch(() => null);
  if (parent?.dev === (await stat(dataDir)).dev || !parent)
    throw new StoreError(
      `The folder ${folder} is not there: is its disk mounted? To follow into a folder on the disk of the data, make it first.`,
    );
  await mkdir(folder, { mode: 0o700 });
}
