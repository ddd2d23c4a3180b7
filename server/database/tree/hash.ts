import { createHash } from 'node:crypto';
import type { Primitive, Priority } from '../../types';
import { Branch, leafValue, priorityOf, type Tree } from './node';
import { BY_PRIORITY, childrenBy } from './order';

/** The protocol's hash of a node, '' for nothing: what transactions, reconnects and ETags compare. */
export function hashOf(tree: Tree): string {
  if (tree === null) return '';
  const priority = priorityOf(tree);
  const head = priority === null ? '' : `priority:${priorityText(priority)}:`;
  if (!(tree instanceof Branch)) return sha1(head + leafText(leafValue(tree)!));
  return (tree.hash ??= sha1(head + branchText(tree)));
}

function branchText(branch: Branch): string {
  let text = '';
  for (const [key, child] of childrenBy(branch, BY_PRIORITY)) text += `:${key}:${hashOf(child)}`;
  return text;
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
