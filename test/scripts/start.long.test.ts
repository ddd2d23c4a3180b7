import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../..');
let project: string;
let first: Started;

/** Makes a project with the real commands, server and packages, and an app of one page, and starts it. */
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'daywall-project-'));
  for (const name of ['scripts', 'src']) await mkdir(join(project, name));
  for (const name of ['start.mjs', 'lib']) {
    await cp(join(root, 'scripts', name), join(project, 'scripts', name), { recursive: true });
  }
  for (const name of ['server', 'node_modules', 'package.json', 'database.rules.json', 'firebase.json']) {
    await symlink(await realpath(join(root, name)), join(project, name));
  }
  const config =
    "const Html = require('html-webpack-plugin');" +
    "module.exports = { plugins: [new Html({ template: 'src/index.html', inject: false })] };";
  await writeFile(join(project, 'webpack.config.js'), config);
  await write('index.js', '');
  await write('index.html', 'first');
  first = await start();
});
afterAll(() => rm(project, { recursive: true }));

const write = (name: string, text: string) => writeFile(join(project, 'src', name), text);

interface Started {
  page: string;
  status: number;
  output: string;
  code: number | null;
}

/** Starts the server like `npm start`, reads a page once it is ready, and stops the server. */
async function start(path = ''): Promise<Started> {
  const child: ChildProcess = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: project,
    env: { ...process.env, PORT: '0' },
  });
  const ended = once(child, 'close');
  const started: Started = { page: '', status: 0, output: '', code: null };
  child.stderr!.on('data', (chunk: Buffer) => (started.output += chunk.toString()));
  const ready = new Promise<void>(resolve => {
    child.stdout!.on('data', (chunk: Buffer) => {
      started.output += chunk.toString();
      if (started.output.includes('is ready')) resolve();
    });
  });
  await Promise.race([ready, ended]);
  const address = /is ready: (\S+)/.exec(started.output)?.[1];
  if (address) {
    const answer = await fetch(`${address}${path}`);
    started.status = answer.status;
    started.page = await answer.text();
  }
  child.kill('SIGTERM');
  const [code] = (await ended) as [number | null];
  return { ...started, code };
}

it('builds the app at the first start and serves it', () => {
  expect(first).toEqual({
    page: 'first',
    status: 200,
    output: expect.stringMatching(/Daywall is ready: http:\/\/127\.0\.0\.1:\d+\/\n/),
    code: 0,
  });
});

it('leaves the build alone while nothing changes, and builds after a change', async () => {
  await writeFile(join(project, 'dist/index.html'), 'still the first build');
  expect(await start()).toMatchObject({ page: 'still the first build' });
  await write('index.html', 'second');
  expect(await start()).toMatchObject({ page: 'second' });
});

it('runs the server that was built, and serves it to nobody', async () => {
  await appendFile(join(project, 'dist/.server.cjs'), "console.log('This is the built one.');");
  expect(await start('.server.cjs')).toMatchObject({
    output: expect.stringContaining('This is the built one.'),
    status: 404,
  });
});

it('does not start on a build that failed, not even the next time', async () => {
  await write('index.js', 'no script {');
  for (let i = 0; i < 2; i++) {
    expect(await start()).toMatchObject({ code: 1, output: expect.stringContaining('The build failed') });
  }
});
