import { call, type Saga } from '../../lib/effects';
import type { Json, ListName, Records } from '../../services/database';
import type { SendServices } from '../../sync/kinds';
import type { Operation, Outcome } from '../../sync/operations';
import { copyOf, removal, restoration, serverInstant } from '../../sync/records/trashMoves';
import { applyOnce, waitBefore, writeAll } from '../../sync/records/senders/writeOnce';
import type { ImportedKeys, ImportBatch } from './importKinds';

type Whole = { importId: string; keys: ImportedKeys };
/** The paths that move one record; `index` is the index of its key in the import. */
type Move = { index: number; paths: Records };

/** Sorts behind all instants. */
const BEHIND_ALL = '9';

const LISTS: ListName[] = ['tasks', 'notes'];

const at = (records: Records, key: string): Json => (Object.hasOwn(records, key) ? records[key]! : null);

/** Writes a batch of an import once, in one update. */
export function* sendBatch(
  services: SendServices,
  { id, userId, payload }: Operation<string, ImportBatch>,
): Saga<Outcome> {
  const paths = JSON.parse(payload.paths) as Records;
  yield* applyOnce(services, { userId, id }, paths);
  return { type: 'confirmed' };
}

/** The indexes of keys that earlier attempts have moved: each update's mark has its first and last index. */
function* movedBefore(
  { database }: SendServices,
  userId: string,
  name: string,
): Saga<(index: number) => boolean> {
  const marks = yield* call(database.find, userId, 'applied', { by: '$value', upTo: BEHIND_ALL });
  const ranges = Object.keys(marks)
    .filter(mark => mark.startsWith(`${name}-`))
    .map(
      mark =>
        mark
          .slice(name.length + 1)
          .split('-')
          .map(Number) as [first: number, last: number],
    );
  return index => ranges.some(([first, last]) => first <= index && index <= last);
}

/** Makes moves in few updates, each once; records that changed meanwhile are read and moved again. */
function* moveAll(
  services: SendServices,
  { id, userId, isAttempted, payload: { keys } }: Operation<string, Whole>,
  movesOf: (list: ListName) => Saga<(fireId: string) => Records | null>,
): Saga<Outcome> {
  for (const list of LISTS) {
    const name = `${id}-${list}`;
    const isMoved = isAttempted ? yield* movedBefore(services, userId, name) : () => false;
    let left = keys[list].map((_key, index) => index).filter(index => !isMoved(index));
    for (let repeat = 0; left.length > 0; repeat++) {
      const pathsOf = yield* movesOf(list);
      const moves = left.flatMap((index): Move | never[] => {
        const paths = pathsOf(keys[list][index]!);
        return paths ? { index, paths } : [];
      });
      const refused = yield* call(writeAll<Move>, services.database, userId, moves, {
        marksOf: batch => [`${name}-${batch[0]!.index}-${batch.at(-1)!.index}`],
        pathsOf: ({ paths }) => paths,
      });
      left = refused.map(({ item }) => item.index);
      if (left.length > 0) yield* waitBefore(repeat);
    }
  }
  return { type: 'confirmed' };
}

/** Moves the remaining records of an import into the trash, each in its current version; deleted ones are skipped. */
export function* sendRemove(services: SendServices, operation: Operation<string, Whole>): Saga<Outcome> {
  const { database } = services;
  const { userId } = operation;
  const deletedAt = yield* serverInstant(services, userId);
  return yield* moveAll(services, operation, function* (list): Saga<(fireId: string) => Records | null> {
    const records = yield* call(database.load, userId, list);
    return fireId => {
      const record = at(records, fireId);
      return record === null ? null : removal(list, fireId, { deletedAt, record });
    };
  });
}

/** Restores the records of an import that are in the trash. */
export function* sendRestore(services: SendServices, operation: Operation<string, Whole>): Saga<Outcome> {
  return yield* moveAll(services, operation, function* (list): Saga<(fireId: string) => Records | null> {
    const copies = yield* call(services.database.load, operation.userId, `trash/${list}`);
    return fireId => {
      const copy = copyOf(at(copies, fireId));
      return copy && restoration(list, fireId, copy);
    };
  });
}
