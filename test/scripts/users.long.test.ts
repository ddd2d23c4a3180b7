import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askControl } from '../../server/storage/control';
import { damageAccount } from '../support/server/damagedFolder';
import { refresh, signIn, signUp } from '../support/clients/identity';
import { runScript } from '../support/server/command';
import { startServer, type TestServer } from '../support/server/server';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await signUp(server.url, 'ann@example.com');
});
afterAll(() => server.stop());

/** Runs `npm run users` on the server's data folder; returns its exit code and its output on both streams. */
async function users(...args: string[]): Promise<{ code: number; output: string }> {
  const { code, stdout, stderr } = await runScript('scripts/users.ts', {
    args,
    env: { DATA_DIR: server.dataDir },
  });
  return { code: code!, output: stdout + stderr };
}

it('prints a link of the running server to a page that changes the password', async () => {
  const { output } = await users('reset', 'ann@example.com');
  const link = /http\S+/.exec(output)![0];
  expect(link.startsWith(`${server.url}/__/auth/action?`)).toBe(true);
  const page = await fetch(link);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await page.text()).toContain('ann@example.com');

  const oobCode = new URL(link).searchParams.get('oobCode')!;
  const submit = (newPassword: string) =>
    fetch(`${server.url}/__/auth/action`, {
      method: 'POST',
      body: new URLSearchParams({ oobCode, newPassword }),
    });
  expect(await (await submit('12345')).text()).toContain('at least 6 characters');
  expect((await submit('secret2')).status).toBe(200);
  await expect(signIn(server.url, 'ann@example.com', 'secret2')).resolves.toBeDefined();
  const again = await fetch(link);
  expect(again.status).toBe(400);
  expect(await again.text()).toContain('no longer works');
});

it('disables and enables, in the running server', async () => {
  await users('disable', 'ann@example.com');
  await expect(signIn(server.url, 'ann@example.com', 'secret2')).rejects.toThrow('USER_DISABLED');
  await users('enable', 'ANN@example.com');
  await expect(signIn(server.url, 'ann@example.com', 'secret2')).resolves.toBeDefined();
});

it('lists what everyone stores and may store, and gives one account more', async () => {
  const { localId: uid, idToken } = await signUp(server.url, 'writer@example.com');
  const task = {
    taskName: 'x'.repeat(9_000),
    taskDescription: '',
    taskList: 'work',
    taskDueDate: '',
    taskId: 1,
  };
  const put = await fetch(`${server.url}/${uid}/tasks/t1.json?auth=${idToken}`, {
    method: 'PUT',
    body: JSON.stringify(task),
  });
  expect(put.status).toBe(200);
  expect(await users('quota', 'writer@example.com', '1.5GB')).toEqual({
    code: 0,
    output: 'writer@example.com may store 1.5 GB.\n',
  });
  const line = async () => (await users()).output.split('\n').find(text => text.includes('writer@'))!;
  expect(await line()).toMatch(/'10\.\d KB'.*'1\.5 GB'/);
  expect((await users('quota', 'writer@example.com', 'much')).code).toBe(1);
  await users('quota', 'writer@example.com', 'default');
  expect(await line()).toMatch(/'10\.\d KB'.*'75 MB'/);
});

it.each([
  ['by the running server', true],
  ['in the folder', false],
])('deletes an account with its data, damaged or not, %s', async (_, runs) => {
  const task = { taskName: 'x', taskDescription: '', taskList: 'work', taskDueDate: '', taskId: 1 };
  const people = [];
  for (const name of ['whole', 'damaged']) {
    const email = `${name}@example.com`;
    const { localId: uid, idToken } = await signUp(server.url, email);
    const url = `${server.url}/${uid}/tasks/t1.json?auth=${idToken}`;
    expect((await fetch(url, { method: 'PUT', body: JSON.stringify(task) })).status).toBe(200);
    people.push({ email, uid });
  }
  await server.kill9();
  await damageAccount(server.dataDir, people[1]!.uid);
  if (runs) await server.restart();
  for (const { email } of people)
    expect(await users('delete', email, '--data')).toEqual({
      code: 0,
      output: `${email} is deleted, with everything of theirs.\n`,
    });
  if (!runs) await server.restart();
  const backup = `${server.dataDir}-${runs}.backup`;
  await askControl(server.dataDir, 'backup', { file: backup });
  const stored = await readFile(backup, 'utf8');
  for (const { email, uid } of people) {
    expect(stored).not.toContain(uid);
    await expect(signIn(server.url, email)).rejects.toThrow('INVALID_LOGIN_CREDENTIALS');
  }
});

it('says what is wrong in a sentence, with code 1', async () => {
  expect(await users('delete', 'nobody@example.com')).toEqual({
    code: 1,
    output: 'There is no user nobody@example.com.\n',
  });
  expect(await users('frobnicate')).toEqual({
    code: 1,
    output: expect.stringContaining('npm run users -- reset EMAIL'),
  });
  expect(await users('delete')).toEqual({
    code: 1,
    output: expect.stringContaining('npm run users -- delete EMAIL'),
  });
});

describe('files of users', () => {
  let folder: string;
  beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'daywall-users-'))));
  afterAll(() => rm(folder, { recursive: true }));
  const hashing = ['--hash-algo=STANDARD_SCRYPT', '--mem-cost=2', '--parallelization=1', '--block-size=8'];

  it('writes them to a new file that its owner alone can read, over none that exists', async () => {
    const file = join(folder, 'users.json');
    expect((await users('export', file)).code).toBe(0);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const written = await readFile(file, 'utf8');
    expect(await users('export', file)).toEqual({
      code: 1,
      output: `The file ${file} exists already; nothing is written.\n`,
    });
    expect(await readFile(file, 'utf8')).toBe(written);
    expect((await users('export', join(folder, 'none/users.json'))).output).toMatch(
      /^The file .* can't be written: .*\n$/,
    );
  });

  it.each([
    ['a file that is not there', null, /^The file .* can't be read: .*\n$/],
    ['a file without JSON', 'users', /^The file .* holds no JSON: .*\n$/],
    ['nothing', 'null', /^The file has no list of users.\n$/],
  ])('says of %s in a sentence that it can not be imported', async (_, content, words) => {
    const file = join(folder, 'given.json');
    await rm(file, { force: true });
    if (content !== null) await writeFile(file, content);
    const { code, output } = await users('import', file, ...hashing);
    expect([code, output]).toEqual([1, expect.stringMatching(words)]);
  });

  it('says so of a file of hash parameters that is not there', async () => {
    const file = join(folder, 'some.json');
    await writeFile(file, '{"users":[]}');
    expect(await users('import', file, join(folder, 'hashes'))).toEqual({
      code: 1,
      output: expect.stringMatching(/^The file .*hashes can't be read: .*\n$/),
    });
  });
});

it('does the same on the data folder when no server runs', async () => {
  const { refreshToken } = await signUp(server.url, 'bob@example.com');
  await server.kill9();
  expect(await users('sign-out', 'bob@example.com')).toEqual({
    code: 0,
    output: 'bob@example.com is signed out everywhere.\n',
  });
  expect((await users('delete', 'ann@example.com')).code).toBe(0);
  await server.restart();
  expect((await refresh(server.url, refreshToken)).body).toMatchObject({
    error: { message: 'TOKEN_EXPIRED' },
  });
  await expect(signIn(server.url, 'ann@example.com', 'secret2')).rejects.toThrow('INVALID_LOGIN_CREDENTIALS');
});
