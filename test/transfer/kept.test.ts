import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readFiles } from '../../src/transfer/work';

const FILES: Record<string, string> = {
  Todoist: 'todoist.csv',
  TickTick: 'ticktick.csv',
  'Microsoft To Do': 'outlook.csv',
  Toodledo: 'toodledo.csv',
  Calendar: 'calendar.ics',
  'Markdown, Obsidian': 'obsidian.md',
  'Super Productivity': 'superproductivity.json',
  'Google Keep': 'keep.json',
  'Any other table': 'table.csv',
  'Our own table': 'daywall.csv',
};

/** The texts of a file's items by where they stand, and those that are told. */
function textsOf(name: string): Record<string, string[]> {
  const bytes = new Uint8Array(readFileSync(resolve(__dirname, 'fixtures/fields', name)));
  const options = {
    name,
    now: Date.parse('2026-11-27T12:00:00Z'),
    writtenOn: '2026-11-27',
    language: 'en-US',
  };
  const { items, problems } = readFiles([{ name, bytes }], options);
  return {
    name: items.map(({ record }) => ('taskName' in record ? record.taskName : record.noteTitle)),
    description: items.flatMap(({ record }) =>
      ('taskName' in record ? record.taskDescription : record.noteDescription).split('\n'),
    ),
    time: items.flatMap(({ beside: { times } }) =>
      times ? [Object.values(times as Record<string, unknown>).join(', reminder in minutes before: ')] : [],
    ),
    told: problems.map(({ text }) => text),
  };
}

const rows = readFileSync(resolve(__dirname, '../../docs/import.md'), 'utf8')
  .split('\n')
  .flatMap((line): [string, string, string, string][] => {
    const [, format, field, where, words] = /^\| (.+?) +\| (.+?) +\| (\w+) +\| `(.+)` +\|$/.exec(line) ?? [];
    return words === undefined ? [] : [[format!, field!, where!, words]];
  });

test.each(rows)('%s: %s is in its place (%s: %s)', (format, _field, where, words) => {
  const texts = textsOf(FILES[format]!)[where]!;
  const parts = where === 'description' && /^#/.test(words) ? texts.flatMap(text => text.split(' ')) : texts;
  expect(parts).toContainEqual(where === 'description' ? words : expect.stringContaining(words));
});

test('The table has rows for each format', () => {
  expect([...new Set(rows.map(([format]) => format))]).toEqual(Object.keys(FILES));
});
