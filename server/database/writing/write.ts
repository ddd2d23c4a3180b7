import { sortWork } from '../../lib/slices';
import { ProtocolError, type Auth, type Json, type Rules, type Work } from '../../lib/types';
import { placeOf, type Assignment } from '../tree/listens';
import { hashWork } from '../tree/hash';
import { checkPath, isPrefix, lengthOf, LIMITS, parsePath, splitPath, type Path } from '../tree/keys';
import { keyLengthOf, nodeAt, recordsOf, TreeView, weightOf, withNode, type Tree } from '../tree/node';
import { parsePriority, parseWork } from '../tree/parse';

/** A requested write: a value at a path, or several values below one. */
export type Write = {
  kind: 'set' | 'merge';
  path: Path;
  data: Json;
  auth: Auth;
  /** Write only if the current node has this hash. */
  ifHash?: string;
  /** A write by the operator, for which rules are not checked. Clients cannot make one. */
  isOperators?: true;
};

/** A checked write: the resulting tree, based on the one that it was checked against. */
export type CheckedWrite = { assignments: readonly Assignment[]; after: Tree };

/**
 * Checks a write against the tree to which it will be applied: permission, syntax, rules, hash. Throws the protocol's
 * refusal; changes nothing.
 */
export function* checkWork(write: Write, before: Tree, now: number, rules: Rules): Work<CheckedWrite> {
  const { auth } = write;
  const root = new TreeView(before);
  const ask = { auth, now, root, path: placeOf(write.path), below: write.kind === 'merge' };
  admitWrite(rules, ask);
  const assignments = yield* assignmentsOf(write, before, now, path =>
    admitWrite(rules, { ...ask, path: placeOf(path), below: false }),
  );
  let after = before;
  for (const [index, { path, value }] of assignments.entries()) {
    after = withNode(after, path, value);
    if (index % 32 === 31) yield;
  }
  const writes = assignments.map(({ path, value }) => {
    const place = placeOf(path);
    return { path: place, deletes: place === path && value === null };
  });
  const answer = rules.canWrite({ auth, now, root, newRoot: new TreeView(after), writes });
  const isAllowed = typeof answer === 'boolean' ? answer : yield* answer;
  if (!isAllowed) throw denied();
  if (write.ifHash !== undefined && (yield* hashWork(nodeAt(before, write.path))) !== write.ifHash)
    throw new ProtocolError('datastale', 'The data has changed', 412);
  return { assignments, after };
}

/** Writes below these limits (values, memory of the places, characters of keys) are made in one go. */
const FEW_VALUES = 500;
const LIGHT_BYTES = 100_000;

/** True when checking a write may block the thread for too long, or its records may take too much memory. */
export function isLarge(write: Write, before: Tree): boolean {
  const values = countValues(write.data, FEW_VALUES);
  if (values >= FEW_VALUES || values * lengthOf(write.path) > LIGHT_BYTES) return true;
  if (write.kind === 'set') return heaviness(before, write.path) > LIGHT_BYTES;
  return partsOf(write).reduce((sum, { place }) => sum + heaviness(before, place), 0) > LIGHT_BYTES;
}

/** The parts of an update, whose places are not checked yet; empty when it is not an object, which is refused later. */
export function partsOf({ path, data }: Write): { key: string; place: Path; value: Json }[] {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return [];
  return Object.entries(data).map(([key, value]) => ({ key, place: [...path, ...splitPath(key)], value }));
}

function heaviness(before: Tree, path: Path): number {
  const node = nodeAt(before, path);
  return weightOf(node) + keyLengthOf(node) + recordsOf(node) * lengthOf(path);
}

/** The number of values in JSON, counted up to `most`. */
function countValues(json: Json, most: number): number {
  if (typeof json !== 'object' || json === null) return 1;
  let count = 1;
  for (const value of Object.values(json)) {
    count += countValues(value, most - count);
    if (count >= most) break;
  }
  return count;
}

const denied = () => new ProtocolError('permission_denied', 'Permission denied', 401);

/** Throws `permission_denied` when the rules let this user write nothing at this place, whatever the value. */
export function admitWrite(rules: Rules, ask: Parameters<Rules['mayWrite']>[0]): void {
  if (!rules.mayWrite(ask)) throw denied();
}

type Admit = (path: Path) => void;

/** The parts of a write; each is parsed only if its place is writable at all. */
function* assignmentsOf(write: Write, before: Tree, now: number, admit: Admit): Work<Assignment[]> {
  // Checked here for all callers: some add a key to a path that was checked without it.
  checkPath(write.path, { write: write.kind === 'set' });
  if (write.kind === 'set') return [yield* assignment(write.path, write.data, before, now)];
  const { data } = write;
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    throw new ProtocolError('invalid_data', 'Invalid data; an update must be an object');
  const assignments: Assignment[] = [];
  for (const key of Object.keys(data)) {
    const path = checkPath([...write.path, ...parsePath(key, { write: true })], { write: true });
    if (path.length === write.path.length)
      throw new ProtocolError('invalid_path', 'Invalid path: Invalid token in path');
    admit(path);
    if (assignments.push(yield* assignment(path, data[key]!, before, now)) % 32 === 0) yield;
  }
  yield* refuseOverlaps(assignments);
  return assignments;
}

function* assignment(path: Path, data: Json, before: Tree, now: number): Work<Assignment> {
  const old = nodeAt(before, placeOf(path));
  if (placeOf(path) !== path) return { path, value: parsePriority(data, now, old) };
  const value = yield* parseWork(data, now, old, path.length);
  if (value !== null && path.length > LIMITS.depth)
    throw new ProtocolError('invalid_path', 'Invalid path: too deep');
  return { path, value };
}

/** Two parts of one update must not overlap, because the result would depend on their order. */
function* refuseOverlaps(assignments: readonly Assignment[]): Work<void> {
  const sorted = yield* sortWork(
    assignments.map(({ path }) => path),
    comparePaths,
  );
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
