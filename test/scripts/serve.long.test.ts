import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { runScript } from '../support/server/command';

const root = resolve(__dirname, '../..');
/** The project's files in a container or service, besides `dist` and the packages. */
const PROGRAM = ['package.json', 'database.rules.json', 'firebase.json', 'server', 'shared', 'scripts'];

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daywall-serve-'));
  for (const part of PROGRAM) await cp(join(root, part), join(folder, part), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const serve = () => join(folder, 'scripts/serve.mjs');

it('says in a sentence that there is no app yet, and builds nothing', async () => {
  const { code, stderr } = await runScript(serve(), { cwd: folder, env: { PORT: '0' } });
  expect(stderr).toBe(`There is no app in ${join(folder, 'dist')}: run "npm ci && npm run build" first.\n`);
  expect(code).toBe(1);
});

it('serves the app that is there, with the program’s own files alone', async () => {
  await mkdir(join(folder, 'dist'));
  await writeFile(join(folder, 'dist/index.html'), '<title>Built elsewhere</title>');
  const child = spawn(process.execPath, [serve()], {
    cwd: folder,
    env: { ...process.env, PORT: '0', DATA_DIR: join(folder, 'data') },
  });
  try {
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const url = /http:\S+:\d+/.exec(line.toString())![0];
    expect(await (await fetch(`${url}/tasks/today`)).text()).toBe('<title>Built elsewhere</title>');
    expect(await (await fetch(`${url}/healthz`)).text()).toBe('ok');
  } finally {
    child.kill();
    await once(child, 'exit');
  }
});
