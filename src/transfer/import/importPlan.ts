import type { Json } from '../../services/database';
import { besidePath, besideRecords, databasePaths } from '../../services/databasePaths';
import { freeTaskId, isTaskId } from '../../tasks/task';
import type { Item } from '../formats/reading';

/** Names that an import must not use: keys of records and sidecars, and taskIds. */
export type Taken = {
  /** Null when unknown: no key of a file is used then. */
  keys: { tasks: Set<string>; notes: Set<string> } | null;
  taskIds: Set<number>;
};

type Draw = { pushKey(): string; below(limit: number): number };

/**
 * The minimum number of records in a batch, and the maximum number of batches; each batch is one write and one entry of
 * the queue.
 */
const MIN_BATCH_RECORDS = 100;
const MAX_BATCHES = 50;
/** The maximum length of a batch in characters; the server accepts requests of 8 MB. */
const MAX_BATCH_CHARACTERS = 1_000_000;

/** A valid database key. */
const isKey = (key: string) =>
  // oxlint-disable-next-line no-control-regex
  key !== '' && key.length <= 256 && !/[.#$[\]/\x00-\x1f\x7f]/.test(key);

/** The record of an item and its sidecars, by path. */
function pathsOf(item: Item, key: string, taskId: number): [string, Json][] {
  const list = item.kind === 'task' ? 'tasks' : 'notes';
  const record: Json = item.kind === 'task' ? { ...item.record, taskId } : item.record;
  const { beside, deletedAt } = item;
  const paths: [string, Json][] = [
    deletedAt === null
      ? [databasePaths.record(list, key), record]
      : [databasePaths.trash(list, key), { deletedAt, record, isImported: true }],
    // The key of a record that was deleted forever may be used again.
    [databasePaths.taken(list, key), null],
  ];
  for (const sidecar of besideRecords[list])
    if (beside[sidecar.name] !== undefined)
      paths.push([besidePath(sidecar.list, key), beside[sidecar.name]!]);
  return paths;
}

/** An item's key if it is free, else a new one; a second item with the same key in the file gets a new one too. */
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

/** A task's number if no listed task has it, else a new one. Equal numbers within a file are kept. */
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

/** The paths to write for these items, in batches. */
export function* batchesOf(
  items: readonly Item[],
  taken: Taken,
  draw: Draw,
): Generator<Record<string, Json>> {
  const keyOf = keysFor(taken, draw);
  const taskIdOf = taskIdsFor(taken, items, draw);
  const perBatch = Math.max(MIN_BATCH_RECORDS, Math.ceil(items.length / MAX_BATCHES));
  let batch: [string, Json][] = [];
  let records = 0;
  let characters = 0;
  for (const item of items) {
    const paths = pathsOf(item, keyOf(item), taskIdOf(item));
    const size = JSON.stringify(paths).length;
    if (records > 0 && (records === perBatch || characters + size > MAX_BATCH_CHARACTERS)) {
      yield Object.fromEntries(batch);
      batch = [];
      records = characters = 0;
    }
    batch.push(...paths);
    records += 1;
    characters += size;
  }
  if (records > 0) yield Object.fromEntries(batch);
}
