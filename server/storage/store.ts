import { chmod, mkdir } from 'node:fs/promises';
import type { Clock, Page, Section, Store, StoreChange } from '../lib/types';
import { noteProgram } from './beforeUpgrade';
import { checkStore, type Checked, type Depth } from './check';
import { Disk } from './disk';
import { StoreError } from '../lib/errors';
import { Journal, journalBytes } from './journal';
import { findStore, removeCopies, storeIn } from './folder';
import { UPGRADES, type Upgrade } from './records/format';
import { GroupCommit } from './groupCommit';
import { databaseOf, HEAD_KEY } from './records/keys';
import { LastCommitFile } from './lastCommit';
import { readHead, type Ledger } from './records/ledger';
import type { SealedChange, SealedDisk } from './sealedDisk';
import { upgraded } from './upgrade';

export { StoreError } from '../lib/errors';

/** Options for opening a store; tests may add later upgrades or a failing disk. */
export interface StoreOptions {
  /** The version of the program that serves it; a first start with another version makes a backup before. */
  program?: string;
  upgrades?: readonly Upgrade[];
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
  readonly version: number;
  /**
   * A consistent snapshot of all records at the time when reading starts. Throws a `StoreError` at its end when a
   * record was missing or altered.
   */
  snapshot(): AsyncIterable<readonly [string, string]>;
  /** The stored form of all records, including those about the store itself, without verifying checksums. */
  pages(): AsyncIterable<Page>;
  /** The names of the databases that contain data. */
  databases(): ReadonlySet<string>;
  /** The latest commits. */
  readonly journal: Journal;
}

/**
 * Opens the data folder (created when missing, mode 0700) exclusively. Throws a `StoreError`, a sentence for the
 * operator, when it is in use, damaged, newer than this program, no data folder, or not writable. A refused folder is
 * not changed.
 */
export async function openStore(folder: string, options: StoreOptions = {}): Promise<LocalStore> {
  const disk = await openSealed(folder, options);
  const lastCommit = await openBeside(folder, disk, options).catch(async (error: Error) => {
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
    version: disk.head.format,
    section: name => openSection(name, disk, changes => commits.commit(changes)),
    snapshot: () => disk.snapshot(),
    pages: () => disk.sealedPages(),
    databases: () => new Set([...disk.parts.keys()].map(databaseOf)),
    journal,
    close: async () => {
      await commits.drained();
      await disk.close();
      await lastCommit.close(disk.head);
    },
  };
}

/** The files beside the store: its latest commit, and the version of the program that uses it. */
async function openBeside(
  folder: string,
  { head }: SealedDisk,
  { program }: StoreOptions,
): Promise<LastCommitFile> {
  if (program !== undefined) await noteProgram(folder, program);
  return LastCommitFile.open(folder, head);
}

/** Verifies a copy of the store; then opens it and upgrades its format. */
async function openSealed(folder: string, options: StoreOptions): Promise<SealedDisk> {
  const { upgrades = UPGRADES, fault } = options;
  // All files that this process creates from now on are private to their owner, including those of the store.
  process.umask(0o077);
  const found = await findStore(folder);
  if (found === 'nothing') {
    await makeFolder(folder);
    const disk = await Disk.open(storeIn(folder), { create: true, fault });
    return prepared(disk, folder, { version: 0, ledger: null }, options);
  }
  await Disk.refuseLocked(storeIn(folder));
  const checked = await checkStore(folder, folder, upgrades.length + 1, options.depth ?? 'start').catch(
    async (error: unknown) => {
      // If the files change during the check they look damaged; then another process has just opened them.
      await Disk.refuseLocked(storeIn(folder));
      throw error;
    },
  );
  await makeFolder(folder);
  return prepared(await Disk.open(storeIn(folder), { fault }), folder, checked, options);
}

async function prepared(disk: Disk, folder: string, checked: Checked, options: StoreOptions) {
  const { upgrades = UPGRADES, program } = options;
  try {
    await removeCopies(folder);
    if (checked.ledger) await refuseChanged(disk, folder, checked.ledger);
    return await upgraded(disk, folder, checked, upgrades, program);
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
