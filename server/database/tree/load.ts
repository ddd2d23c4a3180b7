import type { Priority } from '../../types';
import { Branch, type Node, type Tree } from './node';
import { readRecord } from './records';

/** A branch while it is being read. */
class Draft {
  priority: Priority = null;
  readonly children = new Map<string, Node | Draft>();

  draftOf(key: string): Draft {
    const found = this.children.get(key);
    if (found instanceof Draft) return found;
    const draft = new Draft();
    this.children.set(key, draft);
    return draft;
  }

  finished(): Tree {
    const entries: [string, Node][] = [];
    for (const [key, child] of this.children) {
      const node = child instanceof Draft ? child.finished() : child;
      if (node !== null) entries.push([key, node]);
    }
    return Branch.fromEntries(entries, this.priority);
  }
}

/** Reads a whole tree from its records, in whatever order they come. */
export async function loadTree(records: AsyncIterable<readonly [string, string]>): Promise<Tree> {
  const root = new Draft();
  let rootLeaf: Node | null = null;
  for await (const [key, text] of records) {
    const path = key === '/' ? [] : key.slice(1).split('/');
    const found = readRecord(text);
    if (!('leaf' in found)) {
      const draft = path.reduce((parent, name) => parent.draftOf(name), root);
      draft.priority = found.priority;
      for (const [name, leaf] of found.leaves) draft.children.set(name, leaf);
    } else if (path.length === 0) rootLeaf = found.leaf;
    else
      path
        .slice(0, -1)
        .reduce((parent, name) => parent.draftOf(name), root)
        .children.set(path.at(-1)!, found.leaf);
  }
  return rootLeaf ?? root.finished();
}
