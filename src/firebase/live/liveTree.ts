import type { Json, LiveEvent, Records } from '../../services/database';
import { recordsOf } from '../rest/rest';

/** The new value at a path of keys (null: removed). */
export type Put = { path: readonly string[]; value: Json };

/**
 * A copy of a user's data, kept up to date by the events of the REST API. Followers of a list get the whole list first
 * and whenever it is sent again, else the records that changed.
 */
export function createLiveTree() {
  let tree: Json | undefined;
  const followers = new Set<{ list: readonly string[]; listener: (event: LiveEvent) => void }>();

  const wholeList = (list: readonly string[]): LiveEvent => ({
    type: 'list',
    records: recordsOf(at(tree, list)),
  });
  /** The change in a list by a write of several paths; undefined when there is none. */
  const eventFor = (list: readonly string[], puts: readonly Put[]): LiveEvent | undefined => {
    const inList = puts.filter(({ path }) =>
      list.every((key, depth) => depth >= path.length || path[depth] === key),
    );
    if (inList.length === 0) return undefined;
    if (inList.some(({ path }) => path.length <= list.length)) return wholeList(list);
    const keys = inList.map(({ path }) => path[list.length]!);
    const records: Records = Object.fromEntries(keys.map(key => [key, at(tree, [...list, key])]));
    return { type: 'changes', records };
  };

  return {
    /** Applies the changes of one write. */
    apply(puts: readonly Put[]) {
      for (const { path, value } of puts) tree = withValue(tree ?? null, path, value);
      for (const { list, listener } of [...followers]) {
        const event = eventFor(list, puts);
        if (event) listener(event);
      }
    },
    /** Follows a list until the returned function is called. */
    follow(path: string, listener: (event: LiveEvent) => void): () => void {
      const follower = { list: path.split('/'), listener };
      followers.add(follower);
      if (tree !== undefined) listener(wholeList(follower.list));
      return () => void followers.delete(follower);
    },
    isFollowed: () => followers.size > 0,
    isEqual: (value: Json) => tree !== undefined && JSON.stringify(tree) === JSON.stringify(value),
    /** Discards the tree, which may be outdated when it is followed again. */
    forget: () => void (tree = undefined),
  };
}

export type LiveTree = ReturnType<typeof createLiveTree>;

const at = (tree: Json | undefined, path: readonly string[]): Json =>
  path.reduce<Json>((node, key) => recordsOf(node)[key] ?? null, tree ?? null);

/** The tree with a new value at a path; nodes without children are removed. */
function withValue(tree: Json, [key, ...rest]: readonly string[], value: Json): Json {
  if (key === undefined) return value;
  const children = { ...recordsOf(tree) };
  const child = withValue(children[key] ?? null, rest, value);
  if (child === null) delete children[key];
  else children[key] = child;
  return Object.keys(children).length === 0 ? null : children;
}
