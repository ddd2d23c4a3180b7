import { StoreError } from '../../storage/errors';
import { ProtocolError, type Priority } from '../../types';
import { detached, isLegalKey, LIMITS } from './keys';
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
    const branch = Branch.fromEntries(this.leaves, this.priority);
    this.leaves.forEach(([key], index) => {
      if (key === this.leaves[index - 1]?.[0]) throw new SyntaxError('two nodes have one key');
    });
    return branch;
  }
}

/**
 * Reads a whole tree from its records, in whatever order they come. Throws `StoreError` for records that no write leaves;
 * it names no key and no word of them.
 */
export async function loadTree(records: AsyncIterable<readonly [string, string]>): Promise<Tree> {
  try {
    return await readTree(records);
  } catch (error) {
    if (!(error instanceof ProtocolError || error instanceof SyntaxError)) throw error;
    throw new StoreError('A record of the database is none that this program writes.');
  }
}

/** Most keys are the same few names of fields. */
function keyCheck(): (key: string) => void {
  const known = new Set<string>();
  return key => {
    if (known.has(key)) return;
    if (!isLegalKey(key)) throw new SyntaxError('not a key');
    if (known.size < 1_000) known.add(key);
  };
}

async function readTree(records: AsyncIterable<readonly [string, string]>): Promise<Tree> {
  const root = new Draft();
  let rootLeaf: Node | null = null;
  const checkKey = keyCheck();
  for await (const [key, text] of records) {
    const path = key === '/' ? [] : detached(key.slice(1).split('/'));
    const found = readRecord(text);
    path.forEach(checkKey);
    if (path.length > LIMITS.depth) throw new SyntaxError('too deep');
    if (!('leaf' in found)) for (const [name] of found.leaves) checkKey(name);
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
  const tree = root.finished();
  if (rootLeaf !== null && tree !== null) throw new SyntaxError('a leaf has children');
  return rootLeaf ?? tree;
}
