import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const builder = path.resolve(__dirname, '../../scripts/lib/build.mjs');
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sources-'));
  write('package.json', '{}');
  write('src/index.tsx', 'one');
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(file: string, text: string) {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
}

function hash() {
  const ask = `import('${builder}').then(async build => console.log(await build.hashSources('${folder}')))`;
  return execFileSync(process.execPath, ['-e', ask], { encoding: 'utf8' });
}

test.each([
  ['a source is changed', () => write('src/index.tsx', 'two')],
  ['a source is added', () => write('src/tasks/task.ts', '')],
  ['a source is changed that the server shares', () => write('shared/days.ts', '')],
  [
    'a source has another name',
    () => {
      rmSync(path.join(folder, 'src/index.tsx'));
      write('src/main.tsx', 'one');
    },
  ],
  ['a package has another version', () => write('package-lock.json', '{}')],
  ['the build itself is changed', () => write('webpack.config.mjs', '')],
])('The app is built again when %s', (_title, change) => {
  const before = hash();
  change();
  expect(hash()).not.toBe(before);
});

test('Files that are not sources of the app cause no new build', () => {
  const before = hash();
  write('server/main.ts', 'changed');
  write('README.md', 'changed');
  write('src/index.tsx', 'one');
  expect(hash()).toBe(before);
});

test.each([
  ['a source of it', 'server/words.ts'],
  ['a source that the app shares', 'shared/days.ts'],
  ['the headers', 'firebase.json'],
  ['a package', 'package-lock.json'],
])('The built server is taken until %s changes', (_title, changed) => {
  write('server/main.ts', "import { words } from './words'; export const run = (): string => words;");
  write('server/words.ts', "export const words = 'one';");
  mkdirSync(path.join(folder, 'dist'));
  const ask = (words: string) =>
    execFileSync(
      process.execPath,
      ['-e', `import('${builder}').then(async build => console.log(${words}))`],
      {
        encoding: 'utf8',
      },
    ).trim();
  const built = `build.builtServer('${folder}')`;
  const buildServer = `await build.buildServerIfChanged('${folder}')`;
  const run = `require(${built}).run()`;
  expect(ask(built)).toBe('null');
  expect(ask(`${buildServer}, ${buildServer}, ${run}`)).toBe('true false one');
  write('server/words.ts', "export const words = 'two';");
  write(changed, changed.endsWith('.ts') ? "export const words = 'two';" : '{}');
  expect(ask(built)).toBe('null');
  expect(ask(`${buildServer}, ${run}`)).toBe('true two');
});

test('A build keeps the last one’s assets for a month, and never overwrites its own', () => {
  write('old/assets/before.js', 'before');
  write('old/assets/same.js', 'old');
  write('old/assets/ancient.js', 'ancient');
  const longAgo = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000);
  utimesSync(path.join(folder, 'old/assets/ancient.js'), longAgo, longAgo);
  write('new/assets/same.js', 'new');
  const keep = `import('${builder}').then(build => build.keepAssets('${folder}/old', '${folder}/new'))`;
  execFileSync(process.execPath, ['-e', keep]);
  const assets = path.join(folder, 'new/assets');
  expect(readdirSync(assets).sort()).toEqual(['before.js', 'same.js']);
  expect(readFileSync(path.join(assets, 'same.js'), 'utf8')).toBe('new');
});
