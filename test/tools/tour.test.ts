import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');
const tour = readFileSync(path.join(root, 'docs/tour.md'), 'utf8');

/** Links of a text by path from `docs/`, with the names in backticks directly before each link. */
function linksOf(text: string) {
  const links = text.matchAll(/(?:`(\w+)`\s+\(|\()?\[[^\]]+\]\(([^)#]+)(?:#[^)]*)?\)/g);
  return [...links].map(([, name, target]) => ({ name, target: target! }));
}

/** Links whose file is missing or does not define the names before it. The file's own name needs no definition. */
function wrongIn(text: string) {
  return linksOf(text).filter(({ name, target }) => {
    const file = path.join(root, 'docs', target);
    if (!existsSync(file)) return true;
    if (name === undefined || path.parse(file).name === name) return false;
    return !new RegExp(`(function\\*?|const|class) ${name}\\b|export \\{[^}]*\\b${name}\\b`).test(
      readFileSync(file, 'utf8'),
    );
  });
}

test('The tour links to files that define what it names, of an edit at most 15', () => {
  expect(linksOf(tour).length).toBeGreaterThan(25);
  expect(wrongIn(tour)).toEqual([]);
  const edit = tour.slice(tour.indexOf('## An edit'), tour.indexOf('## A request'));
  const files = new Set(linksOf(edit).map(({ target }) => target));
  expect(files.size).toBeLessThanOrEqual(15);
});

test.each([
  ['a file that is gone', '`x` ([x](../src/gone.ts))'],
  ['a function that is gone', '`noSuchThing` ([src/routes.ts](../src/routes.ts))'],
])('It would not hold with %s', (_what, text) => {
  expect(wrongIn(text)).toHaveLength(1);
});
