import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../..');
const table = readFileSync(join(root, 'test/COVERAGE.md'), 'utf8');
const named = [...table.matchAll(/`(test\/[^`]+\.tsx?)` ([^|]+?)(?= *(?:<br>|\|))/g)].map(
  ([, file, title]) => [file!, title!] as const,
);

test('The table of promises names tests', () => {
  expect(named.length).toBeGreaterThan(70);
});

test.each(named)('%s has “%s”', (file, title) => {
  const path = join(root, file);
  expect(existsSync(path)).toBe(true);
  const titles = readFileSync(path, 'utf8');
  expect([`'${title}'`, `"${title}"`].some(quoted => titles.includes(quoted))).toBe(true);
});
