import { listChanges } from '../../src/find/sources';

type Item = { id: number; word: string };
const keyOf = ({ id }: Item) => id;

test('Items can be compared by another function than identity', () => {
  const [a, b] = [
    { id: 1, word: 'a' },
    { id: 1, word: 'b' },
  ];
  expect([...listChanges([a], [{ ...a }], keyOf)]).toHaveLength(1);
  expect([...listChanges([a], [{ ...a }], keyOf, (one, other) => one.word === other.word)]).toEqual([]);
  expect([...listChanges([a], [b], keyOf, (one, other) => one.word === other.word)]).toHaveLength(1);
});
