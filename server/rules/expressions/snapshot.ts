import type { NodeView, Primitive, Priority } from '../../lib/types';
import { deny } from './deny';

/** User data may extend a path; one that is longer than the tree's depth is not followed. */
const MAX_DEPTH = 32;

/** The result of `val()` for a map: usable only in comparisons, never copied. */
export class MapValue {
  constructor(readonly view: NodeView) {}
}

/** The values `root`, `data` and `newData` in rules: a view that knows its parent. */
export class Snapshot {
  constructor(
    private readonly view: NodeView,
    private readonly up: Snapshot | null = null,
  ) {}

  get isEmpty(): boolean {
    return this.view.isEmpty;
  }
  keys(): Iterable<string> {
    return this.view.keys();
  }
  step(key: string): Snapshot {
    return new Snapshot(this.view.child(key), this);
  }

  /** Follows a path `a/b/c`. An empty name denies: `'admins/' + ''` must not mean `admins` itself. */
  child(path: string): Snapshot {
    const names = path.split('/', MAX_DEPTH + 2);
    if (names[0] === '') names.shift();
    if (names.length === 0 || names.length > MAX_DEPTH || names.includes('')) deny();
    return names.reduce<Snapshot>((at, name) => at.step(name), this);
  }
  parent(): Snapshot {
    return this.up ?? deny();
  }
  val(): Primitive | MapValue | null {
    if (this.view.isEmpty) return null;
    return this.view.leaf ?? new MapValue(this.view);
  }
  exists(): boolean {
    return !this.view.isEmpty;
  }
  hasChild(path: string): boolean {
    return this.child(path).exists();
  }
  hasChildren(names?: readonly string[]): boolean {
    return names ? names.every(name => this.hasChild(name)) : this.view.size > 0;
  }
  priority(): Priority {
    return this.view.priority;
  }
  isOf(type: 'number' | 'string' | 'boolean'): boolean {
    return typeof this.view.leaf === type;
  }
}

/** Compares two nodes child by child in place, ignoring priorities. */
export function sameTree(a: NodeView, b: NodeView): boolean {
  if (a === b) return true;
  if (a.leaf !== b.leaf || a.size !== b.size || a.isEmpty !== b.isEmpty) return false;
  for (const key of a.keys()) if (!sameTree(a.child(key), b.child(key))) return false;
  return true;
}
