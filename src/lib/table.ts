/**
 * A map in JSON that is never written to: a change answers a new one and copies a bucket and the two arrays that lead
 * to it, however much the map holds. A plain object of 50,000 keys would be copied whole by every change.
 */
export type Table<Item> = Item[][][];

/** 128 rows of 128 buckets: at 100,000 items a bucket holds about six. */
const WIDTH = 128;
const BUCKETS = WIDTH * WIDTH;

/** The last characters of a database key are its random ones. */
const hashOf = (key: string | number) => {
  if (typeof key === 'number') return key % BUCKETS;
  let hash = 0;
  for (let at = Math.max(0, key.length - 7); at < key.length; at++) {
    hash = (hash * 31 + key.charCodeAt(at)) % BUCKETS;
  }
  return hash;
};

/**
 * Frozen, which is where Immer stops: it neither walks through a table nor looks for drafts in it. Frozen all through,
 * so that Redux Toolkit's checks, in development, look at each part once.
 */
const frozen = <Part extends object>(part: Part): Part => Object.freeze(part);

/** The functions of tables whose items are known by what `keyOf` says of them. */
export function tableBy<Item extends object, Key extends string | number>(keyOf: (item: Item) => Key) {
  const emptyRow = frozen(Array.from({ length: WIDTH }, () => frozen<Item[]>([])));
  const empty = frozen(Array.from({ length: WIDTH }, () => emptyRow));
  const bucketOf = (table: Table<Item>, hash: number) => table[Math.floor(hash / WIDTH)]![hash % WIDTH]!;

  function withBucket(table: Table<Item>, hash: number, bucket: Item[]): Table<Item> {
    const row = table[Math.floor(hash / WIDTH)]!.slice();
    row[hash % WIDTH] = frozen(bucket);
    const next = table.slice();
    next[Math.floor(hash / WIDTH)] = frozen(row);
    return frozen(next);
  }

  const get = (table: Table<Item>, key: Key): Item | undefined => {
    for (const item of bucketOf(table, hashOf(key))) if (keyOf(item) === key) return item;
    return undefined;
  };

  return {
    empty,
    get,
    /** Adds the item, or replaces the one with its key. */
    put(table: Table<Item>, item: Item): Table<Item> {
      const hash = hashOf(keyOf(item));
      const bucket = bucketOf(table, hash).slice();
      const at = bucket.findIndex(other => keyOf(other) === keyOf(item));
      bucket[at < 0 ? bucket.length : at] = frozen(item);
      return withBucket(table, hash, bucket);
    },
    remove(table: Table<Item>, key: Key): Table<Item> {
      if (get(table, key) === undefined) return table;
      const hash = hashOf(key);
      return withBucket(
        table,
        hash,
        bucketOf(table, hash).filter(item => keyOf(item) !== key),
      );
    },
    /** All at once: far cheaper than putting one by one. Keys must differ. */
    of(items: Iterable<Item>): Table<Item> {
      const buckets = new Map<number, Item[]>();
      for (const item of items) {
        const hash = hashOf(keyOf(item));
        const bucket = buckets.get(hash);
        if (bucket) bucket.push(frozen(item));
        else buckets.set(hash, [frozen(item)]);
      }
      const rows = [...empty];
      for (const [hash, bucket] of buckets) {
        const at = Math.floor(hash / WIDTH);
        if (rows[at] === emptyRow) rows[at] = [...emptyRow];
        rows[at]![hash % WIDTH] = frozen(bucket);
      }
      rows.forEach(frozen);
      return frozen(rows);
    },
    *all(table: Table<Item>): Generator<Item> {
      for (const row of table)
        if (row !== emptyRow) for (const bucket of row) if (bucket.length > 0) yield* bucket;
    },
  };
}
