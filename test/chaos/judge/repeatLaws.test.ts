import type { Act, Entry } from './history';
import { judgeLogbook, judgeRepeat } from './repeatLaws';
import type { StoredRepeat } from './stored';

let number = 0;
beforeEach(() => (number = 0));

const entry = (act: Act, by: string, day = '', on = day, isAccepted = true): Entry => ({
  ...{ item: 'R1', kind: 'task', act, by, number: ++number, isAccepted, from: 0, to: 0 },
  ...{ fields: { day, on }, base: {}, givenUp: {} },
});
const add = () => entry('add', 'A1');
const daily = (at: string, noted: string[], more: Partial<StoredRepeat> = {}): StoredRepeat => ({
  ...{ item: 'R1', isListed: true, isOther: false, due: at, isDone: false },
  repeat: { rule: 'FREQ=DAILY', first: '2026-11-24', at },
  occurrences: Object.fromEntries(noted.map(day => [day, `${day}T09:00:00.000Z`])),
  ...more,
});
const [first, second, third] = ['2026-11-24', '2026-11-25', '2026-11-26'] as const;
const judged = (entries: Entry[], ...stored: StoredRepeat[]) =>
  judgeRepeat('R1', [add(), ...entries], stored);

test.each<[string, () => string[]]>([
  [
    'another version of what was moved while it did not repeat',
    () =>
      judged(
        [entry('end', 'A1'), entry('move', 'B1'), entry('rule', 'C1'), entry('step', 'A1', first)],
        daily(second, [first], { due: first }),
        daily(second, [], { isListed: false, isOther: true }),
      ),
  ],
  ['a tick', () => judged([entry('step', 'A1', first)], daily(second, [first]))],
  [
    'two devices that ticked one day',
    () => judged([entry('step', 'A1', first), entry('step', 'B1', first)], daily(second, [first])),
  ],
  [
    'a tick that was taken for the later day that was open',
    () => judged([entry('step', 'B1', second), entry('step', 'A1', first, second)], daily(third, [second])),
  ],
  [
    'a tick that was taken back',
    () => judged([entry('step', 'A1', first), entry('stepBack', 'A1', first)], daily(first, [])),
  ],
  [
    'a tick of a tab that died, done or not',
    () => [
      ...judged([entry('step', 'A1', first, first, false)], daily(first, [])),
      ...judged([entry('step', 'A1', first, first, false)], daily(second, [first])),
    ],
  ],
  [
    'one in the trash that somebody deleted',
    () => judged([entry('delete', 'A1')], daily(first, [], { isListed: false })),
  ],
  ['one that was ended', () => judged([entry('end', 'A1')], daily(first, [], { repeat: null }))],
  [
    'a day that was given to the open one, or by a tab that died',
    () => [
      ...judged([entry('move', 'A1', first)], daily(first, [], { due: third })),
      ...judged([entry('move', 'A1', '', '', false)], daily(first, [], { due: third })),
    ],
  ],
  ['a logbook with each day once', () => judgeLogbook('A1', [daily(second, [first])], ['R1 goes, today'])],
])('The judge accepts %s', (_name, judge) => expect(judge()).toEqual([]));

test.each<[string, () => string[], RegExp]>([
  [
    'a tick that is lost',
    () => judged([entry('step', 'A1', first)], daily(first, [])),
    /2026-11-24 .* is lost/,
  ],
  [
    'an open day that is noted',
    () => judged([entry('step', 'A1', first)], daily(first, [first])),
    /is open, and noted/,
  ],
  [
    'an open day that went too far',
    () => judged([entry('step', 'A1', first)], daily(third, [first])),
    /instead of 2026-11-25/,
  ],
  [
    'an open day that lies before the day of a late tick',
    () => judged([entry('step', 'A1', first, third)], daily(second, [first])),
    /instead of 2026-11-27/,
  ],
  [
    'an open day that lies before the day of a late skip, whoever came first',
    () => judged([entry('step', 'A1', first), entry('skip', 'B1', first, third)], daily(second, [first])),
    /instead of 2026-11-27/,
  ],
  ['a due day that nobody chose', () => judged([], daily(first, [], { due: third })), /is due on 2026-11-26/],
  [
    'a due day that was given to the one before',
    () =>
      judged(
        [entry('move', 'B1', first), entry('step', 'A1', first)],
        daily(second, [first], { due: third }),
      ),
    /is due on 2026-11-26, and 2026-11-25 is open/,
  ],
  [
    'a day that the rule does not have',
    () =>
      judged([], daily(first, [], { repeat: { rule: 'FREQ=WEEKLY;BYDAY=MO;WKST=MO', first, at: first } })),
    /is no day of/,
  ],
  [
    'a tick that counts as skipped',
    () => judged([entry('step', 'A1', first)], daily(second, [], { occurrences: { [first]: 'skipped' } })),
    /noted as skipped/,
  ],
  [
    'another version of what repeats all the time',
    () => judged([entry('move', 'B1', first)], daily(first, []), daily(first, [], { isOther: true })),
    /has another version/,
  ],
  ['a task that is there twice', () => judged([], daily(first, []), daily(first, [])), /is there 2 times/],
  ['a task that is lost', () => judged([]), /is lost/],
  ['a task that is gone', () => judged([], daily(first, [], { isListed: false })), /is gone/],
  ['a repeat that is gone', () => judged([], daily(first, [], { repeat: null })), /nobody ended it/],
  [
    'a day twice in the logbook',
    () => judgeLogbook('A1', [daily(second, [first])], ['R1 goes, today', 'R1 goes, today']),
    /twice in the logbook/,
  ],
  ['a day that the logbook lacks', () => judgeLogbook('A1', [daily(second, [first])], []), /0 of 1 days/],
])('The judge complains about %s', (_name, judge, words) => expect(judge().join()).toMatch(words));
