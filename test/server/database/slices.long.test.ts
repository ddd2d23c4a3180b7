/**
 * Large requests run in slices, so that small requests of others are answered meanwhile. No test here measures time.
 */
import fc from 'fast-check';
import { hashOf, hashWork } from '../../../server/database/tree/hash';
import type { Branch } from '../../../server/database/tree/node';
import { orderWork } from '../../../server/database/tree/order';
import { parseNode, parseWork } from '../../../server/database/tree/parse';
import { recordWork } from '../../../server/database/tree/records';
import { EXPORT, PLAIN, PLAIN_EXPORT, textWork, toText } from '../../../server/database/tree/text';
import { parseQuery } from '../../../server/database/tree/query';
import { windowWork } from '../../../server/database/tree/window';
import { checkWork } from '../../../server/database/writing/write';
import { atOnce, inSlices, sortWork } from '../../../server/lib/slices';
import { Ledger } from '../../../server/storage/records/ledger';
import type { Json, Work } from '../../../server/lib/types';
import { json } from '../../support/arbitraries';
import { OPEN_RULES, startDatabaseServer, type TestServer } from '../../support/server/databaseServer';
import { RawClient } from '../../support/clients/rawClient';
import { compile, NOW, user } from '../../support/rules/rules';

const MANY = 20_000;
const keys = (count: number, value: (index: number) => Json = index => index): Json =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, value(index)]));
const tasks = keys(MANY / 5, index => ({ a: `text ${index}`, b: index, c: true, d: 'x' }));

/** The number of slices that a work takes. */
function piecesOf(work: Work<unknown>): number {
  let pieces = 1;
  while (!work.next().done) pieces += 1;
  return pieces;
}

describe('a piece of work is small, whatever the whole is', () => {
  const rules = compile({
    $a: { '.write': true, $b: { '.validate': 'newData.exists()', $c: { '.validate': true } } },
  });
  const wide = parseNode(keys(MANY), 0);
  const deep = parseNode(tasks, 0);

  test.each<[string, () => Work<unknown>]>([
    ['reading one map of many keys', () => parseWork(keys(MANY), 0, null, 0)],
    ['reading many maps', () => parseWork(tasks, 0, null, 0)],
    [
      'reading a list',
      () =>
        parseWork(
          Array.from({ length: MANY }, () => 0),
          0,
          null,
          0,
        ),
    ],
    [
      'checking an update of many keys',
      () => checkWork({ kind: 'merge', path: ['a'], data: keys(MANY), auth: user('ann') }, null, NOW, rules),
    ],
    [
      'checking a value of many keys',
      () => checkWork({ kind: 'set', path: ['a'], data: tasks, auth: user('ann') }, null, NOW, rules),
    ],
    ['records of many leaves', () => recordWork(null, wide, [], new Map())],
    ['records that go', () => recordWork(deep, null, [], new Map())],
    [
      'the checksums of many records',
      () =>
        Ledger.empty().next(Array.from({ length: MANY }, (_, index) => ({ key: `a\0${index}`, value: '1' }))),
    ],
    ['the text of many leaves', () => textWork(wide, PLAIN)],
    ['the hash of many leaves', () => hashWork(parseNode(keys(MANY), 0))],
    [
      'an order of many children',
      () => windowWork(parseNode(tasks, 0), parseQuery({ i: 'a', l: 1, vf: 'l' })!),
    ],
  ])('%s', (_, work) => {
    expect(piecesOf(work())).toBeGreaterThan(MANY / 2_000);
  });
});

test('work in pieces comes to what it comes to at once', () => {
  fc.assert(
    fc.property(
      json,
      fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 3_000, size: 'max' }),
      (value, list) => {
        const tree = parseNode({ a: value, b: keys(300), c: Array.from({ length: 300 }, () => value) }, 0);
        const [again] = [parseNode(JSON.parse(toText(tree, EXPORT)) as Json, 0)];
        for (const form of [EXPORT, PLAIN, PLAIN_EXPORT])
          expect(atOnce(textWork(tree, form))).toBe(toText(tree, form));
        expect(atOnce(hashWork(again))).toBe(hashOf(tree));
        const pairs = list.map((key, index) => ({ key, index }));
        const compare = (x: { key: number }, y: { key: number }) => x.key - y.key;
        expect(atOnce(sortWork([...pairs], compare))).toEqual([...pairs].sort(compare));
      },
    ),
    { numRuns: 30 },
  );
});

test('all that is done in slices takes turns', async () => {
  const order: string[] = [];
  function* count(name: string): Work<void> {
    for (let turn = 0; turn < 3; turn += 1) {
      order.push(name);
      const end = performance.now() + 20;
      while (performance.now() < end);
      yield;
    }
  }
  await Promise.all([inSlices(count('a')), inSlices(count('b'))]);
  expect(order).toEqual(['a', 'b', 'a', 'b', 'a', 'b']);
});

describe('on a server', () => {
  let server: TestServer;
  let [large, small]: RawClient[] = [];
  beforeEach(async () => {
    server = await startDatabaseServer({ rules: () => OPEN_RULES });
    large = await RawClient.open(server.host);
    small = await RawClient.open(server.host);
  });
  afterEach(async () => {
    await Promise.all([large!.close(), small!.close()]);
    await server.close();
    expect(server.complaints).toEqual([]);
  });

  /** The names of the promises in the order in which they resolve. */
  async function orderOf(asked: Record<string, Promise<unknown>>): Promise<string[]> {
    const order: string[] = [];
    await Promise.all(Object.entries(asked).map(([name, one]) => one.then(() => order.push(name))));
    return order;
  }

  test("another account's write is answered while a large update is checked", async () => {
    const first = large!.ask('m', { p: '/ann', d: keys(40_000) });
    expect(await orderOf({ large: first, small: small!.ask('p', { p: '/bob/a', d: 1 }) })).toEqual([
      'small',
      'large',
    ]);
    expect(await (await fetch(`${server.url}/ann/k39999.json`)).json()).toBe(39_999);
    expect(await (await fetch(`${server.url}/bob/a.json`)).json()).toBe(1);
  });

  test('a write to the same place waits for the large one, and finds what it wrote', async () => {
    const first = large!.ask('m', { p: '/ann', d: keys(40_000) });
    const second = large!.ask('p', { p: '/ann/k7', d: { '.sv': { increment: 1 } } });
    expect(await orderOf({ first, second })).toEqual(['first', 'second']);
    expect(await (await fetch(`${server.url}/ann/k7.json`)).json()).toBe(8);
  });

  test('a listen to much is told its value before later changes; others are answered', async () => {
    for (let part = 0; part < 4; part += 1) await large!.ask('p', { p: `/ann/list/p${part}`, d: tasks });
    const listens = large!.ask('q', { p: '/ann/list', h: '' });
    const order = await orderOf({
      large: listens,
      small: small!.ask('p', { p: '/ann/list/p0/k1/b', d: 'changed' }),
    });
    await large!.until(({ d }) => (d.b as { p?: string } | undefined)?.p === 'ann/list/p0/k1/b');
    expect(order).toEqual(['small', 'large']);
    const [first, ...later] = large!.pushes.map(([, body]) => (body as { p: string }).p);
    expect([first, ...later]).toEqual(['ann/list', 'ann/list/p0/k1/b']);
  });

  test('a write is answered while a large tree is deleted, and nothing of that is left', async () => {
    for (let part = 0; part < 4; part += 1) await large!.ask('p', { p: `/ann/list/p${part}`, d: tasks });
    const first = large!.ask('p', { p: '/ann', d: null });
    expect(await orderOf({ large: first, small: small!.ask('p', { p: '/bob/a', d: 1 }) })).toEqual([
      'small',
      'large',
    ]);
    expect(await (await fetch(`${server.url}/.json`)).json()).toEqual({ bob: { a: 1 } });
  });
});

test('an order that the rules declare stays sorted; of others some are forgotten', () => {
  const list = parseNode(keys(MANY), 0) as Branch;
  const order = (name: string, isDeclared: boolean) => ({ name, path: [name], isDeclared });
  const [declared, first] = [order('declared', true), order('first', false)];
  for (const order of [declared, first]) atOnce(orderWork(list, order));
  expect([piecesOf(orderWork(list, declared)), piecesOf(orderWork(list, first))]).toEqual([1, 1]);
  for (let index = 0; index < 10; index += 1) atOnce(orderWork(list, order(`other${index}`, false)));
  expect(piecesOf(orderWork(list, declared))).toBe(1);
  expect(piecesOf(orderWork(list, first))).toBeGreaterThan(1);
});
