import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../..');
let project: string;

/** A small app whose build copies its page, and counts itself. */
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'daywall-project-'));
  const build =
    "const fs = require('fs'); fs.mkdirSync('dist', { recursive: true }); fs.appendFileSync('builds', 'x'); " +
    "fs.copyFileSync('src/index.html', 'dist/index.html');";
  await writeFile(join(project, 'build.js'), build);
  await writeFile(join(project, 'package.json'), '{"scripts":{"build":"node build.js"}}');
  await mkdir(join(project, 'src'));
  await writeFile(join(project, 'src/index.html'), 'first');
});
afterEach(() => rm(project, { recursive: true }));

interface Started {
  page: string;
  output: string;
  code: number | null;
}

/** Starts as `npm start` does, reads the first page once it is ready, and stops it. */
async function start(): Promise<Started> {
  const child: ChildProcess = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
    cwd: project,
    env: { ...process.env, PORT: '0', RULES: join(root, 'database.rules.json') },
  });
  const ended = once(child, 'close');
  const started: Started = { page: '', output: '', code: null };
  child.stderr!.on('data', (chunk: Buffer) => (started.output += chunk.toString()));
  const ready = new Promise<void>(resolve => {
    child.stdout!.on('data', (chunk: Buffer) => {
      started.output += chunk.toString();
      if (started.output.includes('is ready')) resolve();
    });
  });
  await Promise.race([ready, ended]);
  const address = /is ready: (\S+)/.exec(started.output)?.[1];
  if (address) started.page = await (await fetch(address)).text();
  child.kill('SIGTERM');
  const [code] = (await ended) as [number | null];
  return { ...started, code };
}

const builds = async () => (await readFile(join(project, 'builds'), 'utf8')).length;

it('builds the app at the first start and serves it', async () => {
  expect(await start()).toEqual({
    page: 'first',
    output: expect.stringMatching(/^Building the app …\nDaywall is ready: http:\/\/127\.0\.0\.1:\d+\/\n/),
    code: 0,
  });
}, 20_000);

it('does not build again while nothing changes, and does when a source does', async () => {
  await start();
  expect(await start()).toMatchObject({ page: 'first', output: expect.not.stringContaining('Building') });
  expect(await builds()).toBe(1);
  await writeFile(join(project, 'src/index.html'), 'second');
  expect(await start()).toMatchObject({ page: 'second' });
  expect(await builds()).toBe(2);
}, 30_000);

it('builds again when the last build did not come to its end', async () => {
  await start();
  await rm(join(project, 'dist/index.html'));
  expect(await start()).toMatchObject({ page: 'first' });
  expect(await builds()).toBe(2);
}, 30_000);

it('does not start on a build that failed, not even the next time', async () => {
  await start();
  await writeFile(join(project, 'src/index.html'), 'broken');
  await writeFile(join(project, 'build.js'), 'process.exit(2)');
  for (let i = 0; i < 2; i++) {
    const { code, output } = await start();
    expect(code).toBe(1);
    expect(output).toContain('The app could not be built');
  }
}, 30_000);
