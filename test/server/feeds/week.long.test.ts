/** A week of changes, as two programs see it that follow the calendar. */
import { dayPlus, storedOfDay, type Day } from '../../../shared/days';
import { nextDay } from '../../../shared/repeats/nextDay';
import type { Repeat } from '../../../shared/repeats/repeat';
import { ruleOfText } from '../../../shared/repeats/rule';
import { afterStep } from '../../../src/repeats/series';
import { ask } from '../../support/clients/http';
import {
  readByIcalJs,
  readByNodeIcal,
  versionsIn,
  type Reader,
  type Shown,
} from '../../support/server/calendarReaders';
import { openFeed, stored } from '../../support/server/feeds';
import { startHere, type ServerHere } from '../../support/server/serverHere';

const READERS: [string, Reader][] = [
  ['ical.js', readByIcalJs],
  ['node-ical', readByNodeIcal],
];
const DAY_MS = 86_400_000;
const TODAY = '2026-11-29';

let server: ServerHere;
beforeEach(async () => {
  server = await startHere();
  await server.advance(Date.parse(`${TODAY}T12:00:00Z`) - Date.now());
});
afterEach(() => server.stop());

let people = 0;
const open = () => openFeed(server.url, `p${(people += 1)}@example.com`);
const names = (shown: Shown[], name: string) =>
  shown.filter(each => each.name === name).map(({ day }) => day);

/** A follower: reads at the address, and holds that versions only grow, and grow with every change. */
function follow(address: string) {
  let [etag, known] = ['', new Map() as ReturnType<typeof versionsIn>];
  const ever = new Map<string, { sequence: number; changedAt: string }>();
  let text = '';
  return async () => {
    const { status, headers, body } = await ask(address, { headers: { 'if-none-match': etag } });
    if (status === 200) {
      const now = versionsIn(body);
      for (const [uid, event] of now) {
        const [last, before] = [ever.get(uid), known.get(uid)];
        if (last) {
          expect(event.sequence).toBeGreaterThanOrEqual(last.sequence);
          expect(event.changedAt >= last.changedAt).toBe(true);
        }
        if (before && before.text !== event.text) expect(event.sequence).toBeGreaterThan(before.sequence);
        ever.set(uid, event);
      }
      [etag, known, text] = [headers.etag!, now, body];
    }
    return { status, text };
  };
}

test('Both show each day of a week what the account holds', async () => {
  const ann = await open();
  const read = follow(await ann.make());
  const day = (number: number) => dayPlus(TODAY, number);
  const weekly: Repeat = { rule: 'FREQ=DAILY;INTERVAL=2', first: TODAY, at: TODAY };
  let series = { due: TODAY as Day | null, repeat: weekly as Repeat | null, occurrences: {}, doneAt: null };
  const step = (on: Day) => {
    const doneAt = `${on}T12:00:00.000Z`;
    const change = afterStep(series, { day: series.repeat!.at, on, doneAt }) as Partial<typeof series> & {
      notes: Record<string, string>;
    };
    const { notes, ...changed } = change;
    series = { ...series, ...changed, occurrences: { ...series.occurrences, ...notes } };
    return {
      'tasks/-r/taskDueDate': storedOfDay(series.due!),
      'ext/repeats/-r': series.repeat,
      'ext/occurrences/-r': series.occurrences,
    };
  };
  const expected = (name: string, days: Day[]) => days.map(each => ({ day: each, name }));
  const days: [changes: Record<string, unknown>, shown: Shown[]][] = [
    [
      {
        'tasks/-a': stored('Call; Bob, now\\', day(1), { taskDescription: 'Line one\nLine two' }),
        'tasks/-r': stored('Water', day(0)),
        'ext/repeats/-r': weekly,
      },
      [...expected('Call; Bob, now\\', [day(1)]), ...expected('Water', [0, 2, 4, 6, 8, 10].map(day))],
    ],
    [
      { 'tasks/-a/taskName': 'Call Bob', ...step(day(1)) },
      [...expected('Call Bob', [day(1)]), ...expected('Water', [2, 4, 6, 8, 10].map(day))],
    ],
    [
      { 'ext/done/-a': `${day(2)}T09:00:00.000Z` },
      [...expected('✓ Call Bob', [day(1)]), ...expected('Water', [2, 4, 6, 8, 10].map(day))],
    ],
    [
      { 'ext/done/-a': null, 'tasks/-a/taskDueDate': storedOfDay(day(9)) },
      // The open occurrence is overdue: the next ones are from today on.
      [...expected('Call Bob', [day(9)]), ...expected('Water', [2, 4, 6, 8, 10].map(day))],
    ],
    [{ 'tasks/-a': null, 'ext/done/-a': null, ...step(day(4)) }, expected('Water', [6, 8, 10].map(day))],
    [{ 'ext/repeats/-r/rule': 'FREQ=DAILY;INTERVAL=4' }, expected('Water', [6, 8].map(day))],
    [{ 'tasks/-r/taskDueDate': storedOfDay(day(7)) }, expected('Water', [7, 8].map(day))],
  ];
  for (const [changes, shown] of days) {
    await ann.write(changes);
    const { status, text } = await read();
    expect(status).toBe(200);
    const inOrder = [...shown].sort((a, b) => (a.day + a.name < b.day + b.name ? -1 : 1));
    for (const [reader, readDays] of READERS)
      expect([reader, readDays(text, day(0), day(11))]).toEqual([reader, inOrder]);
    expect((await read()).status).toBe(304);
    if (changes['ext/done/-a']) await server.restart();
    await server.advance(DAY_MS);
    await ann.renew();
  }
});

const RULES = [
  'FREQ=DAILY',
  'FREQ=DAILY;INTERVAL=3',
  'FREQ=WEEKLY;BYDAY=MO,TH;WKST=MO',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=MO',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=SU',
  'FREQ=WEEKLY;INTERVAL=3;WKST=SA',
  'FREQ=MONTHLY',
  'FREQ=MONTHLY;INTERVAL=5;BYMONTHDAY=15',
  'FREQ=MONTHLY;BYMONTHDAY=-1',
  'FREQ=MONTHLY;BYDAY=2FR,4FR',
  'FREQ=MONTHLY;BYDAY=-1MO',
  'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
  'FREQ=YEARLY',
  'FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24',
  'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29',
  'FREQ=YEARLY;INTERVAL=2;BYMONTH=3,11;BYDAY=1SU',
  'FREQ=WEEKLY;BYDAY=TU;WKST=MO;UNTIL=20270301',
  'FREQ=DAILY;INTERVAL=10;COUNT=5',
  'FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1',
  'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
];

test.each(['2026-11-30', '2027-01-31', '2028-02-29'])(
  'Both compute every rule from %s as the app',
  async from => {
    const ann = await open();
    const series = RULES.flatMap((rule, at) => {
      const first = nextDay({ ...ruleOfText(rule)!, count: 0 }, from, null);
      return first === null ? [] : [{ key: `-r${at}`, rule, first }];
    });
    for (const { key, rule, first } of series)
      await ann.write({
        [`tasks/${key}`]: stored(rule, first),
        [`ext/repeats/${key}`]: { rule, first, at: first },
      });
    const text = await (await fetch(await ann.make())).text();
    const to = dayPlus(from, 900);
    const shown = READERS.map(([reader, read]) => [reader, read(text, from, to)] as const);
    for (const { rule, first } of series) {
      const days: Day[] = [];
      const { count, ...plain } = ruleOfText(rule)!;
      for (
        let day: Day | null = first;
        day !== null && day <= to;
        day = nextDay({ ...plain, count: 0 }, first, day)
      ) {
        if (count > 0 && days.length === count) break;
        if (rule.includes('BYSETPOS') && days.length === 13) break;
        days.push(day);
      }
      for (const [reader, all] of shown)
        expect([reader, rule, names(all, rule)]).toEqual([reader, rule, days]);
    }
  },
);

test('What is counted from the tick is shown as days of its own', async () => {
  const ann = await open();
  await ann.write({
    'tasks/-a': stored('Haircut', TODAY),
    'ext/repeats/-a': { rule: 'FREQ=MONTHLY;COUNT=3', first: TODAY, at: TODAY, after: true },
    'tasks/-b': stored('Filter', TODAY),
    'ext/repeats/-b': { rule: 'FREQ=DAILY;INTERVAL=9', first: TODAY, at: TODAY, after: true },
  });
  const text = await (await fetch(await ann.make())).text();
  for (const [, read] of READERS) {
    const shown = read(text, TODAY, dayPlus(TODAY, 400));
    expect(names(shown, 'Haircut')).toHaveLength(3);
    expect(names(shown, 'Filter')).toEqual(Array.from({ length: 13 }, (_, at) => dayPlus(TODAY, at * 9)));
  }
});

test('An occurrence that is done already is left out of its rule', async () => {
  const ann = await open();
  await ann.write({
    'tasks/-a': stored('Water', TODAY),
    'ext/repeats/-a': { rule: 'FREQ=DAILY', first: TODAY, at: TODAY },
    'ext/occurrences/-a': { [dayPlus(TODAY, 1)]: 'skipped', [dayPlus(TODAY, 4)]: `${TODAY}T08:00:00.000Z` },
  });
  const text = await (await fetch(await ann.make())).text();
  for (const [, read] of READERS)
    expect(names(read(text, TODAY, dayPlus(TODAY, 6)), 'Water')).toEqual(
      [0, 2, 3, 5, 6].map(at => dayPlus(TODAY, at)),
    );
});
