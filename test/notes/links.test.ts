import fc from 'fast-check';
import { linksIn } from '../../src/notes/links';

const hrefs = (line: string) => linksIn(line).flatMap(({ href }) => href ?? []);

test.each([
  ['See https://example.org/a?b=c#d now', 'https://example.org/a?b=c#d'],
  ['HTTP://EXAMPLE.ORG', 'http://example.org/'],
  ['mailto:ada@example.org', 'mailto:ada@example.org'],
  ['Call tel:+49-30-1234', 'tel:+49-30-1234'],
  ['https://münchen.example/straße', 'https://xn--mnchen-3ya.example/stra%C3%9Fe'],
])('%s can be followed', (line, href) => {
  expect(hrefs(line)).toEqual([href]);
});

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x file:///etc/passwd blob:https',
  'ftp://example.org //example.org www.example.org example.org',
  'httpſ://example.org',
  'xhttps://example.org',
  'https://',
  'https://example.org@evil.example/',
  'https://user:word@example.org',
  'mailto:',
  'mailto:nobody',
  'tel:',
  'tel:javascript',
  'http\u200Bs://example.org',
  'https:\u2028//example.org',
])('%j is text', line => {
  expect(hrefs(line)).toEqual([]);
  expect(linksIn(line)).toEqual([{ text: line }]);
});

test('javascript: before an address makes no more of it than the address', () => {
  expect(hrefs('javascript:https://example.org')).toEqual(['https://example.org/']);
});

test.each([
  ['(see https://example.org/a).', 'https://example.org/a'],
  ['https://example.org/a_(b)', 'https://example.org/a_(b)'],
  ['https://example.org/a, or', 'https://example.org/a'],
  ['“https://example.org/a”', 'https://example.org/a'],
  ['https://example.org/a?!…', 'https://example.org/a'],
  ['<https://example.org/a>', 'https://example.org/a'],
  ['https://example.org/\u202Egpj.exe', 'https://example.org/'],
])('Punctuation behind an address in %j is not part of it', (line, href) => {
  expect(hrefs(line)).toEqual([href]);
});

test('An address that is cut off is text', () => {
  expect(linksIn('See https://example.org/lon', true)).toEqual([{ text: 'See https://example.org/lon' }]);
  expect(linksIn('https://example.org and', true)[0]).toMatchObject({ href: 'https://example.org/' });
});

test('A text’s parts are all of it, and four kinds of address can be followed', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(
      'http://',
      'https://a.b',
      'mailto:',
      'tel:',
      'javascript:',
      ')',
      '.',
      ' ',
      '@',
      '12',
      '\u202E',
    ),
  );
  fc.assert(
    fc.property(fc.array(piece), pieces => {
      const line = pieces.join('');
      const parts = linksIn(line);
      expect(parts.map(({ text }) => text).join('')).toBe(line);
      for (const { href } of parts)
        if (href !== undefined) expect(href).toMatch(/^(https?:\/\/[^/]|mailto:[^@]+@|tel:[+\d(])/);
    }),
  );
});

test.each([
  ['one long address', `https://example.org/${'a'.repeat(10_000)}`, 1],
  ['closing brackets', `https://example.org/${')'.repeat(10_000)}`, 1],
  ['beginnings', 'https://'.repeat(1250), 1],
  ['addresses', 'https://a.b '.repeat(900), 900],
])('Of 10,000 characters of %s each address is read once', (_, line, count) => {
  const spy = jest.spyOn(URL, 'canParse');
  linksIn(line);
  expect(spy).toHaveBeenCalledTimes(count);
  spy.mockRestore();
});
