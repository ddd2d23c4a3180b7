import type { Json, LiveEvent, Records } from '../../services/database';
import { recordsOf } from '../rest';

/** The new value of a path, in keys (null: nothing). */
export type Put = { path: readonly string[]; value: Json };

/**
 * A user's data as the events of the REST API tell it, for those that follow a list in it: the whole list once and
 * whenever it is told again, else the records that changed.
 */
export function createLiveTree() {
  let tree: Json | undefined;
  const followers = new Set<{ list: readonly string[]; listener: (event: LiveEvent) => void }>();

  const wholeList = (list: readonly string[]): LiveEvent => ({
    type: 'list',
    records: recordsOf(at(tree, list)),
  });
  /** The change that a write of several puts makes in a list; undefined when none. */
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
    /** Takes what one write changed. */
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
    /** Forgets the tree: it may be old by the time that it is followed again. */
    forget: () => void (tree = undefined),
  };
}

export type LiveTree = ReturnType<typeof createLiveTree>;

const at = (tree: Json | undefined, path: readonly string[]): Json =>
  path.reduce<Json>((node, key) => recordsOf(node)[key] ?? null, tree ?? null);

/** The tree with this value at a path; a node without children is nothing. */
function withValue(tree: Json, [key, ...rest]: readonly string[], value: Json): Json {
  if (key === undefined) return value;
  const children = { ...recordsOf(tree) };
  const child = withValue(children[key] ?? null, rest, value);
  if (child === null) delete children[key];
  else children[key] = child;
  return Object.keys(children).length === 0 ? null : children;
}
