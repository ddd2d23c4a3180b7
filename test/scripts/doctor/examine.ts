import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Case, type Machine } from '../../../scripts/doctor/finding';
import { readConfig } from '../../../server/settings/config';
import { backupInto } from '../../../server/storage/backup/backupSeries';
import { withStoppedStore } from '../../../server/storage/backup/stoppedBackup';
import { openStore } from '../../../server/storage/store';
import type { Status } from '../../../server/status';
import { programVersion } from '../../../server/version';
import { runScript, type Ended } from '../../support/server/command';

export const root = resolve(__dirname, '../../..');
export const DAY_MS = 24 * 3_600_000;

/** The folder of a test's data and backups. */
export const place = { folder: '' };
export const dataDir = () => join(place.folder, 'data');
export const backups = () => join(place.folder, 'backups');

/** Gives each test of a file its own folder. */
export function giveFolder(): void {
  beforeEach(async () => (place.folder = await mkdtemp(join(tmpdir(), 'daywall-doctor-'))));
  afterEach(() => rm(place.folder, { recursive: true, force: true }));
}

/** Runs `npm run doctor`'s script, with `--import tsx` like npm. */
export const doctor = (env: Record<string, string>, args: string[] = []): Promise<Ended> =>
  runScript(join(root, 'scripts/doctor.ts'), {
    args,
    env: { DATA_DIR: dataDir(), BACKUP_DIR: backups(), PORT: '0', ...env },
  });

/** A copy of the program that a test may change. */
export async function copyOfProgram(): Promise<string> {
  const copy = join(place.folder, 'program');
  for (const name of [
    'package.json',
    'package-lock.json',
    'database.rules.json',
    'firebase.json',
    'server',
    'scripts',
  ])
    await cp(join(root, name), join(copy, name), { recursive: true });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

export const doctorIn = (program: string, env: Record<string, string> = {}) =>
  runScript(join(program, 'scripts/doctor.ts'), {
    env: { DATA_DIR: dataDir(), BACKUP_DIR: backups(), PORT: '0', ...env },
    cwd: program,
  });

export const machine: Machine = {
  now: Date.now,
  isClockSet: () => true,
  memory: () => ({ total: 4e9, available: 2e9 }),
  room: async () => ({ bytes: 50e9, files: 1e6 }),
};

/** A running server's status. */
export const statusOf = (change: Partial<Status> = {}): Status => ({
  ...{ version: '', storeId: '', url: '', node: '', startedAt: 0, biggest: null, followers: [] },
  memory: { heap: 1e6, heapLimit: 100e6, resident: 2e6 },
  ...change,
});

export const caseOf = (change: Partial<Case> = {}): Case => ({
  config: readConfig({ DATA_DIR: dataDir() }),
  program: root,
  version: programVersion(root),
  backups: backups(),
  status: null,
  ask: () => Promise.reject(new Error('no server')),
  machine,
  isWithin: false,
  ...change,
});

export const faultsOf = async (findings: Promise<{ kind: string; text: string }[]>) =>
  (await findings).filter(({ kind }) => kind === 'fault').map(({ text }) => text);

export async function leaveData(): Promise<void> {
  const store = await openStore(dataDir());
  await store
    .section('a')
    .commit(Array.from({ length: 50 }, (_, at) => ({ key: `k${at}`, value: `"${at}"` })));
  await store.close();
}

/** Makes the next backup of this test's data, like `npm run backup` for a stopped server. */
export const backUp = () =>
  withStoppedStore(dataDir(), join(place.folder, 'near'), store => backupInto(store, backups(), 3));
