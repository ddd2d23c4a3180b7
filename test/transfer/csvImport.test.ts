import type { NoteBody } from '../../src/services/database';
import { readFile } from '../../src/transfer/work';
import { decoded } from '../../src/transfer/formats/encoding';
import type { Reading } from '../../src/transfer/formats/reading';
import { problemsOf, rowsOf, rulesOf } from './reading';

const NOW = '2026-03-10T12:00:00.000Z';
const read = (
  lines: string[],
  { name = 'file.csv', language = 'en-GB', end = '\r\n', writtenOn = null as string | null } = {},
) => readFile(lines.join(end) + end, { name, language, writtenOn, now: Date.parse(NOW) });

const notesOf = ({ items }: Reading) =>
  items.filter(({ kind }) => kind === 'note').map(({ record }) => record as NoteBody);
/** The time of the first item. */
const timeIn = ({ items }: Reading) => (items[0]!.beside.times as { time?: string } | undefined)?.time;

describe('A file of Todoist', () => {
  // The columns of 'Export as a template' since 2025.
  const head =
    'TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE,DURATION,DURATION_UNIT,DEADLINE,DEADLINE_LANG';

  test('gives its tasks, comments in their description, Work by section, label or file', () => {
    const reading = read([
      head,
      'meta,view_style=list,,,,,,,,,,,,',
      'task,Repot the basil @garden,Terracotta pot,1,1,Kai (48),,Oct 5 2026,en,Africa/Cairo,30,minute,,',
      'note,Get the peat-free one,,,,Kai (48),,,,,,,,',
      'task,"Buy, wrap",,4,2,Kai (48),,2026-10-06 15:30,en,,,None,,',
      ',,,,,,,,,,,,,',
      'section,Work,,,,,,,,,,,,',
      'task,Report,,4,1,Kai (48),,,en,,,,2026-10-07,en',
      'section,Home,,,,,,,,,,,,',
      'task,Call the bank @work,,4,1,Kai (48),,,en,,,,,',
    ]);
    expect(reading.source).toBe('Todoist');
    expect(rowsOf(reading)).toEqual([
      [
        'Repot the basil #garden',
        'Terracotta pot\n\nPriority: 1\nDuration: 30 minutes\n\nGet the peat-free one',
        'personal',
        '2026-10-05',
        null,
      ],
      ['Buy, wrap', '', 'personal', '2026-10-06', null],
      ['Report', '', 'work', '2026-10-07', null],
      ['Call the bank @work #Home', '', 'work', '', null],
    ]);
    expect(problemsOf(reading)).toEqual([
      '5: “Buy, wrap” is added as a task of its own: a subtask of “Repot the basil #garden” would have no date.',
    ]);
    expect(rowsOf(read([head, 'task,A,,,,,,,,,,,,'], { name: 'Work [2203306141].csv' }))[0]![2]).toBe('work');
  });

  test('keeps a deadline beside a date in the words, and says so', () => {
    const reading = read([
      head,
      'task,Tax,Ask Kai,4,1,,,2026-10-05,en,,,,2026-10-07,en',
      'task,Rent,,4,1,,,every month,en,,,,2026-12-01,en',
    ]);
    expect(rowsOf(reading)[0]).toEqual([
      'Tax',
      'Ask Kai\n\nDeadline: 2026-10-07',
      'personal',
      '2026-10-05',
      null,
    ]);
    expect(rowsOf(reading)[1]![1]).toContain('Deadline: 2026-12-01');
    expect(problemsOf(reading)).toContain(
      '2: A task has one day: its description keeps the deadline, 2026-10-07.',
    );
    expect(problemsOf(reading)).toContain(
      '3: A task has one day: its description keeps the deadline, 2026-12-01.',
    );
  });

  test('says each row that it can’t take, and each date that is none, by line', () => {
    const reading = read([
      head,
      'note,Of nothing,,,,,,,,,,,,',
      'task,"Water',
      'the ferns",Gently,4,1,,,every monday at 9am,en,,,,,',
      'task,,,2,1,,,,en,,,,,',
      'chore,What is this,,,,,,,,,,,,',
      'task,Tomorrow,,4,1,,,tomorrow 18:00,en,,,,,',
    ]);
    expect(rowsOf(reading)).toEqual([
      ['Water\r\nthe ferns', 'Gently\n\nDate: every monday at 9am', 'personal', '', null],
      ['Tomorrow', 'Date: tomorrow 18:00', 'personal', '', null],
    ]);
    expect(problemsOf(reading)).toEqual([
      '2: This comment is left out: no task stands above it.',
      expect.stringMatching(/^3: “every monday at 9am” is not a day: the task is added without a date/),
      '5: This row is left out: it has no name.',
      '6: This row is left out: “chore” is not a task, section or note.',
      expect.stringMatching(/^7: “tomorrow 18:00” is not a day/),
    ]);
  });
});

describe('Subtasks of Todoist', () => {
  const head = 'TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE';

  test('are parts of the task above, at any depth; a comment goes to that task', () => {
    const reading = read([
      head,
      'task,Move house,By June,4,1,,,',
      'task,Boxes,,4,2,,,',
      'task,Small ones,,4,3,,,',
      'note,Ask Ida,,,,,,',
      'task,Van,,4,2,,,',
      'task,Alone,,4,1,,,',
    ]);
    expect(rowsOf(reading).map(([name, words]) => [name, words])).toEqual([
      ['Move house', 'By June\n\n- [ ] Boxes\n- [ ] Small ones\n- [ ] Van\n\nAsk Ida'],
      ['Alone', ''],
    ]);
    expect(problemsOf(reading)).toEqual([]);
  });

  test('stay tasks where they have a day or words of their own, which is told', () => {
    const reading = read([
      head,
      'task,Move house,,4,1,,,',
      'task,Van,,4,2,,,Oct 5 2026',
      'task,Key,,4,3,,,',
      'task,Boxes,Twenty,4,2,,,',
      'section,Work,,,,,,',
      'task,Not below,,4,2,,,',
    ]);
    expect(rowsOf(reading).map(([name, words, , day]) => [name, words, day])).toEqual([
      ['Move house', '', ''],
      ['Van', '- [ ] Key', '2026-10-05'],
      ['Boxes', 'Twenty', ''],
      ['Not below', '', ''],
    ]);
    expect(problemsOf(reading)).toEqual([
      '3: “Van” is added as a task of its own: a subtask of “Move house” would have no date.',
      '5: “Boxes” is added as a task of its own: a subtask of “Move house” would have no description.',
    ]);
  });
});

describe('Words for a day', () => {
  const todoist = (words: string, writtenOn: string | null) =>
    read(['TYPE,CONTENT,DESCRIPTION,PRIORITY,DATE', `task,A,,4,${words}`], { writtenOn });

  test.each([
    ['yesterday', '2026-11-19'],
    ['in 3 days', '2026-11-23'],
    ['in 2 weeks', '2026-12-04'],
  ])('“%s” is counted from the day of the file, and the preview says so', (words, day) => {
    const reading = todoist(words, '2026-11-20');
    expect(rowsOf(reading)[0]).toEqual(['A', '', 'personal', day, null]);
    expect(problemsOf(reading)).toEqual([
      expect.stringMatching(
        new RegExp(`^2: “${words}” is read as .*: the file was written on Fri 20 Nov 2026\\.$`),
      ),
    ]);
  });

  test.each(['friday', 'next week', 'every so often', 'tomorrow or so', 'today!'])(
    '“%s” means no certain day, and stays in the description',
    words => {
      const reading = todoist(words, '2026-11-20');
      expect(rowsOf(reading)[0]).toEqual(['A', `Date: ${words}`, 'personal', '', null]);
      expect(problemsOf(reading)).toEqual([expect.stringContaining(`“${words}” is not a day`)]);
    },
  );

  test.each([
    ['jeden Dienstag um 9 Uhr', 'de', 'FREQ=WEEKLY;BYDAY=TU;WKST=MO', '2026-11-24', '09:00'],
    ['every tue starting 8 dec', 'en', 'FREQ=WEEKLY;BYDAY=TU;WKST=MO', '2026-12-08', null],
    ['every day until dec 31', 'en', 'FREQ=DAILY;UNTIL=20261231', '2026-11-20', null],
  ])('“%s” is read in the language of its row (%s)', (words, language, rule, at, time) => {
    const reading = read(['TYPE,CONTENT,DATE,DATE_LANG', `task,A,${words},${language}`], {
      writtenOn: '2026-11-20',
    });
    expect(reading.items[0]!.beside).toMatchObject({ repeats: { rule, at } });
    expect(timeIn(reading) ?? null).toBe(time);
    expect(problemsOf(reading)).toEqual([]);
  });

  test.each([
    ['5. Oktober 2026', 'de'],
    ['5 outubro de 2026', 'pt_BR'],
  ])('“%s” of a row in %s is a day', (words, language) => {
    const reading = read(['TYPE,CONTENT,DATE,DATE_LANG', `task,A,${words},${language}`], {
      writtenOn: '2026-11-20',
    });
    expect(rowsOf(reading)[0]!.slice(1, 4)).toEqual(['', 'personal', '2026-10-05']);
    expect(problemsOf(reading)).toEqual([]);
  });

  test('“tomorrow” in a file of no known day is told, and stays in the description', () => {
    expect(rowsOf(todoist('tomorrow', null))[0]).toEqual(['A', 'Date: tomorrow', 'personal', '', null]);
  });
});

describe('A backup of TickTick', () => {
  const preamble = [
    '"Date: 2026-06-15+0000"',
    '"Version: 7.2"',
    '"Status: ',
    '0 Normal',
    '1 Completed',
    '2 Archived"',
  ];
  const head =
    '"Folder Name","List Name","Title","Kind","Tags","Content","Is Check list","Start Date","Due Date","Reminder","Repeat","Priority","Status","Created Time","Completed Time","Order","Timezone","Is All Day","Is Floating","Column Name","Column Order","View Mode","taskId","parentId"';
  const row = (cells: Record<string, string>) =>
    head
      .split(',')
      .map(name => `"${cells[name.slice(1, -1)] ?? ''}"`)
      .join(',');

  test('gives when tasks repeat, where that can be said', () => {
    const due = { 'Due Date': '2026-06-26T00:00:00+0000', Timezone: 'UTC', Status: '0' };
    const reading = read([
      ...preamble,
      head,
      row({ Title: 'Bins', Repeat: 'FREQ=WEEKLY;INTERVAL=1;BYDAY=FR', ...due }),
      row({ Title: 'Odd', Repeat: 'ERULE:NAME=CUSTOM', ...due }),
    ]);
    expect(reading.items.map(({ beside }) => beside)).toEqual([
      { repeats: { rule: 'FREQ=WEEKLY;BYDAY=FR;WKST=MO', first: '2026-06-26', at: '2026-06-26' } },
      {},
    ]);
    expect(problemsOf(reading)).toEqual([expect.stringMatching(/“ERULE:NAME=CUSTOM” is left out/)]);
  });

  test.each([
    ['America/New_York', '20270101T035959Z', '20261231'],
    ['America/New_York', '20261231T000000Z', '20261231'],
  ])('ends a repeat on the day of its own zone: %s, %s', (zone, until, last) => {
    const due = { 'Due Date': '2026-06-26T12:00:00+0000', Timezone: zone, 'Is All Day': 'true' };
    const reading = read([
      ...preamble,
      head,
      row({ Title: 'A', Repeat: `FREQ=DAILY;UNTIL=${until}`, ...due }),
    ]);
    expect(reading.items[0]!.beside.repeats).toMatchObject({ rule: `FREQ=DAILY;UNTIL=${last}` });
  });

  test('gives its tasks on their own zone’s day, the done as done, notes as notes', () => {
    const reading = read([
      ...preamble,
      head,
      row({
        'List Name': 'Inbox',
        Title: 'Boots',
        Content: 'New ones',
        Status: '0',
        'Due Date': '2026-06-25T22:00:00+0000',
        Timezone: 'Europe/Amsterdam',
        'Is All Day': 'true',
      }),
      row({
        'List Name': 'Inbox',
        Title: 'West',
        'Due Date': '2026-06-26T04:00:00+0000',
        Timezone: 'America/New_York',
      }),
      row({
        'Folder Name': 'My work',
        Title: 'Old',
        Status: '2',
        'Completed Time': '2026-06-27T07:35:00+0000',
      }),
      row({ Title: 'Given up', Status: '-1', Tags: 'home, work' }),
      row({ 'List Name': 'Thoughts', Title: 'Idea', Kind: 'NOTE', Content: 'A note' }),
    ]);
    expect(reading.source).toBe('TickTick');
    expect(rowsOf(reading)).toEqual([
      ['Boots', 'New ones', 'personal', '2026-06-26', null],
      ['West', '', 'personal', '2026-06-26', null],
      ['Old #My-work', '', 'work', '', '2026-06-27T07:35:00.000Z'],
      ['Given up #home', 'Status: will not do', 'work', '', NOW],
    ]);
    expect(notesOf(reading)).toEqual([{ noteTitle: 'Idea #Thoughts', noteDescription: 'A note' }]);
    expect(problemsOf(reading)).toEqual([]);
  });

  test('gives the items of a checklist, and tasks within tasks, as parts', () => {
    const reading = read([
      ...preamble,
      head,
      row({ Title: 'Cups', parentId: '7', taskId: '9', Status: '2' }),
      row({ Title: 'Party', Content: 'On Friday', taskId: '7' }),
      row({ Title: 'Plates', parentId: '7', taskId: '8' }),
      row({ Title: 'Blue ones', parentId: '8', taskId: '10' }),
      row({ Title: 'Of nothing here', parentId: '99', taskId: '11' }),
      row({ Title: 'List', Kind: 'CHECKLIST', 'Is Check list': 'Y', Content: 'Words▫Milk▪Bread' }),
      row({ Title: 'A', taskId: '1', parentId: '2' }),
      row({ Title: 'B', taskId: '2', parentId: '1' }),
    ]);
    expect(rowsOf(reading).map(([name, words]) => [name, words])).toEqual([
      ['Party', 'On Friday\n\n- [x] Cups\n- [ ] Plates\n- [ ] Blue ones'],
      ['Of nothing here', ''],
      ['List', 'Words\n\n- [ ] Milk\n- [x] Bread'],
      ['B', '- [ ] A'],
    ]);
    expect(problemsOf(reading)).toEqual([]);
  });

  test('has the time of a task by the clock of this device', () => {
    const due = { Timezone: 'Europe/Berlin', Status: '0' };
    const reading = read([
      ...preamble,
      head,
      row({ Title: 'A', 'Due Date': '2026-06-26T07:30:00+0000', 'Is All Day': 'false', ...due }),
      row({ Title: 'B', 'Due Date': '2026-06-25T22:00:00+0000', 'Is All Day': 'true', ...due }),
      row({ Title: 'C', 'Due Date': '2026-06-25T22:00:00+0000', ...due }),
      row({ Title: 'D', 'Start Date': '2026-06-26T07:30:00+0000', 'Is All Day': 'true', ...due }),
    ]);
    expect(rowsOf(reading).map(([, , , day]) => day)).toEqual(Array(4).fill('2026-06-26'));
    const here = new Date('2026-06-26T07:30:00Z').toTimeString().slice(0, 5);
    expect(reading.items.map(({ beside }) => beside.times)).toEqual([{ time: here }, ...Array<undefined>(3)]);
    expect(problemsOf(reading)).toEqual([]);
  });

  test('counts lines from the top of the file, its preamble included', () => {
    const reading = read(
      [...preamble, head, row({ 'List Name': 'A' }), row({ Title: 'B', 'Due Date': 'soon' })],
      {
        end: '\n',
      },
    );
    expect(problemsOf(reading)).toEqual([
      '8: This row is left out: it has no name.',
      expect.stringMatching(/^9: “soon” is not a day/),
    ]);
  });
});

describe('Tasks of Microsoft To Do', () => {
  test('have their steps as parts, ticked where the file says so', () => {
    const reading = read([
      'Title,Due Date,Notes,Steps',
      'Paint,,In June,"[x] Buy paint\r\n☐ Brushes\r\n✓ Tape"',
      'Sow,,,Beans; Peas',
    ]);
    expect(rowsOf(reading).map(([name, words]) => [name, words])).toEqual([
      ['Paint', 'In June\n\n- [x] Buy paint\n- [ ] Brushes\n- [x] Tape'],
      ['Sow', '- [ ] Beans\n- [ ] Peas'],
    ]);
  });

  test('repeat by their words or their rule, and say what could not be read', () => {
    const reading = read([
      'Title,Due Date,Status,Recurrence',
      'Bins,2026-11-24,Open,Weekly',
      'Rent,2026-11-30,Open,FREQ=MONTHLY;BYMONTHDAY=-1',
      'Odd,2026-11-24,Open,when it rains',
      'Once,2026-11-24,Open,None',
      'Over,2026-11-24,Completed,Daily',
    ]);
    expect(rulesOf(reading)).toEqual([
      'FREQ=WEEKLY;BYDAY=TU;WKST=MO',
      'FREQ=MONTHLY;BYMONTHDAY=-1',
      undefined,
      undefined,
      undefined,
    ]);
    expect(problemsOf(reading)).toEqual([
      '4: “when it rains” is left out: it does not say when the task repeats.',
    ]);
  });

  test.each([
    ['Weekdays', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;WKST=MO'],
    ['weekly on Monday', 'FREQ=WEEKLY;BYDAY=MO;WKST=MO'],
    ['Every 1 Day(s)', 'FREQ=DAILY'],
    ['Every 2 Week(s) on Monday, Thursday', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;WKST=MO'],
    ['Every Month on day 5', 'FREQ=MONTHLY;BYMONTHDAY=5'],
    ['Every 3 Month(s) on day 31', 'FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=-1'],
    ['Monthly on day 5', 'FREQ=MONTHLY;BYMONTHDAY=5'],
    ['Every Year on January 5', 'FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=5'],
  ])('repeat by what its exports say: %s', (words, rule) => {
    const reading = read(['Title,Due Date,Recurrence', `Bins,2026-11-24,"${words}"`]);
    expect(problemsOf(reading)).toEqual([]);
    expect(rulesOf(reading)).toEqual([rule]);
  });

  const noEnd = { type: 'noEnd', startDate: '2026-11-24', endDate: '0001-01-01' };
  test.each<[string, object, object, string | undefined]>([
    ['daily', { type: 'daily', interval: 3 }, noEnd, 'FREQ=DAILY;INTERVAL=3'],
    [
      'weekly',
      { type: 'weekly', interval: 2, daysOfWeek: ['monday', 'thursday'], firstDayOfWeek: 'sunday' },
      noEnd,
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;WKST=SU',
    ],
    [
      'a date of the month',
      { type: 'absoluteMonthly', interval: 1, dayOfMonth: 5, month: 0 },
      { type: 'endDate', startDate: '2026-11-24', endDate: '2027-02-01' },
      'FREQ=MONTHLY;BYMONTHDAY=5;UNTIL=20270201',
    ],
    [
      'a weekday of the month',
      { type: 'relativeMonthly', interval: 1, daysOfWeek: ['friday'], index: 'last' },
      { type: 'numbered', startDate: '2026-11-24', numberOfOccurrences: 2 },
      'FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20261225',
    ],
    [
      'the last working day',
      {
        type: 'relativeMonthly',
        interval: 1,
        daysOfWeek: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
        index: 'last',
      },
      noEnd,
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    ],
    [
      'a date of the year',
      { type: 'absoluteYearly', interval: 1, dayOfMonth: 5, month: 1 },
      noEnd,
      'FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=5',
    ],
    [
      'what can’t be said',
      { type: 'relativeMonthly', interval: 1, daysOfWeek: ['monday', 'friday'], index: 'first' },
      noEnd,
      undefined,
    ],
  ])('repeat by the pattern that Microsoft’s own interface has: %s', (_what, pattern, range, rule) => {
    const cell = JSON.stringify({ pattern, range }).replaceAll('"', '""');
    const reading = read(['Title,Due Date,Recurrence', `Bins,2026-11-24,"${cell}"`]);
    expect(rulesOf(reading)).toEqual([rule]);
    expect(problemsOf(reading)).toHaveLength(rule === undefined ? 1 : 0);
  });

  test.each([
    ['2026-11-24 09:30', '09:30'],
    ['2026-11-24T09:30:00.0000000', '09:30'],
    ['24/11/2026 9:30 AM', '09:30'],
    ['2026-11-24T00:00:00.0000000', null],
    ['24/11/2026 00:00', null],
    ['24/11/2026 12:00:00 AM', null],
    ['2026-11-24', null],
  ])('with a time of the day keep it: %s', (due, time) => {
    const reading = read(['Title,Due Date,Recurrence', `Bins,${due},Weekly`]);
    expect(rowsOf(reading)[0]![3]).toBe('2026-11-24');
    expect(timeIn(reading) ?? null).toBe(time);
    expect(problemsOf(reading)).toEqual([]);
  });

  test('that repeat are due on a day of their rule', () => {
    const reading = read(['Title,Due Date,Recurrence', 'Bins,2026-11-26,every tuesday']);
    expect(rowsOf(reading)[0]).toEqual(['Bins', '', 'personal', '2026-12-01', null]);
    expect(reading.items[0]!.beside.repeats).toMatchObject({ first: '2026-12-01', at: '2026-12-01' });
  });

  const outlook =
    '"Subject","Start Date","Due Date","Reminder On/Off","Reminder Date","Reminder Time","Date Completed","% Complete","Categories","Notes","Priority","Status"';

  test('are read from what Outlook exports, and from what other tools name their columns', () => {
    const reading = read([
      outlook,
      '"Renew passport","","10/15/2026","True","10/14/2026","9:30:00 AM","","0%","Admin","Bring photos","High","Not Started"',
      '"Old","","9/1/2026","False","","","9/2/2026","100%","Work;Urgent","","Normal","Completed"',
    ]);
    expect(reading.source).toBe('Microsoft To Do');
    expect(rowsOf(reading)).toEqual([
      ['Renew passport #Admin', 'Bring photos\n\nPriority: high', 'personal', '2026-10-15', null],
      ['Old #Urgent', '', 'work', '2026-09-01', new Date('2026-09-02T12:00:00').toISOString()],
    ]);
    const other = read([
      'Task Name;Notes;Importance;Completed;List Name;Due',
      'Deploy;Words;High;false;Work;2026-10-05T00:00:00Z',
      'Rest;;Low;true;Home;5.10.2026',
    ]);
    expect(rowsOf(other)).toEqual([
      ['Deploy', 'Words\n\nPriority: high', 'work', '2026-10-05', null],
      ['Rest #Home', 'Priority: low', 'personal', '2026-10-05', NOW],
    ]);
  });

  test.each([
    ['3/4/2026', 'en-US', '2026-03-04'],
    ['3/4/2026', 'de-DE', '2026-04-03'],
    ['3/4/2026', 'en-GB', '2026-04-03'],
  ])('have %s, where no other date tells, as the language %s writes it', (due, language, day) => {
    expect(rowsOf(read([outlook, `A,,${due}`], { language }))[0]![3]).toBe(day);
  });
});

describe('A table', () => {
  test('that no known program wrote gives its tasks by columns that people choose', () => {
    const rows = ['Ref;Betreff;Bis;Projekt;Notiz', '7;Müll;24.12.2026;Haus;Blau', '8;Brot;;;'];
    const reading = read(rows);
    expect(reading).toMatchObject({
      source: 'a table',
      table: {
        names: ['Ref', 'Betreff', 'Bis', 'Projekt', 'Notiz'],
        chosen: { name: 1, date: 2, list: 3, notes: 4 },
      },
    });
    expect(rowsOf(reading)).toEqual([
      ['Müll #Haus', 'Blau', 'personal', '2026-12-24', null],
      ['Brot', '', 'personal', '', null],
    ]);
    expect(problemsOf(reading)).toEqual(['null: The column “Ref” is left out.']);
    const columns = { name: 0, date: -1, list: -1, notes: 1 };
    const options = { name: 'a.csv', language: 'en', writtenOn: null, now: 0, columns };
    expect(rowsOf(readFile(rows.join('\n'), options))).toEqual([
      ['7', 'Müll', 'personal', '', null],
      ['8', 'Brot', 'personal', '', null],
    ]);
  });

  test.each([
    [
      'Task ID,Created At,Name,Section/Column,Due Date,Notes',
      '1,2026-01-01,A,Doing,2026-12-05,B',
      [2, 4, 3, 5],
    ],
    ['Card ID,Card Name,Card URL,Due Date,List Name', '1,A,https://t,2026-12-05,Doing', [1, 3, 4, -1]],
    ['Name,Stage,Due,Tags', 'A,x,"December 5, 2026",y', [0, 2, -1, -1]],
    ['Aufgabe;Fällig am;Notizen', 'A;24.12.2026;B', [0, 1, -1, 2]],
  ])('with the columns %s is read by the likely ones', (columns, row, [name, date, list, notes]) => {
    expect(read([columns, row]).table?.chosen).toEqual({ name, date, list, notes });
  });

  test('without names for its columns is read from its first row on', () => {
    const reading = read(['Bins\t2026-12-24', 'Milk\t2026-12-25']);
    expect(reading.table).toEqual({
      names: ['Column 1', 'Column 2'],
      chosen: { name: 0, date: 1, list: -1, notes: -1 },
    });
    expect(rowsOf(reading).map(([name, , , day]) => [name, day])).toEqual([
      ['Bins', '2026-12-24'],
      ['Milk', '2026-12-25'],
    ]);
  });

  test('of Toodledo is called so, and keeps what it knows', () => {
    const reading = read([
      '"TASK","FOLDER","CONTEXT","GOAL","LOCATION","STARTDATE","STARTTIME","DUEDATE","DUETIME","REPEAT","LENGTH","TIMER","PRIORITY","TAG","STATUS","STAR","NOTE"',
      '"Bins","House","home","Tidy","Kerb","2026-12-20","","2026-12-24","9:00 am","Weekly","15","0","2","blue, big","Next Action","1","By the door"',
    ]);
    expect(reading.source).toBe('Toodledo');
    expect(rowsOf(reading)).toEqual([
      [
        'Bins #House #blue #big',
        'By the door\n\nPriority: 2\nStatus: Next Action\nStart: 2026-12-20\nContext: home\nGoal: Tidy\nPlace: Kerb\nDuration: 15\nStarred: yes',
        'personal',
        '2026-12-24',
        null,
      ],
    ]);
    expect(reading.items[0]!.beside.repeats).toMatchObject({ rule: 'FREQ=WEEKLY;BYDAY=TH;WKST=MO' });
    expect(timeIn(reading)).toBe('09:00');
    expect(problemsOf(reading)).toEqual([]);
  });

  test('that is none is refused with what is expected', () => {
    expect(() => read(['Dear Ada,', 'I am well.'])).toThrow(
      /not a file from Daywall, .* and no table with columns like Name, Date, List and Notes\.$/,
    );
    expect(() => read([''])).toThrow('This file is empty.');
  });

  test('that names its columns is a table, though its rows are of any length, or none', () => {
    const header = 'Name,Description,List,Due date';
    const reading = read([header, 'Milk,Two,Work,2026-12-01,more', 'Bread', 'Tea,Green']);
    expect(rowsOf(reading)).toEqual([
      ['Milk', 'Two', 'work', '2026-12-01', null],
      ['Bread', '', 'personal', '', null],
      ['Tea', 'Green', 'personal', '', null],
    ]);
    expect(read([header]).items).toEqual([]);
  });

  test('with a quote that never ends says how far it reaches, and keeps what is before', () => {
    const reading = read(['Subject,Due Date,Status', 'A,,', '"B" x,,', 'C,,', 'D,,'], { end: '\n' });
    expect(rowsOf(reading).map(([name]) => name)).toEqual(['A']);
    expect(problemsOf(reading)).toEqual([
      '3: This row, to line 5, is left out: a quote in it is not closed.',
    ]);
  });

  test('with more text than the database takes says which row', () => {
    const reading = read(['Subject,Status,Notes', `${'x'.repeat(10_001)},,`, `A,,${'y'.repeat(1_000_001)}`]);
    expect(problemsOf(reading)).toEqual([
      '2: This row is left out: its name is longer than 10,000 characters.',
      '3: This row is left out: its text is longer than a million characters.',
    ]);
  });

  test.each([
    ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, 0xc3, 0xa9]],
    ['UTF-16, little end first', [0xff, 0xfe, 0xe9, 0x00]],
    ['UTF-16, big end first', [0xfe, 0xff, 0x00, 0xe9]],
    ['Windows-1252', [0xe9]],
  ])('is read in %s', (_encoding, bytes) => {
    expect(decoded(new Uint8Array(bytes), 'en').text.replace('\uFEFF', '')).toBe('é');
  });
});
