import type { Choice } from '../../src/repeats/choice';
import type { Repeat } from '../../src/repeats/repeat';
import { requestedRepeat, wordsOfRequest } from '../../src/repeats/form/requestedRepeat';

const today = '2026-11-24';
const calendar = { today, weekStart: 1 };
const tuesdays: Choice = { every: 'week', n: 1, weekdays: [2] };
const rule = 'FREQ=WEEKLY;BYDAY=TU;WKST=MO';
const stored: Repeat = { rule, first: '2026-11-03', at: '2026-11-24' };

test.each<[string, Choice, string, { at: string; due: string }]>([
  ['begins on its day', tuesdays, '2026-11-24', { at: '2026-11-24', due: '2026-11-24' }],
  [
    'begins on its next day from a due day that is none',
    tuesdays,
    '2026-11-26',
    { at: '2026-12-01', due: '2026-12-01' },
  ],
  [
    'from the tick begins on the due day',
    { every: 'after', n: 3, unit: 'day' },
    '2026-11-26',
    { at: '2026-11-26', due: '2026-11-26' },
  ],
])('A new repeat %s', (_name, choice, due, { at, due: begins }) => {
  const requested = requestedRepeat(choice, { ...calendar, due })!;
  expect(requested.repeat).toMatchObject({ first: at, at });
  expect(requested.due).toBe(begins);
});

describe('Of a task whose open occurrence was moved', () => {
  const fortnightly: Repeat = {
    ...stored,
    rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;WKST=MO',
    first: '2026-11-10',
  };
  const moved = { ...calendar, due: '2026-11-26', stored: { repeat: fortnightly, due: '2026-11-26' } };
  const choice: Choice = { ...tuesdays, n: 2 };

  test.each<[string, Choice, string]>([
    ['nothing', choice, fortnightly.rule],
    ['its last day', { ...choice, end: { until: '2027-01-05' } }, `${fortnightly.rule};UNTIL=20270105`],
    // Three occurrences from the open one on: 24 November, 8 and 22 December.
    ['a count', { ...choice, end: { times: 3 } }, `${fortnightly.rule};UNTIL=20261222`],
  ])('%s is new at its end: its days stay', (_name, asked, text) => {
    expect(requestedRepeat(asked, moved)).toEqual({
      repeat: { ...fortnightly, rule: text },
      due: '2026-11-26',
      isSame: true,
    });
  });

  test('the rule is another one: it counts from the open occurrence', () => {
    const requested = requestedRepeat({ ...choice, weekdays: [2, 4] }, moved)!;
    expect(requested).toMatchObject({ repeat: { first: '2026-11-24', at: '2026-11-24' }, due: '2026-11-24' });
  });

  test('the rule and the due day are others: it counts from that day', () => {
    const requested = requestedRepeat({ ...choice, weekdays: [2, 4] }, { ...moved, due: '2026-12-02' })!;
    expect(requested).toMatchObject({ repeat: { first: '2026-12-03', at: '2026-12-03' }, due: '2026-12-03' });
  });

  test('an end before the open occurrence never comes', () => {
    expect(requestedRepeat({ ...choice, end: { until: '2026-11-23' } }, moved)).toBeNull();
  });

  test('the next days are those that come', () => {
    expect(wordsOfRequest(choice, moved)).toBe(
      'Every 2 weeks on Tuesday. Next: Thu 26 Nov · Tue 8 Dec · Tue 22 Dec · Tue 5 Jan 2027 · Tue 19 Jan 2027 · …',
    );
  });

  test.each([
    ['whose date was cleared in the form', '2026-11-26'],
    ['that was moved to no date', null],
  ])('A repeat %s names the days after its open occurrence, not today', (_name, stored) => {
    const words = wordsOfRequest(choice, { ...moved, due: null, stored: { ...moved.stored, due: stored } });
    expect(words).toMatch(/^Every 2 weeks on Tuesday. Next: Tue 8 Dec · Tue 22 Dec · /);
  });
});

test('A count from the tick begins with the open occurrence, and else stays', () => {
  const after: Repeat = { rule: 'FREQ=DAILY', first: '2026-11-03', at: '2026-11-24', after: true };
  const choice: Choice = { every: 'after', n: 1, unit: 'day', end: { times: 5 } };
  const asked = (repeat: Repeat, times: number) =>
    requestedRepeat(
      { ...choice, end: { times } },
      { ...calendar, due: '2026-11-24', stored: { repeat, due: '2026-11-24' } },
    )!.repeat;
  const begun = { rule: 'FREQ=DAILY;COUNT=5', first: '2026-11-24', at: '2026-11-24', after: true as const };
  expect(asked(after, 5)).toEqual(begun);
  const going = { ...begun, at: '2026-11-26' };
  expect(asked(going, 6)).toEqual({ ...going, rule: 'FREQ=DAILY;COUNT=6' });
});
