import { databasePaths } from '../../../services/databasePaths';
import { call, delay, type Saga } from '../../../lib/effects';
import { hashOf } from '../../../lib/hash';
import type { DatabaseService, Records } from '../../../services/database';
import { ServiceFailure } from '../../../services/failure';

type Services = { database: DatabaseService };
/** Identifies a write: `id` is the operation's, possibly with a suffix. */
type Step = { userId: string; id: string };

/** How often a conditional write is repeated after meeting a newer record, before all sending backs off. */
const MAX_ATTEMPTS = 6;

export const isConflict = (failure: unknown) =>
  failure instanceof ServiceFailure && failure.kind === 'conflict';
export const isRefused = (failure: unknown): failure is ServiceFailure =>
  failure instanceof ServiceFailure && failure.kind === 'refused';

export const changedElsewhere = () => new ServiceFailure('conflict', 'conflict', 'Changed elsewhere');

/** Waits before a write is repeated: not the first time, then 200 ms, doubling. Throws `conflict` the seventh time. */
export function* waitBefore(repeat: number): Saga {
  if (repeat === MAX_ATTEMPTS) throw changedElsewhere();
  if (repeat > 0) yield* delay(100 * 2 ** repeat);
}

/** Makes an update once. Returns false when an earlier attempt was applied; otherwise throws a refusal. */
export function* applyOnce({ database }: Services, step: Step, paths: Records): Saga<boolean> {
  try {
    yield* call(database.apply, step.userId, step.id, paths);
    return true;
  } catch (failure) {
    if (!isRefused(failure)) throw failure;
    const mark = yield* call(database.read, step.userId, databasePaths.applied(step.id));
    if (mark === null) throw failure;
    return false;
  }
}

/**
 * Makes an update once; `build` returns null when there is nothing to write. A refused update is built again, unless
 * an earlier attempt was applied (`applied`). Throws the refusal when the same update is refused twice.
 */
export function* writeOnce<Built extends { paths: Records }>(
  services: Services,
  step: Step,
  build: (isRepeated: boolean) => Saga<Built | null>,
): Saga<Built | 'applied' | null> {
  let refused: string | undefined;
  for (let repeat = 0; ; repeat++) {
    const built = yield* call(build, repeat > 0);
    if (!built) return null;
    try {
      return (yield* applyOnce(services, step, built.paths)) ? built : 'applied';
    } catch (failure) {
      const paths = JSON.stringify(built.paths);
      if (!isRefused(failure) || paths === refused) throw failure;
      refused = paths;
    }
    yield* waitBefore(repeat);
  }
}

/** The maximum number of characters in an update; a longer item gets an update of its own. */
const MAX_UPDATE_CHARACTERS = 1_000_000;
/** The maximum number of items in an update. */
const MAX_UPDATE_ITEMS = 500;

type Moves<Item> = {
  pathsOf(item: Item): Records;
  /** The marks of an update of several items: operation ids, possibly with suffixes. */
  marksOf(items: readonly Item[]): readonly string[];
};
type Refused<Item> = { item: Item; failure: ServiceFailure };

/**
 * Writes the paths of many items in few updates of bounded size, each once. A refused update is split in halves until
 * the refused items are found, which are returned.
 */
export async function writeAll<Item>(
  database: DatabaseService,
  userId: string,
  items: readonly Item[],
  { pathsOf, marksOf }: Moves<Item>,
): Promise<Refused<Item>[]> {
  const write = async (batch: readonly Item[]): Promise<Refused<Item>[]> => {
    const marks = marksOf(batch);
    try {
      await database.apply(userId, marks, Object.assign({}, ...batch.map(pathsOf)) as Records);
      return [];
    } catch (failure) {
      if (!isRefused(failure)) throw failure;
      if (batch.length === 1) return [{ item: batch[0]!, failure }];
      // An earlier attempt of the whole update was applied.
      const [mark, ...others] = marks;
      const isOne = others.length === 0;
      if (isOne && (await database.read(userId, databasePaths.applied(mark!))) !== null) return [];
    }
    const half = Math.ceil(batch.length / 2);
    return [...(await write(batch.slice(0, half))), ...(await write(batch.slice(half)))];
  };
  const refused = [];
  for (const batch of batchesOf(items, pathsOf)) refused.push(...(await write(batch)));
  return refused;
}

/** The mark of an update of items that one operation moves; `keyOf` distinguishes its updates. */
export const markOfBatch =
  <Item>(id: string, keyOf: (item: Item) => string) =>
  (batch: readonly Item[]) => [`${id}-${hashOf(keyOf(batch[0]!)).toString(36)}-${batch.length}`];

function* batchesOf<Item>(items: readonly Item[], pathsOf: (item: Item) => Records): Generator<Item[]> {
  let batch: Item[] = [];
  let characters = 0;
  for (const item of items) {
    const size = JSON.stringify(pathsOf(item)).length;
    if (
      batch.length > 0 &&
      (batch.length === MAX_UPDATE_ITEMS || characters + size > MAX_UPDATE_CHARACTERS)
    ) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(item);
    characters += size;
  }
  if (batch.length > 0) yield batch;
}
