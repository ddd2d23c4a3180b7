/** @jest-environment ./test/support/jest/jsdom-env.cjs */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isTitle, paths, QUICK_ADD } from '../../src/routes';
import { sharedWordsOf, textOfWords, textOfTransfer } from '../../src/drafts/sharedWords';

const queryOf = (given: Record<string, string>) => `?${new URLSearchParams(given).toString()}`;
const read = (given: Record<string, string>) => sharedWordsOf(queryOf(given));

test.each([
  [
    { title: 'Bread', text: 'Two loaves' },
    { title: 'Bread', text: 'Two loaves' },
  ],
  [{ text: 'Milk\r\n\r\nTwo bottles' }, { title: 'Milk', text: 'Two bottles' }],
  [{ url: 'https://example.com/' }, { title: 'example.com', text: 'https://example.com/' }],
  [
    { title: 'News', text: 'See https://example.com/a', url: 'https://example.com/a' },
    { title: 'News', text: 'See https://example.com/a' },
  ],
  [
    { title: 'News', url: 'https://example.com/a' },
    { title: 'News', text: 'https://example.com/a' },
  ],
  [{ title: 'a\u0000b\u202Ec\nd' }, { title: 'abc d', text: '' }],
  [
    { title: 'x', url: 'javascript:alert(1)' },
    { title: 'x', text: '' },
  ],
  [{ title: '<b>x</b>' }, { title: '<b>x</b>', text: '' }],
])('%j is read as %j', (given, words) => expect(read(given)).toEqual(words));

test.each([{}, { title: ' \n', text: '\t' }, { url: 'not a link' }, { other: 'x' }])(
  '%j shares nothing',
  given => expect(read(given as Record<string, string>)).toBeNull(),
);

test('A long first line is cut in the title and whole in the text', () => {
  const line = 'word '.repeat(100).trim();
  const words = read({ text: line })!;
  expect(words.title).toHaveLength(201);
  expect(words.text).toBe(line);
  expect(read({ title: 'x', text: 'y'.repeat(50_000) })!.text).toHaveLength(20_000);
});

test.each<[string, Record<string, string>, string]>([
  ['words', { 'text/plain': 'Milk\r\nTwo bottles' }, 'Milk\nTwo bottles'],
  [
    'a link by its words, as Chromium drags it',
    {
      'text/uri-list': 'https://example.org/a',
      'text/plain': 'https://example.org/a',
      'text/html': '<meta charset="utf-8"><a href="https://example.org/a">The <b>news</b></a>',
    },
    'The news\nhttps://example.org/a',
  ],
  [
    'a link by its words, as Firefox drags it',
    {
      'text/uri-list': '# seen\r\nhttps://example.org/a',
      'text/x-moz-url': 'https://example.org/a\nThe news',
    },
    'The news\nhttps://example.org/a',
  ],
  [
    'a link that is shown as itself',
    {
      'text/plain': 'https://example.org/a',
      'text/html': '<a href="https://example.org/a">https://example.org/a</a>',
    },
    'https://example.org/a',
  ],
  ['a link of another kind', { 'text/uri-list': 'javascript:alert(1)' }, ''],
  [
    'markup as its words',
    { 'text/plain': '<img src=x>', 'text/html': '<img src=x onerror=alert(1)>' },
    '<img src=x>',
  ],
  ['blanks alone', { 'text/plain': ' \n\t' }, ''],
  ['nothing', {}, ''],
])('What is pasted or dropped is read: %s', (_what, data, text) =>
  expect(textOfTransfer({ getData: type => data[type] ?? '' })).toBe(text),
);

test('A pasted text is not cut, however long it is', () => {
  const text = `First\n${'y'.repeat(300_000)}`;
  expect(textOfTransfer({ getData: type => (type === 'text/plain' ? text : '') })).toBe(text);
});

test.each([
  [{ title: 'Milk', text: 'Two bottles\n' }, false, 'Milk\n\nTwo bottles'],
  [{ title: 'Milk', text: '- [ ] one' }, true, '# Milk\n\n- [ ] one'],
  [{ title: ' ', text: 'Words' }, true, 'Words'],
  [{ title: 'Milk', text: '' }, false, 'Milk'],
])('%j is copied (as Markdown: %p) as %j', (words, isMarkdown, text) =>
  expect(textOfWords(words, isMarkdown)).toBe(text),
);

test('The manifest leads to routes that exist', () => {
  const file = path.resolve(__dirname, '../../public/manifest.webmanifest');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as {
    shortcuts: { url: string }[];
    share_target: { action: string; method: string; params: Record<string, string> };
  };
  const known = Object.values(paths) as string[];
  for (const { url } of manifest.shortcuts) {
    const { pathname, search } = new URL(url, 'http://x');
    expect(known.includes(pathname) || isTitle(pathname.replace(`${paths.tasks}/`, ''))).toBe(true);
    expect(['', QUICK_ADD]).toContain(search);
  }
  expect(manifest.share_target.action).toBe(paths.share);
  expect(manifest.share_target.method).toBe('GET'); // a share alone must not add anything
  const shared = Object.fromEntries(
    Object.values(manifest.share_target.params).map(name => [name, 'https://x.org/']),
  );
  expect(read(shared)).not.toBeNull();
});
