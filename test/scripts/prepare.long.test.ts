import { copyFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runScript } from '../support/server/command';

const script = resolve(__dirname, '../../scripts/prepare.mjs');
let project: string;

/** Makes a project with one package from a local folder, so that npm needs no network. */
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'daywall-project-'));
  await mkdir(join(project, 'scripts'));
  await mkdir(join(project, 'part'));
  await copyFile(script, join(project, 'scripts/prepare.mjs'));
  await describePart('1.0.0');
});
afterEach(() => rm(project, { recursive: true }));

async function describePart(version: string): Promise<void> {
  const root = { name: 'p', version: '1.0.0', dependencies: { part: 'file:part' } };
  const packages = {
    '': root,
    'node_modules/part': { resolved: 'part', link: true },
    part: { version },
    'node_modules/for-another-system': { version: '1.0.0', optional: true, os: ['none'] },
  };
  const lock = { name: 'p', version: '1.0.0', lockfileVersion: 3, requires: true, packages };
  await writeFile(join(project, 'package.json'), JSON.stringify(root));
  await writeFile(join(project, 'part/package.json'), JSON.stringify({ name: 'part', version }));
  await writeFile(join(project, 'package-lock.json'), JSON.stringify(lock));
}

const prepare = () => runScript(join(project, 'scripts/prepare.mjs'));
const installing = expect.stringContaining('Installing the packages');

it('installs on a fresh clone', async () => {
  expect(await prepare()).toMatchObject({ code: 0, stdout: installing });
  expect(await readFile(join(project, 'node_modules/part/package.json'), 'utf8')).toContain('1.0.0');
});

it('does nothing when all packages are installed, whatever their dates', async () => {
  await prepare();
  await writeFile(join(project, 'node_modules/own-file'), '');
  await writeFile(join(project, 'package-lock.json'), await readFile(join(project, 'package-lock.json')));
  expect(await prepare()).toEqual({ code: 0, stdout: '', stderr: '' });
  await expect(stat(join(project, 'node_modules/own-file'))).resolves.toBeDefined();
});

it('installs again when the lockfile names another version', async () => {
  await prepare();
  await describePart('2.0.0');
  expect(await prepare()).toMatchObject({ code: 0, stdout: installing });
  expect(await prepare()).toMatchObject({ code: 0, stdout: '' });
});

it('installs again what an interrupted installation left', async () => {
  await prepare();
  await rm(join(project, 'node_modules/.package-lock.json'));
  expect(await prepare()).toMatchObject({ code: 0, stdout: installing });
});

it('reports that npm failed', async () => {
  await writeFile(join(project, 'package.json'), '{"dependencies":{"part":"file:part","more":"file:more"}}');
  const { code, stderr } = await prepare();
  expect(code).toBe(1);
  expect(stderr).toContain('The packages could not be installed');
});

test.each([
  ['18.20.0', true],
  ['20.18.9', true],
  ['20.19.0', false],
  ['21.7.0', true],
  ['22.12.0', true],
  ['22.13.0', false],
  ['24.0.0', false],
])('Node %s is too old: %s', async (version, tooOld) => {
  const code = `import(${JSON.stringify(script)}).then(m => console.log(m.nodeProblem('${version}') ?? 'fits'))`;
  const file = join(project, 'ask.mjs');
  await writeFile(file, code);
  const { stdout } = await runScript(file);
  const sentence = `Daywall needs Node 24, or 20 (from 20.19), 22 (from 22.13) or newer; this is Node ${version}.`;
  expect(stdout.trim()).toBe(tooOld ? sentence : 'fits');
});
