import { ProtocolError, type Auth, type Json, type Rules } from '../types';
import { placeOf, type Assignment } from './listens';
import { hashOf } from './tree/hash';
import { checkPath, isPrefix, LIMITS, parsePath, type Path } from './tree/keys';
import { nodeAt, TreeView, withNode, type Tree } from './tree/node';
import { parseNode, parsePriority } from './tree/parse';

/** What somebody wants written: a value at a path, or several values below one. */
export type Write = {
  kind: 'set' | 'merge';
  path: Path;
  data: Json;
  auth: Auth;
  /** Write only when the node there has this hash. */
  ifHash?: string;
};

/** A write that may be done: where it leads from the tree it was checked against. */
export type CheckedWrite = { assignments: readonly Assignment[]; after: Tree };

/**
 * Checks a write against the tree that it will be applied to: who may write there at all, form, rules, hash. Throws the protocol's
 * refusal; changes nothing.
 */
export function checkWrite(write: Write, before: Tree, now: number, rules: Rules): CheckedWrite {
  const admit = (path: Path, below: boolean) =>
    admitWrite(rules, { auth: write.auth, now, root: new TreeView(before), path: placeOf(path), below });
  admit(write.path, write.kind === 'merge');
  const assignments = assignmentsOf(write, before, now, admit);
  const after = assignments.reduce((tree, { path, value }) => withNode(tree, path, value), before);
  const isAllowed = rules.canWrite({
    auth: write.auth,
    now,
    root: new TreeView(before),
    newRoot: new TreeView(after),
    writes: assignments.map(({ path, value }) => {
      const place = placeOf(path);
      return { path: place, deletes: place === path && value === null };
    }),
  });
  if (!isAllowed) throw denied();
  if (write.ifHash !== undefined && hashOf(nodeAt(before, write.path)) !== write.ifHash)
    throw new ProtocolError('datastale', 'The data has changed', 412);
  return { assignments, after };
}

const denied = () => new ProtocolError('permission_denied', 'Permission denied', 401);

/** Throws `permission_denied` when the rules grant this identity no write there, whatever it would be. */
export function admitWrite(rules: Rules, ask: Parameters<Rules['mayWrite']>[0]): void {
  if (!rules.mayWrite(ask)) throw denied();
}

type Admit = (path: Path, below: boolean) => void;

/** The parts of a write, each read only when something may be written in its place. */
function assignmentsOf(write: Write, before: Tree, now: number, admit: Admit): Assignment[] {
  // Checked here for every way in: a caller may have added a key to a path that was checked without it.
  checkPath(write.path, { write: write.kind === 'set' });
  if (write.kind === 'set') return [assignment(write.path, write.data, before, now)];
  const { data } = write;
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    throw new ProtocolError('invalid_data', 'Invalid data; an update must be an object');
  const assignments = Object.keys(data).map(key => {
    const path = checkPath([...write.path, ...parsePath(key, { write: true })], { write: true });
    if (path.length === write.path.length)
      throw new ProtocolError('invalid_path', 'Invalid path: Invalid token in path');
    admit(path, false);
    return assignment(path, data[key]!, before, now);
  });
  refuseOverlaps(assignments);
  return assignments;
}

function assignment(path: Path, data: Json, before: Tree, now: number): Assignment {
  const old = nodeAt(before, placeOf(path));
  if (placeOf(path) !== path) return { path, value: parsePriority(data, now, old) };
  const value = parseNode(data, now, old, path.length);
  if (value !== null && path.length > LIMITS.depth)
    throw new ProtocolError('invalid_path', 'Invalid path: too deep');
  return { path, value };
}

/** Two parts of one update may not touch the same place: what it meant would depend on their order. */
function refuseOverlaps(assignments: readonly Assignment[]): void {
  const sorted = assignments.map(({ path }) => path).sort(comparePaths);
  sorted.forEach((path, index) => {
    const last = sorted[index - 1];
    if (last && isPrefix(last, path))
      throw new ProtocolError(
        'invalid_data',
        'Invalid data; a path of the update is the ancestor of another',
      );
  });
}

function comparePaths(a: Path, b: Path): number {
  for (let index = 0; index < Math.min(a.length, b.length); index += 1)
    if (a[index] !== b[index]) return a[index]! < b[index]! ? -1 : 1;
  return a.length - b.length;
}
