/** The files that a signed-in person loads on a first visit before any act, read from the build. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');
const dist = (name: string) => path.join(root, 'dist', name);

/** Bytes, compressed, of all that lists, forms, wall and keyboard need. */
const BUDGET = 280_100;
/** The configuration, the account, three reads of the list of tasks, the format of the storage. */
const CALLS = 6;

let page: string[];
beforeAll(() => {
  execFileSync(process.execPath, ['scripts/lib/build.mjs'], { cwd: root }); // nothing, if dist is of these sources
  const html = readFileSync(dist('index.html'), 'utf8');
  const named = [...html.matchAll(/(?:href|src|data-app)="([^"]+)"/g)].flatMap(([, files]) =>
    files!.split(' '),
  );
  page = ['/index.html', ...new Set(named.filter(file => /\.(js|css)$/.test(file)))];
});

test('What a signed-in person needs stays within one budget', () => {
  expect(page.length).toBeGreaterThan(3);
  const bytes = page.reduce((sum, file) => sum + statSync(dist(`${file}.br`)).size, 0);
  expect(bytes).toBeLessThanOrEqual(BUDGET);
});

test('A first visit asks for at most 13 things until somebody acts', () => {
  const sdks = new Set(
    readdirSync(dist('assets')).flatMap(name => /^(\w+-sdk)\..*\.js$/.exec(name)?.[1] ?? []),
  );
  expect(sdks.size).toBe(2);
  expect(page.length + sdks.size + CALLS).toBeLessThanOrEqual(13);
});
