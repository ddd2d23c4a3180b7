import { atOnce, sortWork } from '../../lib/slices';
import { ProtocolError, type Json, type Primitive, type Priority, type Work } from '../../lib/types';
import { compareKeys, isLegalKey, LIMITS } from './keys';
import { Branch, childOf, leaf, leafValue, type Node, type Tree } from './node';

type JsonMap = { [key: string]: Json };

const invalid = (why: string) => new ProtocolError('invalid_data', `Invalid data; ${why}`);

/**
 * Parses JSON from clients (export form, arrays, server values) into a node. `now` is the time of the write, `before`
 * the current value (for increments), `depth` the depth of the place. Throws `invalid_data`.
 */
export function parseNode(json: Json, now: number, before: Tree = null, depth = 0): Tree {
  return atOnce(parseWork(json, now, before, depth));
}

/** `parseNode` in pieces. */
export function* parseWork(json: Json, now: number, before: Tree, depth: number): Work<Tree> {
  if (json === null) return null;
  if (depth > LIMITS.depth) throw invalid(`it is deeper than ${LIMITS.depth} levels`);
  if (typeof json !== 'object') return primitive(json);
  if (!Array.isArray(json)) return yield* parseMap(json, now, before, depth);
  return yield* parseChildren(Object.keys(json), json as unknown as JsonMap, null, now, before, depth);
}

function* parseMap(json: JsonMap, now: number, before: Tree, depth: number): Work<Tree> {
  const keys = Object.keys(json);
  const priority = Object.hasOwn(json, '.priority') ? parsePriority(json['.priority']!, now, before) : null;
  const isValue = Object.hasOwn(json, '.value');
  if (isValue || Object.hasOwn(json, '.sv')) {
    if (keys.some(key => key !== '.priority' && key !== (isValue ? '.value' : '.sv')))
      throw invalid('a value has no children');
    const value = isValue ? json['.value']! : { '.sv': json['.sv']! };
    const resolved = isServerValue(value) ? serverValue(value['.sv']!, now, before) : value;
    if (resolved === null) return null;
    if (typeof resolved === 'object') throw invalid('a value must be a string, a number or a boolean');
    return leaf(primitive(resolved), priority);
  }
  return yield* parseChildren(keys, json, priority, now, before, depth);
}

function* parseChildren(
  keys: string[],
  json: JsonMap,
  priority: Priority,
  now: number,
  before: Tree,
  depth: number,
): Work<Tree> {
  const entries: [string, Node][] = [];
  for (const [index, key] of keys.entries()) {
    if (index % 128 === 127) yield;
    if (key === '.priority') continue;
    if (!isLegalKey(key)) throw invalid("key value can't be empty or contain $ # [ ] / or .");
    const value = json[key]!;
    const isLeaf = typeof value !== 'object' && depth < LIMITS.depth;
    const child = isLeaf ? primitive(value) : yield* parseWork(value, now, childOf(before, key), depth + 1);
    if (child !== null) entries.push([key, child]);
  }
  const sorted = yield* sortWork(entries, compareEntryKeys);
  return Branch.fromEntries(sorted, priority);
}

const compareEntryKeys = ([a]: [string, Node], [b]: [string, Node]) => compareKeys(a, b);

/** A priority as written: null, a number, a string of at most a key's length, or a server value. */
export function parsePriority(json: Json, now: number, before: Tree): Priority {
  const value = isServerValue(json) ? serverValue(json['.sv']!, now, before) : json;
  if (value === null) return null;
  if (typeof value === 'string') {
    if (Buffer.byteLength(value) <= LIMITS.keyBytes) return value;
    throw invalid(`a priority has at most ${LIMITS.keyBytes} bytes`);
  }
  if (typeof value !== 'number') throw invalid('a priority must be a string or a number');
  return primitive(value) as number;
}

function isServerValue(json: Json): json is { '.sv': Json } {
  return typeof json === 'object' && json !== null && Object.hasOwn(json, '.sv');
}

function serverValue(kind: Json, now: number, before: Tree): number {
  if (kind === 'timestamp') return now;
  const [only, ...more] = typeof kind === 'object' && kind !== null ? Object.entries(kind) : [];
  const increment = only?.[0] === 'increment' && more.length === 0 ? only[1] : undefined;
  if (typeof increment !== 'number') throw invalid('unknown server value');
  const old = leafValue(before);
  return typeof old === 'number' ? old + increment : increment;
}

/** Numbers are finite, and -0 becomes 0 as in JSON. */
function primitive(value: Primitive): Primitive {
  if (typeof value !== 'number') return value;
  if (!Number.isFinite(value)) throw invalid('numbers must be finite');
  return value + 0;
}
