/** @jest-environment ./test/support/jest/zone-env.cjs */
import fc from 'fast-check';
import { rootReducer } from '../../src/app/store/rootReducer';
import {
  dateWithYear,
  dayInFull,
  dayInSentence,
  dayInWords,
  dayPlus,
  monthInWords,
  dayOf,
  dayOfStored,
  storedOfDay,
  untilMidnight,
  weekdayOf,
} from '../../src/lib/days/days';
import type { Json } from '../../src/services/database';
import { bodyOf } from '../../src/tasks/task';
import { selectTask, VIEWS, type View } from '../../src/tasks/tasksSelectors';
import { tasksLoaded } from '../../src/tasks/tasksSlice';
import { dayChanged, selectToday } from '../../src/ui/uiSlice';
import { fakeServices } from '../support/devices/fakeServices';
import { taskFields, taskRecord } from '../support/app/operations';
import { startApp } from '../support/devices/startApp';
import { selectTasksIn } from '../support/app/selectTasksIn';

declare function setTimeZone(zone: string): void;

/**
 * Both sides of the date line, half-hour offsets, clocks that change at midnight, and a day that never existed
 * (Apia).
 */
const ZONES = [
  'UTC',
  'America/Sao_Paulo',
  'Asia/Beirut',
  'Africa/Cairo',
  'Pacific/Apia',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Australia/Eucla',
  'Europe/Berlin',
];
const after = (...actions: Parameters<typeof rootReducer>[1][]) => actions.reduce(rootReducer, undefined)!;
const DAY_MS = 86_400_000;
const days = fc
  .integer({ min: Date.UTC(1971, 0, 1) / DAY_MS, max: Date.UTC(2099, 11, 31) / DAY_MS })
  .map(day => new Date(day * DAY_MS).toISOString().slice(0, 10));

afterEach(() => void jest.useRealTimers());

test('A task without a day is stored with an empty date, and read back without one', () => {
  const body = bodyOf(taskFields({ taskDueDay: null }), 1);
  expect(body.taskDueDate).toBe('');
  expect(selectTask(after(tasksLoaded({ k1: { ...body } })), 1)?.taskDueDay).toBeNull();
});

describe.each(ZONES)('In %s', zone => {
  beforeEach(() => setTimeZone(zone));

  test('this process really is there', () => {
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
  });

  test('a chosen day reads back as the same day, and stands in the one right view', () => {
    fc.assert(
      fc.property(days, days, (dueDay, today) => {
        const body = bodyOf(taskFields({ taskDueDay: dueDay }), 1);
        expect(body.taskDueDate).toBe(`${dueDay}T00:00:00.000Z`);
        const state = after(dayChanged(today), tasksLoaded({ k1: { ...body } }));
        expect(selectTask(state, 1)?.taskDueDay).toBe(dueDay);
        const views = VIEWS.filter(view => selectTasksIn[view](state).length > 0);
        const right: View = dueDay === today ? 'today' : dueDay > today ? 'upcoming' : 'previous';
        expect(views).toEqual([right, 'personal']);
      }),
      {
        numRuns: 25,
        examples: [
          ['2011-12-30', '2011-12-31'],
          ['2018-11-04', '2018-11-04'],
        ],
      },
    );
  });

  test('every instant that is not UTC midnight is the local day it falls on', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date(0), max: new Date('2099-12-31'), noInvalidDate: true }),
        instant => {
          const local = [instant.getFullYear(), instant.getMonth() + 1, instant.getDate()]
            .map(part => String(part).padStart(2, '0'))
            .join('-');
          const iso = instant.toISOString();
          const stored = iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : local;
          expect([dayOf(instant.getTime()), dayOfStored(iso)]).toEqual([local, stored]);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('the next midnight is the first instant of another day, at most 25 hours away', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1990-01-01'), max: new Date('2040-12-31'), noInvalidDate: true }),
        instant => {
          const now = instant.getTime();
          const left = untilMidnight(now);
          const day = dayOf(now);
          expect({
            isAhead: left > 0 && left <= 25.5 * 3_600_000,
            isNext: dayOf(now + left) !== day,
            before: dayOf(now + left - 1),
          }).toEqual({ isAhead: true, isNext: true, before: day });
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('Where the clock changes at midnight', () => {
  test.each([
    ['America/Sao_Paulo', '2018-11-04T02:00:00.000Z', '2018-11-03', '2018-11-04', '2018-11-05'],
    ['Asia/Beirut', '2026-03-28T20:00:00.000Z', '2026-03-28', '2026-03-29', '2026-03-30'],
    ['Africa/Cairo', '2026-04-23T20:00:00.000Z', '2026-04-23', '2026-04-24', '2026-04-25'],
    ['Pacific/Apia', '2011-12-30T08:00:00.000Z', '2011-12-29', '2011-12-31', '2012-01-01'],
    ['Australia/Lord_Howe', '2026-04-04T12:00:00.000Z', '2026-04-04', '2026-04-05', '2026-04-06'],
    ['America/St_Johns', '2011-03-13T02:00:00.000Z', '2011-03-12', '2011-03-13', '2011-03-14'],
  ])('in %s today moves on day by day', async (zone, start, first, second, third) => {
    setTimeZone(zone);
    jest.useFakeTimers({ now: Date.parse(start) });
    const { getState, subscribe } = startApp(fakeServices());
    const seen = [selectToday(getState())];
    subscribe(() => seen.at(-1) !== selectToday(getState()) && seen.push(selectToday(getState())));
    await jest.advanceTimersByTimeAsync(36 * 3_600_000);
    expect(seen.slice(0, 3)).toEqual([first, second, third]);
  });
});

test('A traveller’s today follows the zone, within the hour or when the page wakes', async () => {
  setTimeZone('Europe/Berlin');
  jest.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00.000Z') });
  const services = fakeServices();
  const { getState } = startApp(services);
  expect(selectToday(getState())).toBe('2026-03-10');
  setTimeZone('Pacific/Kiritimati');
  services.clock.wake();
  await jest.advanceTimersByTimeAsync(0);
  expect(selectToday(getState())).toBe('2026-03-11');
  setTimeZone('Europe/Berlin');
  await jest.advanceTimersByTimeAsync(3_600_000);
  expect(selectToday(getState())).toBe('2026-03-10');
});

describe('What a stored date means', () => {
  beforeEach(() => setTimeZone('Asia/Kathmandu')); // +05:45

  test.each([
    ['2026-03-10T00:00:00.000Z', '2026-03-10'],
    ['2026-03-10T00:00:00Z', '2026-03-10'],
    ['2026-03-10T05:45:00+05:45', '2026-03-10'],
    ['2026-03-09T18:14:59.999Z', '2026-03-09'],
    ['2026-03-09T18:15:00.000Z', '2026-03-10'],
    ['2026-03-10T12:00-0800', '2026-03-11'],
    ['2026-03-10', '2026-03-10'],
    ['2024-02-29', '2024-02-29'],
    ['0026-03-10T00:00:00.000Z', '0026-03-10'],
    ['0000-02-29T00:00:00.000Z', '0000-02-29'],
    ['9999-12-31T00:00:00.000Z', '9999-12-31'],
  ])('%s is %s', (stored, day) => {
    expect(dayOfStored(stored)).toBe(day);
    expect(dayOfStored(storedOfDay(day))).toBe(day);
  });

  test.each([
    '',
    '2026-02-30',
    '2026-02-30T00:00:00.000Z',
    '2026-02-30T10:00:00Z',
    '2026-13-01',
    '2026-3-1',
    'Tue Mar 10 2026',
    '2026-03-10T25:00:00Z',
    '+010000-01-01T00:00:00.000Z',
    '-000001-12-31T00:00:00.000Z',
    '9999-12-31T23:00:00Z', // in this zone it is the first day of the year 10000
    '1900-02-29',
    '0100-02-29T00:00:00.000Z',
    '99999-01-01',
    '2026-03-10T12:00:00',
    1773100800000,
    null,
    ['2026-03-10'],
  ])('%j is no date, and its task is listed all the same', stored => {
    expect(dayOfStored(stored)).toBeNull();
    const records = { k1: taskRecord(1, { taskDueDate: (stored ?? null) as Json }) };
    const state = after(dayChanged('2026-03-10'), tasksLoaded(records));
    const views = VIEWS.filter(view => selectTasksIn[view](state).length > 0);
    expect(views).toEqual(['personal', 'no-date']);
  });
});

test.each([
  ['2024-02-28', '2024-02-29', 'tomorrow'],
  ['2024-03-01', '2024-02-29', 'yesterday'],
  ['9999-12-31', '9999-01-01', 'Fri 1 Jan'],
  ['0026-03-10', '1926-03-10', 'Wed 10 Mar 1926'],
  ['', '2026-03-11', 'Wed 11 Mar 2026'],
])('On %s the day %s is said as “%s”', (today, day, words) => expect(dayInWords(day, today)).toBe(words));

test.each([
  ['2026-03-10', 'today'],
  ['2026-03-11', 'tomorrow'],
  ['2026-03-09', 'yesterday'],
  ['2026-03-17', 'Tue 17 Mar'],
  ['0026-03-10', 'Tue 10 Mar 0026'],
  ['0000-02-29', 'Tue 29 Feb 0000'],
  [null, 'no date'],
])('The day %s is said as “%s”', (day, words) => expect(dayInWords(day, '2026-03-10')).toBe(words));

test.each([
  ['2026-03-09', 'yesterday'],
  ['2026-03-11', 'tomorrow'],
  ['2026-03-12', 'Thursday'],
  ['2026-03-16', 'Monday'],
  ['2026-03-17', 'Tue 17 Mar'],
  ['2027-03-16', 'Tue 16 Mar 2027'],
])('In a sentence the day %s is “%s”', (day, words) => expect(dayInSentence(day, '2026-03-10')).toBe(words));

test.each([
  ['en-US', 'Tue, Mar 17, Thursday, Tuesday, March 10, March 10, 2026, Tuesday, January 2027'],
  ['en-GB', 'Tue 17 Mar, Thursday, Tuesday 10 March, 10 March 2026, Tuesday, January 2027'],
  ['C', 'Tue, Mar 17, Thursday, Tuesday, March 10, March 10, 2026, Tuesday, January 2027'],
  ['de', 'Di., 17. März, Donnerstag, Dienstag, 10. März, 10. März 2026, Dienstag, Januar 2027'],
  ['fr', 'mar. 17 mars, jeudi, mardi 10 mars, 10 mars 2026, mardi, janvier 2027'],
])('A browser in %s has dates in its language, in one form a place', (language, words) => {
  const today = '2026-03-10';
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  Object.defineProperty(globalThis, 'navigator', { value: { language }, configurable: true });
  const shown = [
    dayInWords('2026-03-17', today),
    dayInSentence('2026-03-12', today),
    dayInFull(today),
    dateWithYear(today),
    weekdayOf(today),
    monthInWords('2027-01', today),
  ].join(', ');
  if (before) Object.defineProperty(globalThis, 'navigator', before);
  else Reflect.deleteProperty(globalThis, 'navigator');
  expect(shown).toBe(words);
});

test('Days are counted over the ends of months; a month names its year if it differs', () => {
  expect([dayPlus('2024-02-28', 2), dayPlus('2027-01-01', -1)]).toEqual(['2024-03-01', '2026-12-31']);
  expect([monthInWords('2026-12', '2026-03-10'), monthInWords('2027-01', '2026-03-10')]).toEqual([
    'December',
    'January 2027',
  ]);
});
