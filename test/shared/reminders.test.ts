import { dayPlus } from '../../shared/days';
import { isZone, momentOf, reminderAt, reminderKey } from '../../shared/reminders';

/** Zones with the days on which their clock goes forward and back; where it never does, with any two. */
const zones: [zone: string, ...days: string[]][] = [
  ['Europe/Berlin', '2026-03-29', '2026-10-25'],
  ['America/New_York', '2026-03-08', '2026-11-01'],
  ['America/Santiago', '2026-09-06', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04', '2026-04-05'],
  ['Pacific/Chatham', '2026-09-27', '2026-04-05'],
  ['Africa/Casablanca', '2026-03-22', '2026-02-15'],
  ['Asia/Kathmandu', '2026-03-29', '2026-10-25'],
  ['Pacific/Apia', '2011-12-30', '2011-04-02'],
];
const MINUTE_MS = 60_000;
const times = Array.from({ length: 96 }, (_, at) =>
  [Math.floor(at / 4), (at % 4) * 15].map(part => String(part).padStart(2, '0')).join(':'),
);

/** Every minute around a day, with what a clock in the zone shows. */
function clockAround(day: string, zone: string) {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  const middle = Date.parse(`${day}T12:00Z`);
  return Array.from({ length: 6_000 }, (_, at) => middle + (at - 3_000) * MINUTE_MS).map(instant => ({
    instant,
    shown: format.format(instant),
  }));
}

test.each(zones)(
  'In %s a time is when a clock shows it first, or would have, from %s to %s',
  (zone, ...days) => {
    for (const change of days) {
      const clock = clockAround(change, zone);
      const missed: string[] = [];
      for (const day of [dayPlus(change, -1), change, dayPlus(change, 1)])
        for (const time of times) {
          const instant = momentOf(day, time, zone);
          // A walk over all minutes: the first that shows it, or else the first that shows a later one.
          const seen = clock.find(({ shown }) => shown === `${day} ${time}`);
          const expected = seen ?? clock.find(({ shown }) => shown > `${day} ${time}`);
          if (instant !== expected!.instant) missed.push(`${day} ${time}`);
        }
      expect(missed).toEqual([]);
    }
  },
);

const iso = (instant: number | null) => instant && new Date(instant).toISOString();
test.each([
  ['in the hour that does not exist', '2026-03-29', '02:30', 0, '2026-03-29T01:00:00.000Z'],
  ['in the hour that comes twice', '2026-10-25', '02:30', 0, '2026-10-25T00:30:00.000Z'],
  ['an hour before, over a change', '2026-03-29', '03:30', 60, '2026-03-29T00:30:00.000Z'],
  ['a day before, over a change', '2026-03-29', '14:30', 1_440, '2026-03-28T13:30:00.000Z'],
  ['a day and an hour before', '2026-03-29', '14:30', 1_500, '2026-03-28T12:30:00.000Z'],
  ['a week before', '2026-03-05', '00:00', 10_080, '2026-02-25T23:00:00.000Z'],
])('A reminder in Berlin %s', (_, dueDate, time, remind, expected) =>
  expect(iso(reminderAt({ dueDate, time, remind }, 'Europe/Berlin'))).toBe(expected),
);

test.each([
  ['without a day', { dueDate: null, time: '14:30', remind: 0 }],
  ['without a time', { dueDate: '2026-03-10', time: null, remind: 0 }],
  ['that is to remind of nothing', { dueDate: '2026-03-10', time: '14:30', remind: null }],
])('A task %s has no reminder', (_, task) => expect(reminderAt(task, 'UTC')).toBeNull());

test('Years of four digits have moments, whatever their clocks were', () => {
  expect(iso(momentOf('0001-01-01', '00:00', 'UTC'))).toBe('0001-01-01T00:00:00.000Z');
  expect(iso(momentOf('1890-01-01', '12:00', 'Europe/Amsterdam'))).toMatch(/^1890-01-01T11:/);
  expect(iso(momentOf('9999-12-31', '23:59', 'Pacific/Kiritimati'))).toBe('9999-12-31T09:59:00.000Z');
});

test('More zones than are kept ready have moments', () => {
  const all = Intl.supportedValuesOf('timeZone').slice(0, 100);
  for (const zone of [...all, ...all]) expect(momentOf('2026-06-01', '12:00', zone)).toBeGreaterThan(0);
  expect(isZone('Europe/Berlin')).toBe(true);
  expect(isZone('Europe/Nowhere')).toBe(false);
  expect(() => momentOf('2026-06-01', '12:00', 'Europe/Nowhere')).toThrow(RangeError);
});

test('A reminder has another name when day, time or minutes are others', () => {
  const reminder = { fireId: 'a', dueDate: '2026-03-10', time: '14:30', remind: 0 };
  const names = [
    reminder,
    { ...reminder, fireId: 'b' },
    { ...reminder, dueDate: '2026-03-11' },
    { ...reminder, time: '14:31' },
    { ...reminder, remind: 5 },
  ].map(reminderKey);
  expect(new Set(names).size).toBe(names.length);
  expect(reminderKey({ ...reminder })).toBe(names[0]);
});
