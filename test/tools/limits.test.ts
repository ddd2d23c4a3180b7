import { readFileSync } from 'node:fs';
import path from 'node:path';

const read = (file: string) => readFileSync(path.resolve(__dirname, '../..', file), 'utf8');

/** The rows of docs/limits.md: the last cell names tests, `_Title …_ (number of tests that begin so) (file)`. */
const rows = read('docs/limits.md')
  .split('\n')
  .filter(line => line.startsWith('|') && !/^\| (Who meets|---)/.test(line))
  .map(line => line.split(' | ').at(-1)!);
const named = rows.map(cell =>
  [...cell.matchAll(/_(.+?)(?: …)?_(?: \((\d)\))?(?: \(`([^`]+)`\))?/g)].map(
    ([, title, count = '1', file = 'limits.test.ts']) => ({
      title: title!,
      count: Number(count),
      file: file.includes('/') ? file : `test/trust/${file}`,
    }),
  ),
);

test('At most eight limits remain open', () => {
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.length).toBeLessThanOrEqual(8);
});

test('Each limit names tests that there are', () => {
  for (const tests of named) {
    expect(tests).not.toEqual([]);
    for (const { title, count, file } of tests) {
      const text = read(file);
      const at = text.indexOf(`'${title}`);
      expect([file, title, at >= 0]).toEqual([file, title, true]);
      const isGroup = text.slice(text.lastIndexOf('\n', at), at).includes('describe(');
      const group = isGroup ? text.slice(at, text.indexOf('\n});', at)) : '';
      if (isGroup) expect([title, group.split("\n  test('").length - 1]).toEqual([title, count]);
    }
  }
});
