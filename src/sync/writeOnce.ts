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

/** Makes an update that takes effect once. Answers false when an earlier attempt was applied; else throws a refusal. */
export function* applyOnce(services: Services, step: Step, paths: Records): Saga<boolean> {
  try {
    yield* call(services.database.apply, step.userId, step.id, paths);
    return true;
  } catch (failure) {
    if (!isRefused(failure) || !(yield* isApplied(services, step))) throw failure;
    return false;
  }
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

/** An update has so many characters at most, but for one item that is longer by itself. */
const CHARACTERS = 1_000_000;
/** And it moves so many items. */
const ITEMS = 500;

type Moves<Item> = {
  pathsOf(item: Item): Records;
  /** The marks of an update of some items, each an operation's id or one that begins with it. */
  marksOf(items: readonly Item[]): readonly string[];
};

/**
 * Writes what `pathsOf` makes of many items in as few updates as stay under a bounded size, each once. A refused update is
 * split in halves until each item that the rules refuse stands alone; those are answered. `nameOf` tells an update from the
 * others of the operation, by its mark.
 */
export function* writeAll<Item>(
  services: Services,
  userId: string,
  items: readonly Item[],
  { pathsOf, marksOf }: Moves<Item>,
): Saga<{ item: Item; failure: ServiceFailure }[]> {
  function* write(some: readonly Item[]): Saga<{ item: Item; failure: ServiceFailure }[]> {
    const marks = marksOf(some);
    const paths = Object.assign({}, ...some.map(pathsOf)) as Records;
    try {
      yield* call(services.database.apply, userId, marks, paths);
      return [];
    } catch (failure) {
      if (!isRefused(failure)) throw failure;
      if (marks.length === 1 && (yield* isApplied(services, { userId, id: marks[0]! }))) return [];
      if (some.length === 1) return [{ item: some[0]!, failure }];
    }
    const half = Math.ceil(some.length / 2);
    return [...(yield* write(some.slice(0, half))), ...(yield* write(some.slice(half)))];
  }
  const refused = [];
  for (const some of piecesOf(items, pathsOf)) refused.push(...(yield* write(some)));
  return refused;
}

/** One mark for an update of items that one operation moves; `keyOf` tells its updates apart. */
export const markOfPiece =
  <Item>(id: string, keyOf: (item: Item) => string) =>
  (some: readonly Item[]) => [`${id}-${hashOf(keyOf(some[0]!)).toString(36)}-${some.length}`];

function* piecesOf<Item>(items: readonly Item[], pathsOf: (item: Item) => Records): Generator<Item[]> {
  let piece: Item[] = [];
  let characters = 0;
  for (const item of items) {
    const size = JSON.stringify(pathsOf(item)).length;
    if (piece.length > 0 && (piece.length === ITEMS || characters + size > CHARACTERS)) {
      yield piece;
      piece = [];
      characters = 0;
    }
    piece.push(item);
    characters += size;
  }
  if (piece.length > 0) yield piece;
}
