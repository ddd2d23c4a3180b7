/**
 * A map in JSON that is never written to: a change answers a new one and copies a bucket and the two arrays that lead
 * to it, however much the map holds. A plain object of 50,000 keys would be copied whole by every change.
 */
export type Table<Item> = readonly (readonly (readonly Item[])[])[];

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

/** The functions of tables whose items are known by what `keyOf` says of them. */
export function tableBy<Item, Key extends string | number>(keyOf: (item: Item) => Key) {
  const emptyRow = Object.freeze(Array.from({ length: WIDTH }, () => Object.freeze<Item[]>([])));
  const empty: Table<Item> = Object.freeze(Array.from({ length: WIDTH }, () => emptyRow));
  const bucketOf = (table: Table<Item>, hash: number) => table[Math.floor(hash / WIDTH)]![hash % WIDTH]!;

  function withBucket(table: Table<Item>, hash: number, bucket: Item[]): Table<Item> {
    const row = table[Math.floor(hash / WIDTH)]!.slice();
    row[hash % WIDTH] = bucket;
    const next = table.slice();
    next[Math.floor(hash / WIDTH)] = row;
    return Object.freeze(next);
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
      bucket[at < 0 ? bucket.length : at] = item;
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
      const rows = Array.from({ length: WIDTH }, () => Array.from({ length: WIDTH }, (): Item[] => []));
      for (const item of items) {
        const hash = hashOf(keyOf(item));
        rows[Math.floor(hash / WIDTH)]![hash % WIDTH]!.push(item);
      }
      return Object.freeze(rows);
    },
    *all(table: Table<Item>): Generator<Item> {
      for (const row of table) for (const bucket of row) yield* bucket;
    },
  };
}
