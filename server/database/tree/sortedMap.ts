/** A page of a B+ tree: entries at the bottom, pages above. Pages are immutable. */
type Page<K, V> = Chunk<K, V> | Fork<K, V>;
type Chunk<K, V> = { keys: readonly K[]; values: readonly V[] };
/** `keys[i]` is the greatest key in `pages[i]`, `size` the total number of entries. */
type Fork<K, V> = { keys: readonly K[]; pages: readonly Page<K, V>[]; size: number };

/** Compares a key with the searched position: negative when it comes before. Must increase with the keys. */
export type Probe<K> = (key: K) => number;

const FULL = 32;
const SPARSE = 8;

/**
 * An immutable sorted map: `set` and `delete` return a new one that shares all pages except those along the path to
 * the key. So old and new states of the database exist side by side, at the cost of their differences.
 */
export class SortedMap<K, V> {
  private constructor(
    private readonly compare: (a: K, b: K) => number,
    private readonly page: Page<K, V>,
  ) {}

  static empty<K, V>(compare: (a: K, b: K) => number): SortedMap<K, V> {
    return new SortedMap<K, V>(compare, { keys: [], values: [] });
  }

  /** Builds a map from sorted, distinct keys. */
  static fromSorted<K, V>(compare: (a: K, b: K) => number, keys: K[], values: V[]): SortedMap<K, V> {
    let pages: Page<K, V>[] = chunks(keys, values);
    while (pages.length > 1) pages = forks(pages);
    return new SortedMap(compare, pages[0]!);
  }

  get size(): number {
    return sizeOf(this.page);
  }

  get(key: K): V | undefined {
    let page = this.page;
    for (;;) {
      const index = find(page.keys, key, this.compare);
      const found = page.keys[index];
      if (found === undefined) return undefined;
      if (!('pages' in page)) return this.compare(found, key) === 0 ? page.values[index] : undefined;
      page = page.pages[index]!;
    }
  }

  set(key: K, value: V): SortedMap<K, V> {
    const pages = insert(this.page, key, value, this.compare);
    return new SortedMap(this.compare, pages.length === 1 ? pages[0]! : fork(pages));
  }

  delete(key: K): SortedMap<K, V> {
    let page = remove(this.page, key, this.compare);
    if (page === this.page) return this;
    while (page && 'pages' in page && page.pages.length === 1) page = page.pages[0]!;
    return new SortedMap<K, V>(this.compare, page ?? { keys: [], values: [] });
  }

  /** The number of keys before the probe's position. */
  rank(probe: Probe<K>): number {
    let before = 0;
    let page = this.page;
    for (;;) {
      const index = search(page.keys, probe);
      if (!('pages' in page)) return before + index;
      for (let kid = 0; kid < index; kid += 1) before += sizeOf(page.pages[kid]!);
      const next = page.pages[index];
      if (!next) return before;
      page = next;
    }
  }

  /** The key at a rank, undefined outside of the map. */
  at(rank: number): K | undefined {
    for (const [key] of this.range(rank, rank + 1)) return key;
    return undefined;
  }

  /** Calls back for all entries in order; cheaper than `range`. */
  forEach(act: (key: K, value: V) => void): void {
    visit(this.page, act);
  }

  /** The entries from rank `from` to before `to`. */
  range(from = 0, to = this.size): Iterable<[K, V]> {
    return walk(this.page, Math.max(0, from), to);
  }
}

function visit<K, V>(page: Page<K, V>, act: (key: K, value: V) => void): void {
  if ('pages' in page) for (const below of page.pages) visit(below, act);
  else for (let index = 0; index < page.keys.length; index += 1) act(page.keys[index]!, page.values[index]!);
}

function sizeOf<K, V>(page: Page<K, V>): number {
  return 'pages' in page ? page.size : page.keys.length;
}

/** The first index whose key is not before the probe's position. */
function search<K>(keys: readonly K[], probe: Probe<K>): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (probe(keys[middle]!) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Like `search`, for a key; without a closure, which would cost more than the lookup. */
function find<K>(keys: readonly K[], key: K, compare: (a: K, b: K) => number): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(keys[middle]!, key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function fork<K, V>(pages: readonly Page<K, V>[]): Fork<K, V> {
  const keys = pages.map(page => page.keys[page.keys.length - 1]!);
  return { keys, pages, size: pages.reduce((sum, page) => sum + sizeOf(page), 0) };
}

function slices(list: readonly unknown[]): [number, number][] {
  const count = Math.ceil(list.length / FULL);
  return Array.from({ length: count }, (_, index) => [
    Math.floor((index * list.length) / count),
    Math.floor(((index + 1) * list.length) / count),
  ]);
}

function chunks<K, V>(keys: readonly K[], values: readonly V[]): Chunk<K, V>[] {
  if (keys.length <= FULL) return [{ keys, values }];
  return slices(keys).map(([from, to]) => ({ keys: keys.slice(from, to), values: values.slice(from, to) }));
}

function forks<K, V>(pages: readonly Page<K, V>[]): Fork<K, V>[] {
  if (pages.length <= FULL) return [fork(pages)];
  return slices(pages).map(([from, to]) => fork(pages.slice(from, to)));
}

function insert<K, V>(page: Page<K, V>, key: K, value: V, compare: (a: K, b: K) => number): Page<K, V>[] {
  const index = find(page.keys, key, compare);
  if ('pages' in page) {
    const kid = Math.min(index, page.pages.length - 1);
    return forks(page.pages.toSpliced(kid, 1, ...insert(page.pages[kid]!, key, value, compare)));
  }
  const found = page.keys[index];
  if (found !== undefined && compare(found, key) === 0)
    return [{ keys: page.keys, values: page.values.with(index, value) }];
  return chunks(page.keys.toSpliced(index, 0, key), page.values.toSpliced(index, 0, value));
}

function remove<K, V>(page: Page<K, V>, key: K, compare: (a: K, b: K) => number): Page<K, V> | null {
  const index = find(page.keys, key, compare);
  const found = page.keys[index];
  if (found === undefined) return page;
  if ('pages' in page) {
    const kid = remove(page.pages[index]!, key, compare);
    if (kid === page.pages[index]) return page;
    const pages = kid ? page.pages.with(index, kid) : page.pages.toSpliced(index, 1);
    return pages.length === 0 ? null : fork(kid && kid.keys.length < SPARSE ? joined(pages, index) : pages);
  }
  if (compare(found, key) !== 0) return page;
  if (page.keys.length === 1) return null;
  return { keys: page.keys.toSpliced(index, 1), values: page.values.toSpliced(index, 1) };
}

/** Merges the sparse page at `index` with a neighbour, so that a shrinking map frees pages. */
function joined<K, V>(pages: readonly Page<K, V>[], index: number): readonly Page<K, V>[] {
  const left = Math.max(0, index - 1);
  const [a, b] = [pages[left]!, pages[left + 1]];
  if (!b) return pages;
  const whole =
    'pages' in a
      ? forks([...a.pages, ...(b as Fork<K, V>).pages])
      : chunks([...a.keys, ...b.keys], [...a.values, ...(b as Chunk<K, V>).values]);
  return pages.toSpliced(left, 2, ...whole);
}

function* walk<K, V>(page: Page<K, V>, from: number, to: number): Generator<[K, V]> {
  if (!('pages' in page)) {
    for (let index = from; index < Math.min(to, page.keys.length); index += 1)
      yield [page.keys[index]!, page.values[index]!];
    return;
  }
  let start = 0;
  for (const kid of page.pages) {
    const end = start + sizeOf(kid);
    if (end > from && start < to) yield* walk(kid, Math.max(0, from - start), to - start);
    if (end >= to) return;
    start = end;
  }
}
