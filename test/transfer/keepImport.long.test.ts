/** @jest-environment ./test/support/jest/jsdom-env.cjs */
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { strToU8, zipSync, type Zippable } from 'fflate';
import { readFiles } from '../../src/transfer/work';
import type { NoteItem } from '../../src/transfer/formats/reading';
import { textsOf } from './reading';

const options = { name: 'file', writtenOn: null, now: Date.parse('2026-03-10T12:00:00Z'), language: 'en-GB' };
const folder = 'test/transfer/fixtures/keep';
const fixtures = readdirSync(folder).map(name => ({ name, bytes: readFileSync(`${folder}/${name}`) }));

const plain = {
  color: 'DEFAULT',
  isTrashed: false,
  isPinned: false,
  isArchived: false,
  title: 'Plain',
  textContent: 'Words',
  userEditedTimestampUsec: 1709284000000000,
  createdTimestampUsec: 1709283600000000,
};
const file = (json: unknown, name = 'Note.json') => ({ name, bytes: strToU8(JSON.stringify(json)) });
const readNote = (fields: object) => readFiles([file({ ...plain, ...fields })], options);
const zipOf = (files: Zippable, name = 'takeout.zip') => ({ name, bytes: zipSync(files) });
/** The offset of a zip file's directory. */
function directoryOf(zip: Uint8Array): number {
  const mark = [0x50, 0x4b, 1, 2];
  return zip.findIndex((_byte, at) => mark.every((byte, n) => zip[at + n] === byte));
}
const notesOf = ({ items }: { items: unknown[] }) => items as NoteItem[];
const titlesOf = (reading: { items: unknown[] }) => notesOf(reading).map(({ record }) => record.noteTitle);

describe('The notes of Google Keep', () => {
  const reading = readFiles(fixtures, options);

  test('come by their time of making, with their words, lists, links and labels', () => {
    expect(reading.source).toBe('Google Keep');
    expect(reading.items).toEqual([
      expect.objectContaining({
        record: { noteTitle: 'Old', noteDescription: 'Of a version that wrote no time of making' },
        beside: { looks: { colour: 'sky' } },
      }),
      {
        kind: 'note',
        key: null,
        deletedAt: null,
        beside: {},
        record: {
          noteTitle: '',
          noteDescription: 'Read on the train #home\nhttps://example.org/a\n\nhttps://example.org/b',
        },
      },
      {
        kind: 'note',
        key: null,
        deletedAt: null,
        beside: { looks: { colour: 'teal', pinned: true } },
        record: {
          noteTitle: 'Groceries #Home #Weekly-shop',
          noteDescription: '- [ ] Milk, 2 l\n- [x] Bread wholemeal',
        },
      },
    ]);
  });

  test('say of everything that could not be taken over', () => {
    const name = '2024-03-01T10_00_00.000+01_00';
    expect(textsOf(reading)).toEqual([
      'One note in Keep’s trash is left out.',
      `“${name}”: 2 attachments are not taken over: notes here hold only text.`,
      `“${name}”: One reminder is not taken over.`,
      `“${name}”: It is shared with one person in Keep; here only you have it.`,
      `“${name}”: Bold, italic and underlined text becomes plain.`,
      `“${name}” is archived in Keep; here it is on the wall.`,
    ]);
    expect(reading.problems.every(({ line }) => line === null)).toBe(true);
  });

  test.each([
    ['DEFAULT', null],
    ['RED', 'rose'],
    ['ORANGE', 'peach'],
    ['YELLOW', 'lemon'],
    ['GREEN', 'mint'],
    ['TEAL', 'teal'],
    ['BLUE', 'sky'],
    ['CERULEAN', 'sky'],
    ['PURPLE', 'lilac'],
    ['PINK', 'rose'],
    ['BROWN', 'sand'],
    ['GRAY', 'chalk'],
  ])('in %s are on the paper %s', (color, colour) => {
    const { items, problems } = readNote({ color });
    expect(notesOf({ items })[0]!.beside).toEqual(colour ? { looks: { colour } } : {});
    expect(problems).toEqual([]);
  });

  test('in a colour that is not known here have none, which is told', () => {
    for (const color of ['NEON', 'constructor', '__proto__', 7, null]) {
      const read = readNote({ color });
      expect(notesOf(read)[0]!.beside).toEqual({});
      expect(textsOf(read)).toEqual([`“Plain”: Its colour ${JSON.stringify(color)} is not known here.`]);
    }
  });

  test('have their times as numbers or as text', () => {
    const at = (createdTimestampUsec: unknown, title: string) =>
      file({ ...plain, title, createdTimestampUsec });
    const read = readFiles(
      [at('1709283600000003', 'Third'), at(1709283600000001, 'First'), at('1709283600000002', 'Second')],
      options,
    );
    expect(titlesOf(read)).toEqual(['First', 'Second', 'Third']);
  });

  test.each<[string, object, { title?: string; text?: string; texts: (string | RegExp)[] }]>([
    ['words that are a number', { textContent: 5 }, { text: '', texts: [/not readable/] }],
    ['a title that is a list', { title: ['x'] }, { title: '', texts: [/not readable/] }],
    ['a list that is none', { listContent: 'Milk' }, { text: 'Words', texts: [/not readable/] }],
    [
      'rows that are none',
      { listContent: [null, 'Milk', { text: 3 }, { text: 'Bread', isChecked: 'yes' }] },
      { text: 'Words\n\n- [ ] Bread', texts: [/not readable/] },
    ],
    ['labels that are none', { labels: 'Home' }, { text: 'Words', texts: [] }],
    ['a label that is none', { labels: [null, { name: 4 }, { name: ' ' }] }, { text: 'Words', texts: [] }],
    [
      'a link without an address',
      { annotations: [{ source: 'WEBLINK' }, null] },
      { text: 'Words', texts: [/2 links have no address/] },
    ],
    [
      'attachments that are none',
      { attachments: {}, sharees: 4, reminders: null },
      { text: 'Words', texts: [] },
    ],
    ['flags that are words', { isPinned: 'true', isTrashed: 'yes' }, { text: 'Words', texts: [] }],
    ['a title of two lines', { title: ' Two\n lines ' }, { title: 'Two lines', texts: [] }],
  ])('with %s come as far as they are readable', (_what, fields, { title = 'Plain', text, texts }) => {
    const read = readNote(fields);
    expect(notesOf(read).map(({ record }) => record.noteTitle)).toEqual([title]);
    if (text !== undefined) expect(notesOf(read)[0]!.record.noteDescription).toBe(text);
    expect(textsOf(read)).toEqual(texts.map(problem => expect.stringMatching(problem) as string));
  });

  test('without words, and with more than a note may hold, are left out, which is told', () => {
    const picture = { ...plain, title: '', textContent: '', attachments: [{ filePath: 'a.jpg' }] };
    const read = readFiles(
      [
        file(plain),
        file(picture, 'Picture.json'),
        file({ ...plain, title: 'Long', textContent: 'x'.repeat(1_000_001) }),
      ],
      options,
    );
    expect(titlesOf(read)).toEqual(['Plain']);
    expect(textsOf(read).sort()).toEqual([
      '“Long” is left out: its text is longer than a million characters.',
      '“Picture” is left out: it has no words. One attachment is not taken over: notes here hold only text.',
    ]);
  });

  test('are never a reason to fail, whatever their fields hold', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom(
            ...Object.keys(plain),
            'listContent',
            'labels',
            'annotations',
            'attachments',
            'sharees',
            'reminders',
            '__proto__',
          ),
          fc.jsonValue(),
        ),
        fields => {
          const read = readFiles([file(plain), file({ color: 'RED', isPinned: true, ...fields })], options);
          for (const { record, beside } of notesOf(read)) {
            const look = (beside['looks'] ?? null) as object | null;
            expect([typeof record.noteTitle, typeof record.noteDescription]).toEqual(['string', 'string']);
            expect(
              look === null || Object.keys(look).every(part => ['colour', 'pinned'].includes(part)),
            ).toBe(true);
          }
        },
      ),
    );
  });
});

describe('A zip of Google Takeout', () => {
  test.each(['Takeout/Keep/', 'Takeout/Google Notizen/', 'Archiv/2024/Takeout/メモ/', ''])(
    'is read whatever its folders are called: %p',
    path => {
      const zip = zipOf({
        [`${path}Milk.json`]: strToU8(JSON.stringify(plain)),
        [`${path}Milk.html`]: strToU8('<html>'),
        [`${path}Größe.JSON`]: strToU8(`\uFEFF${JSON.stringify({ ...plain, title: 'Größe' })}`),
        [`${path}a.jpg`]: new Uint8Array(500),
        'Takeout/archive_browser.html': strToU8('<html>'),
      });
      const read = readFiles([zip], options);
      expect(titlesOf(read).sort()).toEqual(['Größe', 'Plain']);
      expect(read.problems).toEqual([]);
    },
  );

  test('in several parts, and beside loose files, is read as one', () => {
    const part = (title: string) =>
      zipOf({ [`Keep/${title}.json`]: strToU8(JSON.stringify({ ...plain, title })) });
    const read = readFiles([part('One'), part('Two'), file({ ...plain, title: 'Three' })], options);
    expect(titlesOf(read).sort()).toEqual(['One', 'Three', 'Two']);
  });

  test('with other JSON, and cut-off notes, brings the rest and says what is left out', () => {
    const zip = zipOf({
      'Keep/Milk.json': strToU8(JSON.stringify(plain)),
      'Keep/Broken.json': strToU8('{"color":"RED","title":'),
      'Photos/metadata.json': strToU8('{"title":"a.jpg","description":""}'),
      'Other/list.json': strToU8('[1,2]'),
    });
    const read = readFiles([zip], options);
    expect(titlesOf(read)).toEqual(['Plain']);
    expect(textsOf(read)).toEqual([
      '“Broken” is left out: it is not complete JSON.',
      '2 JSON files are left out: they are not notes of Keep.',
    ]);
  });

  const good = zipOf({
    'Keep/Milk.json': strToU8(JSON.stringify({ ...plain, textContent: 'ab'.repeat(500) })),
  }).bytes;
  const without = (change: (bytes: Uint8Array) => Uint8Array) => change(Uint8Array.from(good));
  test.each([
    ['without a note', zipOf({ 'a.txt': strToU8('x') }).bytes, /no notes from Google Keep/],
    ['that is empty', zipSync({}), /no notes from Google Keep/],
    [
      'that is cut off',
      without(bytes => bytes.subarray(0, bytes.length - 30)),
      /damaged, cut off or encrypted/,
    ],
    [
      'whose data are damaged',
      without(bytes => (bytes.fill(0xff, 50, 70), bytes)),
      /damaged, cut off or encrypted/,
    ],
    [
      'packed in a way that is not known',
      without(bytes => (bytes.set([99], directoryOf(bytes) + 10), bytes)),
      /damaged, cut off or encrypted/,
    ],
    ['of two bytes more than its mark', strToU8('PK\u0003\u0004xx'), /damaged, cut off or encrypted/],
  ])('%s is refused with the reason', (_what, bytes, reason) => {
    expect(() => readFiles([{ name: 'takeout.zip', bytes }], options)).toThrow(reason);
  });

  test('that unpacks to more than a Keep can hold is refused before it is unpacked', () => {
    const names = Array.from({ length: 15 }, (_, at) => `Keep/${at}.json`);
    const bomb = zipOf(Object.fromEntries(names.map(name => [name, strToU8(JSON.stringify(plain))])));
    expect(readFiles([bomb], options).items).toHaveLength(15);
    const view = new DataView(bomb.bytes.buffer, bomb.bytes.byteOffset);
    for (let at = directoryOf(bomb.bytes); at < bomb.bytes.length - 4; at++)
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 7_000_000, true);
    expect(() => readFiles([bomb], options)).toThrow(/is too large/);
  });

  test('with a file that is too large to be a note brings the others, and says so', () => {
    const zip = zipOf({
      'Keep/Milk.json': strToU8(JSON.stringify(plain)),
      'Keep/Huge.json': new Uint8Array(9_000_000).fill(32),
    });
    const read = readFiles([zip], options);
    expect(titlesOf(read)).toEqual(['Plain']);
    expect(textsOf(read)).toEqual(['“Keep/Huge.json” is left out: it is too large to be a note.']);
  });

  test('whose entry holds more than it claims gives no more than that', () => {
    const zip = zipOf({
      'Keep/Lie.json': new Uint8Array(5_000_000).fill(32),
      'Keep/Milk.json': strToU8(JSON.stringify(plain)),
    }).bytes;
    const view = new DataView(zip.buffer, zip.byteOffset);
    view.setUint32(directoryOf(zip) + 24, 10, true); // the size that the first entry claims
    const read = readFiles([{ name: 'takeout.zip', bytes: zip }], options);
    expect(titlesOf(read)).toEqual(['Plain']);
    expect(textsOf(read)).toEqual(['“Lie” is left out: it is not complete JSON.']);
  });
});

test('Other files that are chosen together are refused with the reason', () => {
  const csv = { name: 'a.csv', bytes: strToU8('Dear Ada,\nI am well.') };
  expect(() => readFiles([csv, csv], options)).toThrow(/not a file from Daywall/);
});

test('JSON of neither Keep nor Daywall is refused as before', () => {
  expect(() => readFiles([file({ title: 'x', isPinned: true })], options)).toThrow(/not written by Daywall/);
});
