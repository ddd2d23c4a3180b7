import { knownItems } from '../../src/transfer/import/known';
import { previewOf } from '../../src/transfer/import/preview';
import { storedBytes } from '../../server/database/holding/quota';
import { parseNode } from '../../server/database/tree/parse';
import { readConfig } from '../../server/settings/config';
import { daywallJson } from '../../src/transfer/formats/daywall/daywallJson';
import { tasksCsv } from '../../src/transfer/formats/daywall/daywallCsv';
import { tasksIcs } from '../../src/transfer/formats/ics/ics';
import { markdownOf } from '../../src/transfer/formats/markdown/markdown';
import { readFile } from '../../src/transfer/work';
import { emptyContent } from '../support/app/content';
import { taskRecord } from '../support/app/operations';

import type { Json } from '../../src/services/database';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const options = { name: 'file', writtenOn: '2026-03-10', now: NOW, language: 'en-GB' };
const bins = { rule: 'FREQ=WEEKLY;BYDAY=TU;WKST=MO', first: '2026-03-10', at: '2026-03-10' };
const content = {
  ...emptyContent,
  tasks: {
    '-a': taskRecord(1, { taskName: 'Milk', taskDueDate: '2026-03-12T00:00:00.000Z' }),
    '-b': taskRecord(2, { taskName: 'Bins', taskDueDate: '2026-03-10T00:00:00.000Z' }),
    '-c': taskRecord(3, { taskName: 'Someday', taskDueDate: '', taskList: 'work' as const }),
  },
  notes: { '-n': { noteTitle: '', noteDescription: 'Words' } },
  repeats: { '-b': bins },
  trash: {
    tasks: { '-t': { deletedAt: '2026-03-09T10:00:00.000Z', record: taskRecord(4, { taskName: 'Gone' }) } },
    notes: {},
  },
};
const knownIn = (text: string, here: typeof content | typeof emptyContent = content) =>
  [...knownItems(readFile(text, options).items, here)].map(({ record }) =>
    'taskName' in record ? record.taskName : record.noteDescription,
  );

test.each([
  ['JSON', daywallJson(content), ['Milk', 'Bins', 'Someday', 'Gone', 'Words']],
  ['CSV', tasksCsv(content), ['Bins', 'Milk', 'Someday']],
  ['ICS', tasksIcs(content, NOW), ['Bins', 'Milk']],
  ['Markdown', markdownOf(content), ['Bins', 'Milk', 'Someday', 'Words']],
])('All of an export as %s is known, and none of it in an empty account', (_kind, text, names) => {
  expect(knownIn(text).sort()).toEqual(names.sort());
  expect(knownIn(text, emptyContent)).toEqual([]);
});

test('A record is known by its key whatever became of it, in a calendar of ours too', () => {
  const renamed = {
    ...content,
    tasks: { ...content.tasks, '-a': taskRecord(1, { taskName: 'Oat milk', taskDueDate: '' }) },
  };
  expect(knownIn(daywallJson(content), renamed)).toContain('Milk');
  expect(knownIn(tasksIcs(content, NOW), renamed)).toContain('Milk');
  expect(knownIn(tasksCsv(content), renamed)).not.toContain('Milk');
});

test('A task that repeats is known by its rule when its day has moved on', () => {
  const later = taskRecord(2, { taskName: 'Bins', taskDueDate: '2026-03-17T00:00:00.000Z' });
  const moved = {
    ...content,
    tasks: { ...content.tasks, '-b': later },
    repeats: { '-b': { ...bins, at: '2026-03-17' } },
  };
  expect(knownIn(tasksCsv(content), moved)).toContain('Bins');
});

test.each([
  ['another day', 'Milk,2026-03-13,', 0],
  ['another list', 'Milk,2026-03-12,Work', 0],
  ['blanks around its name', '" Milk ",2026-03-12,', 1],
  ['one record here for two in the file', 'Milk,2026-03-12,\nMilk,2026-03-12,', 1],
])('A task with %s', (_what, rows, count) => {
  expect(knownIn(`Subject,Due Date,Categories\n${rows}\n`)).toHaveLength(count);
});

test('A task added without the tags of its file is known, one with other tags is not', () => {
  const rows = 'List Name,Title,Due Date\nShop,Milk,2026-03-12\n,Milk,2026-03-12\n';
  expect(knownIn(rows)).toEqual(['Milk']);
  expect(knownIn('List Name,Title,Due Date\nShop,Milk,2026-03-12\n')).toEqual(['Milk #Shop']);
  const tagged = { ...content, tasks: { '-a': { ...content.tasks['-a'], taskName: 'Milk #Home' } } };
  expect(knownIn(rows, tagged as never)).toEqual([]);
  expect(knownIn('List Name,Title,Due Date\nHome,Milk,2026-03-12\n', tagged as never)).toEqual([
    'Milk #Home',
  ]);
});

test('A record in the trash is not here', () => {
  expect(knownIn('Subject,Due Date\nGone,\n')).toEqual([]);
});

describe('50,000 tasks of 120 letters', () => {
  const COUNT = 500;
  const keys = Array.from({ length: COUNT }, (_, at) => `-Ow1SaTlVvHZmLCi${1000 + at}`);
  const listOf = (value: Json) => Object.fromEntries(keys.map(key => [key, value]));
  const tasks = listOf(taskRecord(1, { taskName: 'x'.repeat(120), taskDescription: 'y'.repeat(120) }));
  const [done, repeats] = [listOf('2026-03-09T10:00:00.000Z'), listOf({ ...bins })];
  const stored = (ext: Record<string, Json>) => storedBytes(parseNode({ tasks, ext }, NOW));

  test('that are done fit into an account', () =>
    expect((stored({ done }) / COUNT) * 50_000).toBeLessThan(readConfig({}).accountQuota));

  test('need as many bytes as a preview says, and new ones their share', () => {
    const { items } = readFile(daywallJson({ ...emptyContent, tasks, done, repeats }), options);
    const { needs } = previewOf({ source: 'Daywall', items, problems: [] }, new Set(items.slice(1)), null);
    expect(needs.all / stored({ done, repeats })).toBeCloseTo(1, 1);
    expect(needs.new / needs.all).toBeCloseTo(1 / COUNT);
  });
});
