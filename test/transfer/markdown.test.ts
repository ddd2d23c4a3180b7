import fc from 'fast-check';
import type { NoteBody, Records, TaskBody } from '../../src/services/database';
import { markdownOf } from '../../src/transfer/formats/markdown/markdown';
import { readFile } from '../../src/transfer/work';
import { contents, emptyContent } from '../support/app/content';
import { taskRecord } from '../support/app/operations';
import { problemsOf, tasksOf } from './reading';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const options = { name: 'daywall.md', writtenOn: '2026-03-10', now: NOW, language: 'en-GB' };
const read = (...lines: string[]) => readFile(lines.join('\n'), options);
const own = (records: Records, key: string) => (Object.hasOwn(records, key) ? records[key]! : null);

const repeating = (due: string, repeat: object) => ({
  ...emptyContent,
  tasks: { '-a': taskRecord(1, { taskName: 'Bins', taskDescription: '', taskDueDate: due }) },
  repeats: { '-a': { first: '2026-01-01', ...repeat } as never },
});
const TUESDAY = '2026-03-10T00:00:00.000Z';

describe('Our document', () => {
  test('has the tasks with their boxes by list, with day, repeat and parts, then notes', () => {
    const file = markdownOf({
      ...emptyContent,
      tasks: {
        '-a': taskRecord(1, {
          taskName: 'Bins *now* #two_words #1',
          taskDescription: 'Blue\n\n- [x] Rinse\n- [ ] Roll out',
        }),
        '-b': taskRecord(2, { taskName: 'Report', taskDescription: '', taskList: 'work' }),
        '-c': taskRecord(3, { taskName: 'Someday', taskDescription: '- [ ] One', taskDueDate: '' }),
      },
      done: { '-b': '2026-03-09T10:00:00.000Z' },
      repeats: { '-a': { rule: 'FREQ=WEEKLY;BYDAY=TU;WKST=MO', first: '2026-03-03', at: '2026-03-10' } },
      notes: { '-n': { noteTitle: 'Milk', noteDescription: 'Two\n# Not a title' } },
    });
    expect(file.split('\n')).toEqual([
      '# Tasks',
      '',
      '## Personal',
      '',
      '- [ ] Bins \\*now\\* #two_words \\#1 🔁 every Tuesday 📅 2026-03-10',
      '',
      '  Blue',
      '',
      '  - [x] Rinse',
      '  - [ ] Roll out',
      '- [ ] Someday',
      '  - [ ] One',
      '',
      '## Work',
      '',
      '- [x] Report 📅 2026-03-10 ✅ 2026-03-09',
      '',
      '# Notes',
      '',
      '## Milk',
      '',
      'Two',
      '\\# Not a title',
      '',
    ]);
  });

  test.each<[string, string, object, string]>([
    ['on its day', TUESDAY, { rule: 'FREQ=DAILY', at: '2026-03-10' }, 'every day'],
    [
      'moved to another day',
      '2026-03-11T00:00:00.000Z',
      { rule: 'FREQ=WEEKLY;BYDAY=TU;WKST=MO', at: '2026-03-10' },
      'every Tuesday, starting 2026-03-10',
    ],
    [
      'without a day',
      '',
      { rule: 'FREQ=MONTHLY;BYMONTHDAY=-1', at: '2026-03-31' },
      'every month on the last day, starting 2026-03-31',
    ],
    [
      'with an end',
      TUESDAY,
      { rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;WKST=MO;UNTIL=20261224', at: '2026-03-10' },
      'every 2 weeks on Tuesday, until 24 Dec 2026',
    ],
    [
      'counted from the tick',
      TUESDAY,
      { rule: 'FREQ=MONTHLY;INTERVAL=3', at: '2026-03-10', after: true },
      'every 3 months when done',
    ],
    [
      'counted from the tick, so many times',
      TUESDAY,
      { rule: 'FREQ=DAILY;COUNT=3', at: '2026-03-10', after: true },
      'after FREQ=DAILY;COUNT=3',
    ],
    [
      'in weeks that begin on Sunday, which words don’t say',
      TUESDAY,
      { rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;WKST=SU', at: '2026-03-10' },
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;WKST=SU',
    ],
  ])('says when a task repeats, and is read again: %s', (_, due, repeat, words) => {
    const file = markdownOf(repeating(due, repeat));
    expect(file).toContain(`🔁 ${words}${due ? ` 📅 ${due.slice(0, 10)}` : ''}\n`);
    const { items, problems } = readFile(file, options);
    expect(problems).toEqual([]);
    expect(items).toMatchObject([{ record: { taskDueDate: due } }]);
    expect(items[0]!.beside).toEqual({ repeats: { first: (repeat as { at: string }).at, ...repeat } });
  });

  test('comes back as the tasks and notes that it was written from', () => {
    const titled = (text: string) => text.trim().replace(/\s+/g, ' ');
    const plain = (text: string) =>
      text
        .replace(/\r\n/g, '\n')
        .replace(/^(\s*\n)+/, '')
        .trimEnd();
    fc.assert(
      fc.property(contents, content => {
        const { items, problems } = readFile(markdownOf(content), options);
        expect(problems.filter(({ text }) => !/it has no name/.test(text))).toEqual([]);
        const tasks = Object.entries(content.tasks).map(([key, record]) => {
          const { taskName, taskDescription, taskList, taskDueDate } = record as TaskBody;
          const doneAt = own(content.done, key) as string | null;
          const { rule, at } = (doneAt ? {} : (own(content.repeats, key) ?? {})) as {
            rule?: string;
            at?: string;
          };
          const name = titled(taskName) || 'Untitled';
          return JSON.stringify([
            name,
            plain(taskDescription),
            taskList,
            taskDueDate,
            doneAt !== null,
            rule,
            at,
          ]);
        });
        const found = items.flatMap(item => {
          if (item.kind === 'note') return [];
          const { taskName, taskDescription, taskList, taskDueDate } = item.record;
          const { rule, at } = (item.beside.repeats ?? {}) as { rule?: string; at?: string };
          const isDone = item.beside.done !== undefined;
          return [JSON.stringify([taskName, taskDescription, taskList, taskDueDate, isDone, rule, at])];
        });
        expect(found.sort()).toEqual(tasks.sort());
        const notes = Object.values(content.notes).map(record => {
          const { noteTitle, noteDescription } = record as NoteBody;
          return JSON.stringify([titled(noteTitle), plain(noteDescription)]);
        });
        const stuck = items.flatMap(({ kind, record }) =>
          kind === 'note'
            ? [JSON.stringify([(record as NoteBody).noteTitle, (record as NoteBody).noteDescription])]
            : [],
        );
        expect(stuck.sort()).toEqual(notes.sort());
      }),
    );
  });
});

describe('A document of another program', () => {
  test('gives boxes as tasks, boxes below as parts, and Work by heading or tag', () => {
    const reading = read(
      '# Plan',
      'Some words about it.',
      '',
      '* [ ] Move house 📅 2026-06-01',
      '    By June',
      '    * [x] Van',
      '\t- [ ] Boxes',
      '- Not a task',
      '1. [x] Old ✅ 2026-03-01',
      '## Work',
      '- [ ] Report #urgent',
      '- [-] Given up',
      '## Home',
      '- [ ] Call #work ⏳ 2026-03-12',
    );
    expect(reading.source).toBe('Markdown');
    expect(tasksOf(reading)).toEqual([
      {
        name: 'Move house #Plan',
        words: '  By June\n  - [x] Van\n- [ ] Boxes',
        list: 'personal',
        day: '2026-06-01',
      },
      {
        name: 'Old #Plan',
        words: '',
        list: 'personal',
        day: '',
        done: new Date('2026-03-01T12:00:00').toISOString(),
      },
      { name: 'Report #urgent', words: '', list: 'work', day: '' },
      { name: 'Given up', words: '', list: 'work', day: '', done: new Date(NOW).toISOString() },
      { name: 'Call #work #Home', words: '', list: 'work', day: '2026-03-12' },
    ]);
    expect(problemsOf(reading)).toEqual([
      '2: 2 lines are left out, this one first: they are neither tasks nor subtasks.',
    ]);
  });

  test('repeats by the words that Obsidian’s tasks have, and what can’t be said is told', () => {
    const reading = read(
      '- [ ] A 🔁 every week on Tuesday 📅 2026-03-10',
      '- [ ] B 📅 2026-03-10 🔁 every 10 days when done',
      '- [ ] C 🔁 every month on the last ⏫ 📅 2026-03-31',
      '- [ ] D 🔁 every blue moon 📅 2026-03-10',
      '- [ ] E 🔁 every day',
      '- [ ] F 📅 soon',
    );
    expect(
      tasksOf(reading).map(({ name, day, ...more }) => [name, day, (more as { repeats?: object }).repeats]),
    ).toEqual([
      ['A', '2026-03-10', { rule: 'FREQ=WEEKLY;BYDAY=TU;WKST=MO', first: '2026-03-10', at: '2026-03-10' }],
      [
        'B',
        '2026-03-10',
        { rule: 'FREQ=DAILY;INTERVAL=10', first: '2026-03-10', at: '2026-03-10', after: true },
      ],
      ['C', '2026-03-31', { rule: 'FREQ=MONTHLY;BYMONTHDAY=-1', first: '2026-03-31', at: '2026-03-31' }],
      ['D', '2026-03-10', undefined],
      ['E', '2026-03-10', { rule: 'FREQ=DAILY', first: '2026-03-10', at: '2026-03-10' }],
      ['F 📅 soon', '', undefined],
    ]);
    expect(problemsOf(reading)).toEqual([
      '4: “every blue moon” is left out: it does not say when the task repeats.',
    ]);
  });
});
