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
