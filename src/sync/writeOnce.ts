import { databasePaths } from '../lib/databasePaths';
import { call, delay, type Saga } from '../lib/effects';
import { hashOf } from '../lib/hash';
import type { DatabaseService, Records } from '../services/database';
import { ServiceFailure } from '../services/failure';

type Services = { database: DatabaseService };
/** Whose write it is: `id` is the operation's, or begins with it. */
type Step = { userId: string; id: string };

/** A conditional write that meets a newer record is repeated so often before all sending backs off. */
const REPEATS = 6;

export const isConflict = (failure: unknown) =>
  failure instanceof ServiceFailure && failure.kind === 'conflict';
export const isRefused = (failure: unknown): failure is ServiceFailure =>
  failure instanceof ServiceFailure && failure.kind === 'refused';

export const changedElsewhere = () => new ServiceFailure('conflict', 'conflict', 'Changed elsewhere');

/** Waits before a write is repeated: not the first time, then 200 ms, doubling. Throws `conflict` the seventh time. */
export function* waitBefore(repeat: number): Saga {
  if (repeat === REPEATS) throw changedElsewhere();
  if (repeat > 0) yield* delay(100 * 2 ** repeat);
}

/** Whether an operation has been applied, by its mark. */
export function* isApplied({ database }: Services, { userId, id }: Step): Saga<boolean> {
  return (yield* call(database.read, userId, databasePaths.applied(id))) !== null;
}

/**
 * Makes one update that takes effect once. `build` reads what is needed and answers the update, null when there is
 * nothing to write. When the rules refuse it, one read tells whether an earlier attempt was applied; else something
 * changed, and it is built again. The same update refused twice is refused for good: that failure is thrown.
 * Answers what was built and written, `applied` when an earlier attempt was, null when nothing was to be written.
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
    const paths = JSON.stringify(built.paths);
    try {
      yield* call(services.database.apply, step.userId, step.id, built.paths);
      return built;
    } catch (failure) {
      if (!isRefused(failure)) throw failure;
      if (yield* isApplied(services, step)) return 'applied';
      if (paths === refused) throw failure;
      refused = paths;
    }
    yield* waitBefore(repeat);
  }
}

/** An update has so many characters at most, but for one record that is longer by itself. */
const CHARACTERS = 1_000_000;
/** And it moves so many records. */
const RECORDS = 500;

/**
 * Writes what `pathsOf` makes of many items in as few updates as stay under a bounded size, each once. A refused update is
 * split in halves until each item that the rules refuse stands alone; those are answered. `nameOf` tells an update from the
 * others of the operation, by its mark.
 */
export function* writeAll<Item>(
  services: Services,
  { userId, id }: Step,
  items: readonly Item[],
  { nameOf, pathsOf }: { nameOf(items: readonly Item[]): string; pathsOf(item: Item): Records },
): Saga<{ item: Item; failure: ServiceFailure }[]> {
  function* write(some: readonly Item[]): Saga<{ item: Item; failure: ServiceFailure }[]> {
    const step = { userId, id: `${id}-${nameOf(some)}` };
    const paths = Object.assign({}, ...some.map(pathsOf)) as Records;
    try {
      yield* call(services.database.apply, userId, step.id, paths);
      return [];
    } catch (failure) {
      if (!isRefused(failure)) throw failure;
      if (yield* isApplied(services, step)) return [];
      if (some.length === 1) return [{ item: some[0]!, failure }];
    }
    const half = Math.ceil(some.length / 2);
    return [...(yield* write(some.slice(0, half))), ...(yield* write(some.slice(half)))];
  }
  const refused = [];
  for (const some of piecesOf(items, pathsOf)) refused.push(...(yield* write(some)));
  return refused;
}

function* piecesOf<Item>(items: readonly Item[], pathsOf: (item: Item) => Records): Generator<Item[]> {
  let piece: Item[] = [];
  let characters = 0;
  for (const item of items) {
    const size = JSON.stringify(pathsOf(item)).length;
    if (piece.length > 0 && (piece.length === RECORDS || characters + size > CHARACTERS)) {
      yield piece;
      piece = [];
      characters = 0;
    }
    piece.push(item);
    characters += size;
  }
  if (piece.length > 0) yield piece;
}

/** Names some items by the first of their keys and by how many they are. */
export const nameOfKeys = ([first = '', ...others]: readonly string[]) =>
  `${hashOf(first).toString(36)}-${others.length + 1}`;
