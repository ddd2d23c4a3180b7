import type { Table } from '../lib/table';

/** An item that was added or replaced, or one that was removed. */
export type Change<Item> = { type: 'put' | 'gone'; item: Item };

/** The differences between two lists; items are compared by identity unless `isSame` is given. */
export function* listChanges<Item>(
  before: readonly Item[],
  after: readonly Item[],
  keyOf: (item: Item) => unknown,
  isSame: (a: Item, b: Item) => boolean = Object.is,
): Generator<Change<Item>> {
  const left = new Map(before.map(item => [keyOf(item), item]));
  for (const item of after) {
    const known = left.get(keyOf(item));
    left.delete(keyOf(item));
    if (known === undefined || !isSame(known, item)) yield { type: 'put', item };
  }
  for (const item of left.values()) yield { type: 'gone', item };
}

/** The same for tables. Shared buckets are skipped, so the cost depends on the differences alone. */
export function* tableChanges<Item>(
  before: Table<Item>,
  after: Table<Item>,
  keyOf: (item: Item) => unknown,
): Generator<Change<Item>> {
  for (const [at, row] of after.entries()) {
    const known = before[at]!;
    if (row === known) continue;
    for (const [place, bucket] of row.entries()) {
      if (bucket !== known[place]) yield* listChanges(known[place]!, bucket, keyOf);
    }
  }
}
