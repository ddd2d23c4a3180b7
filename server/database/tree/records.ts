import type { Json, Priority, Work } from '../../lib/types';
import { parseNode, parsePriority } from './parse';
import type { Path } from './keys';
import { Branch, FEW_CHILDREN, leaf, leafValue, present, type Node, type Tree } from './node';
import { EXPORT, toText } from './text';

/**
 * The records of a tree on disk: one per branch, with its leaves (a task is one record). Long texts, and the leaves of
 * branches with many children, have their own, so that a write costs little more than its changes.
 */
const LONG_CHARACTERS = 1_000;
const ROOT = '/';
/** The number of children processed in one slice. */
const CHILDREN_PER_SLICE = 128;

/** The records to write, by key; null removes. */
export type Records = Map<string, string | null>;

function recordKey(path: Path): string {
  return `/${path.join('/')}`;
}

/** Adds the records that differ between two trees whose only difference is at `path`. */
export function recordWork(before: Tree, after: Tree, path: Path, records: Records): Work<void> {
  return changeAt(before, after, path, 0, [false, false], records);
}

/**
 * The node in a record: a leaf, or a branch's priority and leaves. Throws the errors of `JSON.parse` and `parseNode`
 * for an invalid text.
 */
export function readRecord(text: string): { leaf: Node } | { priority: Priority; leaves: [string, Node][] } {
  const json = JSON.parse(text) as Json;
  if (typeof json !== 'object' || json === null || Object.hasOwn(json, '.value'))
    return { leaf: readLeaf(json) };
  if (Array.isArray(json)) throw new SyntaxError('not a node');
  const leaves: [string, Node][] = [];
  let priority: Priority = null;
  for (const [key, value] of Object.entries(json))
    if (key === '.priority') priority = parsePriority(value, 0, null);
    else leaves.push([key, readLeaf(value)]);
  return { priority, leaves };
}

function readLeaf(json: Json): Node {
  if (typeof json !== 'object') return json;
  if (json === null || Array.isArray(json)) throw new SyntaxError('not a leaf');
  const { '.priority': priority = null, ...value } = json;
  const read = Object.hasOwn(value, '.value') ? leafValue(parseNode(value, 0)) : undefined;
  if (read === undefined) throw new SyntaxError('not a leaf');
  return leaf(read, parsePriority(priority, 0, null));
}

/** `held` tells whether the parent's record contains the node as a leaf, before and after. */
function* changeAt(
  before: Tree,
  after: Tree,
  path: Path,
  depth: number,
  held: [boolean, boolean],
  records: Records,
): Work<void> {
  if (before === after && held[0] === held[1]) return;
  const key = recordKey(path.slice(0, depth));
  if (!(before instanceof Branch && after instanceof Branch)) {
    // Dropping the last part has left the root's record, with its priority.
    if (depth === 0 && before === null) records.set(ROOT, null);
    yield* erase(before, key, held[0], records);
    yield* record(after, key, held[1], records);
    return;
  }
  if (before.children === after.children || depth < path.length) {
    const child = path[depth] ?? '';
    const isHeld: [boolean, boolean] = [
      holds(before, before.child(child), key),
      holds(after, after.child(child), key),
    ];
    const isRepacked = isPacked(before, key) !== isPacked(after, key);
    // A child with its own records does not change its parent's record.
    if (isHeld[0] || isHeld[1] || isRepacked || before.priority !== after.priority) {
      const text = ownText(after, key);
      if (text !== ownText(before, key)) records.set(key, text);
    }
    if (before.children === after.children) return;
    if (isRepacked) repack(before, after, key, records);
    yield* changeAt(before.child(child), after.child(child), path, depth + 1, isHeld, records);
    return;
  }
  yield* erase(before, key, false, records);
  yield* record(after, key, false, records);
}

/** Moves leaves between the branch's record and records of their own, when the branch becomes large or small. */
function repack(before: Branch, after: Branch, key: string, records: Records): void {
  const isGone = isPacked(after, key);
  for (const [name, child] of (isGone ? before : after).children.range())
    if (isShortLeaf(child)) records.set(below(key, name), isGone ? null : toText(child, EXPORT));
}

function* record(tree: Tree, key: string, isHeld: boolean, records: Records): Work<void> {
  if (!(tree instanceof Branch)) {
    if (tree !== null && !isHeld) records.set(key, toText(tree, EXPORT));
    return;
  }
  yield;
  const text = ownText(tree, key);
  if (text !== null) records.set(key, text);
  let count = 0;
  for (const [name, child] of tree.children.range()) {
    if ((count += 1) % CHILDREN_PER_SLICE === 0) yield;
    if (child instanceof Branch || !holds(tree, child, key))
      yield* record(child, below(key, name), false, records);
  }
}

function* erase(tree: Tree, key: string, isHeld: boolean, records: Records): Work<void> {
  if (!(tree instanceof Branch)) {
    if (present(tree) !== null && !isHeld) records.set(key, null);
    return;
  }
  yield;
  if (hasOwnRecord(tree, key)) records.set(key, null);
  let count = 0;
  for (const [name, child] of tree.children.range()) {
    if ((count += 1) % CHILDREN_PER_SLICE === 0) yield;
    if (child instanceof Branch || !holds(tree, child, key))
      yield* erase(child, below(key, name), false, records);
  }
}

function below(key: string, name: string): string {
  return key === '/' ? `/${name}` : `${key}/${name}`;
}

/** The root's record has no leaves, so that each top-level key can be loaded separately. */
function isPacked(branch: Branch, key: string): boolean {
  return branch.size <= FEW_CHILDREN && key !== ROOT;
}

function isShortLeaf(tree: Tree): boolean {
  const value = leafValue(tree);
  return value !== undefined && !(typeof value === 'string' && value.length > LONG_CHARACTERS);
}

/** True when the branch's own record contains the child. */
function holds(branch: Branch, child: Tree, key: string): boolean {
  return isPacked(branch, key) && isShortLeaf(child);
}

/** True when the branch's own record is not empty. */
function hasOwnRecord(branch: Branch, key: string): boolean {
  if (branch.priority !== null) return true;
  if (isPacked(branch, key))
    for (const [, child] of branch.children.range()) if (isShortLeaf(child)) return true;
  return false;
}

/** The branch's own record; null when it would be empty. */
function ownText(branch: Branch, key: string): string | null {
  let text = '';
  if (isPacked(branch, key))
    for (const [name, child] of branch.children.range())
      if (isShortLeaf(child)) text += `,${JSON.stringify(name)}:${toText(child, EXPORT)}`;
  if (branch.priority !== null) text += `,".priority":${JSON.stringify(branch.priority)}`;
  return text === '' ? null : `{${text.slice(1)}}`;
}
