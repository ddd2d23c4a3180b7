import { withBoxes } from './boxes';
import type { Act, Entry, Fields } from './history';
import { judgeItem } from './judge';
import { compareWalls, wallOf } from './looks';
import { createPairs } from './pairs';

let number = 0;
beforeEach(() => (number = 0));

/** An accepted entry about T1; `by` names device and tab. */
const entry = (act: Act, by: string, more: Partial<Entry> = {}): Entry => ({
  ...{ item: 'T1', kind: 'task', act, by, number: ++number },
  ...{ fields: {}, base: {}, givenUp: {}, isAccepted: true, from: 0, to: 0 },
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
const coloured = (by: string, colour: string, base = '') =>
  entry('colour', by, { fields: { colour }, base: { colour: base } });
const moved = (by: string, place: string, base = '') =>
  entry('place', by, { fields: { place }, base: { place: base } });
const pinned = (by: string, isPinned: string) =>
  entry('pin', by, { fields: { pinned: isPinned }, base: { pinned: isPinned ? '' : 'yes' } });
const looking = (entries: Entry[], look: Fields) =>
  judgeItem('T1', [add(), ...entries], [stored(first)], [], look);
/** The fields of a note with two boxes, with ticks as fields. */
const listed = (a: string, b: string) =>
  withBoxes({ noteDescription: `- [${a}] a1\n- [${b}] b1\nsays` }, {}).fields;
const addList = () => entry('add', 'A1', { fields: listed(' ', ' ') });
const ticked = (by: string, field: string) =>
  entry('box', by, { fields: { [field]: 'x' }, base: { [field]: ' ' } });
/** An edit that renames both boxes of the note, with the ticks before and after it. */
const renamed = (by: string, before: [string, string], after: [string, string], end = '2') => {
  const [base, fields] = [before, after].map(([a, b]) => `- [${a}] a1\n- [${b}] b1\nsays`);
  const noteDescription = fields!.replaceAll(/1$/gm, end);
  return entry('edit', by, withBoxes({ noteDescription }, { noteDescription: base! }));
};
/** The fields of the note after that edit. */
const renamedList = (a: string, b: string, end = '2') =>
  withBoxes({ noteDescription: `- [${a}] a${end}\n- [${b}] b${end}\nsays` }, {}).fields;
const renamedTag = (by: string) =>
  entry('retag', by, { item: '#', fields: { from: '#a', to: '#b' }, base: { from: '#b', to: '#a' } });
/** A task that was added with the tag `#a`, after changes of tags on all items, with these tags. */
const tagged = (retags: Entry[], tags: string) => {
  const added = entry('add', 'A1', { fields: { ...first, tags: '#a' } });
  return judgeItem('T1', [added], [stored({ ...first, tags })], [], {}, retags);
};
const at = (by: string, taskTime: string, base = '') =>
  entry('edit', by, { fields: { taskTime }, base: { taskTime: base } });
const timed = (entries: Entry[], taskTime: string) =>
  judgeItem('T1', [add(), ...entries], [stored({ ...first, taskTime })], []);
const judged = (entries: Entry[], found = [stored(first)], trashed: typeof found = []) =>
  judgeItem('T1', entries, found, trashed);

describe('The judge accepts', () => {
  test.each<[string, () => string[]]>([
    ['an add that is there once', () => judged([add()])],
    ['a tag that another device renamed', () => tagged([renamedTag('B1')], '#b')],
    ['a tag that was renamed and is back', () => tagged([renamedTag('B1')], '#a')],
    ['the later of two times', () => timed([at('A1', '10:00'), at('A1', '11:00', '10:00')], '11:00')],
    ['either of two times of two devices', () => timed([at('A1', '10:00'), at('B1', '11:00')], '10:00')],
    ['a value that was replaced by somebody who saw it', () => judged([add(), edit('B1')], [stored(second)])],
    [
      'an item in the trash that somebody deleted, with the last words',
      () => judged([add(), edit('A1'), entry('delete', 'A1')], [], [stored(second)]),
    ],
    [
      'a tick of one of two versions that were deleted together, once one is back',
      () =>
        judged(
          [
            ...[add(), edit('A1'), edit('B1', { taskName: 'T1 v3' }), entry('delete', 'B1')],
            ...[entry('restore', 'A1'), entry('tick', 'A1', { isDone: true })],
          ],
          [{ ...stored(second), isDone: true }],
          [stored({ taskName: 'T1 v3' }, { key: '-k1-other-1x8f3a' })],
        ),
    ],
    [
      'both versions of an item that was deleted with two',
      () =>
        judged(
          [add(), edit('A1'), edit('B1', { taskName: 'T1 v3' }), entry('delete', 'B1')],
          [],
          [stored(second), stored({ taskName: 'T1 v3' }, { key: '-k1-other-1x8f3a' })],
        ),
    ],
    [
      'a version whose key was listed when it went into the trash once more',
      () =>
        judged(
          [add(), edit('A1'), entry('delete', 'A1'), entry('restore', 'B1'), entry('delete', 'A1')],
          [],
          [stored(second), stored(second, { key: '-k1-other-1x8f3a-other-1x8f3a' })],
        ),
    ],
    [
      'one of two versions that were restored, of which the other one was deleted again',
      () =>
        judged(
          [
            ...[add(), edit('A1'), edit('A2', { taskName: 'T1 v3' })],
            ...[
              entry('delete', 'A1'),
              entry('undoDelete', 'A2'),
              entry('restore', 'A1'),
              entry('delete', 'A1'),
            ],
          ],
          [stored({ taskName: 'T1 v3' }, { key: '-k1-other-1x8f3a' })],
          [stored(second)],
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
    [
      'of two colours at once the last one',
      () => looking([coloured('A1', 'sky'), coloured('B1', 'mint')], { colour: 'sky' }),
    ],
    [
      'a colour that was replaced by somebody who saw it',
      () => looking([coloured('A1', 'sky'), coloured('B1', 'mint', 'sky')], { colour: 'mint' }),
    ],
    [
      'a place that an Undo left as it was, because another device had deleted the note',
      () => {
        const undo = () => entry('undoPlace', 'A1', { fields: { place: 'a1' }, base: { place: 'a2' } });
        const acts = [moved('A1', 'a1'), entry('delete', 'B1'), moved('A1', 'a2', 'a1'), undo()];
        return looking([...acts, entry('restore', 'A1')], { place: 'a2' });
      },
    ],
    [
      'another version that is back without the pin that its note has in the trash',
      () => {
        const entries = [add(), pinned('A1', 'yes'), entry('restore', 'B1'), entry('delete', 'A1')];
        return judgeItem('T1', entries, [stored(first, { key: '-k1-other-1' })], [stored(first)], {});
      },
    ],
    [
      'a pin, and no pin, where another device may have heard of neither',
      () => [
        ...looking([pinned('A1', 'yes'), pinned('A1', ''), pinned('B1', 'yes')], {}),
        ...looking([pinned('A1', 'yes'), pinned('A1', ''), pinned('B1', 'yes')], { pinned: 'yes' }),
      ],
    ],
    [
      'a look that a tab chose before it died, or none',
      () => [
        ...looking([{ ...moved('A1', '?'), isAccepted: false }], { place: 'a1' }),
        ...looking([{ ...pinned('A1', 'yes'), isAccepted: false }], {}),
      ],
    ],
    [
      'ticks of two devices in one text that nobody entered',
      () => judged([addList(), ticked('A1', 'tick a1'), ticked('B1', 'tick b1')], [stored(listed('x', 'x'))]),
    ],
    [
      'a tick that stays where another device gives its line other words at once',
      () =>
        judged(
          [addList(), ticked('A1', 'tick a1'), renamed('B1', [' ', ' '], [' ', ' '])],
          [stored(renamedList('x', ' '))],
        ),
    ],
    [
      'a tick of a line that was given other words, and its own again',
      () => {
        const rename = renamed('B1', [' ', ' '], [' ', ' ']);
        const undo = { fields: rename.base, base: rename.fields };
        return judged(
          [addList(), rename, ticked('A1', 'tick a2'), entry('undoEdit', 'B1', undo)],
          [stored(listed('x', ' '))],
        );
      },
    ],
    [
      'a tick by a device that was away while its list was removed and another one written',
      () => {
        const [words, list] = ['says', '- [ ] a2\n- [ ] b2\nsays'];
        const removal = withBoxes({ noteDescription: words }, listed(' ', ' '));
        const addition = withBoxes({ noteDescription: list }, { noteDescription: words });
        return judged(
          [addList(), entry('edit', 'C1', removal), entry('edit', 'A1', addition), ticked('B1', 'tick a1')],
          [stored(renamedList('x', ' '))],
        );
      },
    ],
    [
      'a place that was chosen for another version, which was restored and deleted again',
      () =>
        judgeItem(
          'T1',
          [add(), moved('A1', 'a1'), entry('restore', 'A1'), moved('A1', 'a2'), entry('delete', 'B1')],
          [stored(first)],
          [stored(first, { key: '-k1-other-1x8f3a' })],
          { place: 'a1' },
        ),
    ],
    [
      'a box that was opened again with other words by somebody who saw its tick',
      () =>
        judged(
          [addList(), ticked('A1', 'tick a1'), renamed('B1', ['x', ' '], [' ', ' '])],
          [stored(renamedList(' ', ' '))],
        ),
    ],
    [
      'a name that another device entered since the change that was undone',
      () => {
        const change = { fields: { taskName: 'T1 v2' }, base: first };
        const [mine, undo] = [
          entry('edit', 'A1', change),
          entry('undoEdit', 'A1', { fields: first, base: change.fields }),
        ];
        const theirs = entry('edit', 'B1', { fields: { taskName: 'T1 v3' }, base: change.fields });
        return judged([add(), mine, theirs, undo], [stored({ taskName: 'T1 v3' })]);
      },
    ],
    [
      'a name that another device deleted since the change that was undone, and that was restored',
      () => {
        const change = { fields: { taskName: 'T1 v2' }, base: first };
        const mine = entry('edit', 'A1', change);
        const deletion = entry('delete', 'B1');
        const undo = entry('undoEdit', 'A1', { fields: first, base: change.fields });
        return judged([add(), mine, deletion, undo, entry('restore', 'A1')], [stored({ taskName: 'T1 v2' })]);
      },
    ],
    [
      'a box that was opened again with other words, which was undone',
      () => {
        const rename = renamed('B1', ['x', ' '], [' ', ' ']);
        const undo = withBoxes(rename.base, rename.fields);
        return judged(
          [addList(), ticked('A1', 'tick a1'), rename, entry('undoEdit', 'B1', undo)],
          [stored(listed('x', ' '))],
        );
      },
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
      'an item that is there after its last delete',
      () => judged([add(), entry('delete', 'A1'), entry('restore', 'A1'), entry('delete', 'A1')]),
      /is there after #4 deleted it/,
    ],
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
    ['a tag that is lost', () => tagged([], ''), /has the tags "" under -k1 instead of #a/],
    [
      'a tag that is there twice',
      () => tagged([renamedTag('A1')], '#a #b'),
      /has the tags "#a #b" .* #a or #b/,
    ],
    ['a tag that nobody gave', () => tagged([renamedTag('A1')], '#c'), /has the tags "#c" .* #a or #b/],
    ['a time that was lost', () => timed([at('A1', '10:00')], ''), /taskTime is "" instead of "10:00"/],
    [
      'a time that came back after another device replaced it',
      () => timed([at('A1', '10:00'), at('B1', '11:00', '10:00')], '10:00'),
      /taskTime is "10:00" instead of "11:00"/,
    ],
    ['a colour that was lost', () => looking([coloured('A1', 'sky')], {}), /colour is "" instead of "sky"/],
    [
      'a colour that came back after another device replaced it',
      () => looking([coloured('A1', 'sky'), coloured('B1', 'mint', 'sky')], { colour: 'sky' }),
      /colour is "sky" instead of "mint"/,
    ],
    [
      'a pin that was taken off and is back',
      () => looking([pinned('A1', 'yes'), pinned('A2', '')], { pinned: 'yes' }),
      /pinned is "yes" instead of ""/,
    ],
    [
      'a place that was lost to an earlier one of the same device',
      () => looking([moved('A1', 'a1'), moved('A1', 'a2', 'a1'), moved('B1', 'a0')], { place: 'a1' }),
      /place is "a1" instead of "a2" or "a0"/,
    ],
    [
      'a tick of a box that another tick overwrote',
      () => judged([addList(), ticked('A1', 'tick a1'), ticked('B1', 'tick b1')], [stored(listed(' ', 'x'))]),
      /tick a1 "x" of #2 gave way to " " unseen/,
    ],
    [
      'a tick that is lost where another device gives its line other words at once',
      () =>
        judged(
          [addList(), ticked('A1', 'tick a1'), renamed('B1', [' ', ' '], [' ', ' '])],
          [stored(renamedList(' ', ' '))],
        ),
      /tick a1 "x" of #2 gave way to " " unseen/,
    ],
    [
      'a tick that went to another line when it was given other words',
      () =>
        judged(
          [addList(), ticked('A1', 'tick a1'), renamed('B1', [' ', ' '], [' ', ' '])],
          [stored(renamedList(' ', 'x'))],
        ),
      /tick b1 is "x", which nobody entered/,
    ],
    [
      'a tick whose line somebody replaced who did not see it',
      () => {
        const { fields, base } = withBoxes(
          { noteDescription: 'else' },
          { noteDescription: '- [ ] a1\n- [ ] b1\nsays' },
        );
        return judged(
          [addList(), ticked('A1', 'tick a1'), entry('edit', 'B1', { fields, base })],
          [stored({ noteDescription: 'else' })],
        );
      },
      /tick a1 "x" of #2 gave way to undefined unseen/,
    ],
  ])('%s', (_name, verdict, words) => expect(verdict()).toContainEqual(expect.stringMatching(words)));
});

describe('Two walls are the same', () => {
  const notes = [
    { key: '-k1', item: 'N1' },
    { key: '-k2', item: 'N2' },
    { key: '-k3', item: 'N3' },
  ];
  const server = wallOf(notes, {
    '-k1': { pinned: true },
    '-k3': { place: 'a1' },
    '-k2': { colour: 'sky', place: 'a0' },
  });

  test('in order, colours and pins', () => {
    expect(server.map(({ item }) => item)).toEqual(['N1', 'N2', 'N3']);
    // A note without a colour is shown on a paper that is drawn from its key.
    const onScreen = server.map(hung => ({ ...hung, colour: hung.colour || 'mint' }));
    expect(compareWalls('A1', server, onScreen)).toEqual([]);
  });

  test.each<[string, (shown: typeof server) => typeof server, RegExp]>([
    ['another order', shown => shown.toReversed(), /A1 hangs N3 -k3, N2 -k2, N1 -k1, and the server has N1/],
    ['a note that is not shown', shown => shown.slice(1), /A1 hangs N2 -k2, N3 -k3, and/],
    [
      'another colour',
      shown => shown.map(note => ({ ...note, colour: 'rose' })),
      /shows N2 rose, and it is sky/,
    ],
    ['a pin that is gone', shown => shown.map(note => ({ ...note, pinned: '' })), /shows N1 not pinned/],
  ])('is false of %s', (_name, change, words) =>
    expect(compareWalls('A1', server, change(server))).toContainEqual(expect.stringMatching(words)),
  );
});

test('People meet at an item only when they are on two devices', async () => {
  const pairs = createPairs();
  const offered = pairs.offer('A', 'task', 'T1');
  expect(pairs.invitationFor('A')).toBeUndefined();
  expect(await pairs.offer('B', 'task', 'T2')).toBe(false);
  const invitation = pairs.invitationFor('B')!;
  expect(invitation).toMatchObject({ kind: 'task', item: 'T1' });
  invitation.join();
  expect(await offered).toBe(true);
  expect([pairs.invitationFor('B'), pairs.met()]).toEqual([undefined, 1]);
});
