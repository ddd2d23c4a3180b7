import { atOnce, sortWork } from '../../lib/slices';
import type { Primitive, Work } from '../../lib/types';
import { compareKeys, type Path } from './keys';
import { leafValue, nodeAt, priorityOf, type Branch, type Node, type Tree } from './node';
import { SortedMap, type Probe } from './sortedMap';

/** The order of children: `.key`, `.value`, `.priority`, or the value at a path below each child. */
export type Order = {
  readonly name: string;
  readonly path: Path;
  /** Whether the rules declare an index for it: a declared index is kept with its branch, others may be dropped. */
  readonly isDeclared?: boolean;
};

export const BY_KEY: Order = { name: '.key', path: [] };
export const BY_VALUE: Order = { name: '.value', path: [] };
export const BY_PRIORITY: Order = { name: '.priority', path: [] };

const MAP = Symbol('a map, which comes after every value');
export type SortValue = Primitive | null | typeof MAP;

/** A child's position in an order. */
export type Entry = { readonly value: SortValue; readonly key: string };

/** Children sorted in an order, accessed by rank. */
export type Ordered = {
  readonly size: number;
  rank(probe: Probe<Entry>): number;
  at(rank: number): Entry | undefined;
  keys(from: number, to: number): Iterable<string>;
};

export function entryOf(order: Order, key: string, child: Tree): Entry {
  if (order === BY_KEY) return { value: null, key };
  if (order === BY_PRIORITY) return { value: priorityOf(child), key };
  const node = nodeAt(child, order.path);
  return { value: node === null ? null : (leafValue(node) ?? MAP), key };
}

function typeRank(value: SortValue): number {
  if (value === null) return 0;
  return { boolean: 1, number: 2, string: 3, symbol: 4 }[typeof value as 'boolean'];
}

const isLess = (a: Primitive, b: Primitive) => a < b;

/** null < false < true < numbers < strings by code unit < maps. */
export function compareValues(a: SortValue, b: SortValue): number {
  if (a === b) return 0;
  const ranks = typeRank(a) - typeRank(b);
  return ranks || (isLess(a as Primitive, b as Primitive) ? -1 : 1);
}

export function compareEntries(a: Entry, b: Entry): number {
  return compareValues(a.value, b.value) || compareKeys(a.key, b.key);
}

type Index = SortedMap<Entry, true>;

/** The requested indexes, by order; they are dropped with their branch or earlier. */
const indexes = new WeakMap<Branch, Map<string, Index>>();

/** The branch's children in the order; the first use sorts them, except when the order is that of keys. */
export function inOrder(branch: Branch, order: Order): Ordered {
  if (isKeyOrder(branch, order)) return byKey(branch);
  const index = indexes.get(branch)?.get(order.name) ?? atOnce(indexWork(branch, order));
  return {
    size: index.size,
    rank: probe => index.rank(probe),
    at: rank => index.at(rank),
    *keys(from, to) {
      for (const [entry] of index.range(from, to)) yield entry.key;
    },
  };
}

/** The keys and children in the order. */
export function* childrenBy(branch: Branch, order: Order): Iterable<[string, Node]> {
  if (isKeyOrder(branch, order)) yield* branch.children.range();
  else for (const key of inOrder(branch, order).keys(0, branch.size)) yield [key, branch.children.get(key)!];
}

/** Updates the index of `before` for `after`, which differs only in the `changed` children. */
export function carryIndex(before: Branch, after: Branch, order: Order, changed: Iterable<string>): void {
  const old = indexes.get(before)?.get(order.name);
  if (!old || indexes.get(after)?.has(order.name)) return;
  let index = old;
  for (const key of changed) {
    const [was, is] = [before.child(key), after.child(key)];
    if (was !== null) index = index.delete(entryOf(order, key, was));
    if (is !== null) index = index.set(entryOf(order, key, is), true);
  }
  remember(after, order, index);
}

function isKeyOrder(branch: Branch, order: Order): boolean {
  return order === BY_KEY || (order === BY_PRIORITY && branch.prioritized === 0);
}

function byKey({ children }: Branch): Ordered {
  return {
    size: children.size,
    rank: probe => children.rank(key => probe({ value: null, key })),
    at: rank => {
      const key = children.at(rank);
      return key === undefined ? undefined : { value: null, key };
    },
    *keys(from, to) {
      for (const [key] of children.range(from, to)) yield key;
    },
  };
}

/** Sorts the branch's children in pieces, so that `inOrder` finds the result. */
export function* orderWork(branch: Branch, order: Order): Work<void> {
  if (!isKeyOrder(branch, order) && !indexes.get(branch)?.has(order.name)) yield* indexWork(branch, order);
}

function* indexWork(branch: Branch, order: Order): Work<Index> {
  const entries: Entry[] = [];
  for (const [key, child] of branch.children.range())
    if (entries.push(entryOf(order, key, child)) % 256 === 0) yield;
  // Children are already in key order and the sort is stable, so ties need no comparison of keys.
  const sorted = yield* sortWork(entries, (a, b) => compareValues(a.value, b.value));
  const values = sorted.map(() => true as const);
  return remember(branch, order, SortedMap.fromSorted(compareEntries, sorted, values));
}

/**
 * Indexes not declared in the rules, oldest first, and their size in bytes: the oldest are dropped. They refer to
 * their branches weakly, because a write may have replaced these.
 */
const undeclared: { branch: WeakRef<Branch>; name: string; bytes: number }[] = [];
const MAX_UNDECLARED_BYTES = 16_000_000;
/** Bytes of an index, and of each entry. */
const [INDEX_BYTES, ENTRY_BYTES] = [400, 80];
let undeclaredBytes = 0;

function remember(branch: Branch, order: Order, index: Index): Index {
  const kept = indexes.get(branch) ?? new Map<string, Index>();
  indexes.set(branch, kept.set(order.name, index));
  if (order.isDeclared || order === BY_PRIORITY || order === BY_VALUE) return index;
  const bytes = INDEX_BYTES + 2 * order.name.length + ENTRY_BYTES * index.size;
  undeclaredBytes += bytes;
  undeclared.push({ branch: new WeakRef(branch), name: order.name, bytes });
  while (undeclaredBytes > MAX_UNDECLARED_BYTES && undeclared.length > 1) forget(undeclared.shift()!);
  return index;
}

function forget({ branch, name, bytes }: (typeof undeclared)[number]): void {
  const held = branch.deref();
  if (held) indexes.get(held)?.delete(name);
  undeclaredBytes -= bytes;
}
