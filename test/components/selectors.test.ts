import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const src = path.join(__dirname, '../../src');
/** Sheets for the screen: their rules are evaluated at every change of a row. Paper is laid out once. */
const sheets = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  file => file.endsWith('.css') && !file.endsWith('print.css'),
);
const selectorsOf = (sheet: string) =>
  [...sheet.replace(/\/\*[^]*?\*\//g, '').matchAll(/([^{};]+)\{/g)].map(([, selector]) => selector!.trim());

/**
 * `:has()` of the page or a part with rows, or, at the end of a selector, of every element or every element of a
 * type.
 */
const COSTLY =
  /(html|:root|body|main|#\w+|\.(page|shell|list|scroller))(\[[^\]]*\]|:not\([^)]*\))*:has\(|(^|[\s>~+])(?!dialog)[a-z]*:has\([^)]*\)$/;

test('No rule asks what a page contains, which a change of a row would ask anew', () => {
  const costly = sheets.flatMap(file =>
    selectorsOf(readFileSync(path.join(src, file), 'utf8'))
      .filter(selector => COSTLY.test(selector))
      .map(selector => `${file}: ${selector}`),
  );
  expect(costly).toEqual([]);
});
