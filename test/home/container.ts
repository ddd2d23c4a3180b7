import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { stagesOf, type Stage } from './dockerfile';
import { signIn, signUp } from '../support/clients/identity';

const root = resolve(__dirname, '../..');
const work = mkdtempSync(join(tmpdir(), 'daywall-image-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
const [build, last] = stagesOf(readFileSync(join(root, 'Dockerfile'), 'utf8')) as [Stage, Stage];
const image = join(work, 'image');

function expect(isTrue: boolean, sentence: string): asserts isTrue {
  if (!isTrue) throw new Error(sentence);
}

/** The build context: all files of git that `.dockerignore` does not exclude. */
function sendContext(): string {
  const context = join(work, 'context');
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter(line => /^[^#\s]/.test(line));
  const patterns = ignored.map(
    line => new RegExp(`^${line.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}(/|$)`),
  );
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root })
    .toString()
    .split('\n');
  for (const file of files.filter(name => name && !patterns.some(pattern => pattern.test(name))))
    cpSync(join(root, file), join(context, file), { recursive: true });
  return context;
}

/** Runs a stage's steps in an empty folder; `run` executes a command in it. */
function make(
  stage: Stage,
  at: string,
  from: (name: string | null) => string,
  run: (command: string) => void,
): void {
  mkdirSync(join(at, stage.workdir), { recursive: true });
  for (const step of stage.steps)
    if ('run' in step) run(step.run);
    else
      for (const source of step.copy.sources) {
        const sourcePath = join(from(step.copy.from), source);
        const target = join(at, stage.workdir, step.copy.target);
        const isFolder = statSync(sourcePath).isDirectory();
        cpSync(sourcePath, isFolder ? target : join(target, basename(source)), {
          recursive: true,
          verbatimSymlinks: true,
        });
      }
}

function makeBuild(): void {
  const [context, at] = [sendContext(), join(work, 'build')];
  const cwd = join(at, build.workdir);
  make(
    build,
    at,
    () => context,
    command => execFileSync('sh', ['-ec', command], { cwd, stdio: 'pipe' }),
  );
}

/** Makes a root with this machine's programs in place of Debian's, and with the stage's own files. */
function makeImage(): void {
  for (const folder of ['usr', 'dev', 'proc', 'tmp', 'etc'])
    mkdirSync(join(image, folder), { recursive: true });
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) symlinkSync(`usr/${name}`, join(image, name));
  writeFileSync(join(image, 'etc/passwd'), 'root:x:0:0::/:/bin/sh\nnode:x:1000:1000::/tmp:/bin/sh\n');
  writeFileSync(join(image, 'etc/group'), 'root:x:0:\nnode:x:1000:\n');
  make(
    last,
    image,
    name => join(work, name!),
    command => execFileSync('unshare', inRoot(['sh', '-ec', command], 'rw')),
  );
}

/**
 * The arguments for `unshare` that run a command in the image, with its root writable or read-only except for the
 * volumes.
 */
function inRoot(command: string[], mode: 'ro' | 'rw', user: string[] = []): string[] {
  const mounts = [
    `mount --bind ${image} ${image}`,
    ...['usr', 'dev', 'proc'].map(name => `mount --rbind /${name} ${image}/${name}`),
    `mount -t tmpfs tmpfs ${image}/tmp`,
    ...(mode === 'ro' ? last.volumes : []).map(at => `mount --bind ${image}${at} ${image}${at}`),
    ...(mode === 'ro' ? [`mount -o remount,bind,ro ${image}`] : []),
  ];
  const script = `${mounts.join('\n')}\nexec chroot ${image} ${user.join(' ')} "$@"`;
  return ['-m', 'sh', '-ec', script, 'sh', ...command];
}

/** Drops all rights, as `USER`, `cap_drop` and `no-new-privileges` do. */
const AS_NODE = [
  ...['setpriv', '--reuid=1000', '--regid=1000', '--clear-groups', '--no-new-privs'],
  ...['--bounding-set=-all', '--inh-caps=-all'],
];

const inContainer = (command: string[], env: NodeJS.ProcessEnv) =>
  spawn('unshare', inRoot(['sh', '-c', `cd ${last.workdir} && exec "$@"`, 'sh', ...command], 'ro', AS_NODE), {
    env: { PATH: process.env['PATH'], ...last.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });

async function endOf(child: ChildProcess): Promise<number | null> {
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return String(port);
}

async function runImage(): Promise<void> {
  const PORT = await freePort();
  const url = `http://127.0.0.1:${PORT}`;
  const start = async () => {
    const server = inContainer(last.command, { PORT });
    await Promise.race([once(server.stdout!, 'data'), endOf(server)]);
    expect(server.exitCode === null, `the server ended with ${server.exitCode}`);
    return server;
  };
  const stop = async (server: ChildProcess) => {
    server.kill('SIGTERM');
    const code = await endOf(server);
    expect(code === 0, `SIGTERM ended it with ${code}`);
  };
  let server = await start();
  expect((await endOf(inContainer(last.healthCheck, { PORT }))) === 0, 'the health check fails');
  const page = await fetch(`${url}/tasks/today`);
  expect((await page.text()).includes('<title>'), 'the app is not served');
  await signUp(url, 'ann@example.com');
  await stop(server);
  server = await start();
  await signIn(url, 'ann@example.com');
  const touch = await endOf(inContainer(['touch', 'server/written'], {}));
  expect(touch !== 0, 'the root can be written to');
  const own = statSync(join(image, 'data/store/CURRENT'));
  expect(own.uid === 1000, 'the data are not the user’s own');
  const backup = inContainer(['node', '--import', 'tsx', 'scripts/backup.ts', '/backups/one.backup'], {});
  expect((await endOf(backup)) === 0, 'a backup of the running server fails');
  await stop(server);
  expect(
    (await endOf(inContainer(last.healthCheck, { PORT }))) === 1,
    'the health check passes without a server',
  );
}

/** The Dockerfile's steps, run in an empty folder and a root of its own. */
export const containerSteps = [
  { name: 'container: the build stage, in an empty folder', run: async () => makeBuild() },
  { name: 'container: the last stage, in a root of its own', run: async () => makeImage() },
  { name: 'container: it runs with a read-only root, without rights, and keeps its data', run: runImage },
];
