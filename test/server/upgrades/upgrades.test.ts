/** Data folders of earlier servers (`make.ts`) with this server. */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UPGRADES } from '../../../server/storage/records/format';
import { restore, verifyBackup } from '../../../server/storage/backup/restore';
import { openStore } from '../../../server/storage/store';
import { programVersion } from '../../../server/version';
import { refresh, signIn } from '../../support/clients/identity';
import { isLong } from '../../support/long';
import { startServer, type TestServer } from '../../support/server/server';
import { lay, type Left } from './left';

jest.setTimeout(60_000);

const data = join(__dirname, 'data');
const names = readdirSync(data).map(file => file.replace('.json', ''));
const left = (name: string) => JSON.parse(readFileSync(join(data, `${name}.json`), 'utf8')) as Left;

let folder: string;
let servers: TestServer[] = [];
beforeEach(async () => (folder = join(await mkdtemp(join(tmpdir(), 'daywall-upgrade-')), 'data')));
afterEach(async () => {
  for (const server of servers) await server.stop();
  servers = [];
  await rm(join(folder, '..'), { recursive: true, force: true });
});

async function start(): Promise<TestServer> {
  const server = await startServer({ env: { DATA_DIR: folder } });
  servers.push(server);
  return server;
}

const backups = async () => (await readdir(folder)).filter(name => name.endsWith('.backup'));

/** The server's current value of every record of Anna's in the fixture. */
async function recordsOf({ url }: TestServer, { people, records }: Left): Promise<Left['records']> {
  const { idToken } = await signIn(url, 'anna@example.com', 'secret-anna');
  const found: Left['records'] = {};
  for (const path of Object.keys(records)) {
    const at = `${url}/${people.anna.uid}/${path}.json?ns=daywall&auth=${idToken}`;
    found[path] = await (await fetch(at)).json();
  }
  return found;
}

const formatOf = (name = '') => /^format-(\d+)-/.exec(name)?.[1];
/** The first of each format; the long run takes all. */
const taken = names.filter((name, at) => isLong || formatOf(name) !== formatOf(names[at - 1]));

describe.each(taken)('What the server of %s left', name => {
  const before = left(name);
  beforeEach(() => lay(before, folder));

  it('is all there, takes more, and is backed up once before the first start, whole', async () => {
    const server = await start();
    const [file, ...others] = await backups();
    expect(others).toEqual([]);
    expect(Object.keys(before.records).length).toBeGreaterThan(4);
    expect(await recordsOf(server, before)).toEqual(before.records);
    await expect(signIn(server.url, 'bert@example.com', 'secret-bert')).rejects.toThrow('USER_DISABLED');
    const { status, body } = await refresh(server.url, before.people.cleo.refreshToken);
    expect(status).toBe(200);
    expect(body).toMatchObject({ user_id: before.people.cleo.uid });
    const at = `${server.url}/${before.people.cleo.uid}/ext/settings.json?ns=daywall&auth=${body['id_token'] as string}`;
    expect((await fetch(at, { method: 'PUT', body: '{"theme":"light"}' })).status).toBe(200);
    await server.restart();
    expect(await (await fetch(at)).json()).toEqual({ theme: 'light' });
    expect(await backups()).toEqual([file]);
    await server.stop();

    await expect(verifyBackup(join(folder, file!))).resolves.toBeDefined();
    const first = folder;
    folder = join(first, '..', 'restored');
    await restore(join(first, file!), folder);
    expect(await recordsOf(await start(), before)).toEqual(before.records);
    folder = first;
  });
});

it('has data of every format', () => {
  const formats = new Set(taken.map(formatOf));
  expect([...formats].sort()).toEqual(Array.from({ length: UPGRADES.length + 1 }, (_, at) => String(at + 1)));
});

describe('A start of another version', () => {
  const opened = async (program: string) => (await openStore(folder, { program })).close();

  it('backs up first, and the same version does not; three such backups are kept', async () => {
    for (const program of ['1', '2', '2', '3', '4', '5', '1']) await opened(program);
    const kept = (await backups()).sort();
    expect(kept.map(name => /^before-version-.*Z-(.*)\.backup$/.exec(name)?.[1])).toEqual(['4', '5', '1']);
  });

  it('is refused in a sentence, and changes nothing, when the backup cannot be written', async () => {
    await opened('1');
    const impossible = 'x'.repeat(300); // file names cannot be so long
    await expect(opened(impossible)).rejects.toThrow(/^The backup .* can't be written/);
    expect(await backups()).toEqual([]);
    await opened('1');
    expect(await backups()).toEqual([]);
  });

  it('removes what a killed backup left', async () => {
    await opened('1');
    await writeFile(join(folder, 'before-version-2026-2.backup.unfinished'), 'half');
    await opened('2');
    expect((await readdir(folder)).filter(name => name.includes('unfinished'))).toEqual([]);
  });
});

it('A newer format is refused by the whole server in a sentence, and left as it is', async () => {
  const newer = await openStore(folder, { program: '9', upgrades: [...UPGRADES, async () => []] });
  await newer.section('a').commit([{ key: 'x', value: '1' }]);
  await newer.close();
  const before = await readdir(folder);
  await expect(start()).rejects.toThrow(
    `The data in ${folder} have format version ${UPGRADES.length + 2}, this program knows ${UPGRADES.length + 1}: use a newer program.`,
  );
  expect(await readdir(folder)).toEqual(before);
});

it('The name of a version changes with the program, not with its description', async () => {
  await mkdir(join(folder, 'server'), { recursive: true });
  const write = (path: string, text: string) => writeFile(join(folder, path), text);
  await write('package.json', '{"version":"1.2.3"}');
  await write('server/main.ts', 'one');
  const first = programVersion(folder);
  expect(first).toMatch(/^1\.2\.3\+[0-9a-f]{8}$/);
  await write('server/README.md', 'words');
  expect(programVersion(folder)).toBe(first);
  await write('server/main.ts', 'two');
  expect(programVersion(folder)).not.toBe(first);
  expect(programVersion()).toMatch(/^\d+\.\d+\.\d+\+[0-9a-f]{8}$/);
});
