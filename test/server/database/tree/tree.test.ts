/** The laws of the tree, each compared with a plain implementation of the protocol. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { hashOf } from '../../../../server/database/tree/hash';
import { compareKeys } from '../../../../server/database/tree/keys';
import { loadTree } from '../../../../server/database/tree/load';
import {
  Branch,
  leafValue,
  priorityOf,
  sameTree,
  withNode,
  type Tree,
  weightOf,
} from '../../../../server/database/tree/node';
import { compareValues, entryOf, type SortValue } from '../../../../server/database/tree/order';
import { parseNode } from '../../../../server/database/tree/parse';
import { parseQuery, MAX_KEY, MIN_KEY, type Query } from '../../../../server/database/tree/query';
import { recordWork, type Records } from '../../../../server/database/tree/records';
import { EXPORT, PLAIN, toText } from '../../../../server/database/tree/text';
import { windowOf } from '../../../../server/database/tree/window';
import { checkWork } from '../../../../server/database/writing/write';
import { atOnce } from '../../../../server/lib/slices';
import { json, path, query, write } from '../../../support/arbitraries';
import { times } from '../../../support/long';
import { OPEN_RULES } from '../../../support/server/databaseServer';
import type { Json } from '../../../../server/lib/types';

const entriesOf = (tree: Tree) => (tree instanceof Branch ? [...tree.children.range()] : []);

test('the export form is read back unchanged', () => {
  fc.assert(
    fc.property(json, value => {
      const tree = parseNode(value, 0);
      const text = toText(tree, EXPORT);
      expect(toText(parseNode(JSON.parse(text) as Json, 0), EXPORT)).toBe(text);
      const plain = toText(tree, PLAIN);
      expect(toText(parseNode(JSON.parse(plain) as Json, 0), PLAIN)).toBe(plain);
    }),
  );
});

test.each([
  [
    ['b', 'a', '10', '9', '-1', 'A'],
    ['-1', '9', '10', 'A', 'a', 'b'],
  ],
  [
    ['1', '01', '001'],
    ['1', '01', '001'],
  ],
  [
    ['2147483648', '2147483647', '-2147483649'],
    ['2147483647', '-2147483649', '2147483648'],
  ],
  [
    ['-', '-a', '0'],
    ['0', '-', '-a'],
  ],
  [
    ['é', 'z', '😀', '\uffff'],
    ['z', 'é', '😀', '\uffff'],
  ],
])('keys %j are in the order %j', (keys, expected) => {
  expect([...keys].sort(compareKeys)).toEqual(expected);
});

test('values are ordered null, false, true, numbers, texts, maps', () => {
  const map = entryOf({ name: 'a', path: ['a'] }, 'k', parseNode({ a: { b: 1 } }, 0)).value;
  const expected: SortValue[] = [null, false, true, -1, 0, 2, 10, '', '10', '2', 'a', map];
  const shuffled = [...expected].reverse();
  expect(shuffled.sort(compareValues)).toEqual(expected);
});

function plainHash(tree: Tree): string {
  if (tree === null) return '';
  const double = (value: number) => {
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, value);
    return view.getBigUint64(0).toString(16).padStart(16, '0');
  };
  const textOf = (value: string | number | boolean) =>
    `${typeof value}:${typeof value === 'number' ? double(value) : value}`;
  const priority = priorityOf(tree);
  const head = priority === null ? '' : `priority:${textOf(priority)}:`;
  const value = leafValue(tree);
  const children = entriesOf(tree).sort(
    ([a, x], [b, y]) => compareValues(priorityOf(x), priorityOf(y)) || compareKeys(a, b),
  );
  const body =
    value === undefined
      ? children.map(([key, child]) => `:${key}:${plainHash(child)}`).join('')
      : textOf(value);
  return createHash('sha1')
    .update(head + body)
    .digest('base64');
}

test('the hash is the protocol’s', () => {
  expect(hashOf(null)).toBe('');
  expect(hashOf(parseNode('a', 0))).toBe(createHash('sha1').update('string:a').digest('base64'));
  expect(hashOf(parseNode(1, 0))).toBe(createHash('sha1').update('number:3ff0000000000000').digest('base64'));
  fc.assert(
    fc.property(json, value => expect(hashOf(parseNode(value, 0))).toBe(plainHash(parseNode(value, 0)))),
  );
});

test('a write changes its place, and prunes what it leaves empty', () => {
  fc.assert(
    fc.property(json, path, json, (before, where, value) => {
      const tree = withNode(parseNode(before, 0), where, parseNode(value, 0));
      const isNoop = parseNode(value, 0) === null;
      if (!isNoop)
        expect(
          toText(
            where.reduce<Tree>((at, key) => (at instanceof Branch ? at.child(key) : null), tree),
            EXPORT,
          ),
        ).toBe(toText(parseNode(value, 0), EXPORT));
      expect(hashOf(tree)).toBe(plainHash(tree));
      const emptied = withNode(tree, where, null);
      const hasEmpty = (node: Tree): boolean =>
        node instanceof Branch && (node.size === 0 || entriesOf(node).some(([, child]) => hasEmpty(child)));
      expect(hasEmpty(emptied)).toBe(false);
    }),
  );
});

/** Records in the order of the disk, in pages of three. */
const ofDisk = (records: ReadonlyMap<string, string>) =>
  [...records].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
async function* pages(records: [string, string][]) {
  for (let from = 0; from < records.length; from += 3) yield records.slice(from, from + 3);
}

test('the records on disk are the tree, after any writes', async () => {
  const wide = fc.integer({ min: 60, max: 70 }).map(count => ({
    kind: 'merge' as const,
    path: ['a'],
    data: Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index])) as Json,
  }));
  const long = fc
    .nat(3)
    .map(index => ({ kind: 'set' as const, path: ['a', `k${index}`], data: 'x'.repeat(1_001) }));
  const narrow = fc
    .integer({ min: 0, max: 70 })
    .map(index => ({ kind: 'set' as const, path: ['a', `k${index}`], data: null }));
  const writes = fc.array(
    fc.oneof(
      { weight: 5, arbitrary: write },
      { weight: 1, arbitrary: wide },
      { weight: 1, arbitrary: long },
      { weight: 2, arbitrary: narrow },
    ),
    {
      maxLength: 30,
      size: 'max',
    },
  );
  await fc.assert(
    fc.asyncProperty(writes, async all => {
      const disk = new Map<string, string>();
      let tree: Tree = null;
      for (const path of all) {
        const checked = atOnce(checkWork({ ...path, auth: null }, tree, 0, OPEN_RULES));
        const records: Records = new Map();
        for (const { path: where, value } of checked.assignments) {
          const after = withNode(tree, where, value);
          const place = where.at(-1) === '.priority' ? where.slice(0, -1) : where;
          atOnce(recordWork(tree, after, place, records));
          tree = after;
        }
        for (const [key, text] of records)
          if (text === null) disk.delete(key);
          else disk.set(key, text);
      }
      for (const records of [ofDisk(disk), ofDisk(disk).reverse()]) {
        const loaded = await loadTree(pages(records));
        expect(toText(loaded, EXPORT)).toBe(toText(tree, EXPORT));
        expect(weightOf(loaded)).toBe(weightOf(tree));
      }
    }),
    { numRuns: times(25, 200) },
  );
});

test('leaves that have a record of their own weigh what the store holds for it', () => {
  const weighed = (count: number) =>
    weightOf(parseNode(Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1])), 0));
  expect(weighed(65) - weighed(64)).toBeGreaterThan(65 * 150);
  expect(weighed(1_000)).toBeGreaterThan(1_000 * 200);
});

test('a write into a big list makes one record, whatever the list holds', () => {
  const list = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, index) => [`k${index}`, { taskId: index, taskName: 'x' }]),
  );
  const before = parseNode(
    { ann: { tasks: list, flat: Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`n${i}`, i])) } },
    0,
  );
  const recordsOf = (where: string[], value: Json) => {
    const records: Records = new Map();
    atOnce(recordWork(before, withNode(before, where, parseNode(value, 0)), where, records));
    return [...records];
  };
  expect(recordsOf(['ann', 'tasks', 'k7', 'taskName'], 'y')).toEqual([
    ['/ann/tasks/k7', '{"taskId":7,"taskName":"y"}'],
  ]);
  expect(recordsOf(['ann', 'tasks', 'k7'], null)).toEqual([['/ann/tasks/k7', null]]);
  const long = 'x'.repeat(1_001);
  expect(recordsOf(['ann', 'tasks', 'k7', 'taskName'], long)).toEqual([
    ['/ann/tasks/k7', '{"taskId":7}'],
    ['/ann/tasks/k7/taskName', JSON.stringify(long)],
  ]);
  expect(recordsOf(['ann', 'flat', 'n7'], 8)).toEqual([['/ann/flat/n7', '8']]);
});

/** The window by the protocol's definition: sort all children, drop those outside, then apply the limit. */
function plainWindow(tree: Tree, { order, start, end, limit, from }: Query): string[] {
  const side = (entry: { value: SortValue; key: string }, bound: { value: SortValue; key: string }) => {
    const values = compareValues(entry.value, bound.value);
    if (values !== 0) return values;
    if (bound.key === MIN_KEY) return 1;
    return bound.key === MAX_KEY ? -1 : compareKeys(entry.key, bound.key);
  };
  const inside = entriesOf(tree)
    .map(([key, child]) => entryOf(order, key, child))
    .sort((a, b) => compareValues(a.value, b.value) || compareKeys(a.key, b.key))
    .filter(entry => {
      const low = start ? side(entry, start) : 1;
      const high = end ? side(entry, end) : -1;
      return (start?.inclusive ? low >= 0 : low > 0) && (end?.inclusive ? high <= 0 : high < 0);
    })
    .map(({ key }) => key);
  if (limit === null) return inside;
  return from === 'start' ? inside.slice(0, limit) : inside.slice(-limit);
}

test('a window holds what the protocol says, whichever way it is worked out', () => {
  fc.assert(
    fc.property(json, query, (value, asked) => {
      const tree = parseNode(value, 0);
      const parsed = parseQuery(asked)!;
      const expected = plainWindow(tree, parsed).sort(compareKeys);
      expect(entriesOf(windowOf(tree, parsed)).map(([key]) => key)).toEqual(expected);
    }),
    { numRuns: times(200, 1_000) },
  );
});

test('trees are the same when they tell the same', () => {
  fc.assert(
    fc.property(json, json, (a, b) => {
      const [x, y] = [parseNode(a, 0), parseNode(b, 0)];
      expect(sameTree(x, y)).toBe(toText(x, EXPORT) === toText(y, EXPORT));
      expect(sameTree(x, parseNode(a, 0))).toBe(true);
    }),
  );
});
