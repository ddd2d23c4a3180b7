import { firstWhere } from '../lib/binarySearch';

/**
 * taskIds in an order, as a tree that knows how many it holds: finding a place, a rank or a row, and changing one, cost
 * the logarithm. It is JSON and never written to: a change copies the path to its page and shares the rest.
 */
export type Order = Page | Branch;
type Page = number[];
type Branch = { size: number; nodes: Order[] };
/** Rows `from` to before `to` of an order. */
export type Range = { from: number; to: number };

const PAGE = 64;
const NODES = 32;

export const emptyOrder: Order = [];

const isPage = (order: Order): order is Page => Array.isArray(order);
export const sizeOf = (order: Order): number => (isPage(order) ? order.length : order.size);

const branchOf = (nodes: Order[]): Branch => ({
  size: nodes.reduce((sum, node) => sum + sizeOf(node), 0),
  nodes,
});

function lastOf(order: Order): number {
  while (!isPage(order)) order = order.nodes.at(-1)!;
  return order.at(-1)!;
}

/** How many stand before the first for which `isBehind` holds. */
export function rankOf(order: Order, isBehind: (taskId: number) => boolean): number {
  let rank = 0;
  while (!isPage(order)) {
    const { nodes } = order;
    const at = Math.min(
      nodes.length - 1,
      firstWhere(nodes.length, index => isBehind(lastOf(nodes[index]!))),
    );
    for (let before = 0; before < at; before++) rank += sizeOf(nodes[before]!);
    order = nodes[at]!;
  }
  const page = order;
  return rank + firstWhere(page.length, index => isBehind(page[index]!));
}

/** The node of a branch that holds a row, and the row's number there. One behind the last row is in the last node. */
function nodeAt({ nodes }: Branch, row: number): [at: number, row: number] {
  let at = 0;
  while (at < nodes.length - 1 && row >= sizeOf(nodes[at]!)) row -= sizeOf(nodes[at++]!);
  return [at, row];
}

export function taskIdAt(order: Order, row: number): number | undefined {
  while (!isPage(order)) {
    const [at, inside] = nodeAt(order, row);
    order = order.nodes[at]!;
    row = inside;
  }
  return order[row];
}

/** Copies the path to a row and lets `change` make its page anew; a node that grew too long becomes two. */
function changed(order: Order, row: number, change: (page: number[], at: number) => void): Order[] {
  if (isPage(order)) {
    const page = order.slice();
    change(page, row);
    if (page.length > PAGE) return [page.slice(0, PAGE / 2), page.slice(PAGE / 2)];
    return page.length === 0 ? [] : [page];
  }
  const [at, inside] = nodeAt(order, row);
  const nodes = order.nodes.slice();
  nodes.splice(at, 1, ...changed(nodes[at]!, inside, change));
  if (nodes.length > NODES) return [branchOf(nodes.slice(0, NODES / 2)), branchOf(nodes.slice(NODES / 2))];
  return nodes.length === 0 ? [] : [branchOf(nodes)];
}

function rooted(nodes: Order[]): Order {
  if (nodes.length > 1) return branchOf(nodes);
  const [root = emptyOrder] = nodes;
  return isPage(root) || root.nodes.length > 1 ? root : rooted([...root.nodes]);
}

export const insertAt = (order: Order, row: number, taskId: number): Order =>
  rooted(changed(order, row, (page, at) => page.splice(at, 0, taskId)));

export const removeAt = (order: Order, row: number): Order =>
  rooted(changed(order, row, (page, at) => page.splice(at, 1)));

/** All at once. Pages and branches are filled by half, so that the first changes do not split every one. */
export function orderOf(taskIds: readonly number[]): Order {
  let nodes: Order[] = [];
  for (let at = 0; at < taskIds.length; at += PAGE / 2) nodes.push(taskIds.slice(at, at + PAGE / 2));
  while (nodes.length > 1) {
    const above: Order[] = [];
    for (let at = 0; at < nodes.length; at += NODES / 2)
      above.push(branchOf(nodes.slice(at, at + NODES / 2)));
    nodes = above;
  }
  return nodes[0] ?? emptyOrder;
}

/** The pages that a range lies in, cut to it; whole pages are the order's own. */
function pagesInRange(order: Order, { from, to }: Range, pages: Page[] = []): Page[] {
  if (isPage(order)) {
    pages.push(from <= 0 && to >= order.length ? order : order.slice(Math.max(0, from), to));
    return pages;
  }
  let start = 0;
  for (const node of order.nodes) {
    const end = start + sizeOf(node);
    if (end > from && start < to) pagesInRange(node, { from: from - start, to: to - start }, pages);
    start = end;
  }
  return pages;
}

/** The taskIds of a range. */
export const taskIdsInRange = (order: Order, range: Range): number[] =>
  range.from < range.to ? ([] as number[]).concat(...pagesInRange(order, range)) : [];

/** The nodes that a range lies in, each with its own part of the range. */
function partsInRange({ nodes }: Branch, { from, to }: Range): { node: Order; range: Range }[] {
  const parts: { node: Order; range: Range }[] = [];
  let start = 0;
  for (const node of nodes) {
    const end = start + sizeOf(node);
    if (end > from && start < to)
      parts.push({ node, range: { from: Math.max(from, start) - start, to: Math.min(to, end) - start } });
    start = end;
  }
  return parts;
}

const lengthOf = ({ from, to }: Range) => Math.max(0, to - from);

/**
 * Whether two versions of an order have the same rows in a range each. What they share is passed over, so it costs the
 * path to what changed between them.
 */
export function haveSameRows(a: Order, inA: Range, b: Order, inB: Range): boolean {
  if (lengthOf(inA) !== lengthOf(inB)) return false;
  if (lengthOf(inA) === 0 || (a === b && inA.from === inB.from)) return true;
  if (!isPage(a) && !isPage(b)) {
    const [partsA, partsB] = [partsInRange(a, inA), partsInRange(b, inB)];
    const areAlike =
      partsA.length === partsB.length &&
      partsA.every(({ range }, at) => lengthOf(range) === lengthOf(partsB[at]!.range));
    if (areAlike)
      return partsA.every(({ node, range }, at) =>
        haveSameRows(node, range, partsB[at]!.node, partsB[at]!.range),
      );
  }
  return isSame(taskIdsInRange(a, inA), taskIdsInRange(b, inB));
}

const isSame = (a: Page, b: Page) => a.length === b.length && a.every((taskId, row) => taskId === b[row]);
