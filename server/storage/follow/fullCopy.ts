import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '../../lib/types';
import { backup } from '../records/backupFile';
import { askLines } from '../control';
import { StoreError } from '../../lib/errors';
import { verifyBackup } from '../backup/restore';
import { unsealedRecords } from '../sealedDisk';
import { readLine, type Point } from '../records/commitLines';
import type { CopyHead } from './followers';
import type { Lease } from './lease';
import { fileName, syncPath } from './target';

/** A full copy in progress; `point` is its state, `done` its size in bytes once it is complete and on the disk. */
export type Copying = { point: Point; done: Promise<number>; stop(): void };

type Where = { dataDir: string; folder: string; store: string; run: number; lease: Lease };

/**
 * Requests the whole store from a running server, writes it into the folder as a backup, and verifies that. Resolves
 * when the server has announced the state of the copy.
 */
export async function beginCopy({ dataDir, folder, store, run, lease }: Where): Promise<Copying> {
  let isStopped = false;
  const lines = askLines(dataDir, 'copy', null);
  const first = await lines.next();
  const head = first.done ? null : (readLine(first.value) as CopyHead | null);
  if (head?.store !== store) throw new StoreError('The server has no copy of these data.');
  const { point } = head;
  const path = join(folder, fileName({ store, run, sequence: point.sequence, kind: 'copy' }));
  const pages = async function* (): AsyncGenerator<Page> {
    for await (const line of lines) {
      if (isStopped) throw new StoreError('The copy was stopped.');
      yield JSON.parse(line) as Page;
    }
  };
  const snapshot = () => unsealedRecords(pages(), dataDir);
  const write = async () => {
    const held = { id: store, commit: point, snapshot };
    await lease.make(path, () => backup(held, path));
    await syncPath(folder);
    await verifyBackup(path);
    return (await stat(path)).size;
  };
  return { point, done: write(), stop: () => (isStopped = true) };
}
