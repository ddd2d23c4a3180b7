import fc from 'fast-check';
import {
  haveSameRows,
  insertAt,
  orderOf,
  removeAt,
  sizeOf,
  taskIdsInRange,
  type Order,
} from '../../src/tasks/order';

const change = fc.record({ at: fc.nat(), isRemoval: fc.boolean() });
const changed = (order: Order, { at, isRemoval }: { at: number; isRemoval: boolean }, id: number) =>
  isRemoval && sizeOf(order) > 0
    ? removeAt(order, at % sizeOf(order))
    : insertAt(order, at % (sizeOf(order) + 1), id);

test('Ranges of two versions of an order have the same rows just when their rows are the same', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 3000 }),
      fc.array(change, { maxLength: 6 }),
      fc.array(fc.record({ from: fc.nat(3000), size: fc.nat(3000), shift: fc.integer({ min: -2, max: 2 }) })),
      (size, changes, ranges) => {
        const before = orderOf(Array.from({ length: size }, (_, id) => id));
        const after = changes.reduce((order, one, at) => changed(order, one, 10_000 + at), before);
        for (const { from, size: length, shift } of ranges) {
          const inBefore = { from: Math.min(from, size), to: Math.min(from + length, size) };
          const start = Math.min(Math.max(0, inBefore.from + shift), sizeOf(after));
          const inAfter = { from: start, to: Math.min(start + inBefore.to - inBefore.from, sizeOf(after)) };
          const [rows, rowsAfter] = [taskIdsInRange(before, inBefore), taskIdsInRange(after, inAfter)];
          expect(haveSameRows(before, inBefore, after, inAfter)).toBe(
            JSON.stringify(rows) === JSON.stringify(rowsAfter),
          );
        }
      },
    ),
    { numRuns: 200 },
  );
});
