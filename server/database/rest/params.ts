import { ProtocolError, type Json } from '../../lib/types';
import { checkPath, detached, type Path } from '../tree/keys';
import { bound, MAX_KEY, MIN_KEY, orderOf, type Bound, type Query } from '../tree/query';
import type { Order } from '../tree/order';

/** The query parameters of a request. */
export type RestAsk = {
  path: Path;
  token: string | null;
  query: Query | null;
  shallow: boolean;
  exported: boolean;
  print: 'pretty' | 'silent' | null;
};

const bad = (why: string) => new ProtocolError('invalid_request', why);

const QUERY = ['startAt', 'startAfter', 'endAt', 'endBefore', 'equalTo', 'limitToFirst', 'limitToLast'];
const ONE_OF: Record<string, readonly string[]> = {
  print: ['pretty', 'silent'],
  format: ['export'],
  shallow: ['true', 'false'],
  writeSizeLimit: ['tiny', 'small', 'medium', 'large', 'unlimited'],
};

/** Parses a request's query parameters. Throws the protocol's refusal of invalid ones. */
export function parseAddress(url: URL, options: { write: boolean }): RestAsk {
  const params = url.searchParams;
  for (const [name, allowed] of Object.entries(ONE_OF)) {
    const value = params.get(name);
    if (value !== null && !allowed.includes(value))
      throw bad(`${name} must be one of: ${allowed.join(', ')}`);
  }
  if (params.has('callback')) throw bad('callback is not supported');
  if (!/^\d{1,9}(ms|s|min)$/.test(params.get('timeout') ?? '1s'))
    throw bad('timeout must be a number of ms, s or min');
  const query = parseRestQuery(params);
  const shallow = params.get('shallow') === 'true';
  if (shallow && query) throw bad('Mixing "shallow" with querying parameters is not supported.');
  return {
    path: parseRestPath(url.pathname, options),
    token: params.get('auth'),
    query,
    shallow,
    exported: params.get('format') === 'export',
    print: params.get('print') as RestAsk['print'],
  };
}

function parseRestPath(pathname: string, options: { write: boolean }): Path {
  try {
    const keys = pathname.slice(0, -'.json'.length).split('/').filter(Boolean).map(decodeURIComponent);
    return checkPath(detached(keys), options);
  } catch (error) {
    if (error instanceof URIError) throw bad('Invalid path: Invalid token in path');
    throw error;
  }
}

function parseRestQuery(params: URLSearchParams): Query | null {
  const orderBy = params.get('orderBy');
  if (orderBy === null) {
    if (QUERY.some(name => params.has(name)))
      throw bad('orderBy must be defined when other query parameters are defined');
    return null;
  }
  const order = parseOrder(orderBy);
  const equal = constraint(params, order, 'equalTo', true);
  const start = equal?.(MIN_KEY) ?? side(params, order, 'startAt', 'startAfter', MIN_KEY, MAX_KEY);
  const end = equal?.(MAX_KEY) ?? side(params, order, 'endAt', 'endBefore', MAX_KEY, MIN_KEY);
  const [first, last] = [limit(params, 'limitToFirst'), limit(params, 'limitToLast')];
  if (first !== null && last !== null) throw bad('limitToFirst and limitToLast cannot both be defined');
  return { order, start, end, limit: first ?? last, from: last === null ? 'start' : 'end' };
}

function parseOrder(text: string): Order {
  const name = parseJson(text);
  const special = { $key: '.key', $value: '.value', $priority: '.priority' }[String(name)];
  if (typeof name !== 'string' || name.startsWith('.'))
    throw bad('orderBy must be a valid JSON encoded path');
  try {
    return orderOf(special ?? name);
  } catch {
    throw bad('orderBy must be a valid JSON encoded path');
  }
}

function side(
  params: URLSearchParams,
  order: Order,
  at: string,
  beyond: string,
  keyAt: string,
  keyBeyond: string,
): Bound | null {
  if (params.has(at) && params.has(beyond)) throw bad(`${at} and ${beyond} cannot both be defined`);
  return (
    constraint(params, order, at, true)?.(keyAt) ??
    constraint(params, order, beyond, false)?.(keyBeyond) ??
    null
  );
}

/** Parses `value` or `value,"key"`; the returned function makes the bound, given the default for a missing key. */
function constraint(params: URLSearchParams, order: Order, name: string, inclusive: boolean) {
  const text = params.get(name);
  if (text === null) return null;
  const parts = parseJson(`[${text}]`) as Json[] | undefined;
  const [value, key] = parts ?? [];
  const isPrimitive = value !== undefined && (typeof value !== 'object' || value === null);
  if (!isPrimitive || parts!.length > 2) throw bad('Constraint index field must be a JSON primitive');
  if (key !== undefined && typeof key !== 'string') throw bad('Constraint key field must be a string');
  if (order.name === '.key' && typeof value !== 'string') throw bad('Constraint of a key must be a string');
  return (missing: string) => bound(order, value, key, inclusive, missing);
}

function limit(params: URLSearchParams, name: string): number | null {
  const text = params.get(name);
  if (text === null) return null;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw bad(`${name} must be a positive integer`);
  return Number(text);
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
