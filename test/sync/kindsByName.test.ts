import { readdirSync, readFileSync } from 'node:fs';

/** A comparison with the name of a kind, a test of an item's key, or a test for a part of an import. */
const BY_NAME = /\bkind *[!=]==? *'\w+\/\w+'|itemKey\.(split|startsWith)|'paths' in /;

test('Nothing asks for a kind by its name, by its item’s key, or by its payload', () => {
  const files = [
    'app',
    'history',
    'sync',
    'syncLog',
    'tasks',
    'notes',
    'trash',
    'transfer',
    'settings',
  ].flatMap(folder =>
    readdirSync(`src/${folder}`, { recursive: true, encoding: 'utf8' })
      .filter(name => /\.tsx?$/.test(name))
      .map(name => `src/${folder}/${name}`),
  );
  expect(files.length).toBeGreaterThan(100);
  const asking = files.flatMap(file =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) => (BY_NAME.test(line) ? `${file}:${at + 1}: ${line.trim()}` : [])),
  );
  expect(asking).toEqual([]);
});
