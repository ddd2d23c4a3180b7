import { withLocalWeekdays } from '../../src/transfer/formats/repeats';
import fc from 'fast-check';
import { dayOfStored } from '../../src/lib/days/days';
import type { Records, TaskBody } from '../../src/services/database';
import { tasksIcs } from '../../src/transfer/formats/ics/ics';
import { readFile } from '../../src/transfer/work';
import type { TaskItem } from '../../src/transfer/formats/reading';
import { contents, emptyContent } from '../support/app/content';
import { taskRecord } from '../support/app/operations';
import { problemsOf, readCalendar, tasksOf } from './reading';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const options = { name: 'calendar.ics', writtenOn: null, now: NOW, language: 'en-GB' };
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'SUMMARY:Bins', ...lines, 'END:VEVENT'];
const read = (...lines: string[]) => readCalendar(lines, options);
const own = (records: Records, key: string) => (Object.hasOwn(records, key) ? records[key]! : null);

describe('A calendar of ours', () => {
  test('has tags as categories, and takes those of another program', () => {
    const task = taskRecord(1, { taskName: 'Buy #Food for #two-words', taskList: 'personal' });
    const file = tasksIcs({ ...emptyContent, tasks: { '-a': task } }, NOW);
    expect(file).toContain('SUMMARY:Buy for\r\n');
    expect(file).toContain('CATEGORIES:personal,Food,two-words\r\n');
    const changed = file.replace('personal,Food', 'Personal,Home work,12,Food');
    expect(tasksOf(readFile(changed, options))).toMatchObject([
      {
        name: 'Buy #Food for #two-words #Home-work',
        words: `${task.taskDescription}\n\n#12`,
        list: 'personal',
      },
    ]);
    const renamed = file.replace('SUMMARY:Buy for', 'SUMMARY:Sell');
    expect(tasksOf(readFile(renamed, options))[0]!.name).toBe('Sell #Food #two-words');
  });

  test('comes back as the dated tasks that it was written from', () => {
    fc.assert(
      fc.property(contents, content => {
        const { items, problems } = readFile(tasksIcs(content, NOW), options);
        // A calendar has one kind of line break, no control characters, and no undated tasks.
        const plain = (text: string) =>
          // oxlint-disable-next-line no-control-regex
          text.replace(/\r\n|\r/g, '\n').replace(/[\x00-\x08\x0b-\x1f\x7f]/g, '');
        const dated = Object.entries(content.tasks).filter(
          ([, record]) => dayOfStored((record as TaskBody).taskDueDate) !== null,
        );
        const expected = dated
          .filter(([, record]) => plain((record as TaskBody).taskName) !== '')
          .map(([key, record]) => {
            const { taskName, taskDescription, taskList, taskDueDate } = record as TaskBody;
            const { at, after } = (own(content.repeats, key) ?? {}) as { at?: string; after?: true };
            return JSON.stringify([
              plain(taskName),
              plain(taskDescription),
              taskList,
              taskDueDate,
              own(content.done, key),
              Object.hasOwn(content.done, key) ? null : [at, after],
            ]);
          });
        const found = (items as TaskItem[]).map(({ record: { taskId: _, ...record }, beside }) => {
          const { at, after } = (beside.repeats ?? {}) as { at?: string; after?: true };
          return JSON.stringify([
            record.taskName,
            record.taskDescription,
            record.taskList,
            record.taskDueDate,
            beside.done ?? null,
            beside.done === undefined ? [at, after] : null,
          ]);
        });
        expect(found.sort()).toEqual(expected.sort());
        expect(problems.filter(({ text }) => !/it has no name/.test(text))).toEqual([]);
      }),
    );
  });

  test('has what counts from the tick as its open occurrence, with the rule in words', () => {
    const after = { rule: 'FREQ=MONTHLY;INTERVAL=3', first: '2026-01-10', at: '2026-03-10', after: true };
    const file = tasksIcs(
      { ...emptyContent, tasks: { '-a': taskRecord(1) }, repeats: { '-a': after as never } },
      NOW,
    );
    expect(file).not.toContain('RRULE');
    expect(file).toContain('X-DAYWALL-AFTER:after FREQ=MONTHLY\\;INTERVAL=3\r\n');
    expect(file).toContain('\\n\\nRepeats: 3 months after it is done\r\n');
    const { items, problems } = readFile(file, options);
    expect(problems).toEqual([]);
    expect(items[0]).toMatchObject({
      record: { taskDescription: 'All of them' },
      beside: { repeats: { rule: 'FREQ=MONTHLY;INTERVAL=3', at: '2026-03-10', after: true } },
    });
  });
});

test.each([
  [
    'FREQ=WEEKLY;BYDAY=MO,SA;INTERVAL=2',
    '20261130T230000Z',
    '2026-12-01',
    'FREQ=WEEKLY;BYDAY=TU,SU;INTERVAL=2',
  ],
  ['FREQ=WEEKLY;BYDAY=SU', '20261129T030000Z', '2026-11-28', 'FREQ=WEEKLY;BYDAY=SA'],
  ['FREQ=WEEKLY;BYDAY=MO', '20261130T120000Z', '2026-11-30', 'FREQ=WEEKLY;BYDAY=MO'],
  ['FREQ=WEEKLY;BYDAY=MO', '20261130T230000', '2026-11-30', 'FREQ=WEEKLY;BYDAY=MO'],
  ['FREQ=MONTHLY;BYDAY=-1MO', '20261130T230000Z', '2026-12-01', 'FREQ=MONTHLY;BYDAY=-1MO'],
])('%s from %s, which is %s here, is %s', (rule, start, day, local) =>
  expect(withLocalWeekdays(rule, start, day)).toBe(local),
);

describe('The calendar of another program', () => {
  test.each<[string, string[], object, string[]]>([
    [
      'a rule goes on with the first day from today on',
      ['DTSTART;VALUE=DATE:20260106', 'RRULE:FREQ=WEEKLY;BYDAY=TU'],
      { rule: 'FREQ=WEEKLY;BYDAY=TU;WKST=MO', first: '2026-01-06', at: '2026-03-10' },
      [],
    ],
    [
      'COUNT is the day of the last one, counted from the first',
      ['DTSTART;VALUE=DATE:20260303', 'RRULE:FREQ=WEEKLY;COUNT=4'],
      { rule: 'FREQ=WEEKLY;BYDAY=TU;WKST=MO;UNTIL=20260324', first: '2026-03-03', at: '2026-03-10' },
      [],
    ],
    [
      'UNTIL may be an instant',
      ['DTSTART:20260310T093000', 'RRULE:FREQ=DAILY;UNTIL=20260401T073000Z'],
      { rule: 'FREQ=DAILY;UNTIL=20260401', first: '2026-03-10', at: '2026-03-10' },
      [],
    ],
    [
      'EXDATE are skipped ones, today’s too',
      [
        'DTSTART;VALUE=DATE:20260303',
        'RRULE:FREQ=WEEKLY',
        'EXDATE;VALUE=DATE:20260310,20260324',
        'EXDATE:20260331T000000',
      ],
      { rule: 'FREQ=WEEKLY;BYDAY=TU;WKST=MO', first: '2026-03-03', at: '2026-03-17' },
      [],
    ],
    [
      'a rule that cannot be said is told, and the first day stays',
      ['DTSTART;VALUE=DATE:20260310', 'RRULE:FREQ=HOURLY'],
      {},
      ['3: “Bins”: “FREQ=HOURLY” is left out: it does not say when the task repeats.'],
    ],
    [
      'days beside the rule are told',
      ['DTSTART;VALUE=DATE:20260310', 'RRULE:FREQ=DAILY', 'RDATE;VALUE=DATE:20260401'],
      { rule: 'FREQ=DAILY', first: '2026-03-10', at: '2026-03-10' },
      ['3: “Bins”: “20260401” is left out: a task repeats only by its rule.'],
    ],
    [
      'one that is over is told',
      ['DTSTART;VALUE=DATE:20250101', 'RRULE:FREQ=DAILY;COUNT=3'],
      {},
      ['3: “Bins”: “FREQ=DAILY;COUNT=3” is left out: that is over.'],
    ],
    [
      'of several rules one is taken, the others are told',
      ['DTSTART;VALUE=DATE:20260310', 'RRULE:FREQ=DAILY', 'RRULE:FREQ=YEARLY'],
      { rule: 'FREQ=DAILY', first: '2026-03-10', at: '2026-03-10' },
      ['3: “Bins”: “FREQ=YEARLY” is left out: a task repeats only by its rule.'],
    ],
  ])('%s', (_what, lines, repeats, problems) => {
    const reading = read(...event(...lines));
    expect(reading.items[0]!.beside.repeats ?? {}).toEqual(repeats);
    expect(problemsOf(reading)).toEqual(problems);
  });

  test('keeps what is taken out of a series as skipped, unless it is before its start', () => {
    const series = ['DTSTART;VALUE=DATE:20260303', 'RRULE:FREQ=WEEKLY'];
    const reading = read(...event(...series, 'EXDATE;VALUE=DATE:20260310,20260224'));
    expect(tasksOf(reading)).toMatchObject([{ day: '2026-03-17' }]);
    expect(reading.items[0]!.beside.occurrences).toEqual({ '2026-03-10': 'skipped' });
  });

  test('moves the open occurrence, removes a cancelled one, tells one moved later', () => {
    const series = event('UID:1', 'DTSTART;VALUE=DATE:20260310', 'RRULE:FREQ=WEEKLY');
    const reading = read(
      ...event('UID:1', 'RECURRENCE-ID;VALUE=DATE:20260310', 'DTSTART;VALUE=DATE:20260312'),
      ...series,
      ...event(
        'UID:1',
        'RECURRENCE-ID;VALUE=DATE:20260317',
        'DTSTART;VALUE=DATE:20260317',
        'STATUS:CANCELLED',
      ),
      ...event('UID:1', 'RECURRENCE-ID;VALUE=DATE:20260324', 'DTSTART;VALUE=DATE:20260325'),
      ...event('UID:1', 'RECURRENCE-ID;VALUE=DATE:20260303', 'DTSTART;VALUE=DATE:20260304'),
    );
    expect(tasksOf(reading)).toMatchObject([
      { day: '2026-03-12', repeats: { at: '2026-03-10' }, occurrences: { '2026-03-17': 'skipped' } },
    ]);
    expect(problemsOf(reading)).toEqual([
      '22: “Bins”: its occurrence of Tue 24 Mar 2026 stays on that day: one that is not open yet can’t be moved.',
    ]);
    const alone = read(...event('UID:2', 'RECURRENCE-ID;VALUE=DATE:20260310', 'DTSTART;VALUE=DATE:20260312'));
    expect(tasksOf(alone)).toMatchObject([{ name: 'Bins', day: '2026-03-12' }]);
  });

  test('gives its to-dos, what is done as done, and to-dos of another one as its parts', () => {
    const reading = read(
      'X-WR-CALNAME:Chores',
      'BEGIN:VTODO',
      'UID:child',
      'RELATED-TO;RELTYPE=PARENT:parent',
      'SUMMARY:Plates',
      'STATUS:COMPLETED',
      'END:VTODO',
      'BEGIN:VTODO',
      'UID:parent',
      'SUMMARY:Party\\, with cake',
      'DESCRIPTION:Two\\nlines\\; and',
      '  more',
      'DUE;TZID="Europe/Berlin: winter":20260312T180000',
      'CATEGORIES:Home,Work',
      'BEGIN:VALARM',
      'DESCRIPTION:Remind me',
      'END:VALARM',
      'END:VTODO',
      'BEGIN:VTODO',
      'SUMMARY:Done',
      'COMPLETED:20260301T080000Z',
      'END:VTODO',
      'BEGIN:VTODO',
      'SUMMARY:Given up',
      'STATUS:CANCELLED',
      'END:VTODO',
      'BEGIN:VJOURNAL',
      'SUMMARY:Dear diary',
      'DESCRIPTION:Words',
      'END:VJOURNAL',
    );
    expect(reading.source).toBe('a calendar');
    expect(tasksOf(reading)).toEqual([
      {
        name: 'Party, with cake #Chores #Home',
        words: 'Two\nlines; and more\n\n- [x] Plates',
        list: 'work',
        day: '2026-03-12',
        times: { time: '18:00' },
      },
      { name: 'Done #Chores', words: '', list: 'personal', day: '', done: '2026-03-01T08:00:00.000Z' },
    ]);
    expect(reading.items[2]).toMatchObject({
      record: { noteTitle: 'Dear diary #Chores', noteDescription: 'Words' },
    });
    expect(problemsOf(reading)).toEqual([
      'null: One reminder is left out.',
      '25: “Given up” is left out: it was cancelled.',
    ]);
  });

  test('says an event of several days, a day that is none, and a file that is cut off', () => {
    const reading = read(
      ...event('DTSTART;VALUE=DATE:20260310', 'DTEND;VALUE=DATE:20260313'),
      ...event('DTSTART;VALUE=DATE:20260231'),
    );
    expect(tasksOf(reading)).toMatchObject([
      { day: '2026-03-10', words: '' },
      { day: '', words: 'Date: 20260231' },
    ]);
    expect(problemsOf(reading)).toEqual([
      '3: “Bins” lasts until Thu 12 Mar 2026: the task gets its first day.',
      expect.stringMatching(/^8: “20260231” is not a day/),
    ]);
    expect(() => readFile('BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:A', options)).toThrow(
      'This calendar is cut off or damaged: an entry of it does not end.',
    );
  });
});
