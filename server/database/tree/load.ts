import type { Priority } from '../../types';
import { Branch, type Node, type Tree } from './node';
import { readRecord } from './records';

/** A branch while it is being read. Most are tasks and the like: leaves alone, all from one record. */
class Draft {
  priority: Priority = null;
  leaves: [string, Node][] = [];
  private drafts: Map<string, Draft> | null = null;

  draftOf(key: string): Draft {
    this.drafts ??= new Map();
    const draft = this.drafts.get(key) ?? new Draft();
    this.drafts.set(key, draft);
    return draft;
  }

  finished(): Tree {
    for (const [key, draft] of this.drafts ?? []) {
      const node = draft.finished();
      if (node !== null) this.leaves.push([key, node]);
    }
    return Branch.fromEntries(this.leaves, this.priority);
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
      draft.leaves = draft.leaves.length === 0 ? found.leaves : [...draft.leaves, ...found.leaves];
    } else if (path.length === 0) rootLeaf = found.leaf;
    else
      path
        .slice(0, -1)
        .reduce((parent, name) => parent.draftOf(name), root)
        .leaves.push([path.at(-1)!, found.leaf]);
  }
  return rootLeaf ?? root.finished();
}
