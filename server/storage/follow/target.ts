/** The files of a follower's target folder: full copies, and segments with the commits after them. */
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StoreError } from '../../lib/errors';
import { headOfBackup, verifyBackup } from '../backup/restore';
import type { Point } from '../records/commitLines';
import { commitsOf, headOfSegment } from './segment';

/**
 * A file of a target. The commits of a run follow each other without a gap; after a gap the next run begins. The
 * sequence number is that of a copy's state, or of the state before a segment.
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

/** The files in the order of their content, optionally of one store. Throws a `StoreError`. */
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

/** The state after which a follower of a store continues; `restorable` is the last restorable state. */
export type Resumed = {
  run: number;
  after: Point | null;
  restorable: Point | null;
  /** The size in bytes of the run's latest copy, null without one, and of the segments after it. */
  copyBytes: number | null;
  segmentBytes: number;
};

/** Reads where the last follower of a store stopped, and removes its incomplete files. */
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

/** The last state of a run: that of its last segment with a readable header, or of its last copy. */
async function lastPoint(files: readonly TargetFile[]): Promise<Point | null> {
  let last: Point | null = null;
  for (const { path } of files.filter(({ kind }) => kind === 'segment').reverse()) {
    last = (await headOfSegment(path))?.after ?? null;
    if (!last) continue;
    for await (const { point } of commitsOf(path)) last = point;
    // A killed process may have left unsynced writes; sync them, because they count from now on.
    await syncPath(path);
    break;
  }
  const copy = files.filter(({ kind }) => kind === 'copy').at(-1);
  const copied = copy && (await headOfBackup(copy.path).catch(() => null))?.commit;
  return copied && copied.sequence > (last?.sequence ?? -1) ? copied : last;
}

/**
 * Removes the files not needed by the last `keep` copies of a store. Returns their number. Other stores' files, and
 * files with other names, are not touched.
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

/** Removes the files not needed by the last copy if it is intact, when the disk is full. Returns their number. */
export async function pruneToWhole(folder: string, store: string): Promise<number> {
  const copy = (await filesIn(folder, store)).filter(({ kind }) => kind === 'copy').at(-1);
  if (!copy) return 0;
  await verifyBackup(copy.path);
  return prune(folder, store, 1);
}

/** Syncs a file, or the entries of a folder, if the disk supports that. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().catch(() => undefined);
  await handle.close();
}

/**
 * Creates the target folder if it is on another disk than the data. Throws a `StoreError` otherwise: the folder of an
 * unmounted disk would be created on the very disk that may be lost.
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
