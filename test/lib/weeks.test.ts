/** @jest-environment ./test/support/jest/zone-env.cjs */
import fc from 'fast-check';
import { daysWithYear, dayPlus } from '../../src/lib/days/days';
import { daysOf, isCalendarDay, stepped } from '../../src/lib/days/weeks';
import { isOfWeekend } from '../../src/lib/days/weekStart';
import { inLanguage } from '../support/app/language';

declare function setTimeZone(zone: string): void;

const [SUNDAY, MONDAY, SATURDAY] = [0, 1, 6];
const weekday = (day: string) => new Date(`${day}T12:00:00Z`).getUTCDay();

test.each([
  ['2026-12-08', MONDAY, '2026-11-30', '2027-01-03', 35],
  ['2026-12-08', SUNDAY, '2026-11-29', '2027-01-02', 35],
  ['2026-12-08', SATURDAY, '2026-11-28', '2027-01-01', 35],
  ['2027-02-28', MONDAY, '2027-02-01', '2027-02-28', 28],
  ['2026-08-31', MONDAY, '2026-07-27', '2026-09-06', 42],
])(
  'The month of %s in weeks from weekday %s has the days from %s to %s: %s',
  (day, start, first, last, count) => {
    const days = daysOf('month', day, start);
    expect([days[0], days.at(-1), days.length]).toEqual([first, last, count]);
  },
);

test.each([
  [MONDAY, '2026-12-07'],
  [SUNDAY, '2026-12-06'],
  [SATURDAY, '2026-12-05'],
])('The week of a day that begins on weekday %s begins on %s', (start, first) => {
  expect(daysOf('week', '2026-12-08', start)).toEqual([0, 1, 2, 3, 4, 5, 6].map(by => dayPlus(first, by)));
});

test.each([
  ['2026-12-08', 'month', 1, '2027-01-08'],
  ['2027-01-31', 'month', 1, '2027-02-28'],
  ['2024-01-30', 'month', 1, '2024-02-29'],
  ['2026-03-31', 'month', -1, '2026-02-28'],
  ['2026-01-15', 'month', -1, '2025-12-15'],
  ['2026-12-28', 'week', 1, '2027-01-04'],
  ['2027-01-04', 'week', -1, '2026-12-28'],
] as const)('%s, one %s by %s, is %s', (day, span, by, expected) => {
  expect(stepped(day, span, by)).toBe(expected);
});

test.each([
  ['2026-12-08', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['0026-12-08', false],
  ['9999-12-31', false],
  ['today', false],
  ['2026-12-08T00:00:00Z', false],
])('The calendar has a page for %s: %s', (text, expected) => expect(isCalendarDay(text)).toBe(expected));

test.each(['America/Sao_Paulo', 'Africa/Cairo', 'Pacific/Apia'])(
  'In %s each day of a month is there once, over changes of clock too',
  zone => {
    setTimeZone(zone);
    const months = fc.record({
      year: fc.integer({ min: 1900, max: 9998 }),
      month: fc.integer({ min: 1, max: 12 }),
    });
    fc.assert(
      fc.property(months, fc.integer({ min: 0, max: 6 }), ({ year, month }, start) => {
        const inMonth = `${year}-${String(month).padStart(2, '0')}`;
        const days = daysOf('month', `${inMonth}-15`, start);
        const own = days.filter(day => day.startsWith(inMonth));
        expect(own).toHaveLength(new Date(Date.UTC(year, month, 0)).getUTCDate());
        expect(days.length % 7).toBe(0);
        expect(days.findIndex(day => own.includes(day))).toBeLessThan(7);
        expect(weekday(days[0]!)).toBe(start);
        expect(days).toEqual(days.map((_, at) => dayPlus(days[0]!, at)));
        expect(stepped(stepped(`${inMonth}-15`, 'month', 1), 'month', -1)).toBe(`${inMonth}-15`);
      }),
    );
    for (const day of ['2026-03-29', '2026-10-25', '2026-03-08', '2026-11-01', '2018-11-04', '2011-12-30'])
      expect(daysOf('month', day, MONDAY)).toContain(day);
  },
);

test('The weekend is that of the language’s country', () => {
  const weekend = (locale: string) => [0, 1, 2, 3, 4, 5, 6].filter(day => isOfWeekend(day, locale));
  expect([weekend('en-GB'), weekend('ar-EG'), weekend('xx_broken')]).toEqual([
    [0, 6],
    [5, 6],
    [0, 6],
  ]);
});

test('A week is named by its days, the month and the year once', () => {
  inLanguage('en-GB', () => {
    expect(daysWithYear('2026-12-07', '2026-12-13')).toMatch(/^7\s?–\s?13 December 2026$/);
    expect(daysWithYear('2026-12-28', '2027-01-03')).toMatch(/^28 December 2026\s–\s3 January 2027$/);
  });
});
