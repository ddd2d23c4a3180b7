/** After a request, memory holds no more of it than the stored data and the listens. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parsePath } from '../../../../server/database/tree/keys';
import { loadTree } from '../../../../server/database/tree/load';
import { weightOf, withNode, type Branch, type Tree } from '../../../../server/database/tree/node';
import { BY_KEY, inOrder, type Order } from '../../../../server/database/tree/order';
import { parseNode } from '../../../../server/database/tree/parse';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** The bytes of heap that the result of `make` occupies. */
async function heapOf<T>(make: () => T | Promise<T>): Promise<{ made: T; bytes: number }> {
  collect();
  const before = process.memoryUsage().heapUsed;
  const made = await make();
  // The target of a WeakRef stays alive until the turn of the event loop ends.
  await new Promise(done => setImmediate(done));
  collect();
  return { made, bytes: process.memoryUsage().heapUsed - before };
}

const deep = Array.from({ length: 14 }, () => 'a'.repeat(700)).join('/');
/** A path of 10,000 characters to a key of 16; each is a new string, like in a received message. */
const pathOf = (index: number) =>
  JSON.parse(JSON.stringify(`/${deep}/key-${String(index).padStart(12, '0')}`)) as string;
const COUNT = 3_000;

test('a short key does not hold the long path of the request that it came with', async () => {
  const { made, bytes } = await heapOf(() =>
    Array.from({ length: COUNT }, (_, index) => parsePath(pathOf(index)).at(-1)!),
  );
  expect(made).toHaveLength(COUNT);
  expect(bytes).toBeLessThan(COUNT * 1_000);
});

test('nor does a key that a start reads hold the key of its record', async () => {
  async function* records() {
    for (let index = 0; index < COUNT; index += 1) yield [[pathOf(index), '1'] as const];
  }
  const { made, bytes } = await heapOf<Tree>(() => loadTree(records()));
  expect(bytes).toBeLessThan(weightOf(made) + COUNT * 1_000);
});

const undeclared = (name: string): Order => ({ name, path: [name] });

test('an index that no rule declares does not keep a tree that was replaced', async () => {
  const { bytes } = await heapOf(() => {
    for (let index = 0; index < 30; index += 1) {
      const text = JSON.parse(JSON.stringify(`${index}${'x'.repeat(2_000_000)}`)) as string;
      const branch = withNode(null, ['a', 'b'], parseNode(text, 0)) as Branch;
      inOrder(branch, undeclared('n'));
    }
  });
  expect(bytes).toBeLessThan(20_000_000);
});

test('orders with long names are forgotten by their size, not by their count', async () => {
  const branch = parseNode({ a: 1 }, 0) as Branch;
  const { bytes } = await heapOf(() => {
    for (let index = 0; index < 4_000; index += 1)
      inOrder(branch, undeclared(JSON.parse(JSON.stringify(`${index}${'n'.repeat(20_000)}`)) as string));
  });
  expect(bytes).toBeLessThan(30_000_000);
  expect(inOrder(branch, BY_KEY).size).toBe(1);
});
