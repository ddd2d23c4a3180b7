import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { importData } from '../../server/database/dataFiles';
import { noteInstances } from '../../server/database/instances/names';
import { openStore } from '../../server/storage/store';
import type { Json } from '../../server/lib/types';
import { runScript } from '../support/server/command';
import { signUp } from '../support/clients/identity';
import { startServer, type TestServer } from '../support/server/server';
import { exportText } from '../support/server/storedData';

const data = {
  tasks: {
    '-Nabc': {
      taskName: 'Water the plants',
      taskDescription: 'x'.repeat(2000),
      taskList: 'work',
      taskDueDate: '2026-03-10T00:00:00.000Z',
      taskId: 7,
    },
  },
  notes: { n1: { noteTitle: 'Milk', noteDescription: '' } },
};

let server: TestServer;
let uid: string;
let folder: string;
const at = (url: string, token: string) => `${url}/${uid}.json?auth=${token}`;
beforeAll(async () => {
  server = await startServer();
  const { localId, idToken } = await signUp(server.url, 'ann@example.com');
  uid = localId;
  await fetch(at(server.url, idToken), { method: 'PUT', body: JSON.stringify(data) });
});
afterAll(() => server.stop());
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'daywall-move-'))));
afterEach(() => rm(folder, { recursive: true }));

/** Works on the database of a stopped server. */
async function onData<T>(dataDir: string, work: (section: ReturnType<typeof sectionOf>) => Promise<T>) {
  const store = await openStore(dataDir);
  try {
    return await work(sectionOf(store));
  } finally {
    await store.close();
  }
}
const sectionOf = (store: Awaited<ReturnType<typeof openStore>>) => store.section('db:daywall');

it('asks for a stopped server, then writes all data and the command to host them', async () => {
  const file = join(folder, 'data.json');
  const run = () =>
    runScript(resolve(__dirname, '../../scripts/data.ts'), {
      args: ['export', file],
      env: { DATA_DIR: server.dataDir },
    });
  expect(await run()).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Another process is using .*\n$/),
  });
  await server.kill9();
  const { code, stdout } = await run();
  await server.restart();
  expect([code, stdout.split('\n')[1]]).toEqual([
    0,
    `npx firebase-tools database:set / ${file} --project YOUR-PROJECT`,
  ]);
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ [uid]: data });
});

it('writes a file for each of several databases, and fills the one that is named', async () => {
  const run = (data: string, ...args: string[]) =>
    runScript('scripts/data.ts', {
      args,
      env: { DATA_DIR: join(folder, data), DATABASE_INSTANCES: 'a,b' },
    });
  const [file, more] = [join(folder, 'data.json'), join(folder, 'data-b.json')];
  const people = { ann: { notes: { n1: { noteTitle: 'Milk', noteDescription: '' } } } };
  await writeFile(more, JSON.stringify(people));
  await writeFile(file, JSON.stringify({ ann: { ext: { home: 'b' } } }));
  expect(await run('one', 'import', more, 'c')).toMatchObject({
    code: 1,
    stderr: 'DATABASE_INSTANCES (a, b) names no c.\n',
  });
  expect((await run('one', 'import', file)).stdout).toBe('Imported the data of 1 users into a.\n');
  expect((await run('one', 'import', more, 'b')).stdout).toBe('Imported the data of 1 users into b.\n');
  const { stdout } = await run('one', 'export', join(folder, 'out.json'));
  expect(stdout).toContain(`database:set / ${join(folder, 'out-b.json')} --instance b --project`);
  const read = async (name: string) => JSON.parse(await readFile(join(folder, name), 'utf8')) as Json;
  expect([await read('out.json'), await read('out-b.json')]).toEqual([
    { ann: { ext: { home: 'b' } } },
    people,
  ]);
});

it('lets no start leave out a database that it filled', async () => {
  const [dataDir, file] = [join(folder, 'data'), join(folder, 'data.json')];
  await writeFile(
    file,
    JSON.stringify({ ann: { notes: { n1: { noteTitle: 'Milk', noteDescription: '' } } } }),
  );
  const run = (names: string, ...args: string[]) =>
    runScript('scripts/data.ts', { args, env: { DATA_DIR: dataDir, DATABASE_INSTANCES: names } });
  const store = await openStore(dataDir);
  await noteInstances(store, ['a']);
  await store.close();
  expect((await run('a,b', 'import', file, 'b')).stderr).toBe('');
  expect(await run('a', 'export', join(folder, 'out.json'))).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^There are people's data in the database b,/),
  });
});

it('never writes over a file, and writes none when one of several exists', async () => {
  const file = join(folder, 'data.json');
  const run = () =>
    runScript('scripts/data.ts', {
      args: ['export', file],
      env: { DATA_DIR: join(folder, 'data'), DATABASE_INSTANCES: 'a,b' },
    });
  await writeFile(join(folder, 'data-b.json'), 'precious');
  expect(await run()).toMatchObject({
    code: 1,
    stderr: `The file ${join(folder, 'data-b.json')} exists already; nothing is written.\n`,
  });
  await expect(stat(file)).rejects.toThrow('ENOENT');
  expect(await readFile(join(folder, 'data-b.json'), 'utf8')).toBe('precious');
  await rm(join(folder, 'data-b.json'));
  expect((await run()).code).toBe(0);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

it.each(['precious/data.json', 'nowhere/data.json', '.'])(
  'says in a sentence that it cannot export to %s, and changes nothing',
  async name => {
    await writeFile(join(folder, 'precious'), 'precious');
    const ended = await runScript('scripts/data.ts', {
      args: ['export', join(folder, name)],
      env: { DATA_DIR: join(folder, 'data') },
    });
    expect(ended).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(/^The file .*\n$/) });
    expect(await readFile(join(folder, 'precious'), 'utf8')).toBe('precious');
  },
);

it.each(['5', '[1,2]', '{"ann":5}', '{".value":{}}', '{".priority":1}', 'two\nlines', null])(
  'refuses to import the file %p in a sentence',
  async content => {
    const file = join(folder, 'data.json');
    if (content !== null) await writeFile(file, content);
    const args = ['import', file];
    const ended = await runScript('scripts/data.ts', { args, env: { DATA_DIR: join(folder, 'data') } });
    expect(ended).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(/^The file .*\n$/) });
  },
);

it('refuses what no database can hold, and one that holds data', async () => {
  await onData(join(folder, 'data'), async section => {
    await expect(importData(section, { 'a.b': 1 }, 0)).rejects.toMatchObject({ name: 'ProtocolError' });
    expect(await exportText(section)).toBe('null');
    expect(await importData(section, { ann: data }, 0)).toBe(1);
    await expect(importData(section, { ann: data }, 0)).rejects.toThrow('holds data already');
  });
});
