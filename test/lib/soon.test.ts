import { inAnHour, laterToday, thisEvening } from '../../src/lib/days/soon';
import { clockAt } from '../../src/lib/days/times';

const TODAY = '2026-12-31';

test.each([
  ['00:00', '01:00', '03:00', '18:00'],
  ['09:05', '10:05', '12:00', '18:00'],
  ['14:31', '15:35', '17:00', '18:00'],
  ['17:59', '19:00', '20:00', '18:00'],
  ['18:00', '19:00', '21:00', null],
  ['20:59', '22:00', '23:00', null],
  ['21:00', '22:00', null, null],
  ['22:55', '23:55', null, null],
])('At %s in an hour is %s, later today %s, this evening %s', (now, hour, later, evening) => {
  expect(inAnHour(TODAY, now)).toEqual({ day: TODAY, time: hour });
  expect(laterToday(TODAY, now)?.time ?? null).toBe(later);
  expect(thisEvening(TODAY, now)?.time ?? null).toBe(evening);
});

test.each([
  ['22:56', '00:00'],
  ['23:30', '00:30'],
])('At %s in an hour is %s tomorrow', (now, time) =>
  expect(inAnHour(TODAY, now)).toEqual({ day: '2027-01-01', time }),
);

test('The time of an instant is that of the clock on the wall', () =>
  expect(clockAt(new Date(2026, 2, 10, 9, 5, 59).getTime())).toBe('09:05'));
