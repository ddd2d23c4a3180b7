import type { Act, Entry, Fields } from './history';
import { judgeItem } from './judge';
import { createPairs } from './pairs';

let number = 0;
beforeEach(() => (number = 0));

/** An accepted entry about T1; `by` names device and tab. */
const entry = (act: Act, by: string, more: Partial<Entry> = {}): Entry => ({
  ...{ item: 'T1', kind: 'task', act, by, number: ++number },
  ...{ fields: {}, base: {}, givenUp: {}, isAccepted: true },
  ...more,
});
const first = { taskName: 'T1 v1' };
const second = { taskName: 'T1 v2' };
const stored = (fields: Fields, { key = '-k1', isDone = false } = {}) => ({
  item: 'T1',
  fields,
  key,
  isDone,
});
const add = () => entry('add', 'A1', { fields: first });
const edit = (by: string, fields = second, base = first) => entry('edit', by, { fields, base });
const judged = (entries: Entry[], found = [stored(first)], trashed: typeof found = []) =>
  judgeItem('T1', entries, found, trashed);

describe('The judge accepts', () => {
  test.each<[string, () => string[]]>([
    ['an add that is there once', () => judged([add()])],
    ['a value that was replaced by somebody who saw it', () => judged([add(), edit('B1')], [stored(second)])],
    [
      'an item in the trash that somebody deleted, with the last words',
      () => judged([add(), edit('A1'), entry('delete', 'A1')], [], [stored(second)]),
    ],
    [
      'both versions of an item that was deleted with two',
      () =>
        judged(
          [add(), edit('A1'), edit('B1', { taskName: 'T1 v3' }), entry('delete', 'B1')],
          [],
          [stored(second), stored({ taskName: 'T1 v3' }, { key: '-k1-mine' })],
        ),
    ],
    [
      'an add that was not accepted and is not there',
      () => judged([entry('add', 'A1', { isAccepted: false })], []),
    ],
    [
      'a second copy that somebody kept as new',
      () =>
        judged(
          [add(), entry('delete', 'B1'), entry('keepAsNew', 'A1')],
          [stored(first, { key: '-k2' })],
          [stored(first)],
        ),
    ],
  ])('%s', (_name, verdict) => expect(verdict()).toEqual([]));
});

describe('The judge reports', () => {
  test.each<[string, () => string[], RegExp]>([
    ['a lost item', () => judged([add()], []), /is lost/],
    [
      'an item that is gone without a delete',
      () => judged([add()], [], [stored(first)]),
      /nobody deleted it/,
    ],
    [
      'an item that is there twice',
      () => judged([add()], [stored(first), stored(first, { key: '-k2' })]),
      /is there 2 times/,
    ],
    ['an item that came back', () => judged([add(), entry('delete', 'B1')]), /was deleted and is back/],
    [
      'an item in its list and in the trash',
      () => judged([add()], [stored(first)], [stored(first)]),
      /in its list and in the trash/,
    ],
    [
      'an edit that a delete at the same moment swallowed',
      () => judged([add(), edit('B1'), entry('delete', 'A1')], [], [stored(first)]),
      /"T1 v2" of #2 gave way to "T1 v1" unseen/,
    ],
    [
      'an edit that another device overwrote unseen',
      () => judged([add(), edit('A1'), edit('B1', { taskName: 'T1 v3' })], [stored({ taskName: 'T1 v3' })]),
      /"T1 v2" of #2 gave way to "T1 v3" unseen/,
    ],
    [
      'a value that nobody entered',
      () => judged([add()], [stored({ taskName: 'T1 v9' })]),
      /which nobody entered/,
    ],
    [
      'a tick that was lost',
      () => judged([add(), entry('tick', 'A1', { isDone: true })]),
      /is to be done .* unlike it was ticked last/,
    ],
  ])('%s', (_name, verdict, words) => expect(verdict()).toContainEqual(expect.stringMatching(words)));
});

test('People meet at an item only when they are on two devices', async () => {
  const pairs = createPairs();
  const offered = pairs.offer('A', 'task', 'T1');
  expect(pairs.invitationFor('A')).toBeUndefined();
  expect(await pairs.offer('B', 'task', 'T2')).toBe(false);
  const invitation = pairs.invitationFor('B')!;
  expect(invitation).toMatchObject({ kind: 'task', item: 'T1' });
  invitation.come();
  expect(await offered).toBe(true);
  expect([pairs.invitationFor('B'), pairs.met()]).toEqual([undefined, 1]);
});
