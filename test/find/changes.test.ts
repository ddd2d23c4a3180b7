import fc from 'fast-check';
import { listChanges, tableChanges } from '../../src/find/changes';
import { tableBy } from '../../src/lib/table';

type Item = { id: number; word: string };
const table = tableBy<Item, number>(({ id }) => id);
const keyOf = ({ id }: Item) => id;

test('Parts that two tables share are not visited', () => {
  const before = table.of(Array.from({ length: 5000 }, (_, id) => ({ id, word: 'same' })));
  const after = table.put(before, { id: 7, word: 'changed' });
  let looked = 0;
  const changes = [...tableChanges(before, after, item => (looked++, item.id))];
  expect(changes).toEqual([{ type: 'put', item: { id: 7, word: 'changed' } }]);
  expect(looked).toBeLessThan(20);
});

test('The changes between two tables, applied to one, give the other', () => {
  const items = fc.uniqueArray(fc.record<Item>({ id: fc.nat(40), word: fc.constantFrom('a', 'b') }), {
    selector: keyOf,
  });
  fc.assert(
    fc.property(items, items, (before, after) => {
      const known = new Map(before.map(item => [item.id, item]));
      for (const { type, item } of tableChanges(table.of(before), table.of(after), keyOf)) {
        if (type === 'put') known.set(item.id, item);
        else known.delete(item.id);
      }
      expect(known).toEqual(new Map(after.map(item => [item.id, item])));
    }),
  );
});

test('Items can be compared by another function than identity', () => {
  const [a, b] = [
    { id: 1, word: 'a' },
    { id: 1, word: 'b' },
  ];
  expect([...listChanges([a], [{ ...a }], keyOf)]).toHaveLength(1);
  expect([...listChanges([a], [{ ...a }], keyOf, (one, other) => one.word === other.word)]).toEqual([]);
  expect([...listChanges([a], [b], keyOf, (one, other) => one.word === other.word)]).toHaveLength(1);
});
