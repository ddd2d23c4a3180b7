import type { Json } from '../../services/database';
import { besidePath, besideRecords, databasePaths } from '../../services/databasePaths';
import { freeTaskId, isTaskId } from '../../tasks/task';
import type { Item } from '../formats/reading';

/** Names that an import may not reuse: keys of records and sidecars, and taskIds. */
export type Taken = {
  /** Null when they are not known: then no key of a file is kept. */
  keys: { tasks: Set<string>; notes: Set<string> } | null;
  taskIds: Set<number>;
};

export type Draw = { pushKey(): string; below(limit: number): number };

/** Records of a part at the least, and so many parts at the most: each is one write, and one entry of the queue. */
const RECORDS = 100;
const PARTS = 50;
/** Characters of a part; the server takes 8 MB at once. */
const CHARACTERS = 1_000_000;

/** A key that the database takes. */
const isKey = (key: string) =>
  // eslint-disable-next-line no-control-regex
  key !== '' && key.length <= 256 && !/[.#$[\]/\x00-\x1f\x7f]/.test(key);

/** The record of an item and what lies beside it, by path. */
function pathsOf(item: Item, key: string, taskId: number): [string, Json][] {
  const list = item.kind === 'task' ? 'tasks' : 'notes';
  const record: Json = item.kind === 'task' ? { ...item.record, taskId } : item.record;
  const { beside, deletedAt } = item;
  if (deletedAt !== null) {
    const copy = { deletedAt, record, ...(Object.keys(beside).length > 0 && { beside }), isImported: true };
    return [[databasePaths.trash(list, key), copy]];
  }
  // A key that was deleted for ever may be used again.
  const paths: [string, Json][] = [
    [databasePaths.record(list, key), record],
    [databasePaths.taken(list, key), null],
  ];
  for (const sidecar of besideRecords[list])
    if (beside[sidecar.name] !== undefined)
      paths.push([besidePath(sidecar.list, key), beside[sidecar.name]!]);
  return paths;
}

/** An item's key when nobody has it, else a new one; also for a copy of what the file lists under the same key. */
function keysFor({ keys }: Taken, draw: Draw) {
  const given = { task: new Set<string>(), note: new Set<string>() };
  return ({ kind, key }: Item): string => {
    if (key === null || given[kind].has(key)) return draw.pushKey();
    const isFree = keys !== null && isKey(key) && !keys[kind === 'task' ? 'tasks' : 'notes'].has(key);
    const mine = isFree ? key : draw.pushKey();
    given[kind].add(key);
    return mine;
  };
}

/** A task's number when nobody here has it, else a new one. That two of a file have the same is the file's affair. */
function taskIdsFor({ taskIds }: Taken, items: readonly Item[], draw: Draw) {
  const drawn = new Set<number>();
  for (const { kind, record } of items) if (kind === 'task') drawn.add((record as { taskId: number }).taskId);
  return (item: Item): number => {
    const own = item.kind === 'task' ? item.record.taskId : null;
    if (item.kind === 'note' || (isTaskId(own) && !taskIds.has(own))) return own ?? 0;
    const taskId = freeTaskId(id => taskIds.has(id) || drawn.has(id), draw.below);
    drawn.add(taskId);
    return taskId;
  };
}

/** The paths to write for these items, part by part. */
export function* partsOf(items: readonly Item[], taken: Taken, draw: Draw): Generator<Record<string, Json>> {
  const keyOf = keysFor(taken, draw);
  const taskIdOf = taskIdsFor(taken, items, draw);
  const perPart = Math.max(RECORDS, Math.ceil(items.length / PARTS));
  let part: [string, Json][] = [];
  let records = 0;
  let characters = 0;
  for (const item of items) {
    const paths = pathsOf(item, keyOf(item), taskIdOf(item));
    const size = JSON.stringify(paths).length;
    if (records > 0 && (records === perPart || characters + size > CHARACTERS)) {
      yield Object.fromEntries(part);
      part = [];
      records = characters = 0;
    }
    part.push(...paths);
    records += 1;
    characters += size;
  }
  if (records > 0) yield Object.fromEntries(part);
}
