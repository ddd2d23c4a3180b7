/** @jest-environment ./test/support/jest/zone-env.cjs */
import fc from 'fast-check';
import { dayOf, dayPlus, type Day } from '../../src/lib/days/days';
import { firstDays } from '../../shared/repeats/nextDay';
import { ruleOfText } from '../../shared/repeats/rule';
import type { Repeat } from '../../src/repeats/repeat';
import { stepOf } from '../../src/tasks/taskSeries';
import { taskFields } from '../support/app/operations';
import { times } from '../support/long';

declare function setTimeZone(zone: string): void;

/**
 * Zones with half an hour of summer time, clocks that change at midnight, both sides of the date line, and a day that
 * never existed.
 */
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Los_Angeles',
  'America/Santiago',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'Pacific/Apia',
];
const HOUR_MS = 3_600_000;

/** The days of a rule, each ticked on its day at an hour of the local clock. */
function tickedDays(rule: string, first: Day, howMany: number, hour: number): Day[] {
  const base = { ...taskFields(), taskId: 1, fireId: 'a', doneAt: null };
  let repeat: Repeat = { rule, first, at: first };
  const days: Day[] = [];
  for (let n = 0; n < howMany; n++) {
    const { at } = repeat;
    days.push(at);
    const [year, month, date] = at.split('-').map(Number) as [number, number, number];
    const tick = new Date(year, month - 1, date, hour, 59);
    const on = dayOf(tick.getTime());
    const { to } = stepOf({ ...base, taskDueDay: at, repeat } as never, { doneAt: tick.toISOString(), on });
    if (to === null) break;
    if (to === undefined) throw new Error('The code of rules is not loaded');
    repeat = { ...repeat, at: to };
  }
  return days;
}

describe.each(ZONES)('In %s', zone => {
  beforeEach(() => setTimeZone(zone));

  test('a task of every day, ticked each day, skips and doubles no day of a year', () => {
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
    for (const hour of [3, 12, 22]) {
      const days = tickedDays('FREQ=DAILY', '2027-12-30', 430, hour); // across 29 February and both changes of the clock
      expect(days).toEqual(days.map((_, n) => dayPlus('2027-12-30', n)));
    }
  });

  test.each([
    ['FREQ=MONTHLY;BYMONTHDAY=-1', '2027-10-31', 30],
    ['FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1', '2027-10-30', 30],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1', '2024-02-29', 10],
    ['FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=31', '2026-12-31', 10],
    ['FREQ=WEEKLY;BYDAY=SU;WKST=MO', '2026-03-01', 60],
  ])('%s, ticked each time on its day, comes on the days of the rule', (rule, first, howMany) => {
    expect(tickedDays(rule, first, howMany, 0)).toEqual(firstDays(ruleOfText(rule)!, first, howMany));
  });

  test('a day of 130 years is followed by the next one, at any hour of the tick', () => {
    const instant = fc.integer({ min: 0, max: 1_139_500 }).map(hours => hours * HOUR_MS);
    fc.assert(
      fc.property(instant, milliseconds => {
        const on = dayOf(milliseconds);
        const [next] = tickedDays('FREQ=DAILY', on, 2, new Date(milliseconds).getHours()).slice(1);
        expect(next! > on).toBe(true);
        // 30 December 2011 did not exist in Apia, so its tick is made on the day after.
        expect([dayPlus(on, 1), dayPlus(on, 2)]).toContain(next);
        if (on !== '2011-12-29' || zone !== 'Pacific/Apia') expect(next).toBe(dayPlus(on, 1));
      }),
      { numRuns: times(100, 3000) },
    );
  });
});
