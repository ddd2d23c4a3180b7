/** The events of a listen add up to the data, for any writes, path and query. */
import fc from 'fast-check';
import { Listener, Listens, type Push } from '../../../../server/database/tree/listens';
import { nodeAt, withNode, type Tree } from '../../../../server/database/tree/node';
import { parseQuery, type Query } from '../../../../server/database/tree/query';
import { EXPORT, toText } from '../../../../server/database/tree/text';
import { windowOf } from '../../../../server/database/tree/window';
import { parseNode } from '../../../../server/database/tree/parse';
import { checkWork } from '../../../../server/database/writing/write';
import { atOnce } from '../../../../server/lib/slices';
import { json, path, query, write } from '../../../support/arbitraries';
import { times } from '../../../support/long';
import { OPEN_RULES } from '../../../support/server/databaseServer';

/** Applies a push to a client's copy of the data. */
function apply(copy: Tree, push: Push, depth: number): Tree {
  if (push.kind === 'set') return withNode(copy, push.path.slice(depth), push.value);
  return push.values.reduce((tree, [key, value]) => withNode(tree, key.split('/'), value), copy);
}

const listening = fc.record({ path, asked: fc.option(query, { nil: null }) });

const never = () => {
  throw new Error('this is never called');
};

test('a listener that applies each push has what is there, in one push a write', () => {
  fc.assert(
    fc.property(
      json,
      fc.array(listening, { minLength: 1, maxLength: 6, size: 'max' }),
      fc.array(write, { maxLength: 25, size: 'max' }),
      (start, places, writes) => {
        let root = parseNode(start, 0);
        const listens = new Listens();
        const copies = places.map(place => {
          const parsed = place.asked && parseQuery(place.asked);
          const read = () => (parsed ? windowOf(nodeAt(root, place.path), parsed) : nodeAt(root, place.path));
          const copy = {
            tree: read(),
            pushes: 0,
            read,
            text: toText(read(), EXPORT),
            isWindow: parsed !== null,
          };
          listens.add(
            new Listener(
              place.path,
              parsed,
              push => {
                copy.tree = apply(copy.tree, push, place.path.length);
                copy.pushes += 1;
              },
              never,
            ),
          );
          return copy;
        });
        for (const write of writes) {
          const { after, assignments } = atOnce(checkWork({ ...write, auth: null }, root, 0, OPEN_RULES));
          const before = root;
          root = after;
          for (const copy of copies) copy.pushes = 0;
          atOnce(listens.publishWork({ before, after, assignments }));
          for (const copy of copies) {
            expect(toText(copy.tree, EXPORT)).toBe(toText(copy.read(), EXPORT));
            const text = toText(copy.read(), EXPORT);
            if (copy.isWindow) expect(copy.pushes).toBe(text === copy.text ? 0 : 1);
            else expect(copy.pushes).toBeLessThanOrEqual(1);
            copy.text = text;
          }
        }
      },
    ),
    { numRuns: times(100, 500) },
  );
});

test('a listener that left hears nothing, and leaves nothing behind', () => {
  const listens = new Listens();
  const pushes: Push[] = [];
  const listener = new Listener(['a', 'b'], null, push => pushes.push(push), never);
  listens.add(listener);
  listens.remove(listener);
  listens.remove(listener);
  atOnce(
    listens.publishWork({
      before: null,
      after: parseNode({ a: { b: 1 } }, 0),
      assignments: [{ path: ['a', 'b'], value: 1 }],
    }),
  );
  expect(pushes).toEqual([]);
  expect(
    JSON.stringify(listens, (_, value: unknown) => (value instanceof Map ? [...value.keys()] : value)),
  ).not.toContain('a');
});

test('a listener that can not be told fails alone', () => {
  const listens = new Listens();
  const reports: string[] = [];
  const broken = () => {
    throw new Error('it broke');
  };
  listens.add(new Listener(['a'], null, broken, error => reports.push(`first: ${(error as Error).message}`)));
  listens.add(new Listener(['a'], null, () => reports.push('second'), never));
  // No request can contain this query; evaluating it throws.
  const query = { order: { name: 'x', path: null }, start: null, end: null, limit: 1, from: 'start' };
  listens.add(new Listener(['a'], query as unknown as Query, never, () => reports.push('third failed')));
  listens.add(new Listener([], null, () => reports.push('fourth'), never));
  const [before, after] = [parseNode({ a: { c: 1 } }, 0), parseNode({ a: { b: { x: 1 }, c: 1 } }, 0)];
  const value = nodeAt(after, ['a', 'b']);
  atOnce(listens.publishWork({ before, after, assignments: [{ path: ['a', 'b'], value }] }));
  expect(reports.sort()).toEqual(['first: it broke', 'fourth', 'second', 'third failed']);
});
