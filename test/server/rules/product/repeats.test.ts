import type { Json } from '../../../../server/lib/types';
import { mayWrite } from '../../../support/rules/productRules';
import { user } from '../../../support/rules/rules';
import { withWrites } from '../../../support/rules/jsonView';

type Records = Record<string, Json>;
const at = '2026-03-10T08:00:00.000Z';
const later = '2026-03-10T09:00:00.000Z';
const weekly = 'FREQ=WEEKLY;BYDAY=TU;WKST=MO';
const stored = (day: string) => `${day}T00:00:00.000Z`;
const task = {
  taskName: 'Bins',
  taskDescription: '',
  taskList: 'personal',
  taskDueDate: stored('2026-03-10'),
  taskId: 4_711,
};
const repeat = { rule: weekly, first: '2026-03-03', at: '2026-03-10' };
/**
 * r: repeats, its first occurrence is noted. c: counts from the tick. p: does not repeat. d: as r, in the trash.
 */
const begin: Json = {
  tasks: { r: task, c: { ...task, taskId: 4_712 }, p: { ...task, taskId: 4_713 } },
  ext: {
    repeats: {
      r: repeat,
      c: { rule: 'FREQ=DAILY;INTERVAL=3', first: '2026-03-10', at: '2026-03-10', after: true },
      d: repeat,
    },
    occurrences: { r: { '2026-03-03': at }, d: { '2026-03-03': at } },
    applied: { before: at },
    trash: { tasks: { d: { deletedAt: at, record: task } } },
  },
};

const below = (writes: Records) =>
  Object.fromEntries(Object.entries(writes).map(([path, value]) => [`ann/${path}`, value]));
/** Whether each of these successive updates is allowed; a refused update changes nothing. */
function allows(...updates: Records[]): boolean[] {
  let data: Json = { ann: begin };
  return updates.map(writes => {
    const isAllowed = mayWrite(below(writes), { auth: user('ann'), data });
    if (isAllowed) data = withWrites(data, below(writes));
    return isAllowed;
  });
}
const last = (...updates: Records[]) => allows(...updates).at(-1);

let marks = 0;
const mark = (name = `op${marks++}`): Records => ({ [`ext/applied/${name}`]: later });
/** A day of March 2026. */
const march = (date: number) => `2026-03-${String(date).padStart(2, '0')}`;
/** The repeat's day that is open, which moves with the task's. */
const open = (date: number, key = 'r'): Records => ({ [`ext/repeats/${key}/at`]: march(date), ...mark() });
const due = (date: number, key = 'r'): Records => ({ [`tasks/${key}/taskDueDate`]: stored(march(date)) });
const note = (date: number, value: Json = later, key = 'r'): Records => ({
  [`ext/occurrences/${key}/${march(date)}`]: value,
  ...mark(),
});
type Step = { key?: string; done?: string; op?: string };
const step = (from: number, to: number, { key = 'r', done = later, op }: Step = {}): Records => ({
  ...{ ...due(to, key), [`ext/repeats/${key}/at`]: march(to) },
  ...{ [`ext/occurrences/${key}/${march(from)}`]: done, ...mark(op) },
});
const back = (to: number, key = 'r'): Records => ({
  ...due(to, key),
  ...open(to, key),
  ...note(to, null, key),
});
/** A step that states that it opened the next day. */
const explicitStep = (from: number, to: number, more: Step = {}, since = later): Records => {
  const path = `ext/repeats/${more.key ?? 'r'}`;
  return { ...step(from, to, more), [`${path}/from`]: march(from), [`${path}/since`]: since };
};
const [first, second, third] = [step(10, 17), step(17, 24), step(24, 31)];

describe('what moves a repeat', () => {
  test.each<[string, Records[], boolean]>([
    ['the same repeat once more', [{ 'ext/repeats/r': repeat, ...mark() }], true],
    ['the same occurrence once more', [note(3, at)], true],
    ['another first day with another open day', [{ 'ext/repeats/r/first': march(4), ...open(11) }], true],
    [
      'a repeat that counts from the tick with an earlier open day',
      [{ 'ext/repeats/r/after': true, ...open(5) }],
      true,
    ],
    ['a tick', [first], true],
    ['a second device ticks the same occurrence later', [first, step(10, 17, { done: at })], false],
    ['a count of parts that is none', [{ ...first, 'ext/occurrences/r/2026-03-10-parts': 'many' }], false],
    [
      'a count of parts whose note goes',
      [first, { ...back(10), 'ext/occurrences/r/2026-03-10-parts': '3/5' }],
      false,
    ],
    [
      'a tick again where an older version left a count',
      [
        { ...first, 'ext/occurrences/r/2026-03-10-parts': '3/5' },
        back(10),
        { ...step(10, 17), 'ext/occurrences/r/2026-03-10-parts': '4/5' },
      ],
      true,
    ],
    ['an undo', [first, back(10)], true],
    ['a jump back over a later step', [explicitStep(10, 17), explicitStep(17, 24), back(10)], false],
    [
      'an undo of the last of two steps, and of the one before',
      [
        explicitStep(10, 17),
        explicitStep(17, 24),
        { ...back(17), 'ext/repeats/r/from': march(10) },
        { ...back(10), 'ext/repeats/r/from': null, 'ext/repeats/r/since': null },
      ],
      true,
    ],
    [
      'from the tick: a step that was made later, of a day that is not open, leads to an earlier day',
      [
        explicitStep(10, 19, { key: 'c', done: 'skipped' }, at),
        { ...open(11, 'c'), 'ext/repeats/c/since': later, ...note(10, later, 'c') },
      ],
      true,
    ],
    [
      'from the tick: the same of one that does not say when',
      [
        explicitStep(10, 19, { key: 'c', done: 'skipped' }, later),
        { ...open(11, 'c'), 'ext/repeats/c/since': null },
      ],
      false,
    ],
    [
      'the tick that was undone elsewhere, retried',
      [step(10, 17, { op: 'same' }), back(10), step(10, 17, { op: 'same' })],
      false,
    ],
    ['an occurrence of a day to come', [note(17)], false],
    [
      'a day to come that was ticked early, noted again where the rule counts from the tick',
      [note(17, later, 'c')],
      true,
    ],
    ['the open day without a step there', [note(10, later, 'c')], false],
    ['an older day that was never noted, without a step', [note(6)], true],
    ['the open day noted while it goes back', [step(10, 5)], false],
    [
      'another rule with another open day',
      [{ 'ext/repeats/r': { rule: 'FREQ=DAILY', first: march(12), at: march(12) }, ...due(12), ...mark() }],
      true,
    ],
    [
      'another rule of a device that has not heard of the tick, with the old open day',
      [first, { 'ext/repeats/r/rule': 'FREQ=DAILY', ...open(10) }],
      false,
    ],
    ['the same with the first free day', [first, { 'ext/repeats/r/rule': 'FREQ=DAILY', ...open(11) }], true],
    [
      'from the tick: a later tick of the same one',
      [step(10, 13, { key: 'c' }), { ...open(15, 'c'), ...due(15, 'c') }],
      true,
    ],
    ['from the tick: a tick long before its day', [step(10, 5, { key: 'c' })], true],
    [
      'the undo of that',
      [
        { 'ext/repeats/r': null, 'ext/occurrences/r/2026-03-10': later, 'ext/done/r': later, ...mark() },
        { 'ext/repeats/r': repeat, 'ext/occurrences/r/2026-03-10': null, 'ext/done/r': null, ...mark() },
      ],
      true,
    ],
    [
      'an import of a repeat with its occurrences',
      [
        {
          'tasks/new': task,
          'ext/repeats/new': repeat,
          'ext/occurrences/new': { '2026-03-03': at, '2026-02-24': 'skipped' },
          ...mark(),
        },
      ],
      true,
    ],
    [
      'three ticks and everything deleted',
      [first, second, third, { 'tasks/r': null, 'ext/repeats/r': null, 'ext/occurrences/r': null }],
      true,
    ],
  ])('%s', (_name, updates, isAllowed) => {
    const answers = allows(...updates);
    expect(answers).toEqual([...updates.slice(1).map(() => true), isAllowed]);
  });
});

test('a repeat whose open day was noted before goes to no day by noting it again', () => {
  const data = withWrites(begin, { 'ext/occurrences/r/2026-03-10': 'skipped' });
  expect(mayWrite(below(step(10, 17)), { auth: user('ann'), data: { ann: data } })).toBe(false);
});

describe('what a repeat may be', () => {
  test.each<[string, string, Json, boolean]>([
    ['one that does not say so', 'repeats/p', { ...repeat, after: false }, false],
    ['one without a first day', 'repeats/p', { rule: weekly, at: '2026-03-10' }, false],
    ['one whose open day a step opened', 'repeats/p', { ...repeat, from: '2026-03-03', since: at }, true],
    ['one that was opened on no day', 'repeats/p', { ...repeat, from: '2026-02-30' }, false],
    ['one that was opened at no instant', 'repeats/p', { ...repeat, since: '2026-03-03' }, false],
    ['one of no task', 'repeats/none', repeat, false],
    ['a rule with other characters', 'repeats/p', { ...repeat, rule: 'FREQ=DAILY <b>' }, false],
    ['an endless rule', 'repeats/p', { ...repeat, rule: 'A'.repeat(301) }, false],
    ['a first day that is none', 'repeats/p', { ...repeat, first: '10 March' }, false],
    ['a first day on 29 February', 'repeats/p', { ...repeat, first: '2024-02-29' }, true],
    ['a first day on 31 December', 'repeats/p', { ...repeat, first: '2025-12-31' }, true],
    ['a first day on 30 November', 'repeats/p', { ...repeat, first: '2025-11-30' }, true],
    ['something else of it', 'repeats/p', { ...repeat, zone: 'UTC' }, false],
    ...['2026-00-10', '2026-13-10', '2026-01-00', '2026-01-32', '2026-04-31'].map(
      (day): [string, string, Json, boolean] => [
        `an open day of ${day}`,
        'repeats/p',
        { ...repeat, at: day },
        false,
      ],
    ),
    ['an occurrence of no day', 'occurrences/p', { '2026-99-99': at }, false],
    ['a count of no day', 'occurrences/p', { '2026-99-99': at, '2026-99-99-parts': '3/5' }, false],
    ['an occurrence of no task', 'occurrences/none', { '2026-03-10': at }, false],
    ['an occurrence that was something else', 'occurrences/p', { '2026-03-10': 'moved' }, false],
  ])('%s', (_name, path, value, isAllowed) => expect(last({ [`ext/${path}`]: value })).toBe(isAllowed));
});

describe('a task in the trash', () => {
  const copyDay = 'ext/trash/tasks/d/record/taskDueDate';
  const noted = { 'ext/repeats/d/at': '2026-03-17', 'ext/occurrences/d/2026-03-10': later, ...mark() };
  const deletion = (taskDueDate: string): Records => ({
    'tasks/r': null,
    'ext/trash/tasks/r': { deletedAt: later, record: { ...task, taskDueDate } },
    ...mark(),
  });
  test.each<[string, Records, boolean]>([
    ['takes a tick', { [copyDay]: stored('2026-03-17'), ...noted }, true],
    ['takes no other day without a step', { [copyDay]: stored('2026-03-17'), ...mark() }, false],
    ['takes no other words with a step', { 'ext/trash/tasks/d/record/taskName': 'x', ...noted }, false],
  ])('%s', (_name, writes, isAllowed) => expect(last(writes)).toBe(isAllowed));

  test('is as a tick left it, and not as it was before', () => {
    const [before, now] = [stored('2026-03-10'), stored('2026-03-17')];
    expect(allows(first, deletion(before), deletion(now))).toEqual([true, false, true]);
  });
});
