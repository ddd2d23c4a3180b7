import { ProtocolError, type Json, type Primitive, type QueryView } from '../../lib/types';
import { compareKeys, isLegalKey, LIMITS, splitPath } from './keys';
import {
  BY_KEY,
  BY_PRIORITY,
  BY_VALUE,
  compareValues,
  type Entry,
  type Order,
  type SortValue,
} from './order';
import type { Probe } from './sortedMap';

/** A bound of a query's range. Keys may be `MIN_KEY` and `MAX_KEY`, which sort before and after all keys. */
export type Bound = { value: SortValue; key: string; inclusive: boolean };

/** A query over a node's children; a listen or read without a query is for the whole node. */
export type Query = {
  order: Order;
  start: Bound | null;
  end: Bound | null;
  limit: number | null;
  /** The end of the range from which the limit counts. */
  from: 'start' | 'end';
};

export const MIN_KEY = '[MIN_NAME]';
export const MAX_KEY = '[MAX_NAME]';

const invalid = (why: string) => new ProtocolError('invalid_query', `Invalid query: ${why}`);

/** The order with a name: `.key`, `.value`, `.priority` or a child path. Throws for anything else. */
export function orderOf(name: string): Order {
  const special = [BY_KEY, BY_VALUE, BY_PRIORITY].find(order => order.name === name);
  if (special) return special;
  const path = splitPath(name);
  if (path.length === 0 || path.length > LIMITS.depth || !path.every(isLegalKey))
    throw invalid('the index is not a path');
  return { name: path.join('/'), path };
}

/** The fields of the socket's query object with their valid values; `bound` checks the bounds. */
const FIELDS = new Map<string, (value: Json) => boolean>([
  ['i', value => typeof value === 'string'],
  ...['sp', 'ep'].map(name => [name, () => true] as const),
  ...['sn', 'en'].map(name => [name, (value: Json) => typeof value === 'string'] as const),
  ...['sin', 'ein'].map(name => [name, (value: Json) => typeof value === 'boolean'] as const),
  ['l', value => Number.isSafeInteger(value) && (value as number) > 0],
  ['vf', value => value === 'l' || value === 'r'],
]);

/**
 * Parses the socket's query object; null for the default query. Throws `invalid_query`, also for an unknown field,
 * because the object is stored with its listen and sent back when that is cancelled.
 */
export function parseQuery(json: Json | undefined): Query | null {
  if (json === undefined || json === null) return null;
  if (typeof json !== 'object' || Array.isArray(json)) throw invalid('it is not an object');
  const names = Object.keys(json);
  if (names.length === 0) return null;
  for (const name of names)
    if (!FIELDS.get(name)?.(json[name]!)) throw invalid(`unknown or wrong field ${name.slice(0, 20)}`);
  const { i, sp, sn, sin, ep, en, ein, l, vf } = json;
  const order = i === undefined ? BY_PRIORITY : orderOf(i as string);
  const start = sp === undefined ? null : bound(order, sp, sn, sin !== false, MIN_KEY);
  const end = ep === undefined ? null : bound(order, ep, en, ein !== false, MAX_KEY);
  const left = vf === undefined ? sp !== undefined : vf === 'l';
  return { order, start, end, limit: (l as number | undefined) ?? null, from: left ? 'start' : 'end' };
}

/** A bound of a range; in key order the value itself is the key. */
export function bound(
  order: Order,
  value: Json,
  key: Json | undefined,
  inclusive: boolean,
  missing: string,
): Bound {
  if (typeof value === 'object' && value !== null)
    throw invalid('a bound is not a string, a number, a boolean or null');
  // 1e400 is valid JSON, but not a storable number.
  if (typeof value === 'number' && !Number.isFinite(value)) throw invalid('a bound is not a finite number');
  if (key !== undefined && typeof key !== 'string') throw invalid('the key of a bound is not a string');
  if (order !== BY_KEY) return { value, key: key ?? missing, inclusive };
  if (typeof value !== 'string') throw invalid('a bound in key order is not a string');
  return { value: null, key: value, inclusive };
}

/** Negative before the range, zero or more from its start on. */
export function startProbe({ start }: Query): Probe<Entry> {
  return entry => {
    if (!start) return 1;
    return compareToBound(entry, start) || (start.inclusive ? 1 : -1);
  };
}

/** Zero or less up to the range's end, positive after it. */
export function endProbe({ end }: Query): Probe<Entry> {
  return entry => {
    if (!end) return -1;
    return compareToBound(entry, end) || (end.inclusive ? -1 : 1);
  };
}

function compareToBound(entry: Entry, { value, key }: Bound): number {
  const values = compareValues(entry.value, value);
  if (values !== 0) return values;
  if (key === MIN_KEY) return 1;
  return key === MAX_KEY ? -1 : compareKeys(entry.key, key);
}

/** A canonical text of the query, independent of how its object was written. */
export function queryKey(query: Query | null): string {
  if (!query) return '';
  const { order, start, end, limit, from } = query;
  const bounds = [start, end].map(side => side && [side.value as Primitive | null, side.key, side.inclusive]);
  return JSON.stringify([order.name, ...bounds, limit, limit && from]);
}

/** The query as `.read` rules see it. */
export function queryView(query: Query): QueryView {
  const { order, start, end, limit, from } = query;
  const valueOf = (side: Bound | null) => {
    if (!side) return null;
    return order === BY_KEY ? side.key : (side.value as Primitive | null);
  };
  const isEqual =
    start?.inclusive &&
    end?.inclusive &&
    start.value === end.value &&
    (order !== BY_KEY || start.key === end.key);
  return {
    orderByChild: order.path.length > 0 ? order.name : null,
    orderByKey: order === BY_KEY,
    orderByValue: order === BY_VALUE,
    orderByPriority: order === BY_PRIORITY,
    startAt: isEqual ? null : valueOf(start),
    endAt: isEqual ? null : valueOf(end),
    equalTo: isEqual ? valueOf(start) : null,
    limitToFirst: from === 'start' ? limit : null,
    limitToLast: from === 'end' ? limit : null,
  };
}

/** The index that the rules must declare for the query; null when none is needed. */
export function neededIndex({ order }: Query): string | null {
  return order === BY_KEY || order === BY_PRIORITY ? null : order.name;
}
