import { chmod, mkdir } from 'node:fs/promises';
import type { Clock, Page, Section, Store, StoreChange } from '../lib/types';
import { type Depth, withCheckedCopy } from './check';
import { Disk } from './disk';
import { StoreError } from '../lib/errors';
import { Journal, journalBytes } from './journal';
import { findStore, removeCopies, storeIn } from './folder';
import { HEAD_KEY } from './records/keys';
import { LastCommitFile } from './lastCommit';
import { type Ledger, readHead } from './records/ledger';
import { type SealedChange, SealedDisk } from './sealedDisk';

export { StoreError } from '../lib/errors';

/** Options for opening a store; tests may add a failing disk. */
export interface StoreOptions {
  /** How much is verified before it is opened; by default what a start needs. */
  depth?: Depth;
  fault?: () => Error | null;
  clock?: Clock;
  /** The size, in bytes, of the commits kept for followers. */
  journalBytes?: number;
  /** Verifies a restored folder before it is moved to its place; throws a `StoreError` when no server could start with it. */
  check?: (store: LocalStore) => Promise<void>;
}

/** A store that can also be read as a consistent snapshot, for backups. */
export interface LocalStore extends Store {
  /** Identifies the store. */
  readonly id: string;
  /**
   * A consistent snapshot of all records at the time when reading starts. Throws a `StoreError` at its end when a
   * record was missing or altered.
   */
  snapshot(): AsyncIterable<readonly [string, string]>;
  /** The stored form of all records, including those about the store itself, without verifying checksums. */
  pages(): AsyncIterable<Page>;
  /** The latest commits. */
  readonly journal: Journal;
}

/**
 * Opens the data folder (created when missing, mode 0700) exclusively. Throws a `StoreError`, a sentence for the
 * operator, when it is in use, damaged, of another format, no data folder, or not writable. A refused folder is
 * not changed.
 */
export async function openStore(folder: string, options: StoreOptions = {}): Promise<LocalStore> {
  const disk = await openSealed(folder, options);
  const lastCommit = await LastCommitFile.open(folder, disk.head).catch(async (error: Error) => {
    await disk.close();
    throw new StoreError(`The data folder ${folder} can't be written: ${error.message}.`);
  });
  const journal = new Journal(disk.head, options.journalBytes ?? journalBytes(), options.clock ?? Date.now);
  const commits = new GroupCommit<SealedChange>(async changes => {
    const written = await disk.write(changes);
    lastCommit.note(disk.head);
    if (changes.some(change => 'part' in change)) journal.skip(disk.head);
    else await journal.note(written, disk.head);
  });
  return {
    id: disk.head.id,
    section: name => openSection(name, disk, changes => commits.commit(changes)),
    snapshot: () => disk.snapshot(),
    pages: () => disk.sealedPages(),
    journal,
    close: async () => {
      await commits.drained();
      await disk.close();
      await lastCommit.close(disk.head);
    },
  };
}

/** Verifies a copy of the store, then opens it. */
async function openSealed(folder: string, { fault, depth = 'start' }: StoreOptions): Promise<SealedDisk> {
  // All files that this process creates from now on are private to their owner, including those of the store.
  process.umask(0o077);
  const found = await findStore(folder);
  if (found === 'nothing') {
    await makeFolder(folder);
    const disk = await Disk.open(storeIn(folder), { create: true, fault });
    return prepared(disk, folder, null);
  }
  await Disk.refuseLocked(storeIn(folder));
  const checked = async (_: Disk, ledger: Ledger | null) => ledger;
  const ledger = await withCheckedCopy(folder, folder, checked, depth).catch(async (error: unknown) => {
    // If the files change during the check they look damaged; then another process has just opened them.
    await Disk.refuseLocked(storeIn(folder));
    throw error;
  });
  await makeFolder(folder);
  return prepared(await Disk.open(storeIn(folder), { fault }), folder, ledger);
}

async function prepared(disk: Disk, folder: string, ledger: Ledger | null): Promise<SealedDisk> {
  try {
    await removeCopies(folder);
    if (!ledger) return await SealedDisk.begin(disk, folder);
    await refuseChanged(disk, folder, ledger);
    return new SealedDisk(disk, folder, ledger);
  } catch (error) {
    await disk.close();
    throw error;
  }
}

/** Throws a `StoreError` when another process has committed since the check. */
async function refuseChanged(disk: Disk, folder: string, { current }: Ledger): Promise<void> {
  const value = await disk.get(HEAD_KEY);
  if ((value ? readHead(value) : null)?.sequence !== current.sequence)
    throw new StoreError(`The data in ${folder} changed while they were checked; start again.`);
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
  } catch (error) {
    throw new StoreError(`The data folder ${folder} can't be written: ${(error as Error).message}`);
  }
}

function openSection(
  name: string,
  disk: SealedDisk,
  commit: (changes: readonly SealedChange[]) => Promise<void>,
): Section {
  if (name === '' || name.includes('\0')) throw new Error(`Not a section's name: ${JSON.stringify(name)}`);
  const head = `${name}\0`;
  return {
    get: key => disk.get(head + key),
    async *pages(prefix = '') {
      for await (const page of disk.pages(head + prefix))
        yield page.map(([key, value]) => [key.slice(head.length), value] as const);
    },
    *parts() {
      const prefix = `${head}/`;
      for (const [part, { size, records }] of disk.parts)
        if (part.startsWith(prefix)) yield { key: part.slice(prefix.length), bytes: size, records };
    },
    async *readPart(key) {
      for await (const page of disk.readPart(`${head}/${key}`))
        yield page.map(([name, value]) => [name.slice(head.length), value] as const);
    },
    releasePart: key => disk.release(`${head}/${key}`),
    dropPart: key => commit([{ part: `${head}/${key}` }]),
    noteSize: (key, bytes) => disk.noteSize(`${head}/${key}`, bytes),
    commit: (changes: readonly StoreChange[]) =>
      commit(changes.map(({ key, value }) => ({ key: head + key, value }))),
  };
}

interface Waiter<T> {
  batch: readonly T[];
  done: () => void;
  failed: (error: unknown) => void;
}

/** Lets concurrent writers share a sync: one batch is written at a time, and later writers join the next one. */
class GroupCommit<T> {
  private waiting: Waiter<T>[] = [];
  private running: Promise<void> | null = null;

  constructor(private readonly write: (batch: readonly T[]) => Promise<void>) {}

  /** Resolves once the changes are durable. All writers of a batch succeed or fail together. */
  commit(batch: readonly T[]): Promise<void> {
    return new Promise((done, failed) => {
      this.waiting.push({ batch, done, failed });
      this.running ??= this.run();
    });
  }

  /** Resolves when no batch is being written. */
  async drained(): Promise<void> {
    while (this.running) await this.running;
  }

  private async run(): Promise<void> {
    while (this.waiting.length > 0) {
      const group = this.waiting;
      this.waiting = [];
      try {
        await this.write(group.flatMap(waiter => waiter.batch));
        for (const waiter of group) waiter.done();
      } catch (error) {
        for (const waiter of group) waiter.failed(error);
      }
    }
    this.running = null;
  }
}
