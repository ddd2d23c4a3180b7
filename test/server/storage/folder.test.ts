/** Folders that may become a data folder, those that may not, and remains of rights and mounts. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backup } from '../../../server/storage/backup/backup';
import { restore } from '../../../server/storage/backup/restore';
import { openStore } from '../../../server/storage/store';
import { runScript } from '../../support/server/command';
import { startServer } from '../../support/server/server';

jest.setTimeout(60_000);

let folder: string;
const here = (name: string) => join(folder, name);
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'daywall-folder-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

async function backupOf(records: number): Promise<string> {
  const store = await openStore(here('first'));
  const changes = Array.from({ length: records }, (_, index) => ({ key: `k${index}`, value: `"${index}"` }));
  await store.section('a').commit(changes);
  await backup(store, here('file'));
  await store.close();
  return here('file');
}

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

test('a folder of other things is refused by the server, and keeps its rights', async () => {
  await mkdir(here('photos'));
  await writeFile(here('photos/one.jpg'), 'precious');
  await chmod(here('photos'), 0o755);
  const { code, stdout, stderr } = await runScript('scripts/server.mjs', {
    env: { DATA_DIR: here('photos'), PORT: '0' },
  });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^The folder \S+ holds something that is not Daywall's \(one\.jpg\); .*\.\n$/);
  expect(await readdir(here('photos'))).toEqual(['one.jpg']);
  expect(await modeOf(here('photos'))).toBe('755');
});

test.each<[string, string[]]>([
  ['a folder named store with other files in it', ['store/notes.txt']],
  ['the remains of a restore that was interrupted', ['.restoring-abc/store/CURRENT']],
])('%s is refused', async (_, files) => {
  for (const file of files) {
    await mkdir(join(here('data'), file, '..'), { recursive: true });
    await writeFile(join(here('data'), file), 'x');
  }
  await expect(openStore(here('data'))).rejects.toThrow("holds something that is not Daywall's");
});

test('an empty disk’s root, and what a start left that was killed early, are taken', async () => {
  await mkdir(here('data/lost+found'), { recursive: true });
  await mkdir(here('data/.checking-abc'), { recursive: true });
  await mkdir(here('data/store'), { recursive: true });
  for (const name of ['LOCK', 'LOG', 'MANIFEST-000001']) await writeFile(here(`data/store/${name}`), '');
  await (await openStore(here('data'))).close();
  expect((await readdir(here('data'))).sort()).toEqual(['last-commit', 'lost+found', 'store']);
});

test('what is restored is its owner’s alone, whatever the rights of the folder were', async () => {
  const file = await backupOf(10);
  await mkdir(here('data'));
  await chmod(here('data'), 0o755);
  const { code, stderr } = await runScript('scripts/restore.ts', {
    args: [file],
    env: { DATA_DIR: here('data') },
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(await modeOf(here('data'))).toBe('700');
  expect(await modeOf(here('data/store'))).toBe('700');
  for (const name of await readdir(here('data/store')))
    expect([name, await modeOf(here(`data/store/${name}`))]).toEqual([name, '600']);
  expect(await modeOf(here('data/last-commit'))).toBe('600');
});

test('a killed restore leaves nothing to start on, and the next takes its place', async () => {
  const file = await backupOf(20_000);
  await mkdir(here('data'));
  const args = ['--import', 'tsx', 'scripts/restore.ts', file];
  const child = spawn(process.execPath, args, { env: { ...process.env, DATA_DIR: here('data') } });
  const ended = once(child, 'exit');
  while ((await readdir(here('data'))).length === 0) await new Promise(done => setTimeout(done, 5));
  child.kill('SIGTERM');
  expect(await ended).toEqual([null, 'SIGTERM']);
  await expect(openStore(here('data'))).rejects.toThrow("holds something that is not Daywall's (.restoring-");
  await restore(file, here('data'));
  expect((await readdir(here('data'))).sort()).toEqual(['last-commit', 'store']);
  const store = await openStore(here('data'));
  expect(await store.section('a').get('k19999')).toBe('"19999"');
  await store.close();
});

const canMount = process.platform === 'linux' && process.getuid?.() === 0;

/** Mounts a small file system of its own for the time of `act`. */
async function mounted<T>(path: string, size: string, act: () => Promise<T>): Promise<T> {
  await mkdir(path, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path]);
  try {
    return await act();
  } finally {
    execFileSync('umount', [path]);
  }
}

if (canMount) {
  test('a backup is restored into a mounted folder', async () => {
    const file = await backupOf(10);
    await mounted(here('disk'), '8m', async () => {
      await restore(file, here('disk'));
      const store = await openStore(here('disk'));
      expect(await store.section('a').get('k7')).toBe('"7"');
      await store.close();
    });
  });

  test('a start on a full disk is one sentence, and takes nothing away', async () => {
    await mounted(here('disk'), '6m', async () => {
      const store = await openStore(here('disk/data'));
      await store.section('a').commit([{ key: 'k', value: '"answered"' }]);
      await store.close();
      await writeFile(here('disk/filler'), Buffer.alloc(16e6)).catch(() => undefined);
      const { code, stderr } = await runScript('scripts/server.mjs', {
        env: { DATA_DIR: here('disk/data'), PORT: '0' },
      });
      expect(code).toBe(1);
      expect(stderr).toMatch(/^[^\n]*no space left on device[^\n]*\n$/i);
      expect(stderr).not.toContain('damaged');
      await rm(here('disk/filler'));
      const again = await openStore(here('disk/data'));
      expect(await again.section('a').get('k')).toBe('"answered"');
      await again.close();
    });
  });

  test('a backup to another disk works on a full disk, with a server and without', async () => {
    await mounted(here('disk'), '6m', async () => {
      const store = await openStore(here('disk/data'));
      await store.section('a').commit([{ key: 'k', value: '"answered"' }]);
      await writeFile(here('disk/filler'), Buffer.alloc(16e6)).catch(() => undefined);
      await backup(store, here('one'));
      await store.close();
      const { code, stderr } = await runScript('scripts/backup.ts', {
        args: [here('two')],
        env: { DATA_DIR: here('disk/data') },
      });
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    });
    for (const file of ['one', 'two']) {
      await restore(here(file), here(`from-${file}`));
      const store = await openStore(here(`from-${file}`));
      expect(await store.section('a').get('k')).toBe('"answered"');
      await store.close();
    }
  });

  test('a server on a full disk reads on, and is backed up, also after refused writes', async () => {
    await mounted(here('disk'), '8m', async () => {
      const server = await startServer({
        rules: { rules: { '.read': true, '.write': true } },
        env: { DATA_DIR: here('disk/data') },
      });
      const put = (key: string, text: string) =>
        fetch(`${server.url}/${key}.json`, { method: 'PUT', body: JSON.stringify(text) });
      expect((await put('k', 'answered')).status).toBe(200);
      await writeFile(here('disk/filler'), Buffer.alloc(16e6)).catch(() => undefined);
      for (let refused = 0; refused < 3;) {
        const { status } = await put('more', 'x'.repeat(100_000));
        expect([200, 503]).toContain(status);
        refused += Number(status === 503);
      }
      expect(await (await fetch(`${server.url}/k.json`)).json()).toBe('answered');
      for (const name of ['running', 'again']) {
        const env = { DATA_DIR: here('disk/data') };
        const ended = await runScript('scripts/backup.ts', { args: [here(name)], env });
        expect(ended).toMatchObject({ code: 0, stderr: '' });
      }
      await rm(here('disk/filler'));
      expect((await put('k', 'after')).status).toBe(200);
      await server.stop();
    });
    await restore(here('again'), here('from-again'));
  });
}
