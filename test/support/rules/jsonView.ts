import type { Json, NodeView, Primitive, Priority } from '../../../server/lib/types';

/** JSON as the database stores it: `.value` and `.priority` applied, nulls and empty objects removed. */
export function jsonView(json: Json): NodeView {
  if (json === null) return empty;
  if (typeof json !== 'object') return leafView(json, null);
  const members = new Map(Object.entries(json));
  const priority = (members.get('.priority') ?? null) as Priority;
  const value = members.get('.value') as Primitive | null | undefined;
  if (value === null) return empty;
  if (value !== undefined) return leafView(value, priority);
  members.delete('.priority');
  const children = new Map<string, NodeView>();
  for (const [key, member] of members) {
    const child = jsonView(member);
    if (!child.isEmpty) children.set(key, child);
  }
  return children.size > 0 ? mapView(children, priority) : empty;
}

/** The JSON after a multi-path update. */
export function withWrites(json: Json, writes: Record<string, Json>): Json {
  return Object.entries(writes).reduce((at, [path, value]) => put(at, keysOf(path), value), json);
}

export const keysOf = (path: string): string[] => path.split('/').filter(key => key !== '');

function put(json: Json, [key, ...rest]: string[], value: Json): Json {
  if (key === undefined) return value;
  const members = new Map(json !== null && typeof json === 'object' ? Object.entries(json) : []);
  return Object.fromEntries(members.set(key, put(members.get(key) ?? null, rest, value)));
}

export const empty: NodeView = {
  leaf: undefined,
  priority: null,
  isEmpty: true,
  size: 0,
  child: () => empty,
  keys: () => [],
};
const leafView = (leaf: Primitive, priority: Priority): NodeView => ({
  ...empty,
  leaf,
  priority,
  isEmpty: false,
});
const mapView = (children: ReadonlyMap<string, NodeView>, priority: Priority): NodeView => ({
  leaf: undefined,
  priority,
  isEmpty: false,
  size: children.size,
  child: key => children.get(key) ?? empty,
  keys: () => children.keys(),
});
