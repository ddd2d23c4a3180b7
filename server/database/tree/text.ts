import type { Json, Primitive, Work } from '../../lib/types';
import { Branch, leafValue, priorityOf, weightOf, type Tree } from './node';

/** How a node is written: with or without priorities (the export form), and whole-number keys as arrays or not. */
export type Form = { priorities: boolean; arrays: boolean };

/** The format of sockets. */
export const EXPORT: Form = { priorities: true, arrays: false };
/** The format of REST. */
export const PLAIN: Form = { priorities: false, arrays: true };
/** The format of REST with `format=export`, and of its writes. */
export const PLAIN_EXPORT: Form = { priorities: true, arrays: true };

/** The node as JSON text. It is built directly, because keys are data, and so that a large answer exists only once. */
export function toText(tree: Tree, form: Form): string {
  const priority = form.priorities ? priorityOf(tree) : null;
  if (!(tree instanceof Branch)) {
    const value = leafText(leafValue(tree) ?? null);
    return priority === null ? value : `{".value":${value},".priority":${JSON.stringify(priority)}}`;
  }
  if (form.arrays && priority === null && isList(tree)) return listText(tree, form);
  let text = '';
  for (const [key, child] of tree.children.range())
    text += `${text && ','}${keyText(key)}:${toText(child, form)}`;
  return priority === null ? `{${text}}` : `{${text},".priority":${JSON.stringify(priority)}}`;
}

/** The size of a tree whose text is built in one go (bytes of memory), and the length of pieces for larger ones. */
const LIGHT_BYTES = 10_000;
const PIECE_CHARACTERS = 16_384;

/** `toText` in pieces, which end between two children. */
export function* textPieces(tree: Tree, form: Form): Generator<string, void, undefined> {
  if (!(tree instanceof Branch) || tree.weight < LIGHT_BYTES) return yield toText(tree, form);
  const priority = form.priorities ? tree.priority : null;
  const asList = form.arrays && priority === null && isList(tree);
  let [text, place] = [asList ? '[' : '{', 0];
  for (const [key, child] of tree.children.range()) {
    if (place > 0) text += ',';
    if (asList) for (; place < Number(key); place += 1) text += 'null,';
    else text += `${keyText(key)}:`;
    place += 1;
    if (weightOf(child) < LIGHT_BYTES) text += toText(child, form);
    else {
      yield text;
      text = '';
      yield* textPieces(child, form);
    }
    if (text.length > PIECE_CHARACTERS) {
      yield text;
      text = '';
    }
  }
  if (priority !== null) text += `,".priority":${JSON.stringify(priority)}`;
  yield text + (asList ? ']' : '}');
}

/** The whole text, built in slices. */
export function* textWork(tree: Tree, form: Form): Work<string> {
  const pieces: string[] = [];
  for (const piece of textPieces(tree, form)) {
    pieces.push(piece);
    yield;
  }
  return pieces.join('');
}

function leafText(value: Primitive | null): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

/** In a legal key only these two characters need escaping. */
export function keyText(key: string): string {
  return key.includes('"') || key.includes('\\') ? JSON.stringify(key) : `"${key}"`;
}

/** True when all keys are whole numbers and more than half of the indexes are used. Such keys sort by number. */
function isList(branch: Branch): boolean {
  const last = branch.children.at(branch.size - 1)!;
  if (!isIndex(last) || Number(last) >= 2 * branch.size) return false;
  for (const [key] of branch.children.range()) if (!isIndex(key)) return false;
  return true;
}

function isIndex(key: string): boolean {
  return /^(0|[1-9]\d*)$/.test(key);
}

function listText(branch: Branch, form: Form): string {
  const texts: string[] = [];
  for (const [key, child] of branch.children.range()) {
    while (texts.length < Number(key)) texts.push('null');
    texts.push(toText(child, form));
  }
  return `[${texts.join(',')}]`;
}

/** The value of a tree as JSON, without priorities. */
export const jsonOf = (tree: Tree): Json => JSON.parse(toText(tree, PLAIN)) as Json;
