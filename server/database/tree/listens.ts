import type { Work } from '../../lib/types';
import { Branch, nodeAt, sameTree, type Tree } from './node';
import { isPrefix, type Path } from './keys';
import { queryKey, type Query } from './query';
import { windowChanges, windowOf } from './window';

/** A place set by a write. The path may end in `.priority`. */
export type Assignment = { path: Path; value: Tree };

/** A change of the published state from one root to the next. */
export type Step = { before: Tree; after: Tree; assignments: readonly Assignment[] };

/** An event for a listener: a new value at a place, or several places below one, to be seen at once. */
export type Push =
  | { kind: 'set'; path: Path; value: Tree }
  | { kind: 'merge'; path: Path; values: readonly (readonly [string, Tree])[] };

/** Bytes of a listener without its path and query, and of each key of its path in the index of listeners. */
const [LISTEN_BYTES, KEY_BYTES] = [1_000, 500];

/** A listener for every change at or below a path, or in a query's window over it. */
export class Listener {
  /** Equal for listeners with the same path and query. */
  readonly key: string;
  isListening = false;

  constructor(
    readonly path: Path,
    readonly query: Query | null,
    readonly push: (push: Push) => void,
    /** Called when a change could not be delivered: the listener must not continue as if it had missed nothing. */
    readonly fail: (error: unknown) => void,
  ) {
    this.key = listenKey(path, query);
  }

  /** Its approximate size in bytes of memory, for a budget. */
  get bytes(): number {
    return LISTEN_BYTES + 2 * this.key.length + KEY_BYTES * this.path.length;
  }
}

export function listenKey(path: Path, query: Query | null): string {
  return JSON.stringify([path, queryKey(query)]);
}

class Spot {
  readonly listeners = new Set<Listener>();
  readonly below = new Map<string, Spot>();
}

/** The listeners of a database by path, so that a write finds exactly those it concerns. */
export class Listens {
  private readonly top = new Spot();
  /** The number of listeners. */
  count = 0;

  /** True when there is a listener for the whole database. */
  get hasAll(): boolean {
    return this.top.listeners.size > 0;
  }

  /** True when there is a listener at or below a top-level key. */
  has(key: string): boolean {
    return this.top.below.has(key);
  }

  add(listener: Listener): void {
    const spot = listener.path.reduce((at, key) => {
      const next = at.below.get(key) ?? new Spot();
      at.below.set(key, next);
      return next;
    }, this.top);
    spot.listeners.add(listener);
    if (!listener.isListening) this.count += 1;
    listener.isListening = true;
  }

  remove(listener: Listener): void {
    if (listener.isListening) this.count -= 1;
    listener.isListening = false;
    const way = [this.top];
    for (const key of listener.path) {
      const next = way.at(-1)!.below.get(key);
      if (!next) return;
      way.push(next);
    }
    way.at(-1)!.listeners.delete(listener);
    for (let depth = way.length - 1; depth > 0; depth -= 1) {
      const spot = way[depth]!;
      if (spot.listeners.size > 0 || spot.below.size > 0) return;
      way[depth - 1]!.below.delete(listener.path[depth - 1]!);
    }
  }

  /**
   * Notifies each listener that the change concerns, computing it once for equal listeners; a listener that stops
   * meanwhile is skipped. Never throws: a failed delivery affects only its own listener.
   */
  *publishWork(step: Step): Work<void> {
    const pushes = new Map<string, Push | null>();
    for (const listener of this.concerned(step)) {
      if (!listener.isListening) continue;
      try {
        let push = pushes.get(listener.key);
        if (push === undefined) {
          push = pushFor(listener, step);
          pushes.set(listener.key, push);
        }
        if (push) listener.push(push);
      } catch (error) {
        listener.fail(error);
      }
      yield;
    }
  }

  private concerned({ assignments }: Step): Set<Listener> {
    const found = new Set<Listener>();
    for (const { path } of assignments) {
      let spot: Spot | undefined = this.top;
      for (const key of placeOf(path)) {
        for (const listener of spot.listeners) found.add(listener);
        spot = spot.below.get(key);
        if (!spot) break;
      }
      if (spot) collect(spot, found);
    }
    return found;
  }
}

function collect(spot: Spot, found: Set<Listener>): void {
  for (const listener of spot.listeners) found.add(listener);
  for (const next of spot.below.values()) collect(next, found);
}

/** The node that an assignment changes, also if it sets only the priority. */
export function placeOf(path: Path): Path {
  return path.at(-1) === '.priority' ? path.slice(0, -1) : path;
}

function pushFor({ path, query }: Listener, step: Step): Push | null {
  return query ? windowPush(path, query, step) : plainPush(path, step);
}

function plainPush(path: Path, { before, after, assignments }: Step): Push | null {
  const [only] = assignments;
  if (only && assignments.length === 1 && isPrefix(path, placeOf(only.path)))
    return { kind: 'set', path: only.path, value: only.value };
  const concerning = assignments.filter(
    assignment => isPrefix(path, placeOf(assignment.path)) || isPrefix(placeOf(assignment.path), path),
  );
  const isBelow = concerning.every(
    assignment => assignment.path.length > path.length && !assignment.path.includes('.priority'),
  );
  if (isBelow) {
    const values = concerning.map(
      assignment => [assignment.path.slice(path.length).join('/'), assignment.value] as const,
    );
    return { kind: 'merge', path, values };
  }
  const [was, is] = [nodeAt(before, path), nodeAt(after, path)];
  return sameTree(was, is) ? null : { kind: 'set', path, value: is };
}

function windowPush(path: Path, query: Query, { before, after, assignments }: Step): Push | null {
  const [was, is] = [nodeAt(before, path), nodeAt(after, path)];
  const places = assignments.map(assignment => placeOf(assignment.path));
  const isBelow = places.every(place => place.length > path.length || !isPrefix(place, path));
  if (isBelow && was instanceof Branch && is instanceof Branch) {
    const changed = places.filter(place => isPrefix(path, place)).map(place => place[path.length]!);
    const values = [...windowChanges(was, is, query, changed)];
    return values.length === 0 ? null : { kind: 'merge', path, values };
  }
  const [old, now] = [windowOf(was, query), windowOf(is, query)];
  return sameTree(old, now) ? null : { kind: 'set', path, value: now };
}
