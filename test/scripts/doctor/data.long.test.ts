/** Findings of `npm run doctor` about data and backups, with one fault at a time. */
import { chmod, readdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { checkBackups, checkData } from '../../../scripts/doctor/data';
import { backupHandlers } from '../../../server/storage/backup/backupSeries';
import { openStore } from '../../../server/storage/store';
import { flipBit } from '../../support/server/damagedFolder';
import {
  backUp,
  backups,
  caseOf,
  dataDir,
  DAY_MS,
  doctor,
  faultsOf,
  leaveData,
  machine,
  giveFolder,
  statusOf,
} from './examine';

giveFolder();

describe('The data', () => {
  beforeEach(leaveData);

  it('are well when they are whole and their owner’s alone', async () => {
    expect(await checkData(caseOf())).toEqual([
      { kind: 'fine', text: `${dataDir()} is its owner's alone.` },
      { kind: 'fine', text: expect.stringContaining('50.0 GB are free') },
      { kind: 'fine', text: 'The data are whole: 50 records.' },
    ]);
  });

  it('are told to be open to others, or partly another user’s', async () => {
    await chmod(dataDir(), 0o755);
    expect(await faultsOf(checkData(caseOf()))).toEqual([
      `Others may look into ${dataDir()}: run "chmod 700 ${dataDir()}".`,
    ]);
  });

  it('are told to be damaged', async () => {
    const [log] = (await readdir(join(dataDir(), 'store'))).filter(name => name.endsWith('.log'));
    await flipBit(join(dataDir(), 'store', log!), 1_000);
    const { code, stdout } = await doctor({});
    expect(stdout).toMatch(/✗ The data in .* are damaged \(.*\); nothing was changed: restore a backup/);
    expect(code).toBe(1);
  });

  it('are told to be damaged by a running server too', async () => {
    const store = await openStore(dataDir());
    await store.section('db:main').commit([{ key: '/ann/tasks/a', value: '1' }]);
    await store.close();
    const level = new ClassicLevel(join(dataDir(), 'store'));
    await level.put('db:main\0/ann/tasks/a', '000000001');
    await level.close();
    const running = await openStore(dataDir());
    const check = async () => (await backupHandlers(running)['check data']!(null)) ?? null;
    await expect(checkData(caseOf({ status: statusOf(), ask: check }))).rejects.toThrow(/are damaged/);
    await running.close();
  });

  it('are told to be in a database that is not served', async () => {
    const store = await openStore(dataDir());
    for (const name of ['daywall', 'second'])
      await store.section(`db:${name}`).commit([{ key: '/ann/notes/n1/noteTitle', value: '"Milk"' }]);
    await store.close();
    expect(await faultsOf(checkData(caseOf()))).toEqual([
      "There are people's data in the database second, which DATABASE_INSTANCES (daywall) does not name: add it, and leave the first one as it was.",
    ]);
    const config = { ...caseOf().config, instances: ['daywall', 'second'] as [string, ...string[]] };
    expect(await faultsOf(checkData(caseOf({ config })))).toEqual([]);
  });

  it('are told to be mostly those of one account', async () => {
    const findingsFor = async (stores: number) => {
      const biggest = { uid: 'u1', stores, mayStore: 20e6 };
      const findings = await checkData(caseOf({ status: statusOf({ biggest }), ask: async () => 51 }));
      return findings.find(({ text }) => text.includes('u1'));
    };
    expect(await findingsFor(3e6)).toEqual({
      kind: 'fine',
      text: 'The account u1 stores most, 3 MB of the 20 MB that it may.',
    });
    expect(await findingsFor(19e6)).toEqual({
      kind: 'advice',
      text: 'The account u1 stores most, 19 MB of the 20 MB that it may: "npm run users -- quota u1 SIZE" gives it more.',
    });
  });

  it('are told to be on a disk without room, for bytes or for files', async () => {
    const room = (bytes: number, files: number | null) =>
      faultsOf(checkData(caseOf({ machine: { ...machine, room: async () => ({ bytes, files }) } })));
    expect(await room(50e6, 1e6)).toEqual([
      `Only 50 MB are free on the disk of ${dataDir()}, 100 MB are needed: make room.`,
    ]);
    expect(await room(50e9, 12)).toEqual([`The disk of ${dataDir()} takes only 12 more files: remove some.`]);
    expect(await room(50e9, null)).toEqual([]);
  });
});

describe('Backups', () => {
  beforeEach(leaveData);
  const newest = async () => join(backups(), (await readdir(backups())).sort().at(-1)!);

  it('are well when the last one is young, whole and of these data', async () => {
    await backUp();
    expect(await faultsOf(checkBackups(caseOf()))).toEqual([]);
  });

  it('are told to be missing, or too old', async () => {
    expect(await faultsOf(checkBackups(caseOf()))).toEqual([
      expect.stringMatching(/^There is no backup in .*: run "npm run backup/),
    ]);
    await backUp();
    const then = new Date(Date.now() - 3 * DAY_MS);
    await utimes(await newest(), then, then);
    expect(await faultsOf(checkBackups(caseOf()))).toEqual([
      expect.stringMatching(/^The last backup is 3 days old, of 20\d\d-/),
    ]);
  });

  it('are told to be damaged', async () => {
    await backUp();
    await flipBit(await newest(), 500);
    expect(await faultsOf(checkBackups(caseOf()))).toEqual([
      expect.stringMatching(/can't be used: .* It is the last one/),
    ]);
  });

  it('are told to be of other data', async () => {
    await backUp();
    await rm(dataDir(), { recursive: true });
    await leaveData();
    expect(await faultsOf(checkBackups(caseOf()))).toEqual([
      expect.stringMatching(/is of other data than these/),
    ]);
  });
});
