import { dayPlus } from '../../src/lib/days/days';
import { nextWeekStart } from '../../src/lib/days/nextWeek';
import { firstDayOfLocale } from '../../src/lib/days/weekStart';

test.each([
  ['a Tuesday', '2026-03-10', 1, '2026-03-16'],
  ['a Monday', '2026-03-09', 1, '2026-03-16'],
  ['a Sunday', '2026-03-15', 1, '2026-03-16'],
  ['a Saturday, where weeks begin on Sunday', '2026-03-14', 0, '2026-03-15'],
  ['a Sunday, where weeks begin on Sunday', '2026-03-15', 0, '2026-03-22'],
  ['a Friday, where weeks begin on Saturday', '2026-03-13', 6, '2026-03-14'],
  ['the last days of a year', '2026-12-30', 1, '2027-01-04'],
])('Next week begins after %s on its first day', (_name, today, first, next) => {
  expect(nextWeekStart(today, first)).toBe(next);
});

test('The next week begins one to seven days from today, on the first day of the week', () => {
  for (let at = 0; at < 7; at++)
    for (let first = 0; first < 7; first++) {
      const today = dayPlus('2027-12-28', at);
      const next = nextWeekStart(today, first);
      expect(next > today && next <= dayPlus(today, 7)).toBe(true);
      expect(new Date(next).getUTCDay()).toBe(first);
    }
});

test('A locale says with which day its weeks begin', () => {
  expect(['de-DE', 'en-US', 'ar-EG', 'no such locale'].map(locale => firstDayOfLocale(locale))).toEqual([
    1, 0, 6, 1,
  ]);
});

test('Intl is asked once about a locale, however often its first day is', () => {
  const asked = jest.spyOn(Intl, 'Locale');
  firstDayOfLocale('pt-BR');
  const once = asked.mock.calls.length;
  for (let time = 0; time < 3; time++) firstDayOfLocale('pt-BR');
  expect(once).toBeGreaterThan(0);
  expect(asked).toHaveBeenCalledTimes(once);
  asked.mockRestore();
});
