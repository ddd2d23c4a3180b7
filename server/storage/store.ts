import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Section, Store, StoreChange } from '../types';
import { GroupCommit } from './groupCommit';
import { Disk, type Batch } from './disk';
import { upgradesFrom, UPGRADES, type Upgrade } from './format';
import { StoreError } from './errors';

export { StoreError } from './errors';

/** What a test may put in the place of the real thing: the upgrades of a later version, a disk that fails. */
export interface StoreOptions {
  upgrades?: readonly Upgrade[];
  fault?: () => Error | null;
  /** Reads what a restore has made before it takes its place; throws `StoreError` when no server could start with it. */
  check?: (store: LocalStore) => Promise<void>;
}

/** A store whose whole content can also be read at one instant, for backups. */
export interface LocalStore extends Store {
  readonly version: number;
  /** Every pair as it is when reading starts, whatever is written meanwhile. */
  snapshot(): AsyncIterable<readonly [string, string]>;
}

/**
 * Opens the data folder (made when absent, mode 0700) for this process alone. Throws `StoreError`, one sentence for the
 * operator, when another process has it, it can't be written, or a newer version of the program made it.
 */
export async function openStore(folder: string, options: StoreOptions = {}): Promise<LocalStore> {
  const upgrades = options.upgrades ?? UPGRADES;
  const disk = await openDisk(folder, options.fault);
  try {
    await upgradesFrom(disk, upgrades);
  } catch (error) {
    await disk.close();
    throw error;
  }
  const commits = new GroupCommit((batch: Batch) => disk.write(batch));
  return {
    version: upgrades.length + 1,
    section: name => openSection(name, disk, changes => commits.commit(changes)),
    snapshot: () => disk.pairs(''),
    close: async () => {
      await commits.drained();
      await disk.close();
    },
  };
}

async function openDisk(folder: string, fault: StoreOptions['fault']): Promise<Disk> {
  try {
    // Everything this process makes from now on is its owner's alone, the files of the store above all.
    process.umask(0o077);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
  } catch (error) {
    throw new StoreError(`The data folder ${folder} can't be written: ${(error as Error).message}`);
  }
  return Disk.open(join(folder, 'store'), fault);
}

function openSection(name: string, disk: Disk, commit: (batch: Batch) => Promise<void>): Section {
  if (name === '' || name.includes('\0')) throw new Error(`Not a section's name: ${JSON.stringify(name)}`);
  const head = `${name}\0`;
  return {
    get: key => disk.get(head + key),
    async *entries(prefix = '') {
      for await (const [key, value] of disk.pairs(head + prefix))
        yield [key.slice(head.length), value] as const;
    },
    commit: (changes: readonly StoreChange[]) =>
      commit(changes.map(({ key, value }) => ({ key: head + key, value }))),
  };
}
