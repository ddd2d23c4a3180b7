import fc from 'fast-check';
import ICAL from 'ical.js';
import Papa from 'papaparse';
import { dayOfStored } from '../../src/lib/days/days';
import { timingOfStored } from '../../shared/timing';
import { withoutTags } from '../../shared/tags';
import type { TaskBody } from '../../src/services/database';
import { withoutStrays } from '../../src/transfer/formats/content';
import { tasksCsv } from '../../src/transfer/formats/daywall/daywallCsv';
import { contentOfJson, daywallJson, VERSION } from '../../src/transfer/formats/daywall/daywallJson';
import { dayOfInstant } from '../../src/lib/days/zones';
import { instantOfText } from '../../src/transfer/formats/days';
import { tasksIcs } from '../../src/transfer/formats/ics/ics';
import { notesMarkdown } from '../../src/transfer/formats/markdown/markdown';
import { readFile } from '../../src/transfer/work';
import type { TaskItem } from '../../src/transfer/formats/reading';
import { contents, emptyContent } from '../support/app/content';
import { taskRecord } from '../support/app/operations';

const options = { name: 'file', writtenOn: null, now: Date.parse('2026-03-10T12:00:00Z'), language: 'en-GB' };
const NOW = options.now;
const AN_INSTANT = '2026-03-09T10:00:00.000Z';
const note = { noteTitle: 'Milk', noteDescription: 'Two bottles' };
const bodies = (tasks: Record<string, unknown>) => Object.values(tasks) as TaskBody[];

describe('The JSON file', () => {
  test('reads back as what was written, whatever the words', () => {
    fc.assert(
      fc.property(contents, content => {
        expect(contentOfJson(daywallJson(content))).toEqual(content);
      }),
    );
  });

  test('is the same to the byte whatever the order of its records', () => {
    fc.assert(
      fc.property(contents, content => {
        const turned = Object.fromEntries(Object.entries(content.tasks).reverse());
        const file = daywallJson(content);
        expect(daywallJson({ ...content, tasks: turned })).toBe(file);
        expect(daywallJson(contentOfJson(file))).toBe(file);
      }),
    );
  });

  const file = daywallJson({ ...emptyContent, tasks: { '-a': taskRecord(7) } });
  test.each([
    ['cut off', file.slice(0, -20), /cut off or damaged/],
    [
      'changed',
      file.replace('Water the plants', 'Water the cat'),
      /changed or damaged after it was exported/,
    ],
    ['newer', file.replace(`"version": ${VERSION}`, `"version": ${VERSION + 1}`), /from a newer Daywall/],
    ['somebody else’s', '{"tasks":[]}', /not written by Daywall/],
    ['a list', '[1]', /not written by Daywall/],
  ])('that is %s is refused with the reason', (_what, text, reason) => {
    expect(text).not.toBe(file);
    expect(() => readFile(text, options)).toThrow(reason);
  });

  test('may be laid out anew: only what it holds counts', () => {
    expect(contentOfJson(JSON.stringify(JSON.parse(file)))).toEqual(contentOfJson(file));
  });

  test('leaves out, and names with its line, a record that the database would refuse', () => {
    const odd = daywallJson({
      ...emptyContent,
      tasks: {
        '-a': taskRecord(7),
        '-odd': taskRecord(8, { extra: 1 }),
        '-none': taskRecord(9, { taskName: '' }),
      },
      notes: { '-n': 'no record' },
      trash: { tasks: { '-t': { deletedAt: 'never', record: taskRecord(1) } }, notes: {} },
    });
    const { items, problems } = readFile(odd, options);
    expect(items).toEqual([{ kind: 'task', key: '-a', record: taskRecord(7), beside: {}, deletedAt: null }]);
    const lines = odd.split('\n');
    expect(problems.map(({ line }) => lines[line! - 1])).toEqual([
      expect.stringContaining('-none'),
      expect.stringContaining('-odd'),
      expect.stringContaining('-t'),
      expect.stringContaining('-n'),
    ]);
    expect(problems[0]!.text).toBe('The task “-none” is left out: it has no name.');
  });

  test('says nothing of marks and looks that belong to no task and no note', () => {
    const pinned = { pinned: true };
    const content = {
      ...emptyContent,
      tasks: { '-a': taskRecord(7) },
      done: { '-a': 'x', '-gone': 'y' },
      notes: { '-n': note },
      trash: { tasks: {}, notes: { '-t': { deletedAt: AN_INSTANT, record: note } } },
      looks: { '-n': pinned, '-t': pinned, '-a': pinned },
    };
    expect(withoutStrays(content)).toMatchObject({ done: { '-a': 'x' } });
    expect(withoutStrays(content).looks).toEqual({ '-n': pinned, '-t': pinned });
  });

  const repeating = (repeat: object, occurrences?: object) =>
    readFile(
      daywallJson({
        ...emptyContent,
        tasks: { '-a': taskRecord(7) },
        repeats: { '-a': repeat as never },
        ...(occurrences && { occurrences: { '-a': occurrences as never } }),
      }),
      options,
    );
  const weekly = { rule: 'FREQ=WEEKLY;BYDAY=TU;WKST=MO', first: '2026-03-03', at: '2026-03-10' };

  test('whose open day is noted as done, by a tick on its way, brings the next day', () => {
    const noted = { '2026-03-03': 'skipped', '2026-03-10': AN_INSTANT };
    expect(repeating(weekly, noted)).toMatchObject({
      items: [{ beside: { repeats: { ...weekly, at: '2026-03-17' }, occurrences: noted } }],
      problems: [],
    });
    const from = { rule: 'FREQ=DAILY;INTERVAL=3', first: '2026-03-03', at: '2026-03-10', after: true };
    expect(repeating(from, noted)).toMatchObject({
      items: [{ beside: { repeats: { ...from, at: '2026-03-13' } } }],
    });
    const over = { ...weekly, rule: 'FREQ=WEEKLY;UNTIL=20260310;BYDAY=TU;WKST=MO' };
    expect(repeating(over, noted)).toMatchObject({
      items: [{ beside: { occurrences: noted } }],
      problems: [{ text: 'The task “-a” is added without when it repeats: that is over.' }],
    });
    expect(repeating(over, noted).items[0]!.beside).not.toHaveProperty('repeats');
  });

  test.each<[string, object, object | undefined]>([
    ['counts from the tick in no way that is known', { ...weekly, after: false }, undefined],
    ['has a member more', { ...weekly, zone: 'Europe/Berlin' }, undefined],
    ['is too long', { ...weekly, rule: `FREQ=WEEKLY;BYDAY=${'TU,'.repeat(100)}TU` }, undefined],
    ['is in small letters', { ...weekly, rule: 'FREQ=WEEKLY;BYDAY=tu' }, undefined],
  ])('with a repeat that the database would refuse (it %s) brings the task without it', (_what, repeat) => {
    const { items, problems } = repeating(repeat);
    expect(items).toMatchObject([{ beside: {} }]);
    expect(items[0]!.beside).toEqual({});
    expect(problems).toEqual([
      expect.objectContaining({ text: 'The task “-a” is added without when it repeats: not readable.' }),
    ]);
  });

  test.each<[string, object]>([
    ['none', {}],
    ['of no day', { soon: AN_INSTANT }],
    ['with parts that are no count', { '2026-03-03-parts': 'all' }],
  ])('with rounds that the database would refuse (%s) brings the task without them', (_what, rounds) => {
    const { items, problems } = repeating(weekly, rounds);
    expect(items[0]!.beside).toEqual({ repeats: weekly });
    expect(problems).toHaveLength(1);
  });

  test('brings no count of parts whose note was taken back by an older version', () => {
    const left = { '2026-03-03': AN_INSTANT, '2026-03-03-parts': '2/2', '2026-03-05-parts': '1/2' };
    const { items, problems } = repeating(weekly, left);
    expect(items[0]!.beside.occurrences).toEqual({ '2026-03-03': AN_INSTANT, '2026-03-03-parts': '2/2' });
    expect(repeating(weekly, { '2026-03-05-parts': '1/2' }).items[0]!.beside).toEqual({ repeats: weekly });
    expect(problems).toEqual([]);
  });

  test.each([
    ['pinned', { pinned: 'yes' }],
    ['colour', { colour: 'LEMON' }],
    ['colour of another kind', { colour: 3 }],
    ['place', { place: '0a' }],
    ['field', { colour: 'lemon', size: 'large' }],
    ['shape', 'lemon'],
    ['list', ['lemon']],
    ['nothing', {}],
  ])('with a look that would be refused (%s) brings the note without it, and says so', (_what, look) => {
    const file = daywallJson({
      ...emptyContent,
      notes: { '-n': note, '-o': note },
      looks: { '-n': look as never, '-o': { colour: 'unheardof' } },
    });
    const { items, problems } = readFile(file, options);
    expect(items.map(({ beside }) => beside)).toEqual([{}, { looks: { colour: 'unheardof' } }]);
    expect(problems).toEqual([
      expect.objectContaining({
        text: 'The note “-n” is added without its colour, pin and place: not readable.',
      }),
    ]);
  });
});

describe('The CSV file', () => {
  test('reads back as the tasks that it was written from', () => {
    fc.assert(
      fc.property(contents, content => {
        const file = tasksCsv(content).slice(1);
        const items = readFile(file, options).items as TaskItem[];
        const fields = ({ taskName, taskDescription, taskList, taskDueDate }: Omit<TaskBody, 'taskId'>) =>
          JSON.stringify([taskName, taskDescription, taskList, taskDueDate]);
        expect(items.map(({ record }) => fields(record)).sort()).toEqual(
          bodies(content.tasks).map(fields).sort(),
        );
        const marks = Object.keys(content.tasks).flatMap(key =>
          Object.hasOwn(content.done, key) ? (content.done[key] as string) : [],
        );
        expect(items.flatMap(({ beside }) => beside['done'] ?? []).sort()).toEqual(marks.sort());
      }),
    );
  });

  test.each<[string, object, string]>([
    ['on its day', { rule: 'FREQ=DAILY', at: '2026-03-10' }, 'FREQ=DAILY'],
    [
      'moved to another day',
      { rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;WKST=MO', at: '2026-03-09' },
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;WKST=MO from 2026-03-09',
    ],
    [
      'counted from the tick',
      { rule: 'FREQ=MONTHLY;INTERVAL=3', at: '2026-03-10', after: true },
      'after FREQ=MONTHLY;INTERVAL=3',
    ],
    ['with an end', { rule: 'FREQ=DAILY;UNTIL=20260401', at: '2026-03-10' }, 'FREQ=DAILY;UNTIL=20260401'],
  ])('has when a task repeats, and reads it again: %s', (_, repeat, cell) => {
    const tasks = { '-c': taskRecord(3, { taskDescription: '- [x] Milk\n- [ ] Bread' }) };
    const stored = { first: '2026-01-01', ...repeat };
    const file = tasksCsv({ ...emptyContent, tasks, repeats: { '-c': stored as never } });
    expect(Papa.parse<string[]>(file.slice(1), { delimiter: ',' }).data[1]![5]).toBe(cell);
    const { items, problems } = readFile(file, options);
    expect(problems).toEqual([]);
    expect(items[0]!.record).toMatchObject({
      taskDueDate: '2026-03-10T00:00:00.000Z',
      taskDescription: '- [x] Milk\n- [ ] Bread',
    });
    expect(items[0]!.beside.repeats).toEqual({ ...stored, first: (repeat as { at: string }).at });
  });

  test('has a count of another program as its last day', () => {
    const repeat = { rule: 'FREQ=DAILY;COUNT=9', first: '2026-03-02', at: '2026-03-10' };
    const file = tasksCsv({ ...emptyContent, tasks: { c: taskRecord(3) }, repeats: { c: repeat } });
    expect(Papa.parse<string[]>(file.slice(1), { delimiter: ',' }).data[1]![5]).toBe(
      'FREQ=DAILY;UNTIL=20260310',
    );
  });

  test.each(['every tue', 'FREQ=WEEKLY;BYDAY=TU;WKST=MO'])(
    'with “%s” beside another day is due on the next day of that',
    cell => {
      const { items } = readFile(
        `Name,Description,List,Due,Done,Repeats\nBins,,work,2026-03-12,,${cell}`,
        options,
      );
      expect(items[0]).toMatchObject({
        record: { taskDueDate: '2026-03-17T00:00:00.000Z' },
        beside: { repeats: { first: '2026-03-17', at: '2026-03-17' } },
      });
    },
  );

  test('with a repeat and no day begins on the file’s day, or says that it is not known', () => {
    const file =
      'Name,Description,List,Due,Done,Repeats\nBins,,work,,,every tue\nRent,,work,,,FREQ=DAILY from 2026-04-01';
    const known = readFile(file, { ...options, writtenOn: '2026-03-11' });
    expect(known.problems).toEqual([]);
    expect(
      known.items.map(({ record, beside }) => [(record as TaskBody).taskDueDate, beside.repeats]),
    ).toEqual([
      [
        '2026-03-17T00:00:00.000Z',
        { rule: 'FREQ=WEEKLY;BYDAY=TU;WKST=MO', first: '2026-03-17', at: '2026-03-17' },
      ],
      ['', { rule: 'FREQ=DAILY', first: '2026-04-01', at: '2026-04-01' }],
    ]);
    const { items, problems } = readFile(file, options);
    expect(items[0]!.beside).toEqual({});
    expect(problems).toEqual([
      { line: 2, text: '“every tue” is left out: the task has no day from which it could repeat.' },
    ]);
  });

  test('has no cell that a spreadsheet would run', () => {
    fc.assert(
      fc.property(contents, content => {
        const { data } = Papa.parse<string[]>(tasksCsv(content).slice(1));
        for (const cell of data.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
      }),
    );
  });

  test('tells spreadsheets that it is UTF-8, and comes by due day with the dateless last', () => {
    const tasks = {
      '-a': taskRecord(1, { taskName: 'No date', taskDueDate: '' }),
      '-b': taskRecord(2, { taskName: 'Later', taskDueDate: '2026-05-01T00:00:00.000Z' }),
      '-c': taskRecord(3, { taskName: 'Sooner' }),
    };
    const file = tasksCsv({ ...emptyContent, tasks, done: { '-c': '2026-03-11T08:00:00.000Z' } });
    expect(file.split('\r\n')).toEqual([
      '\uFEFFName,Description,List,Due,Done,Repeats,Time,Reminder',
      'Sooner,All of them,personal,2026-03-10,2026-03-11T08:00:00.000Z,,,',
      'Later,All of them,personal,2026-05-01,,,,',
      'No date,All of them,personal,,,,,',
      '',
    ]);
  });
});

const STORED_DATES = [
  '',
  'soon',
  '0026-03-10T00:00:00.000Z',
  '0000-02-29T00:00:00.000Z',
  '9999-12-31T00:00:00.000Z',
  '+275760-09-13T00:00:00.000Z',
  '-000001-12-31T00:00:00.000Z',
  '2026-02-30T00:00:00.000Z',
  '2026-03-09T18:15:00.000Z',
  '99999-01-01',
];

test('A record with any stored date is exported and read again as it is', () => {
  const tasks = Object.fromEntries(
    STORED_DATES.map((taskDueDate, at) => [`-${at}`, taskRecord(at, { taskDueDate })]),
  );
  const content = { ...emptyContent, tasks };
  const { items, problems } = readFile(daywallJson(content), options);
  expect([problems, items.map(({ key, record }) => [key, record])]).toEqual([[], Object.entries(tasks)]);
  expect(tasksCsv(content).split('\r\n')).toHaveLength(STORED_DATES.length + 2);
  expect(tasksIcs(content, NOW).match(/BEGIN:VEVENT/g)).toHaveLength(4);
});

test.each([
  ['2026-03-10T23:30:00+0000', 'Asia/Tokyo', '2026-03-11'],
  ['0026-03-10T12:00:00Z', 'Europe/Berlin', '0026-03-10'],
  ['9999-12-31T12:00:00Z', 'Asia/Tokyo', '9999-12-31'],
  ['9999-12-31T23:00:00Z', 'Asia/Tokyo', null],
  ['0000-06-01T00:00:00Z', 'Asia/Tokyo', null],
])('The instant %s falls in %s on %s', (instant, zone, day) => expect(dayOfInstant(instant, zone)).toBe(day));

test.each([
  ['2026-06-26T00:00:00+0000', '2026-06-26T00:00:00.000Z'],
  ['9999-12-31T23:00:00-05:00', null],
  ['0000-01-01T00:00:00+05:00', null],
])('The instant %s is written as %s', (text, iso) => expect(instantOfText(text)).toBe(iso));

describe('The ICS file', () => {
  test('is a calendar whose events are the dated tasks, each under a lasting UID', () => {
    fc.assert(
      fc.property(contents, content => {
        const calendar = new ICAL.Component(ICAL.parse(tasksIcs(content, NOW)) as never);
        const all = calendar.getAllSubcomponents('vevent').map(event => new ICAL.Event(event));
        // A repeating task with a moved occurrence has two events; the second is that occurrence.
        const events = all.filter(({ uid }, at) => all[at + 1]?.uid !== uid);
        const dated = Object.entries(content.tasks).filter(
          ([, record]) => dayOfStored((record as TaskBody).taskDueDate) !== null,
        );
        expect(events.map(({ uid }) => uid).sort()).toEqual(dated.map(([key]) => `${key}@daywall`).sort());
        // Line breaks are `\n` in a parsed calendar, and control characters are left out.
        const plain = (text: string) =>
          // oxlint-disable-next-line no-control-regex
          text.replace(/\r\n|\r/g, '\n').replace(/[\x00-\x08\x0b-\x1f\x7f]/g, '');
        for (const event of events) {
          const key = event.uid.replace(/@daywall$/, '');
          const record = content.tasks[key] as TaskBody;
          const isDone = Object.hasOwn(content.done, key);
          expect(event.summary).toBe(plain((isDone ? '✓ ' : '') + withoutTags(record.taskName)));
          const [description = ''] = (event.description ?? '').split(/(?:\n\n|^)Repeats: /);
          expect(description).toBe(plain(record.taskDescription));
          const day = record.taskDueDate.slice(0, 10);
          const timing = timingOfStored(content.times[key]);
          expect(event.startDate.toString()).toBe(timing ? `${day}T${timing.time}:00` : day);
          expect(event.duration.toSeconds()).toBe(timing ? 1_800 : 86_400);
        }
      }),
    );
  });

  test.each([
    ['9999-12-31', ['DTSTART;VALUE=DATE:99991231']],
    ['9999-12-30', ['DTSTART;VALUE=DATE:99991230', 'DTEND;VALUE=DATE:99991231']],
    ['0026-02-28', ['DTSTART;VALUE=DATE:00260228', 'DTEND;VALUE=DATE:00260301']],
    ['2024-02-28', ['DTSTART;VALUE=DATE:20240228', 'DTEND;VALUE=DATE:20240229']],
  ])('gives a task of %s one whole day', (day, lines) => {
    const tasks = { '-a': taskRecord(1, { taskDueDate: `${day}T00:00:00.000Z` }) };
    const file = tasksIcs({ ...emptyContent, tasks }, NOW);
    expect(file.split('\r\n').filter(line => line.startsWith('DT') && !line.startsWith('DTSTAMP'))).toEqual(
      lines,
    );
    const event = new ICAL.Component(ICAL.parse(file) as never).getFirstSubcomponent('vevent')!;
    expect(new ICAL.Event(event).duration.toSeconds()).toBe(86_400);
  });

  const daysIn = (file: string, howMany: number) => {
    const events = new ICAL.Component(ICAL.parse(file) as never).getAllSubcomponents('vevent');
    const [event, ...exceptions] = events.map(event => new ICAL.Event(event));
    for (const exception of exceptions) event!.relateException(exception);
    const dates = event!.iterator();
    return Array.from({ length: howMany }, () => dates.next()).flatMap(day =>
      day ? event!.getOccurrenceDetails(day).startDate.toString() : [],
    );
  };
  const repeating = (due: string, repeat: object) =>
    tasksIcs(
      {
        ...emptyContent,
        tasks: { '-a': taskRecord(1, { taskDueDate: `${due}T00:00:00.000Z` }) },
        repeats: { '-a': repeat as never },
      },
      NOW,
    );

  test.each<[string, string, object, string[]]>([
    [
      'on its day',
      '2026-03-10',
      { rule: 'FREQ=WEEKLY;BYDAY=TU;WKST=MO', at: '2026-03-10' },
      ['2026-03-10', '2026-03-17', '2026-03-24'],
    ],
    [
      'moved to an earlier day',
      '2026-03-09',
      { rule: 'FREQ=WEEKLY;BYDAY=TU;WKST=MO', at: '2026-03-10' },
      ['2026-03-09', '2026-03-17', '2026-03-24'],
    ],
    [
      'of every second week, moved into the next one',
      '2026-03-18',
      { rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;WKST=MO', at: '2026-03-10' },
      ['2026-03-18', '2026-03-24', '2026-04-07'],
    ],
    [
      'with an end',
      '2026-03-11',
      { rule: 'FREQ=DAILY;UNTIL=20260312', at: '2026-03-10' },
      ['2026-03-11', '2026-03-11', '2026-03-12'],
    ],
    [
      'on the last day of a month',
      '2026-02-28',
      { rule: 'FREQ=MONTHLY;BYMONTHDAY=-1', at: '2026-02-28' },
      ['2026-02-28', '2026-03-31', '2026-04-30'],
    ],
  ])(
    'shows a repeating task on its rule’s days, and the open one where it is: %s',
    (_, due, repeat, days) => {
      const file = repeating(due, { first: '2026-01-13', ...repeat });
      expect(daysIn(file, 3)).toEqual(days);
      expect(new Set(file.match(/UID:.*/g)).size).toBe(1);
    },
  );

  test('ends a rule with another program’s count on its last day, whatever is done', () => {
    const stored = { rule: 'FREQ=WEEKLY;COUNT=3;BYDAY=TU', first: '2026-03-03', at: '2026-03-10' };
    const file = repeating('2026-03-10', stored);
    expect(file).toContain('RRULE:FREQ=WEEKLY;BYDAY=TU;WKST=MO;UNTIL=20260317');
  });

  test('has a task that counts from the tick once, with a word of it', () => {
    const file = repeating('2026-03-10', {
      rule: 'FREQ=MONTHLY;INTERVAL=3',
      first: '2026-01-10',
      at: '2026-03-10',
      after: true,
    });
    expect(file).not.toContain('RRULE');
    const [event] = new ICAL.Component(ICAL.parse(file) as never).getAllSubcomponents('vevent');
    expect(new ICAL.Event(event).description).toBe('All of them\n\nRepeats: 3 months after it is done');
  });

  test('has no line of more than 75 bytes, and cuts no character', () => {
    const taskName = '😀'.repeat(60);
    const taskDescription = `${'a'.repeat(74)}é, ${'ß;'.repeat(60)}`;
    const file = tasksIcs(
      { ...emptyContent, tasks: { '-a': taskRecord(1, { taskName, taskDescription }) } },
      NOW,
    );
    const lines = file.split('\r\n');
    expect(Math.max(...lines.map(line => Buffer.byteLength(line)))).toBe(75);
    expect(lines.filter(line => /[\uD800-\uDBFF]$/.test(line))).toEqual([]);
    expect(file.replaceAll('\r\n ', '')).toContain(`SUMMARY:${taskName}\r\n`);
  });
});

test('The Markdown file has a heading for each note, newest first, and its words', () => {
  const notes = {
    '-a': { noteTitle: 'First', noteDescription: 'One\n\n- two' },
    '-b': { noteTitle: ' # A *title*\nof two lines', noteDescription: 'Words ' },
    '-c': { noteTitle: '', noteDescription: '' },
  };
  expect(notesMarkdown({ ...emptyContent, notes })).toBe(
    '# Notes\n\n## Untitled\n\n\n\n## \\# A \\*title\\* of two lines\n\nWords\n\n## First\n\nOne\n\n- two\n',
  );
});

test('The Markdown file has the notes in the wall’s order: pinned, then by place', () => {
  const named = (noteTitle: string) => ({ noteTitle, noteDescription: '' });
  const notes = { '-a': named('Oldest'), '-b': named('Pinned'), '-c': named('Newest'), '-d': named('Last') };
  const looks = {
    '-b': { pinned: true, colour: 'teal' },
    '-a': { place: 'a0' },
    '-d': { place: 'zz' + '0'.repeat(25) + '1' },
  };
  const file = notesMarkdown({ ...emptyContent, notes, looks });
  expect(file.match(/## .*/g)).toEqual(['## Pinned', '## Oldest', '## Newest', '## Last']);
});
