import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import webpack, { type WebpackPluginInstance } from 'webpack';
import { ChunkBudgets, type Budgets } from '../../scripts/webpack/chunkBudgets';
import { shortNames } from '../../scripts/webpack/shortNames';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'webpack-'));
  await writeFile(path.join(folder, 'index.js'), `import(/* webpackChunkName: "late" */ './late.js');`);
  await writeFile(path.join(folder, 'late.js'), `export const text = '${'x'.repeat(5_000)}';`);
});
afterEach(() => rm(folder, { recursive: true }));

/** Builds an entry `main` that loads a chunk `late` of some 5,000 bytes; returns webpack's complaints. */
async function build(...plugins: WebpackPluginInstance[]) {
  const compiler = webpack({
    mode: 'production',
    context: folder,
    entry: './index.js',
    output: { path: path.join(folder, 'dist'), publicPath: '/', filename: '[name].js' },
    infrastructureLogging: { level: 'none' },
    performance: false,
    optimization: { minimize: false },
    plugins,
  })!;
  const stats = await new Promise<webpack.Stats>((resolve, reject) =>
    compiler.run((error, result) => (error ? reject(error) : resolve(result!))),
  );
  await new Promise(resolve => compiler.close(resolve));
  return stats.compilation.errors.map(error => error.message);
}

const withBudgets = (budgets: Budgets) => build(new ChunkBudgets(budgets));

test('A build whose chunks keep their budgets is good', async () => {
  expect(await withBudgets({ main: 20_000, late: 6_000 })).toEqual([]);
});

test('A chunk that outgrows its budget fails the build', async () => {
  expect(await withBudgets({ main: 20_000, late: 4_000 })).toEqual([
    expect.stringMatching(/'late' is 5\d{3} bytes/),
  ]);
});

test('An entry that outgrows its budget fails the build', async () => {
  expect(await withBudgets({ main: 100, late: 6_000 })).toEqual([
    expect.stringMatching(/'main' is \d+ bytes/),
  ]);
});

test('A chunk that the table does not name keeps the budget of all others', async () => {
  expect(await withBudgets({ main: 20_000, '*': 4_000 })).toEqual([expect.stringMatching(/'late' is/)]);
});

test('A budget for a chunk that is not there fails the build', async () => {
  expect(await withBudgets({ gone: 1, '*': 20_000 })).toEqual([
    expect.stringMatching(/'gone' names no chunk/),
  ]);
});

test('Names of classes are short, differ, and are the same in the next build', async () => {
  await mkdir(path.join(folder, 'b'));
  const sheets = Array.from({ length: 60 }, (_, n) =>
    path.join(folder, n % 2 ? 'b' : '', `s${n}.module.css`),
  );
  await Promise.all(sheets.map(sheet => writeFile(sheet, '')));
  /** Builds with the sheets in this order; returns their names. */
  const build = (order: string[]) => {
    const nameOf = shortNames(folder);
    const named = order.map(resourcePath => [
      resourcePath,
      ['row', 'link', 'row'].map(name => nameOf({ resourcePath }, '', name)),
    ]);
    return Object.fromEntries(named) as Record<string, [string, string, string]>;
  };
  const names = build(sheets);
  expect(build(sheets.toReversed())).toEqual(names);
  for (const [row, , again] of Object.values(names)) expect(again).toBe(row);
  const all = new Set(Object.values(names).flat());
  expect(all.size).toBe(120);
  for (const name of all) expect(name).toMatch(/^_[a-zA-Z]{1,2}[01]$/);
});

test('A sheet outside the folder has no short name', () => {
  expect(() => shortNames(folder)({ resourcePath: '/elsewhere/a.module.css' }, '', 'row')).toThrow(
    'is not in',
  );
});
