import fc from 'fast-check';
import { type RRule, rrulestr } from 'rrule';
import { RRuleTemporal } from 'rrule-temporal';
import { times } from '../support/long';
import { rowsOf } from '../support/rows';
import { dayPlus, type Day } from '../../src/lib/days/days';
import { choiceOfRule, ruleOfChoice, type Choice, type DayOfMonth } from '../../src/repeats/choice';
import { nextDay } from '../../shared/repeats/nextDay';
import { ruleInWords } from '../../src/repeats/ruleInWords';
import { plainRule, ruleOfText, WEEKDAYS, type Rule, textOfRule } from '../../shared/repeats/rule';

const day = fc
  .integer({ min: 0, max: 47_481 })
  .map(number => new Date(number * 86_400_000).toISOString().slice(0, 10)); // 1970 to 2099
const weekday = fc.integer({ min: 0, max: 6 });
const weekdays = (nth: fc.Arbitrary<number>) =>
  fc.uniqueArray(fc.record({ weekday, nth }), { maxLength: 4, selector: ({ weekday: one }) => one });
const date = fc.oneof(fc.integer({ min: 1, max: 31 }), fc.integer({ min: -31, max: -1 }));
const dates = fc.uniqueArray(date, { maxLength: 4 });
const common = {
  interval: fc.integer({ min: 1, max: 14 }),
  weekStart: weekday,
  until: fc.option(day, { nil: null, freq: 4 }),
};
const rule: fc.Arbitrary<Rule> = fc
  .oneof(
    fc.record({ ...common, freq: fc.constant('DAILY'), weekdays: weekdays(fc.constant(0)) }),
    fc.record({ ...common, freq: fc.constant('WEEKLY'), weekdays: weekdays(fc.constant(0)) }),
    fc.record({
      ...common,
      freq: fc.constantFrom('MONTHLY', 'YEARLY'),
      weekdays: weekdays(fc.oneof(fc.constant(0), fc.constantFrom(1, 2, 3, 4, 5, -1, -2, -5))),
      dates,
      positions: fc.uniqueArray(fc.constantFrom(1, 2, -1, -2), { maxLength: 2 }),
      months: fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 3 }),
    }),
  )
  .map(given => {
    const rule = { ...plainRule('DAILY'), ...given } as Rule;
    const isByDays = rule.dates.length + rule.weekdays.length > 0;
    return {
      ...rule,
      months: rule.freq === 'YEARLY' ? rule.months : [],
      positions: isByDays ? rule.positions : [],
      // A month has few days that a rule names both by weekday and by date, and the parser reads mixed kinds of
      // weekdays differently.
      weekdays: rule.weekdays.some(({ nth }) => nth) ? rule.weekdays.filter(({ nth }) => nth) : rule.weekdays,
    };
  });

/** The first days of a rule according to our code. */
function ours(text: string, first: Day, howMany: number): Day[] {
  const days: Day[] = [];
  for (let after: Day | null = null; days.length < howMany;) {
    const next: Day | null = nextDay(ruleOfText(text)!, first, after);
    if (next === null) break;
    days.push((after = next));
  }
  return days;
}

describe('a rule as text', () => {
  test('is read as it was written', () => {
    fc.assert(
      fc.property(rule, rule => {
        const expected = rule.freq === 'WEEKLY' ? rule : { ...rule, weekStart: 1 };
        expect(ruleOfText(textOfRule(rule))).toEqual(expected);
      }),
    );
  });

  test.each([
    '',
    'FREQ=HOURLY',
    'FREQ=DAILY;INTERVAL=1.5',
    'FREQ=DAILY;FREQ=DAILY',
    'FREQ=DAILY;BYHOUR=9',
    'FREQ=WEEKLY;BYDAY=1MO',
    'FREQ=WEEKLY;BYDAY=XX',
    'FREQ=WEEKLY;BYMONTHDAY=3',
    'FREQ=MONTHLY;BYMONTHDAY=0',
    'FREQ=MONTHLY;BYMONTHDAY=32',
    'FREQ=MONTHLY;BYSETPOS=1',
    'FREQ=MONTHLY;BYMONTHDAY=1;BYSETPOS=0',
    'FREQ=MONTHLY;BYMONTH=2',
    'FREQ=YEARLY;BYMONTH=-1;BYMONTHDAY=1',
    'FREQ=DAILY;UNTIL=20260230',
    'FREQ=DAILY;COUNT=0',
    'FREQ=DAILY;',
  ])('%j is none', text => expect(ruleOfText(text)).toBeNull());

  test('has each number and weekday once', () => {
    const twice = ruleOfText('FREQ=YEARLY;BYMONTH=2,2,3;BYMONTHDAY=30,30;BYDAY=MO,MO;BYSETPOS=1,1');
    const { months, dates, weekdays, positions } = twice!;
    expect([months, dates, weekdays.length, positions]).toEqual([[2, 3], [30], 1, [1]]);
  });

  test('is read as calendars write it', () => {
    expect(ruleOfText('RRULE:FREQ=WEEKLY;BYDAY=mo;UNTIL=20261231T235959Z')).toMatchObject({
      freq: 'WEEKLY',
      until: '2026-12-31',
    });
  });
});

describe('the days of a rule', () => {
  test('are those of rrule, for rules and starts of 130 years', () => {
    let compared = 0;
    fc.assert(
      fc.property(rule, day, (rule, first) => {
        // If a single day matches, rrule takes the first day for the second to last (rrule-temporal is compared
        // below), and returns a day twice that is both first and last.
        const positions = rule.positions.filter(position => position !== -2);
        const text = textOfRule({ ...rule, positions, until: rule.until ?? dayPlus(first, 3000) });
        const theirs: Day[] = [];
        const all = rrulestr(`DTSTART:${first.replaceAll('-', '')}T000000Z\nRRULE:${text}`) as RRule;
        all.all(found => {
          const next = found.toISOString().slice(0, 10);
          if (theirs.at(-1) !== next) theirs.push(next);
          return theirs.length < 12;
        });
        expect({ text, first, days: ours(text, first, 12) }).toEqual({ text, first, days: theirs });
        compared += theirs.length;
      }),
      { numRuns: times(40, 5000) },
    );
    expect(compared).toBeGreaterThan(150);
  });

  test('are those of rrule-temporal, in eight zones', () => {
    const zone = fc.constantFrom(
      'UTC',
      'Europe/Berlin',
      'America/New_York',
      'America/Los_Angeles',
      'Asia/Tokyo',
      'Australia/Lord_Howe',
      'America/Santiago',
      'Pacific/Apia',
    );
    fc.assert(
      fc.property(rule, day, zone, (rule, first, tzid) => {
        const text = textOfRule({ ...rule, until: null });
        const rruleString = `DTSTART;TZID=${tzid}:${first.replaceAll('-', '')}T120000\nRRULE:${text}`;
        const theirs: Day[] = [];
        const mine = ours(text, first, 6).filter(found => found < '2200');
        if (mine.length === 0) return; // rrule-temporal would search for a long time
        new RRuleTemporal({ rruleString }).all((found, at) => {
          theirs.push(found.toPlainDate().toString());
          return at < mine.length - 1;
        });
        expect({ text, first, tzid, days: mine }).toEqual({
          text,
          first,
          tzid,
          days: theirs.slice(0, mine.length),
        });
      }),
      { numRuns: times(200, 5000) },
    );
  });

  test('go on from any day in between', () => {
    fc.assert(
      fc.property(
        rule,
        day,
        fc.integer({ min: 0, max: 8 }),
        fc.integer({ min: 0, max: 400 }),
        (rule, first, at, ahead) => {
          const days = ours(textOfRule(rule), first, 10);
          const after = days[at];
          if (!after) return;
          expect(nextDay(rule, first, after)).toBe(days[at + 1] ?? (at === 9 ? expect.anything() : null));
          const later = dayPlus(after, ahead);
          const expected = days.find(found => found > later);
          if (expected) expect(nextDay(rule, first, later)).toBe(expected);
        },
      ),
    );
  });

  test.each([
    ['FREQ=YEARLY;BYMONTH=6;BYMONTHDAY=31', '2026-01-01'],
    ['FREQ=YEARLY;INTERVAL=2;BYMONTH=2;BYMONTHDAY=29', '2027-01-01'],
    ['FREQ=DAILY;UNTIL=20260101', '2026-01-02'],
  ])('%s never comes', (text, first) => expect(nextDay(ruleOfText(text)!, first, null)).toBeNull());

  test('are found within a moment, however late', () => {
    const begun = process.cpuUsage();
    for (const weekday of WEEKDAYS)
      nextDay(ruleOfText(`FREQ=WEEKLY;BYDAY=${weekday}`)!, '1970-01-01', '2099-12-31');
    nextDay(ruleOfText('FREQ=DAILY')!, '1970-01-01', '2099-12-31');
    expect(process.cpuUsage(begun).user / 1000).toBeLessThan(500);
  });
});

describe('a choice', () => {
  const on: fc.Arbitrary<DayOfMonth> = fc.oneof(
    fc.integer({ min: 1, max: 31 }).map(date => ({ type: 'dates' as const, dates: [date] })),
    fc.constant({ type: 'last' as const }),
    fc.constant({ type: 'lastWorkday' as const }),
    fc.record({
      type: fc.constant('nth' as const),
      nths: fc.uniqueArray(fc.constantFrom(1, 2, 3, 4, -1), { minLength: 1, maxLength: 3 }),
      weekday,
    }),
  );
  const n = fc.integer({ min: 1, max: 12 });
  const choice: fc.Arbitrary<Choice> = fc.oneof(
    fc.record({ every: fc.constant('day' as const), n }),
    fc.constant({ every: 'workday' as const, n: 1 }),
    fc.record({
      every: fc.constant('week' as const),
      n,
      weekdays: fc.uniqueArray(weekday, { minLength: 1, maxLength: 4 }),
    }),
    fc.record({ every: fc.constant('month' as const), n, on }),
    fc.record({ every: fc.constant('year' as const), n, month: fc.integer({ min: 1, max: 12 }), on }),
    fc.record({
      every: fc.constant('after' as const),
      n,
      unit: fc.constantFrom('day' as const, 'week' as const, 'month' as const, 'year' as const),
    }),
  );

  test('is the same after it was a rule, in the same words', () => {
    fc.assert(
      fc.property(choice, day, weekday, (choice, from, weekStart) => {
        const chosen = ruleOfChoice(choice, from, weekStart);
        if (!chosen) return; // 31 June does not exist
        const stored = { ...chosen, rule: ruleOfText(textOfRule(chosen.rule))! };
        const again = choiceOfRule(stored);
        expect(again).not.toBeNull();
        expect(ruleInWords(stored)).not.toBe('by a rule from another app');
        const back = ruleOfChoice(again!, chosen.first, weekStart);
        expect(textOfRule(back!.rule)).toBe(textOfRule(chosen.rule));
        expect(back!.first).toBe(chosen.first);
      }),
      { numRuns: times(100, 500) },
    );
  });

  const numbers = fc.uniqueArray(fc.oneof(fc.integer({ min: 1, max: 31 }), fc.constantFrom(29, 30, 31)), {
    minLength: 1,
    maxLength: 4,
  });
  test('of days of the month has each in every month, or the last day of a short one', () => {
    fc.assert(
      fc.property(numbers, day, (numbered, from) => {
        const on = { type: 'dates' as const, dates: numbered };
        const chosen = ruleOfChoice({ every: 'month', n: 1, on }, from, 1)!;
        const expected: Day[] = [];
        for (let month = from.slice(0, 7); expected.length < 40;) {
          const next = dayPlus(`${month}-28`, 4).slice(0, 7);
          const last = Number(dayPlus(`${next}-01`, -1).slice(8));
          const dates = [...new Set(numbered.map(date => Math.min(date, last)))].sort((a, b) => a - b);
          expected.push(...dates.map(date => `${month}-${String(date).padStart(2, '0')}`));
          month = next;
        }
        const days = ours(textOfRule(chosen.rule), chosen.first, 20);
        expect(days).toEqual(expected.filter(day => day >= from).slice(0, 20));
        const sorted = [...numbered].sort((a, b) => a - b);
        const again = choiceOfRule({ ...chosen, rule: ruleOfText(textOfRule(chosen.rule))! });
        expect(again).toMatchObject({ on: sorted.join() === '31' ? { type: 'last' } : { dates: sorted } });
      }),
    );
  });

  test('begins with the first of its days, however many weeks or years apart they are', () => {
    fc.assert(
      fc.property(choice, day, weekday, (choice, from, weekStart) => {
        const [single, several] = [1, 2].map(
          n => ruleOfChoice({ ...choice, n: choice.every === 'workday' ? 1 : n }, from, weekStart)?.first,
        );
        expect(several).toBe(single);
      }),
    );
  });

  test.each(
    rowsOf(`
{"every":"week", "n":1, "weekdays":[]} | 2026-11-24 | FREQ=WEEKLY;BYDAY=TU;WKST=MO | 2026-11-24 | every Tuesday
{"every":"week", "n":2, "weekdays":[4, 1]} | 2026-11-24 | FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;WKST=MO | 2026-11-26 | every 2 weeks on Monday and Thursday
{"every":"workday", "n":1} | 2026-11-28 | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;WKST=MO | 2026-11-30 | every weekday
{"every":"month", "n":1} | 2026-01-31 | FREQ=MONTHLY;BYMONTHDAY=-1 | 2026-01-31 | every month on the last day
{"every":"month", "n":1} | 2026-01-30 | FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1 | 2026-01-30 | every month on the 30th
{"every":"month", "n":3, "on":{"type":"nth", "nths":[3], "weekday":5}} | 2026-11-24 | FREQ=MONTHLY;INTERVAL=3;BYDAY=3FR | 2026-12-18 | every 3 months on the 3rd Friday
{"every":"month", "n":1, "on":{"type":"lastWorkday"}} | 2026-11-24 | FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1 | 2026-11-30 | every month on the last weekday
{"every":"year", "n":1, "month":2, "on":{"type":"dates", "dates":[29]}} | 2026-11-24 | FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1 | 2027-02-28 | every year on the last day of February
{"every":"year", "n":1} | 2026-11-24 | FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=24 | 2026-11-24 | every year on 24 November
{"every":"after", "n":3, "unit":"month"} | 2026-11-24 | FREQ=MONTHLY;INTERVAL=3 | 2026-11-24 | 3 months after it is done
{"every":"after", "n":1, "unit":"day", "end":{"times":5}} | 2026-11-24 | FREQ=DAILY;COUNT=5 | 2026-11-24 | 1 day after it is done, 5 times
{"every":"day", "n":1, "end":{"times":3}} | 2026-11-24 | FREQ=DAILY;UNTIL=20261126 | 2026-11-24 | every day, until 26 Nov 2026
{"every":"day", "n":1, "end":{"span":3, "unit":"week"}} | 2026-11-24 | FREQ=DAILY;UNTIL=20261214 | 2026-11-24 | every day, until 14 Dec 2026
{"every":"month", "n":1, "on":{"type":"dates", "dates":[1, 15]}} | 2026-11-24 | FREQ=MONTHLY;BYMONTHDAY=1,15 | 2026-12-01 | every month on the 1st and 15th
{"every":"month", "n":1, "on":{"type":"dates", "dates":[29, 31]}} | 2026-11-24 | FREQ=MONTHLY;BYMONTHDAY=29,-1 | 2026-11-29 | every month on the 29th and 31st
{"every":"month", "n":1, "on":{"type":"dates", "dates":[30, 15]}} | 2027-02-01 | FREQ=MONTHLY;BYMONTHDAY=15,28,29,30;BYSETPOS=1,-1 | 2027-02-15 | every month on the 15th and 30th
{"every":"month", "n":1, "on":{"type":"dates", "dates":[29, 30]}} | 2027-02-01 | FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=2,-1 | 2027-02-28 | every month on the 29th and 30th
`),
  )('%s from %s: %s', (choice, from, text, first, words) => {
    const chosen = ruleOfChoice(JSON.parse(choice!) as Choice, from!, 1)!;
    expect([textOfRule(chosen.rule), chosen.first, ruleInWords(chosen)]).toEqual([text, first, words]);
  });

  test('that never comes, or ends before it begins, is none', () => {
    expect(
      ruleOfChoice({ every: 'year', n: 1, month: 6, on: { type: 'dates', dates: [31] } }, '2026-01-01', 1),
    ).toBeNull();
    expect(ruleOfChoice({ every: 'day', n: 1, end: { until: '2026-01-01' } }, '2026-01-02', 1)).toBeNull();
  });
});
