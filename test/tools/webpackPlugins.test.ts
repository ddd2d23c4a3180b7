import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import webpack, { type WebpackPluginInstance } from 'webpack';
import { ChunkBudgets, type Budgets } from '../../scripts/webpack/chunkBudgets';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'webpack-'));
  await writeFile(path.join(folder, 'index.js'), `import(/* webpackChunkName: "late" */ './late.js');`);
  await writeFile(path.join(folder, 'late.js'), `export const text = '${'x'.repeat(5_000)}';`);
});
afterEach(() => rm(folder, { recursive: true }));

/** Builds an entry `main` that loads a chunk `late` of some 5,000 bytes; what webpack complains of. */
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
