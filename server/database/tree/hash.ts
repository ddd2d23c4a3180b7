import { createHash } from 'node:crypto';
import type { Primitive, Priority, Work } from '../../lib/types';
import { Branch, leafValue, priorityOf, type Tree } from './node';
import { BY_PRIORITY, childrenBy } from './order';

/** The size, in bytes of memory, of a tree that is hashed in one go. */
const LIGHT_BYTES = 10_000;

/** The protocol's hash of a node, '' for none, which transactions, reconnects and ETags compare. */
export function hashOf(tree: Tree): string {
  if (tree === null) return '';
  const head = headOf(tree);
  if (!(tree instanceof Branch)) return sha1(head + leafText(leafValue(tree)!));
  return (tree.hash ??= sha1(head + branchText(tree)));
}

/** `hashOf` in pieces, for trees that may be large. */
export function* hashWork(tree: Tree): Work<string> {
  if (!(tree instanceof Branch) || tree.hash !== undefined || tree.weight < LIGHT_BYTES) return hashOf(tree);
  let [text, count] = ['', 0];
  for (const [key, child] of childrenBy(tree, BY_PRIORITY)) {
    text += `:${key}:${yield* hashWork(child)}`;
    if ((count += 1) % 16 === 0) yield;
  }
  return (tree.hash = sha1(headOf(tree) + text));
}

function branchText(branch: Branch): string {
  let text = '';
  for (const [key, child] of childrenBy(branch, BY_PRIORITY)) text += `:${key}:${hashOf(child)}`;
  return text;
}

function headOf(tree: Tree): string {
  const priority = priorityOf(tree);
  return priority === null ? '' : `priority:${priorityText(priority)}:`;
}

function sha1(text: string): string {
  return createHash('sha1').update(text, 'utf8').digest('base64');
}

function leafText(value: Primitive): string {
  return `${typeof value}:${typeof value === 'number' ? doubleText(value) : String(value)}`;
}

function priorityText(priority: NonNullable<Priority>): string {
  return typeof priority === 'number' ? `number:${doubleText(priority)}` : `string:${priority}`;
}

function doubleText(value: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes.toString('hex');
}
