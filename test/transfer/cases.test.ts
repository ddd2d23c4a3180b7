import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { obsidianTask } from '../../src/lib/text/obsidian';
import { decoded } from '../../src/transfer/formats/encoding';
import { markdownOf } from '../../src/transfer/formats/markdown/markdown';
import { readFile, readFiles } from '../../src/transfer/work';
import { emptyContent } from '../support/app/content';
import { taskRecord } from '../support/app/operations';
import { readCalendar, rulesOf, tasksOf, textsOf } from './reading';

const FOLDER = resolve(__dirname, 'fixtures/cases');
const options = {
  name: 'file',
  now: Date.parse('2026-11-27T12:00:00Z'),
  writtenOn: '2026-11-27',
  language: 'en-GB',
};
const fileOf = (name: string) => ({ name, bytes: new Uint8Array(readFileSync(resolve(FOLDER, name))) });
const read = (...names: string[]) => readFiles(names.map(fileOf), { ...options, name: names[0]! });

describe('Todoist', () => {
  test.each([
    ['2026-12-21 at 9:00 every month', 'FREQ=MONTHLY;BYMONTHDAY=21', '2026-12-21', null],
    ['2026-12-21T09:00:00 every week', 'FREQ=WEEKLY;BYDAY=MO;WKST=MO', '2026-12-21', null],

    ['Dec 21 Monthly', 'FREQ=MONTHLY;BYMONTHDAY=21', '2026-12-21', null],
    ['tomorrow every week', 'FREQ=WEEKLY;BYDAY=SA;WKST=MO', '2026-11-28', null],
    ['Monthly 2026-12-21', 'FREQ=MONTHLY;BYMONTHDAY=21', '2026-12-21', null],
    [
      '2026-12-21 whenever',
      undefined,
      '2026-12-21',
      '“whenever” is left out: it does not say when the task repeats.',
    ],
  ])('%s repeats by %s from %s on', (words, rule, day, problem) => {
    const reading = readFile(`TYPE,CONTENT,DATE,DATE_LANG\ntask,A,${words},en\n`, options);
    expect(tasksOf(reading)).toMatchObject([{ words: '', day }]);
    expect(rulesOf(reading)).toEqual([rule]);
    expect(textsOf(reading)).toEqual(problem === null ? [] : [problem]);
  });

  test('a comment keeps the name and the address of its file', () => {
    expect(tasksOf(read('f02-todoist-comment-file.csv'))).toMatchObject([
      { name: 'Read the lease', words: 'Signed copy\nlease.pdf: https://example.com/lease.pdf' },
    ]);
  });

  test('a backup of several projects is read whole', () => {
    const reading = read('f11-todoist-backup.zip');
    expect(reading.source).toBe('Todoist');
    expect(tasksOf(reading).map(({ name }) => name)).toEqual(['Milk', 'Lamp #House']);
    expect(textsOf(reading)).toEqual([]);
  });
});

describe('A calendar', () => {
  test('may fold a line within a letter', () => {
    expect(tasksOf(read('f05-ics-fold-inside-letter.ics'))).toMatchObject([
      { name: 'Grüße an die Nachbarn schicken und Kekse für Ömer backen', day: '2026-12-05' },
    ]);
  });

  test('may spell the first and the last weekday by positions', () => {
    const reading = read('f07-ics-rule-setpos.ics');
    expect(tasksOf(reading)).toMatchObject([
      { day: '2026-12-01', repeats: { rule: 'FREQ=MONTHLY;BYDAY=1TU' } },
      { day: '2026-12-29', repeats: { rule: 'FREQ=MONTHLY;BYDAY=-1TU;UNTIL=20271130' } },
      { day: '2026-12-01', repeats: { rule: 'FREQ=YEARLY;BYMONTH=12;BYDAY=1TU' } },
    ]);
    expect(textsOf(reading)).toEqual([]);
  });
});

describe('A calendar of several programs', () => {
  const readLines = (...lines: string[]) => readCalendar(lines, options);
  const todo = (...lines: string[]) => ['BEGIN:VTODO', 'UID:1', 'SUMMARY:A', ...lines, 'END:VTODO'];

  test.each([
    ['FREQ=MONTHLY;BYMONTHDAY=7,6,5,4,3,2,1;BYDAY=TU', 'FREQ=MONTHLY;BYDAY=1TU'],
    ['FREQ=MONTHLY;BYDAY=TU;BYMONTHDAY=-7,-6,-5,-4,-3,-2,-1', 'FREQ=MONTHLY;BYDAY=-1TU'],
    ['FREQ=YEARLY;BYMONTH=12;BYDAY=TU;BYMONTHDAY=25,26,27,28,29,30,31', 'FREQ=YEARLY;BYMONTH=12;BYDAY=-1TU'],
    ['FREQ=DAILY;BYHOUR=9;BYMINUTE=0;BYSECOND=0', 'FREQ=DAILY'],
    ['FREQ=WEEKLY;;BYDAY=TU;', 'FREQ=WEEKLY;BYDAY=TU;WKST=MO'],
    ['FREQ=WEEKLY;BYDAY=TU;BYMONTH=', 'FREQ=WEEKLY;BYDAY=TU;WKST=MO'],
    [' freq = weekly ; byday = tu, th ', 'FREQ=WEEKLY;BYDAY=TU,TH;WKST=MO'],
    ['FREQ=WEEKLY;BYDAY=TU,TU;WKST=MO', 'FREQ=WEEKLY;BYDAY=TU;WKST=MO'],
    ['FREQ=MONTHLY;BYMONTHDAY=1;BYSETPOS=1', 'FREQ=MONTHLY;BYMONTHDAY=1'],
    ['FREQ=MONTHLY;BYDAY=SU,MO,TU,WE,TH,FR,SA;BYSETPOS=-1', 'FREQ=MONTHLY;BYMONTHDAY=-1'],
    ['FREQ=MONTHLY;BYMONTH=12;BYMONTHDAY=1', 'FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=1'],
    ['FREQ=YEARLY;BYDAY=1FR', 'FREQ=YEARLY;BYMONTH=1;BYDAY=1FR'],
    ['FREQ=YEARLY;BYMONTHDAY=1', 'FREQ=MONTHLY;BYMONTHDAY=1'],
    ['FREQ=DAILY;BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12', 'FREQ=DAILY'],
    ['FREQ=DAILY;RSCALE=GREGORIAN;SKIP=OMIT', 'FREQ=DAILY'],
    ['FREQ=DAILY;UNTIL=2026-12-24', 'FREQ=DAILY;UNTIL=20261224'],
    ['FREQ=DAILY;FREQ=WEEKLY', undefined],
    ['FREQ=DAILY;WHEN=NEVER', undefined],
    ['FREQ=DAILY;NONSENSE', undefined],
    ['FREQ=MONTHLY;BYDAY=TU;BYMONTHDAY=3,4,5', undefined],
  ])('%s is read as %s', (rule, read) => {
    const reading = readLines(...todo('DUE;VALUE=DATE:20261201', `RRULE:${rule}`));
    expect(rulesOf(reading)).toEqual([read]);
  });

  test.each([
    // Until an hour before the last one; until the last one; until the end of 31 March.
    ['America/New_York', '20270304T190000', '20270401T220000Z', '20270331'],
    ['America/New_York', '20270304T190000', '20270401T230000Z', '20270401'],
    ['/mozilla.org/20250101/America/New_York', '20270304T190000', '20270401T035959Z', '20270331'],
    ['"Eastern, by the office"', '20270304T190000', '20270401T035959Z', '20270331'],
  ])('a rule in %s from %s until %s ends on %s', (zone, start, until, last) => {
    const offset = (name: string, to: string) => [`BEGIN:${name}`, `TZOFFSETTO:${to}`, `END:${name}`];
    const zones = [
      'BEGIN:VTIMEZONE',
      'TZID:Eastern, by the office',
      ...offset('STANDARD', '-0500'),
      ...offset('DAYLIGHT', '-0400'),
      'END:VTIMEZONE',
    ];
    const event = [`DTSTART;TZID=${zone}:${start}`, `RRULE:FREQ=DAILY;UNTIL=${until}`];
    const reading = readLines(...zones, 'BEGIN:VEVENT', 'SUMMARY:A', ...event, 'END:VEVENT');
    expect(reading.items[0]!.beside.repeats).toMatchObject({ rule: `FREQ=DAILY;UNTIL=${last}` });
  });

  test('excluded and changed days in UTC are those of the series’ zone', () => {
    const series = [
      'DUE;TZID=America/New_York:20261201T190000',
      'RRULE:FREQ=DAILY',
      'EXDATE:20261202T000000Z',
    ];
    const done = ['RECURRENCE-ID:20261203T000000Z', 'COMPLETED:20261203T010000Z', 'STATUS:COMPLETED'];
    expect(tasksOf(readLines(...todo(...series), ...todo(...done)))).toMatchObject([
      {
        day: '2026-12-03',
        occurrences: { '2026-12-01': 'skipped', '2026-12-02': '2026-12-03T01:00:00.000Z' },
      },
    ]);
  });

  test('a series whose occurrences are all done is done', () => {
    const series = todo('DUE;VALUE=DATE:20261125', 'RRULE:FREQ=DAILY;COUNT=1');
    const done = todo(
      'RECURRENCE-ID;VALUE=DATE:20261125',
      'PERCENT-COMPLETE:100',
      'COMPLETED:20261125T080000Z',
    );
    const [task] = tasksOf(readLines(...series, ...done));
    expect(task).toMatchObject({ day: '2026-11-25', done: '2026-11-25T08:00:00.000Z' });
    expect(task).not.toHaveProperty('repeats');
  });

  test('an occurrence that was moved and done is done', () => {
    const series = todo('DUE;VALUE=DATE:20261201', 'RRULE:FREQ=DAILY');
    const done = todo(
      'RECURRENCE-ID;VALUE=DATE:20261201',
      'DUE;VALUE=DATE:20261205',
      'COMPLETED:20261201T080000Z',
    );
    const reading = readLines(...series, ...done);
    expect(tasksOf(reading)).toMatchObject([{ day: '2026-12-02' }]);
    expect(textsOf(reading)).toEqual([]);
  });

  test('a parent may name its children, in any order and in a circle', () => {
    const child = ['BEGIN:VTODO', 'UID:2', 'SUMMARY:Child', 'END:VTODO'];
    expect(tasksOf(readLines(...child, ...todo('RELATED-TO;RELTYPE=CHILD:2')))).toMatchObject([
      { name: 'A', words: '- [ ] Child' },
    ]);
    const circle = ['BEGIN:VTODO', 'UID:2', 'SUMMARY:B', 'RELATED-TO;RELTYPE=CHILD:1', 'END:VTODO'];
    expect(tasksOf(readLines(...circle, ...todo('RELATED-TO;RELTYPE=CHILD:2')))).toHaveLength(1);
    expect(tasksOf(readLines(...circle, ...todo('RELATED-TO;RELTYPE=SIBLING:2')))).toMatchObject([
      { name: 'B', words: '- [ ] A' },
    ]);
  });

  test('without a summary the first line of the description is the name', () => {
    const reading = readLines('BEGIN:VTODO', 'DESCRIPTION:Call Ida\\nAbout the keys\\nToday', 'END:VTODO');
    expect(tasksOf(reading)).toMatchObject([{ name: 'Call Ida', words: 'About the keys\nToday' }]);
  });
});

describe('A table of a spreadsheet', () => {
  test('is our own, saved in another language', () => {
    const reading = read('f12-own-csv-from-excel-de.csv');
    expect(reading.source).toBe('Daywall');
    expect(tasksOf(reading)).toMatchObject([
      { name: 'Brot', list: 'personal', day: '2026-12-24' },
      { name: 'Müll', list: 'work', day: '2026-12-29', repeats: { at: '2026-12-29' } },
    ]);
    expect(textsOf(reading)).toEqual([]);
  });

  const own = (...rows: string[]) =>
    readFile(['Name;Description;List;Due;Done;Repeats', ...rows].join('\n'), options);
  test.each([
    ['24.12.2026', '2026-12-24'],
    ['24. 12. 2026', '2026-12-24'],
    ['24.12.26', '2026-12-24'],
    ['24.12.2026.', '2026-12-24'],
    ['24.12.2026 00:00', '2026-12-24'],
    ['2026. 12. 24.', '2026-12-24'],
    ['2026.12.24', '2026-12-24'],
    ['2026/12/24', '2026-12-24'],
    ['2026年12月24日', '2026-12-24'],
    ['24-12-2026', '2026-12-24'],
    ['24/12/2026', '2026-12-24'],
    ['12/24/2026', '2026-12-24'],
    ['05/05/2026', '2026-05-05'],
    ['24 Dec 2026', '2026-12-24'],
    // These can mean two days.
    ['3/4/2026', ''],
    ['24/12/26', ''],
  ])('has the day %s as %s', (due, day) => {
    const reading = own(`A;;personal;${due};;`);
    expect(tasksOf(reading)[0]).toMatchObject({ day, words: day === '' ? `Date: ${due}` : '' });
    expect(textsOf(reading)).toHaveLength(day === '' ? 1 : 0);
  });

  test('has all days in the order that one of them proves', () => {
    const reading = own('A;;personal;3/4/2026;;', 'B;;personal;3/31/2026;;', 'C;;personal;;5/4/2026;');
    expect(tasksOf(reading)).toMatchObject([
      { day: '2026-03-04' },
      { day: '2026-03-31' },
      { day: '', done: new Date('2026-05-04T12:00:00').toISOString() },
    ]);
  });

  test('may have empty columns, other lists, and ticks that say nothing', () => {
    const reading = own('A;;Garden;;yes;;;');
    expect(tasksOf(reading)).toEqual([{ name: 'A #Garden', words: '', list: 'personal', day: '' }]);
    expect(textsOf(reading)).toEqual(['“yes” is not a day: the task is added as open.']);
  });
});

describe('Obsidian', () => {
  test('has other signs for the same', () => {
    expect(tasksOf(read('f08-obsidian-other-signs.md')).map(({ name, day }) => [name, day])).toEqual([
      ['Sweep', '2026-12-12'],
      ['Mop', '2026-12-13'],
      ['Dust', '2026-12-14'],
    ]);
  });

  test('has examples in code, which are no tasks', () => {
    const reading = read('f09-markdown-code-fence.md');
    expect(tasksOf(reading).map(({ name }) => name)).toEqual(['Real one #Ideas']);
    expect(textsOf(reading)).toEqual([
      '6 lines are left out, this one first: they are neither tasks nor subtasks.',
    ]);
  });

  const task = { due: null, scheduled: null, start: null, created: null, done: null, cancelled: null };
  const none = { ...task, time: '', repeat: '', priority: '', id: '', dependsOn: '', onCompletion: '' };
  test.each<[string, object | null]>([
    ['Milk', null],
    ['Milk #home', null],
    ['Milk 📅 soon', null],
    ['Milk \\📅 2026-12-08', null],
    ['Milk 📅 2026-02-31', null],
    ['Milk [due:: tomorrow]', null],
    ['Milk [due:: 2026-12-08]', { title: 'Milk', due: '2026-12-08' }],
    ['Milk (due:: 2026-12-08) #home', { title: 'Milk #home', due: '2026-12-08' }],
    [
      'Milk [repeat:: every week] [scheduled:: 2026-12-08]',
      { title: 'Milk', scheduled: '2026-12-08', repeat: 'every week' },
    ],
    [
      'Milk [completion:: 2026-12-08]  [priority:: high]',
      { title: 'Milk', done: '2026-12-08', priority: 'high' },
    ],
    ['Milk 📅2026-12-08', { title: 'Milk', due: '2026-12-08' }],
    ['Milk 🗓️ 2026-12-08', { title: 'Milk', due: '2026-12-08' }],
    ['Milk 📅 2026-12-08 ^block-1', { title: 'Milk', due: '2026-12-08' }],
    ['Milk 📅 2026-12-08 at the shop', { title: 'Milk at the shop', due: '2026-12-08' }],
    [
      'Milk ⏫ 🔁 every week when done 🛫 2026-12-01 📅 2026-12-08 #a #b',
      {
        title: 'Milk #a #b',
        priority: 'high',
        repeat: 'every! week',
        start: '2026-12-01',
        due: '2026-12-08',
      },
    ],
    [
      'Milk #a 🔁 every month on the last #b ➕ 2026-12-01',
      { title: 'Milk #a #b', repeat: 'every month on the last day', created: '2026-12-01' },
    ],
    [
      'Milk 🆔 abc123 ⛔ def456,ghi789 🏁 delete',
      { title: 'Milk', id: 'abc123', dependsOn: 'def456,ghi789', onCompletion: 'delete' },
    ],
    ['Milk 🔺', { title: 'Milk', priority: 'highest' }],
    ['Milk ❌ 2026-12-08 🔽', { title: 'Milk', cancelled: '2026-12-08', priority: 'low' }],
  ])('%s', (line, read) => {
    expect(obsidianTask(line)).toEqual(read && { ...none, ...read });
  });

  test.each([
    'A 📆 2026-12-08',
    'A ⏫',
    'A (due:: 2026-12-08)',
    'A [due:: 2026-12-08]',
    'A ^b',
    'A 🆔 b',
    'A ❌ 2026-12-08',
  ])('has the title %s of ours as it is', taskName => {
    const tasks = { '-a': taskRecord(1, { taskName, taskDescription: '' }) };
    const reading = readFile(markdownOf({ ...emptyContent, tasks }), options);
    expect(tasksOf(reading)).toMatchObject([{ name: taskName, words: '' }]);
  });
});

describe('An encoding', () => {
  test.each([
    ['f06-outlook-windows-1250.csv', 'windows-1250', 'Zażółć łąkę'],
    ['f06-outlook-windows-1251.csv', 'windows-1251', 'Купить молоко'],
  ])('of %s is %s', (file, encoding, name) => {
    const reading = read(file);
    expect(reading.encoding?.chosen).toBe(encoding);
    expect(reading.encoding?.offered).toContain('windows-1252');
    expect(tasksOf(reading)).toMatchObject([{ name }]);
  });

  test.each([
    [
      'windows-1250',
      'Kupić mąkę, jajka i żółty ser na śniadanie',
      'S3VwaeYgbblr6iwgamFqa2EgaSC/87N0eSBzZXIgbmEgnG5pYWRhbmll',
    ],
    ['windows-1250', 'Příliš žluťoučký kůň', 'UPjtbGmaIJ5sdZ1vdehr/SBr+fI='],
    ['windows-1251', 'Купить молоко', 'yvPv6PL8IOzu6+7q7g=='],
    ['windows-1251', 'Купити хліб і їжу', 'yvPv6PLoIPXrs+EgsyC/5vM='],
    ['windows-1251', 'Хлеб', '1evl4Q=='],
    ['koi8-r', 'Купить хлеб и молоко', '69XQydTYIMjMxcIgySDNz8zPy88='],
    ['windows-1252', 'Grüße an die Nachbarn', 'R3L832UgYW4gZGllIE5hY2hiYXJu'],
    ['windows-1252', 'Comprar pão e maçãs', 'Q29tcHJhciBw428gZSBtYefjcw=='],
    ['windows-1253', 'Να πάρω ψωμί', 'zeEg8Nzx+SD4+ezf'],
    ['windows-1254', 'Süt al, ekmek, yarın görüşürüz', 'U/x0IGFsLCBla21laywgeWFy/W4gZ/Zy/P78cvx6'],
    ['windows-1255', 'קנה לחם', '9/DkIOzn7Q=='],
    ['windows-1256', 'اشتر الخبز', 'x9TK0SDH4c7I0g=='],
    ['shift_jis', '牛乳を買う', 'i42T+4LwlIOCpA=='],
    ['shift_jis', 'ゴミを出す', 'g1ODfoLwj2+Ctw=='],
    ['gb18030', '买牛奶', 'wvLFo8TM'],
    ['gb18030', '给妈妈打电话', 'uPjC6MLotPK157uw'],
    ['big5', '買牛奶', 'tlKk+6Wk'],
    ['macintosh', 'Grüße an die Nachbarn', 'R3Kfp2UgYW4gZGllIE5hY2hiYXJu'],
    ['windows-1254', 'Çöpü çıkar', 'x/Zw/CDn/Wthcg==', 'tr'],
    ['windows-1257', 'Nusipirkti duonos, šaukštų', 'TnVzaXBpcmt0aSBkdW9ub3MsIPBhdWvwdPg=', 'lt'],
    ['euc-kr', '엄마에게 전화하기', 'vva4tr+hsNQgwPzIrcfPseI=', 'ko'],
    ['windows-1250', 'Koupit mléko a šunku', 'S291cGl0IG1s6WtvIGEgmnVua3U=', 'cs'],
  ])('%s is found by the words: %s', (encoding, words, base64, language = 'en-GB') => {
    const head = Buffer.from('"Subject","Due Date"\r\n"');
    const bytes = new Uint8Array(
      Buffer.concat([head, Buffer.from(base64, 'base64'), Buffer.from('","2026-12-13"\r\n')]),
    );
    const read = decoded(bytes, language);
    expect([read.encoding?.chosen, read.text.includes(words)]).toEqual([encoding, true]);
  });
});
