import { NotLoaded, type NodeView, type Primitive, type Priority } from '../../lib/types';
import { Absent } from './absent';
import { compareKeys, type Path } from './keys';
import { SortedMap } from './sortedMap';

/** A leaf with a priority; one without, as nearly all are, is the plain value. */
class Leaf {
  constructor(
    readonly value: Primitive,
    readonly priority: number | string,
  ) {}
}

/** An immutable map of at least one child: a write creates new branches along its path, and shares the others. */
export class Branch {
  /** The node's hash, cached once computed. */
  hash: string | undefined = undefined;

  private constructor(
    readonly children: SortedMap<string, Node>,
    readonly priority: Priority,
    /** The number of children with a priority; without any, the order by priority is the order of keys. */
    readonly prioritized: number,
    /** The approximate size of the branch with everything below, in bytes of memory. */
    readonly weight: number,
    /** The maximum number of records on disk for the branch and everything below. */
    readonly records: number,
    /** The total length of these records' keys, without the branch's own path. */
    readonly keyLength: number,
  ) {}

  /** A branch of children in key order, or null without any. */
  static fromSorted(keys: string[], values: Node[], priority: Priority = null): Branch | null {
    if (keys.length === 0) return null;
    const prioritized = values.reduce<number>((sum, child) => sum + hasPriority(child), 0);
    const children = SortedMap.fromSorted(compareKeys, keys, values);
    return Branch.of(children, priority, prioritized);
  }

  private static of(children: SortedMap<string, Node>, priority: Priority, prioritized: number): Branch {
    const isWide = children.size > FEW_CHILDREN;
    let [weight, records, keyLength] = [BRANCH_BYTES + RECORD_BYTES, 1, 0];
    children.forEach((key, child) => {
      weight += entryWeight(key, child, isWide);
      const own = entryRecords(child, isWide);
      records += own;
      if (own > 0) keyLength += entryKeyLength(key, child, isWide);
    });
    return new Branch(children, priority, prioritized, weight, records, keyLength);
  }

  static fromEntries(entries: [string, Node][], priority: Priority = null): Branch | null {
    const sorted = entries.sort((a, b) => compareKeys(a[0], b[0]));
    return Branch.fromSorted(
      sorted.map(([key]) => key),
      sorted.map(([, value]) => value),
      priority,
    );
  }

  get size(): number {
    return this.children.size;
  }

  child(key: string): Tree {
    return this.children.get(key) ?? null;
  }

  withChild(key: string, value: Tree): Branch | null {
    const before = this.child(key);
    if (before === value) return this;
    const children = value === null ? this.children.delete(key) : this.children.set(key, value);
    if (children.size === 0) return null;
    const change = hasPriority(value) - hasPriority(before);
    const prioritized = this.prioritized + change;
    const isWide = children.size > FEW_CHILDREN;
    if (isWide !== this.size > FEW_CHILDREN) return Branch.of(children, this.priority, prioritized);
    return new Branch(
      children,
      this.priority,
      prioritized,
      this.weight + entryWeight(key, value, isWide) - entryWeight(key, before, isWide),
      this.records + entryRecords(value, isWide) - entryRecords(before, isWide),
      this.keyLength + entryKeyLength(key, value, isWide) - entryKeyLength(key, before, isWide),
    );
  }

  withPriority(priority: Priority): Branch {
    if (priority === this.priority) return this;
    const { children, prioritized, weight, records, keyLength } = this;
    return new Branch(children, priority, prioritized, weight, records, keyLength);
  }
}

/** Bytes of a branch, of a text besides its characters, and of a child among its siblings, as measured in a heap. */
const [BRANCH_BYTES, TEXT_BYTES, CHILD_BYTES] = [216, 24, 56];
const LONG_CHARACTERS = 1_000;
/** The maximum bytes of memory that the store takes for a record. */
const RECORD_BYTES = 150;
/** The number of children up to which a branch and its short leaves share one record. */
export const FEW_CHILDREN = 64;

/** The approximate size of a tree in bytes of memory; 0 for none. */
export function weightOf(tree: Tree): number {
  if (tree instanceof Branch) return tree.weight;
  if (tree instanceof Absent) return tree.bytes;
  const value = leafValue(tree);
  if (typeof value !== 'string') return 0;
  // With a single character beyond Latin-1, each character of a text takes two bytes.
  return (
    TEXT_BYTES + (value.length > LONG_CHARACTERS && /[\u0100-\uffff]/.test(value) ? 2 : 1) * value.length
  );
}

/** In a branch with many children each leaf has its own record. */
function entryWeight(key: string, child: Tree, isWide: boolean): number {
  if (child === null) return 0;
  const record = isWide && !(child instanceof Branch || child instanceof Absent) ? RECORD_BYTES : 0;
  return CHILD_BYTES + key.length + record + weightOf(child);
}

/** The number of records of a child. */
function entryRecords(child: Tree, isWide: boolean): number {
  if (typeof child === 'string') return isWide || child.length > LONG_CHARACTERS ? 1 : 0;
  if (child instanceof Branch || child instanceof Absent) return child.records;
  if (child === null) return 0;
  return isWide || (child instanceof Leaf && entryRecords(child.value, isWide) > 0) ? 1 : 0;
}

function entryKeyLength(key: string, child: Tree, isWide: boolean): number {
  return entryRecords(child, isWide) * (key.length + 1) + (child instanceof Branch ? child.keyLength : 0);
}

/** The maximum number of records of a tree on disk; a leaf may be in its parent's record. */
export function recordsOf(tree: Tree): number {
  if (tree === null) return 0;
  return tree instanceof Branch || tree instanceof Absent ? tree.records : 1;
}

/** The total length of the keys of a tree's records, without the tree's own path. */
export function keyLengthOf(tree: Tree): number {
  return tree instanceof Branch ? tree.keyLength : 0;
}

export type Node = Primitive | Leaf | Branch | Absent;

/** A node, or null for none. */
export type Tree = Node | null;

export function priorityOf(tree: Tree): Priority {
  const node = present(tree);
  return node instanceof Branch || node instanceof Leaf ? node.priority : null;
}

function hasPriority(tree: Tree): number {
  return Number(!(tree instanceof Absent) && priorityOf(tree) !== null);
}

/** The tree itself. Throws `NotLoaded` when it is not loaded. */
export function present(tree: Tree): Exclude<Tree, Absent> {
  if (tree instanceof Absent) throw new NotLoaded(tree.key);
  return tree;
}

/** The value of a leaf; undefined for a branch and for none. */
export function leafValue(tree: Tree): Primitive | undefined {
  const node = present(tree);
  if (node === null || node instanceof Branch) return undefined;
  return node instanceof Leaf ? node.value : node;
}

export function leaf(value: Primitive, priority: Priority): Node {
  return priority === null ? value : new Leaf(value, priority);
}

export function childOf(tree: Tree, key: string): Tree {
  if (tree instanceof Branch) return tree.child(key);
  present(tree);
  return null;
}

export function nodeAt(tree: Tree, path: Path): Tree {
  return path.reduce<Tree>(childOf, tree);
}

function withPriority(tree: Tree, priority: Priority): Tree {
  if (tree === null) return null;
  return tree instanceof Branch ? tree.withPriority(priority) : leaf(leafValue(tree)!, priority);
}

/**
 * The tree with `value` at `path`; a path that ends in `.priority` sets that priority. Empty maps are removed, a leaf
 * along the path becomes a map with its priority, and deleting below a leaf changes nothing.
 */
export function withNode(tree: Tree, path: Path, value: Tree): Tree {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (key === '.priority') return withPriority(tree, (leafValue(value) ?? null) as Priority);
  const child = withNode(childOf(tree, key), rest, value);
  if (tree instanceof Branch) return tree.withChild(key, child);
  return child === null ? tree : Branch.fromSorted([key], [child], priorityOf(tree));
}

/** True when two trees are equal; shared branches cost nothing. */
export function sameTree(a: Tree, b: Tree): boolean {
  if (a === b) return true;
  if (priorityOf(a) !== priorityOf(b) || leafValue(a) !== leafValue(b)) return false;
  if (!(a instanceof Branch) || !(b instanceof Branch)) return a instanceof Leaf && b instanceof Leaf;
  if (a.size !== b.size) return false;
  for (const [key, child] of a.children.range()) if (!sameTree(child, b.child(key))) return false;
  return true;
}

/** A tree as the rules see it. */
export class TreeView implements NodeView {
  constructor(readonly tree: Tree) {}

  get leaf(): Primitive | undefined {
    return leafValue(this.tree);
  }

  get priority(): Priority {
    return priorityOf(this.tree);
  }

  get isEmpty(): boolean {
    return this.tree === null;
  }

  get size(): number {
    return present(this.tree) instanceof Branch ? (this.tree as Branch).size : 0;
  }

  child(key: string): NodeView {
    return new TreeView(childOf(this.tree, key));
  }

  *keys(): Iterable<string> {
    const tree = present(this.tree);
    if (tree instanceof Branch) for (const [key] of tree.children.range()) yield key;
  }
}
