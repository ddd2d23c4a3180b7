import { readdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Short class names for CSS modules: `_`, letters for the sheet, the index of the name in it. Equal sources give equal
 * names: sheets are numbered in the order of their paths, names in the order of the sheet.
 */
export function shortNames(folder: string) {
  const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.module.css'))
    .sort();
  const namesIn = new Map<string, string[]>();
  return ({ resourcePath }: { resourcePath: string }, _ident: string, name: string) => {
    const sheet = path.relative(folder, resourcePath);
    const index = sheets.indexOf(sheet);
    if (index < 0) throw new Error(`${resourcePath} is not in ${folder}`);
    const names = namesIn.get(sheet) ?? [];
    namesIn.set(sheet, names);
    if (!names.includes(name)) names.push(name);
    return `_${lettersOf(index)}${names.indexOf(name).toString()}`;
  };
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** `a` to `Z`, then `aa` and so on; different for all numbers. */
function lettersOf(index: number): string {
  const rest = Math.floor(index / LETTERS.length);
  return (rest > 0 ? lettersOf(rest - 1) : '') + LETTERS[index % LETTERS.length];
}
