import type { Work } from '../../lib/types';
import { Branch, childOf, sameTree, type Node, type Tree } from './node';
import {
  BY_KEY,
  carryIndex,
  compareEntries,
  entryOf,
  inOrder,
  orderWork,
  type Entry,
  type Ordered,
} from './order';
import { textWork, type Form } from './text';
import { endProbe, startProbe, type Query } from './query';

type Edges = { first: Entry; last: Entry } | null;

/** `windowOf` in slices, because sorting a large branch takes long. */
export function* windowWork(tree: Tree, query: Query): Work<Branch | null> {
  if (tree instanceof Branch && query.limit !== null) yield* orderWork(tree, query.order);
  return windowOf(tree, query);
}

/** The text of a query's result, or of the whole node, in pieces. */
export function* windowText(node: Tree, query: Query | null, form: Form): Work<string> {
  return yield* textWork(query ? yield* windowWork(node, query) : node, form);
}

/** The children that a query selects; null when there are none, as for leaves. The result has no priority. */
export function windowOf(tree: Tree, query: Query): Branch | null {
  if (!(tree instanceof Branch)) return null;
  if (!query.start && !query.end && !query.limit) return tree.withPriority(null);
  const entries: [string, Node][] = [];
  if (query.limit === null && query.order !== BY_KEY) {
    const isInside = insideRange(query);
    for (const [key, child] of tree.children.range()) if (isInside(key, child)) entries.push([key, child]);
  } else {
    const ordered = inOrder(tree, query.order);
    for (const key of ordered.keys(...ranks(ordered, query))) entries.push([key, tree.children.get(key)!]);
  }
  return Branch.fromEntries(entries);
}

/**
 * The changes of a query's window: the new child, or null where one left. `changed` are the children in which the
 * branches differ; the cost depends on their number only.
 */
export function windowChanges(
  before: Branch,
  after: Branch,
  query: Query,
  changed: Iterable<string>,
): Map<string, Tree> {
  const candidates = new Set(changed);
  let [wasInside, isInside] = [insideRange(query), insideRange(query)];
  if (query.limit !== null) {
    carryIndex(before, after, query.order, candidates);
    const [was, is] = [edgesOf(before, query), edgesOf(after, query)];
    for (const key of betweenEdges(before, after, query, was, is)) candidates.add(key);
    wasInside = insideEdges(query, was);
    isInside = insideEdges(query, is);
  }
  const changes = new Map<string, Tree>();
  for (const key of candidates) {
    const was = wasInside(key, before.child(key)) ? before.child(key) : null;
    const is = isInside(key, after.child(key)) ? childOf(after, key) : null;
    if (!sameTree(was, is)) changes.set(key, is);
  }
  return changes;
}

type Inside = (key: string, child: Tree) => boolean;

function insideRange(query: Query): Inside {
  const [start, end] = [startProbe(query), endProbe(query)];
  return (key, child) => {
    const entry = entryOf(query.order, key, child);
    return child !== null && start(entry) >= 0 && end(entry) < 0;
  };
}

function insideEdges(query: Query, edges: Edges): Inside {
  return (key, child) => {
    if (!edges || child === null) return false;
    const entry = entryOf(query.order, key, child);
    return compareEntries(edges.first, entry) <= 0 && compareEntries(entry, edges.last) <= 0;
  };
}

function ranks(ordered: Ordered, query: Query): [from: number, to: number] {
  const from = query.start ? ordered.rank(startProbe(query)) : 0;
  const to = query.end ? ordered.rank(endProbe(query)) : ordered.size;
  if (query.limit === null) return [from, to];
  return query.from === 'start'
    ? [from, Math.min(to, from + query.limit)]
    : [Math.max(from, to - query.limit), to];
}

function edgesOf(branch: Branch, query: Query): Edges {
  const ordered = inOrder(branch, query.order);
  const [from, to] = ranks(ordered, query);
  if (from >= to) return null;
  return { first: ordered.at(from)!, last: ordered.at(to - 1)! };
}

/** The children between the old and the new edge of the window: no more than the write changed. */
function* betweenEdges(before: Branch, after: Branch, query: Query, was: Edges, is: Edges): Iterable<string> {
  if (!was || !is) return;
  for (const [old, now] of [
    [was.first, is.first],
    [was.last, is.last],
  ] as const) {
    const [low, high] = compareEntries(old, now) < 0 ? [old, now] : [now, old];
    for (const branch of [before, after]) {
      const ordered = inOrder(branch, query.order);
      const from = ordered.rank(entry => compareEntries(entry, low));
      const to = ordered.rank(entry => (compareEntries(entry, high) <= 0 ? -1 : 1));
      yield* ordered.keys(from, to);
    }
  }
}
