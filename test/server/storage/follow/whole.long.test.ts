/** The real commands with the real server: accounts, full disks, and messages about the follower. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lookup, refresh, signIn, signUp } from '../../../support/clients/identity';
import { runScript, scriptArgs } from '../../../support/server/command';
import { startServer, type TestServer } from '../../../support/server/server';

const root = resolve(__dirname, '../../../..');
const rules = { rules: { '.read': true, '.write': true } };
let folder: string;
let target: string;
let server: TestServer;
const ends: (() => Promise<unknown> | void)[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daywall-whole-'));
  target = join(folder, 'target');
  await mkdir(target);
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  await rm(folder, { recursive: true, force: true });
});

async function serve(env: Record<string, string> = {}): Promise<void> {
  server = await startServer({ rules, env });
  ends.push(() => server.stop());
}

/** Starts the follower's command; `fileKilobytes` makes the operating system refuse longer files. */
function startFollower(env: Record<string, string> = {}, fileKilobytes = 0) {
  const args = [...scriptArgs('scripts/backup.ts'), '--follow', ...(env.FOLLOW_DIR ? [] : [target])];
  const limited = [
    '-c',
    `trap '' XFSZ; ulimit -f ${fileKilobytes}; exec "$0" "$@"`,
    process.execPath,
    ...args,
  ];
  const [command, words] = fileKilobytes ? ['bash', limited] : [process.execPath, args];
  const child = spawn(command, words, {
    cwd: root,
    env: { ...process.env, DATA_DIR: server.dataDir, ...env },
  });
  const follower = { child, output: '', end: async () => void 0 as unknown };
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (follower.output += chunk.toString()));
  const gone = once(child, 'exit');
  follower.end = async () => {
    child.kill('SIGTERM');
    return (await gone)[0] as unknown;
  };
  ends.push(() => void child.kill('SIGKILL'));
  return follower;
}

const put = async (key: string, value: unknown) => {
  const answer = await fetch(`${server.url}/${key}.json`, { method: 'PUT', body: JSON.stringify(value) });
  expect(answer.status).toBe(200);
};
const healthz = async () => (await fetch(`${server.url}/healthz`)).text();
const until = async (isTrue: () => boolean | Promise<boolean>) => {
  while (!(await isTrue())) await sleep(20);
};
const caughtUp = () => until(async () => (await healthz()) === 'ok\nfollower: 0 s behind\n');

/** Deletes the data folder and restores it from the target. */
async function loseDisk(): Promise<void> {
  await server.kill9();
  await rm(server.dataDir, { recursive: true });
  const ended = await runScript('scripts/restore.ts', { args: [target], env: { DATA_DIR: server.dataDir } });
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  await server.restart();
}

test('after a lost disk people sign in, sessions and tokens are good, data are there', async () => {
  await serve();
  await put('early', 1);
  const follower = startFollower();
  await caughtUp();
  const made = await signUp(server.url, 'ann@example.org');
  await put('late', { a: [1, 2], b: 'ü' });
  await caughtUp();
  await loseDisk();
  expect(await (await fetch(`${server.url}/.json`)).json()).toEqual({
    early: 1,
    late: { a: [1, 2], b: 'ü' },
  });
  expect((await lookup(server.url, made.idToken)).status).toBe(200);
  expect((await refresh(server.url, made.refreshToken)).status).toBe(200);
  expect((await signIn(server.url, 'ann@example.org')).localId).toBe(made.localId);
  // The follower detects another store and follows it.
  await put('then', true);
  await caughtUp();
  expect(await follower.end()).toBe(0);
  expect(follower.output).toContain('Follows the data in');
  for (const name of await readdir(target)) expect((await stat(join(target, name))).mode & 0o077).toBe(0);
});

test('/healthz says ok alone without a follower, and how far behind one is', async () => {
  await serve();
  expect(await healthz()).toBe('ok');
  await server.restart({ FOLLOW_DIR: target });
  expect(await healthz()).toBe('ok\nfollower: not begun\n');
  const follower = startFollower({ FOLLOW_DIR: target });
  await caughtUp();
  await follower.end();
  await put('a', 1);
  await until(async () => /^ok\nfollower: [1-9]\d* s behind\n$/.test(await healthz()));
  expect(await healthz()).not.toContain(target);
});

test('a stop of the server waits until the follower has everything', async () => {
  await serve();
  startFollower();
  await caughtUp();
  await Promise.all(Array.from({ length: 200 }, (_, index) => put(`k${index}`, index)));
  await server.restart();
  await caughtUp();
  expect((await readdir(target)).filter(name => name.endsWith('.copy'))).toHaveLength(1);
});

test('where longer files are refused, it goes on in new ones, with no half commits', async () => {
  await serve();
  const follower = startFollower({}, 64);
  await caughtUp();
  for (let index = 0; index < 60; index += 1) {
    await put(`k${index}`, 'x'.repeat(3_000));
    if (index % 10 === 9) await caughtUp();
  }
  expect(follower.output).toContain("can't be written: EFBIG");
  await until(() => follower.output.includes('It goes on.'));
  await loseDisk();
  const all = (await (await fetch(`${server.url}/.json`)).json()) as Record<string, string>;
  expect(Object.values(all).filter(text => text.length === 3_000)).toHaveLength(60);
});

if (process.platform === 'linux' && process.getuid?.() === 0)
  test('a full disk of the target is said, and what it lacks comes once there is room', async () => {
    const mount = (...options: string[]) => execFileSync('mount', [...options, target]);
    mount('-t', 'tmpfs', '-o', 'size=256k', 'tmpfs');
    ends.push(() => void execFileSync('umount', ['-l', target]));
    await serve();
    const follower = startFollower();
    await put('first', 1);
    await caughtUp();
    for (let index = 0; index < 100; index += 1) await put(`k${index}`, 'x'.repeat(5_000));
    await until(() => follower.output.includes("can't be written: ENOSPC"));
    await until(async () => /follower: [1-9]/.test(await healthz()));
    mount('-o', 'remount,size=8m');
    await caughtUp();
    expect(follower.output.match(/can't be written/g)).toHaveLength(1);
    await loseDisk();
    const all = (await (await fetch(`${server.url}/.json`)).json()) as Record<string, string>;
    expect(Object.keys(all)).toHaveLength(101);
  });

test.each([
  [['--follow'], 'Usage: npm run backup'],
  [['--follow', 'a', 'b'], 'Usage: npm run backup'],
  [['--follow', 'a', '--every', '1h'], 'Usage: npm run backup'],
  [['--follow', 'a', '--keep', '0'], '--keep must be a whole number'],
])('%j is refused in one sentence', async (args, words) => {
  const { code, stderr } = await runScript('scripts/backup.ts', {
    args,
    env: { DATA_DIR: folder, FOLLOW_DIR: '' },
  });
  expect(code).toBe(1);
  expect(stderr).toMatch(new RegExp(`^${words}[^\n]*\n$`));
});
