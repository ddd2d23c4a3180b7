import { readFileSync } from 'node:fs';

const source = readFileSync('database.rules.json', 'utf8');
/** Every regular expression of the rules, as the service reads it. */
const patterns = [...source.matchAll(/"(?:[^"\\]|\\.)*"/g)]
  .map(([text]) => JSON.parse(text) as string)
  .flatMap(expression => [...expression.matchAll(/\.matches\(\/((?:[^/\\]|\\.)*)\/(\w*)\)/g)])
  .map(([, pattern, flags]) => ({ pattern: pattern!, flags: flags! }));

it('has regular expressions', () => expect(patterns.length).toBeGreaterThan(5));

// https://firebase.google.com/docs/reference/security/database/regex
test.each(patterns)('the service knows all of /$pattern/$flags', ({ pattern, flags }) => {
  expect(flags).toMatch(/^i?$/);
  const plain = pattern
    .replace(/\\[swdSWD]|\\[^\w]/g, 'x')
    .replace(/\[\^?[^\]]*\]/g, 'x')
    .replace(/^\^/, '')
    .replace(/\$$/, '');
  expect(plain).not.toContain('\\'); // no back references and no \b
  expect(plain).not.toMatch(/[\^$]/); // anchors only at the beginning and the end
  expect(plain).not.toMatch(/\(\?/); // no look-ahead and no special groups
  expect(plain).not.toMatch(/[*+?}][?+]/); // no lazy or possessive quantifiers
  for (const [, least, most = least] of plain.matchAll(/\{(\d+)(?:,(\d+))?\}/g)) {
    expect(Number(most)).toBeLessThanOrEqual(1000); // RE2 refuses higher counts
  }
});
