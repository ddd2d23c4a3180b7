import { StoreError } from '../../lib/errors';
import { ProtocolError, type Page, type Priority } from '../../lib/types';
import { detached, isLegalKey, LIMITS } from './keys';
import { Branch, type Node, type Tree } from './node';
import { readRecord } from './records';

/** The parsed value of a branch's record. */
type Found = { priority: Priority; leaves: [string, Node][] };

/** A branch during loading. */
class Draft {
  priority: Priority = null;
  leaves: [string, Node][] = [];
  private branches: Map<string, Draft | Branch> | null = null;

  /** The draft of a child; a child that seemed complete becomes a draft again. */
  draftOf(key: string): Draft {
    this.branches ??= new Map();
    const branch = this.branches.get(key);
    if (branch instanceof Draft) return branch;
    const draft = new Draft();
    if (branch) draft.take({ priority: branch.priority, leaves: [...branch.children.range()] });
    this.branches.set(key, draft);
    return draft;
  }

  take({ priority, leaves }: Found): void {
    this.priority = priority;
    this.leaves = this.leaves.length === 0 ? leaves : [...this.leaves, ...leaves];
  }

  /** Applies a record's value of a child. Most children, such as tasks, have only leaves, all in one record. */
  takeBranch(key: string, found: Found): void {
    this.branches ??= new Map();
    const branch = this.branches.has(key) ? null : Branch.fromEntries(found.leaves, found.priority);
    if (branch) this.branches.set(key, branch);
    else this.draftOf(key).take(found);
  }

  finished(): Tree {
    for (const [key, branch] of this.branches ?? []) {
      const node = branch instanceof Draft ? branch.finished() : branch;
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
 * Loads a tree from its records, in any order, with these children of the root. Throws a `StoreError` without any key
 * or content for invalid records.
 */
export async function loadTree(
  pages: AsyncIterable<Page>,
  children: readonly [string, Node][] = [],
): Promise<Tree> {
  try {
    return await readTree(pages, children);
  } catch (error) {
    if (!(error instanceof ProtocolError || error instanceof SyntaxError)) throw error;
    throw new StoreError('A record of the database is none that this program writes.');
  }
}

/** Most keys are the same few field names. */
function keyCheck(): (key: string) => void {
  const known = new Set<string>();
  return key => {
    if (known.has(key)) return;
    if (!isLegalKey(key)) throw new SyntaxError('not a key');
    if (known.size < 1_000) known.add(key);
  };
}

async function readTree(pages: AsyncIterable<Page>, children: readonly [string, Node][]): Promise<Tree> {
  const root = new Draft();
  root.leaves = [...children];
  let rootLeaf: Node | null = null;
  const checkKey = keyCheck();
  // A list has thousands of records in one branch, which is looked up only once.
  let parent = { key: '', draft: root, depth: 0 };
  for await (const page of pages)
    for (const [key, text] of page) {
      const found = readRecord(text);
      if (!('leaf' in found)) for (const [name] of found.leaves) checkKey(name);
      if (key === '/') {
        if ('leaf' in found) rootLeaf = found.leaf;
        else root.take(found);
        continue;
      }
      const end = key.lastIndexOf('/');
      if (end !== parent.key.length || !key.startsWith(parent.key)) {
        const path = end === 0 ? [] : detached(key.slice(1, end).split('/'));
        path.forEach(checkKey);
        const draft = path.reduce((branch, name) => branch.draftOf(name), root);
        parent = { key: key.slice(0, end), draft, depth: path.length };
      }
      if (parent.depth >= LIMITS.depth) throw new SyntaxError('too deep');
      const [name] = detached([key.slice(end + 1)]) as [string];
      checkKey(name);
      if ('leaf' in found) parent.draft.leaves.push([name, found.leaf]);
      else parent.draft.takeBranch(name, found);
    }
  const tree = root.finished();
  if (rootLeaf !== null && tree !== null) throw new SyntaxError('a leaf has children');
  return rootLeaf ?? tree;
}
