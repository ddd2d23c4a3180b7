import fc from 'fast-check';
import { dayPlus, type Day } from '../../src/lib/days/days';
import { repeatInWords } from '../../src/repeats/makeRepeat';
import { SKIPPED, type Repeat, type Series, type SeriesChange, type Step } from '../../src/repeats/repeat';
import { afterRuleChange, afterStep, afterStepBack, NOT_OPEN, wentPast } from '../../src/repeats/series';
import { times } from '../support/long';

const tuesdays: Repeat = { rule: 'FREQ=WEEKLY;BYDAY=TU;WKST=MO', first: '2026-11-24', at: '2026-11-24' };
const quarterly: Repeat = {
  rule: 'FREQ=MONTHLY;INTERVAL=3',
  first: '2026-11-24',
  at: '2026-11-24',
  after: true,
};
const seriesOf = (repeat: Repeat): Series => ({ due: repeat.at, repeat, occurrences: {}, doneAt: null });

/** A series after a change, as the server writes it. */
function written(series: Series, change: SeriesChange | typeof NOT_OPEN | null): Series {
  if (change === null || change === NOT_OPEN) return series;
  const { due, repeat, notes = {}, doneAt } = change;
  const occurrences = Object.fromEntries(
    Object.entries({ ...series.occurrences, ...notes }).filter(
      (entry): entry is [string, string] => entry[1] !== null,
    ),
  );
  return {
    due: due === undefined ? series.due : due,
    repeat: repeat === undefined ? series.repeat : repeat,
    occurrences,
    doneAt: doneAt === undefined ? series.doneAt : doneAt,
  };
}
const at = (on: Day, hour = 9) => `${on}T${String(hour).padStart(2, '0')}:00:00.000Z`;
const tick = (day: Day, on: Day): Step => ({ day, on, doneAt: at(on) });

describe('a step', () => {
  const [first, next] = ['2026-11-24', '2026-12-01'];
  /** A step of the first day, made on another one. */
  const on = (day: Day, more: Partial<Step> = {}): Step => ({ ...tick(first, day), ...more });
  const ending = { ...tuesdays, rule: `${tuesdays.rule};UNTIL=20261130` };
  const [skip, later] = [on(first, { isSkip: true }), on(first, { doneAt: at(first, 10) })];

  test.each<[string, Repeat, Step[], Day | undefined, string | undefined]>([
    ['five days late', tuesdays, [on('2026-11-29')], next, at('2026-11-29')],
    ['two weeks late goes past today', tuesdays, [on('2026-12-08')], '2026-12-15', at('2026-12-08')],
    ['before its day', tuesdays, [on('2026-11-20')], next, at('2026-11-20')],
    ['of three months, ten days late', quarterly, [on('2026-12-04')], '2027-03-04', at('2026-12-04')],
    ['at the end of a series', ending, [on(first)], undefined, at(first)],
    ['a skip', tuesdays, [skip], next, SKIPPED],
    ['twice by two devices', tuesdays, [on(first), later], next, at(first)],
    ['a skip, and done by another device', tuesdays, [skip, on(first)], next, at(first)],
    ['done, and a skip by another device', tuesdays, [on(first), skip], next, at(first)],
    ['of a day that is not open', tuesdays, [tick('2026-12-08', first)], first, undefined],
  ])('%s', (_name, repeat, steps, next, note) => {
    const end = steps.reduce((series, step) => written(series, afterStep(series, step)), seriesOf(repeat));
    expect(end.repeat?.at).toBe(next);
    expect(end.occurrences).toEqual(note === undefined ? {} : { [first]: note });
    if (next === undefined) expect(end.doneAt).toBe(at(first));
    else expect(end.due).toBe(next);
  });

  test('of a task that no longer repeats ticks it off', () => {
    const ended = { ...seriesOf(tuesdays), repeat: null };
    const end = written(ended, afterStep(ended, tick('2026-11-24', '2026-11-24')));
    expect(end).toMatchObject({ doneAt: at('2026-11-24'), occurrences: { '2026-11-24': at('2026-11-24') } });
  });

  test('of a rule with a count from the tick ends after so many', () => {
    const repeat: Repeat = { rule: 'FREQ=DAILY;COUNT=3', first: '2026-11-24', at: '2026-11-24', after: true };
    let series = seriesOf(repeat);
    for (const on of ['2026-11-24', '2026-11-25', '2026-11-26'])
      series = written(series, afterStep(series, tick(series.repeat!.at, on)));
    expect(series).toMatchObject({ repeat: null, doneAt: at('2026-11-26') });
    expect(Object.keys(series.occurrences)).toHaveLength(3);
  });

  test('of another program’s rule with a count ends with its last day', () => {
    const repeat: Repeat = { rule: 'FREQ=DAILY;COUNT=3', first: '2026-11-24', at: '2026-11-24' };
    let series = seriesOf(repeat);
    for (const on of ['2026-11-24', '2026-11-25']) {
      series = written(series, afterStep(series, { ...tick(series.repeat!.at, on), isSkip: true }));
      expect(series.due).toBe(dayPlus(on, 1));
    }
    expect(written(series, afterStep(series, tick('2026-11-26', '2026-11-26')))).toMatchObject({
      repeat: null,
      doneAt: at('2026-11-26'),
    });
    expect(repeatInWords(repeat)).toBe('every day, until 26 Nov 2026');
  });

  test('went past today where today is one of its days as well', () => {
    expect(wentPast(tuesdays, '2026-12-08')).toBe(true);
    expect(wentPast(tuesdays, '2026-12-09')).toBe(false);
    expect(wentPast(tuesdays, '2026-11-24')).toBe(false);
    expect(wentPast(quarterly, '2026-12-08')).toBe(false);
  });
});

describe('an undo', () => {
  const before = { repeat: tuesdays, due: '2026-11-25' };
  const ticked = written(seriesOf(tuesdays), afterStep(seriesOf(tuesdays), tick('2026-11-24', '2026-11-24')));
  const back = { day: '2026-11-24', to: '2026-12-01', ...before };

  test('brings back the day on which it stood', () => {
    expect(written(ticked, afterStepBack(ticked, back))).toEqual({
      due: '2026-11-25',
      repeat: tuesdays,
      occurrences: {},
      doneAt: null,
    });
  });

  test('after a later step takes away the note alone', () => {
    const later = written(ticked, afterStep(ticked, tick('2026-12-01', '2026-12-01')));
    const end = written(later, afterStepBack(later, back));
    expect(end.repeat?.at).toBe('2026-12-08');
    expect(Object.keys(end.occurrences)).toEqual(['2026-12-01']);
  });

  test('of what another device has undone does nothing', () => {
    expect(afterStepBack(seriesOf(tuesdays), back)).toBeNull();
  });

  test('of the last one begins the series again', () => {
    const last = { ...tuesdays, rule: `${tuesdays.rule};UNTIL=20261130` };
    const done = written(seriesOf(last), afterStep(seriesOf(last), tick('2026-11-24', '2026-11-24')));
    expect(done).toMatchObject({ repeat: null, doneAt: at('2026-11-24') });
    const end = written(done, afterStepBack(done, { ...back, repeat: last, to: null }));
    expect(end).toMatchObject({ repeat: last, doneAt: null, occurrences: {} });
  });
});

test('Another rule opens the first free day', () => {
  const ticked = written(seriesOf(tuesdays), afterStep(seriesOf(tuesdays), tick('2026-11-24', '2026-11-24')));
  const daily: Repeat = { rule: 'FREQ=DAILY', first: '2026-11-24', at: '2026-11-24' };
  expect(afterRuleChange(ticked, { repeat: daily, due: '2026-11-24' })).toEqual({
    repeat: { ...daily, at: '2026-11-25' },
    due: '2026-11-25',
  });
});

describe('devices that tick without knowing of each other', () => {
  const repeat: fc.Arbitrary<Repeat> = fc
    .constantFrom(
      ['FREQ=DAILY', false],
      ['FREQ=WEEKLY;BYDAY=TU;WKST=MO', false],
      ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;WKST=MO', false],
      ['FREQ=MONTHLY;BYMONTHDAY=-1', false],
      ['FREQ=DAILY;INTERVAL=3', true],
      ['FREQ=WEEKLY;INTERVAL=2', true],
      ['FREQ=DAILY;UNTIL=20261130', false],
      ['FREQ=DAILY;COUNT=5', false],
      ['FREQ=DAILY;INTERVAL=3;UNTIL=20261203', true],
      ['FREQ=DAILY;INTERVAL=2;COUNT=3', true],
    )
    .map(([rule, after]) => ({
      rule: rule as string,
      first: '2026-11-24',
      at: rule === 'FREQ=MONTHLY;BYMONTHDAY=-1' ? '2026-11-30' : '2026-11-24',
      ...(after === true && { after }),
    }));
  type Act = { wait: number; isSkip: boolean };
  /** The acts of a device, each `wait` days after the one before; the first may come before its day. */
  const device: fc.Arbitrary<Act[]> = fc
    .tuple(
      fc.integer({ min: 0, max: 4 }),
      fc.array(fc.record({ wait: fc.integer({ min: 0, max: 9 }), isSkip: fc.boolean() }), {
        minLength: 1,
        maxLength: 4,
      }),
    )
    .map(([early, [first, ...others]]) => [{ ...first!, wait: first!.wait - early }, ...others]);

  /** The steps of a device that knows only its own acts. */
  function stepsOf(begin: Repeat, acts: readonly Act[], hour: number): Step[] {
    let series = seriesOf(begin);
    let on = begin.at;
    return acts.flatMap(({ wait, isSkip }, n) => {
      if (!series.repeat) return [];
      on = dayPlus(on, wait);
      const doneAt = at(on, hour).replace(':00:', `:0${n}:`);
      const step: Step = { day: series.repeat.at, on, doneAt, ...(isSkip && { isSkip }) };
      series = written(series, afterStep(series, step));
      return step;
    });
  }
  /** All orders in which the devices' steps can arrive; each device's own steps stay in order. */
  function orders(queues: readonly (readonly Step[])[]): Step[][] {
    if (queues.every(({ length }) => length === 0)) return [[]];
    return queues.flatMap((queue, n) =>
      queue.length === 0
        ? []
        : orders(queues.map((queue, other) => (other === n ? queue.slice(1) : queue))).map(rest => [
            queue[0]!,
            ...rest,
          ]),
    );
  }

  /** The series after these steps have arrived; each step must satisfy the database's rules. */
  function arrived(begin: Repeat, order: readonly Step[]): Series {
    let series = seriesOf(begin);
    for (const step of order) {
      const change = afterStep(series, step);
      expect(change).not.toBe(NOT_OPEN);
      const after = written(series, change);
      // The database's rules keep notes, and refuse a note for the open day.
      for (const [day, note] of Object.entries(series.occurrences))
        if (note === SKIPPED) expect(after.occurrences).toHaveProperty([day]);
        else expect(after.occurrences[day]).toBe(note);
      if (after.repeat) expect(after.occurrences).not.toHaveProperty([after.repeat.at]);
      series = after;
    }
    return series;
  }

  test('end on the same day, in whatever order their ticks arrive', () => {
    fc.assert(
      fc.property(repeat, fc.array(device, { minLength: 2, maxLength: 3 }), (begin, devices) => {
        const queues = devices.map((acts, n) =>
          stepsOf(begin, acts.slice(0, devices.length > 2 ? 2 : 4), 8 + n),
        );
        const ends = orders(queues).map(order => {
          const { occurrences, repeat: end } = arrived(begin, order);
          const noted = Object.keys(occurrences).sort();
          expect(noted.length).toBeGreaterThan(0);
          return [end?.at, ...(begin.after ? noted : [])].join();
        });
        expect(new Set(ends).size).toBe(1);
        const latest = queues.flat().reduce((day, { on }) => (on > day ? on : day), '');
        expect(ends[0] === '' || ends[0]! > latest || begin.after).toBeTruthy();
      }),
      { numRuns: times(25, 1000) },
    );
  });

  test('lose no tick, and end the same though some arrive once more', () => {
    fc.assert(
      fc.property(
        repeat,
        fc.array(device, { minLength: 2, maxLength: 3 }),
        fc.infiniteStream(fc.nat()),
        (begin, devices, choices) => {
          const next = (below: number) => choices.next().value! % below;
          const order: Step[] = [];
          for (let left = devices.map((acts, n) => stepsOf(begin, acts, 8 + n)); left.length > 0;) {
            order.push(left[next(left.length)]!.shift()!);
            left = left.filter(({ length }) => length > 0);
          }
          const { occurrences, repeat: end } = arrived(begin, order);
          // The tick's day is noted, or the tick counted for a later day that was open when it was made.
          for (const { day, doneAt, isSkip } of order) {
            const note = occurrences[day] ?? SKIPPED;
            expect(isSkip || note !== SKIPPED || Object.values(occurrences).includes(doneAt)).toBe(true);
          }
          const again = [...order];
          for (const step of order)
            if (next(2)) again.splice(again.indexOf(step) + 1 + next(again.length), 0, step);
          expect(arrived(begin, again).repeat?.at).toBe(end?.at);
        },
      ),
      { numRuns: times(200, 4000) },
    );
  });
});
