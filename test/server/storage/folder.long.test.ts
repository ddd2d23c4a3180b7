/** Folders that can become a data folder, and the effects of permissions and mounts. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backup } from '../../../server/storage/records/backupFile';
import { restore } from '../../../server/storage/backup/restore';
import { openStore } from '../../../server/storage/store';
import { runScript, scriptArgs } from '../../support/server/command';
import { startServer } from '../../support/server/server';

let folder: string;
const inFolder = (name: string) => join(folder, name);
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'daywall-folder-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

async function backupOf(records: number): Promise<string> {
  const store = await openStore(inFolder('first'));
  const changes = Array.from({ length: records }, (_, index) => ({ key: `k${index}`, value: `"${index}"` }));
  await store.section('a').commit(changes);
  await backup(store, inFolder('file'));
  await store.close();
  return inFolder('file');
}

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

test('a folder of other things is refused by the server, and keeps its rights', async () => {
  await mkdir(inFolder('photos'));
  await writeFile(inFolder('photos/one.jpg'), 'precious');
  await chmod(inFolder('photos'), 0o755);
  const { code, stdout, stderr } = await runScript('scripts/server.mjs', {
    env: { DATA_DIR: inFolder('photos'), PORT: '0' },
  });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^The folder \S+ holds something that is not Daywall's \(one\.jpg\); .*\.\n$/);
  expect(await readdir(inFolder('photos'))).toEqual(['one.jpg']);
  expect(await modeOf(inFolder('photos'))).toBe('755');
});

test.each<[string, string[]]>([
  ['a folder named store with other files in it', ['store/notes.txt']],
  ['the remains of a restore that was interrupted', ['.restoring-abc/store/CURRENT']],
])('%s is refused', async (_, files) => {
  for (const file of files) {
    await mkdir(join(inFolder('data'), file, '..'), { recursive: true });
    await writeFile(join(inFolder('data'), file), 'x');
  }
  await expect(openStore(inFolder('data'))).rejects.toThrow("holds something that is not Daywall's");
});

test('an empty disk’s root, and what a start left that was killed early, are taken', async () => {
  await mkdir(inFolder('data/lost+found'), { recursive: true });
  await mkdir(inFolder('data/.checking-abc'), { recursive: true });
  await mkdir(inFolder('data/store'), { recursive: true });
  for (const name of ['LOCK', 'LOG', 'MANIFEST-000001']) await writeFile(inFolder(`data/store/${name}`), '');
  await (await openStore(inFolder('data'))).close();
  expect((await readdir(inFolder('data'))).sort()).toEqual(['last-commit', 'lost+found', 'store']);
});

test('what is restored is its owner’s alone, whatever the rights of the folder were', async () => {
  const file = await backupOf(10);
  await mkdir(inFolder('data'));
  await chmod(inFolder('data'), 0o755);
  const { code, stderr } = await runScript('scripts/restore.ts', {
    args: [file],
    env: { DATA_DIR: inFolder('data') },
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(await modeOf(inFolder('data'))).toBe('700');
  expect(await modeOf(inFolder('data/store'))).toBe('700');
  for (const name of await readdir(inFolder('data/store')))
    expect([name, await modeOf(inFolder(`data/store/${name}`))]).toEqual([name, '600']);
  expect(await modeOf(inFolder('data/last-commit'))).toBe('600');
});

test('a killed restore leaves nothing to start on, and the next takes its place', async () => {
  const file = await backupOf(20_000);
  await mkdir(inFolder('data'));
  const args = [...scriptArgs('scripts/restore.ts'), file];
  const child = spawn(process.execPath, args, { env: { ...process.env, DATA_DIR: inFolder('data') } });
  const ended = once(child, 'exit');
  while ((await readdir(inFolder('data'))).length === 0) await new Promise(done => setTimeout(done, 5));
  child.kill('SIGTERM');
  expect(await ended).toEqual([null, 'SIGTERM']);
  await expect(openStore(inFolder('data'))).rejects.toThrow(
    "holds something that is not Daywall's (.restoring-",
  );
  await restore(file, inFolder('data'));
  expect((await readdir(inFolder('data'))).sort()).toEqual(['last-commit', 'store']);
  const store = await openStore(inFolder('data'));
  expect(await store.section('a').get('k19999')).toBe('"19999"');
  await store.close();
});

const canMount = process.platform === 'linux' && process.getuid?.() === 0;

/** Runs `act` with a small file system mounted at the path. */
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
    await mounted(inFolder('disk'), '8m', async () => {
      await restore(file, inFolder('disk'));
      const store = await openStore(inFolder('disk'));
      expect(await store.section('a').get('k7')).toBe('"7"');
      await store.close();
    });
  });

  test('a start on a full disk is one sentence, and takes nothing away', async () => {
    await mounted(inFolder('disk'), '6m', async () => {
      const store = await openStore(inFolder('disk/data'));
      await store.section('a').commit([{ key: 'k', value: '"answered"' }]);
      await store.close();
      await writeFile(inFolder('disk/filler'), Buffer.alloc(16e6)).catch(() => undefined);
      const { code, stderr } = await runScript('scripts/server.mjs', {
        env: { DATA_DIR: inFolder('disk/data'), PORT: '0' },
      });
      expect(code).toBe(1);
      expect(stderr).toMatch(/^[^\n]*no space left on device[^\n]*\n$/i);
      expect(stderr).not.toContain('damaged');
      await rm(inFolder('disk/filler'));
      const again = await openStore(inFolder('disk/data'));
      expect(await again.section('a').get('k')).toBe('"answered"');
      await again.close();
    });
  });

  test('a backup to another disk works on a full disk, with a server and without', async () => {
    await mounted(inFolder('disk'), '6m', async () => {
      const store = await openStore(inFolder('disk/data'));
      await store.section('a').commit([{ key: 'k', value: '"answered"' }]);
      await writeFile(inFolder('disk/filler'), Buffer.alloc(16e6)).catch(() => undefined);
      await backup(store, inFolder('one'));
      await store.close();
      const { code, stderr } = await runScript('scripts/backup.ts', {
        args: [inFolder('two')],
        env: { DATA_DIR: inFolder('disk/data') },
      });
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    });
    for (const file of ['one', 'two']) {
      await restore(inFolder(file), inFolder(`from-${file}`));
      const store = await openStore(inFolder(`from-${file}`));
      expect(await store.section('a').get('k')).toBe('"answered"');
      await store.close();
    }
  });

  test('a full disk keeps what was answered, nothing refused, and is backed up', async () => {
    await mounted(inFolder('disk'), '8m', async () => {
      const server = await startServer({
        rules: { rules: { '.read': true, '.write': true } },
        env: { DATA_DIR: inFolder('disk/data') },
      });
      const put = (key: string, text: string) =>
        fetch(`${server.url}/${key}.json`, { method: 'PUT', body: JSON.stringify(text) });
      expect((await put('k', 'answered')).status).toBe(200);
      await writeFile(inFolder('disk/filler'), Buffer.alloc(16e6)).catch(() => undefined);
      const expected: Record<string, string> = { k: 'answered' };
      for (let at = 0, refused = 0; refused < 3; at += 1) {
        const text = `${at}`.repeat(50_000);
        const answer = await put(`k${at}`, text);
        expect([200, 503]).toContain(answer.status);
        if (answer.ok) expected[`k${at}`] = text;
        else expect(await answer.text()).toMatch(/^[^/]+$/);
        refused += Number(!answer.ok);
      }
      const stored = async () => (await fetch(`${server.url}/.json`)).json();
      expect(await stored()).toEqual(expected);
      for (const name of ['running', 'again']) {
        const env = { DATA_DIR: inFolder('disk/data') };
        const ended = await runScript('scripts/backup.ts', { args: [inFolder(name)], env });
        expect(ended).toMatchObject({ code: 0, stderr: '' });
      }
      await rm(inFolder('disk/filler'));
      expect((await put('k', 'after')).status).toBe(200);
      await server.kill9();
      await server.restart();
      expect(await stored()).toEqual({ ...expected, k: 'after' });
      await server.stop();
    });
    await restore(inFolder('again'), inFolder('from-again'));
  });
}
