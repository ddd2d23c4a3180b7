import type { TakeableChannel } from 'redux-saga';
import { call, channelOf, delay, race, takeFrom, type Saga } from '../lib/effects';
import { databasePaths } from '../lib/databasePaths';
import type { Json, ListName, LiveEvent, Records } from '../services/database';
import type { SendServices } from '../sync/kinds';
import type { Operation, Outcome } from '../sync/operations';
import { keepCopy, recordOfCopy, serverInstant } from '../sync/trashCopies';
import type { ImportedKeys, ImportPart } from './importKinds';

type Whole = { importId: string; keys: ImportedKeys };

const LISTS: ListName[] = ['tasks', 'notes'];
/** So many records are moved in one step. */
const AT_ONCE = 500;
/** For so long what a step overwrote is waited for on the live connection. Milliseconds. */
const HEARING = 2000;

const confirmed: Outcome = { type: 'confirmed' };
const at = (records: Records, key: string): Json => (Object.hasOwn(records, key) ? records[key]! : null);

/** Writes a part of an import in one step, once: what became of its records since its answer was lost stays. */
export function* sendPart(
  { database }: SendServices,
  { id, userId, isAttempted, payload }: Operation<string, ImportPart>,
): Saga<Outcome> {
  yield* call(database.updateOnce, userId, { id, isAttempted }, JSON.parse(payload.paths) as Records);
  return confirmed;
}

function* loadLists(
  { database }: SendServices,
  userId: string,
  keys: ImportedKeys,
): Saga<Record<ListName, Records>> {
  const tasks = keys.tasks.length > 0 ? yield* call(database.loadTasks, userId) : {};
  const notes = keys.notes.length > 0 ? yield* call(database.loadNotes, userId) : {};
  return { tasks, notes };
}

/** The keys of an import in steps, the same ones at each attempt; `stepId` is what a step is marked by. */
function* stepsOf(
  id: string,
  keys: ImportedKeys,
): Generator<{ list: ListName; some: string[]; stepId: string }> {
  for (const list of LISTS)
    for (let from = 0; from < keys[list].length; from += AT_ONCE)
      yield { list, some: keys[list].slice(from, from + AT_ONCE), stepId: `${id}-${list}-${from}` };
}

type Heard = { list: ListName; event: LiveEvent };

/**
 * Puts what is left of an import into the trash, each record as it is now. What was deleted since is left alone, and what
 * was restored since an earlier attempt too. A step of many records cannot be conditional: what is heard live of a record
 * between reading and removing it is what the trash then keeps. The lists are followed for this alone.
 */
export function* sendRemove(
  services: SendServices,
  { id, userId, isAttempted, payload: { keys } }: Operation<string, Whole>,
): Saga<Outcome> {
  const { database } = services;
  const lists = yield* loadLists(services, userId, keys);
  const events = channelOf<Heard>(emit => {
    const stops = LISTS.filter(list => keys[list].length > 0).map(list =>
      database.follow(userId, list, event => emit({ list, event }), Object.keys(lists[list])),
    );
    return () => stops.forEach(stop => stop());
  });
  try {
    yield* race({ heard: hearLists(events, lists, keys), late: delay(HEARING) });
    for (const { list, some, stepId } of stepsOf(id, keys)) {
      const copied = new Map(some.map(key => [key, at(lists[list], key)]));
      const there = some.filter(key => copied.get(key) !== null);
      if (there.length === 0) continue;
      const deletedAt = yield* serverInstant(services, userId);
      const moves = there.flatMap((key): [string, Json][] => [
        [databasePaths.trash(list, key), { deletedAt, record: copied.get(key)! }],
        [databasePaths.record(list, key), null],
      ]);
      const step = { id: stepId, isAttempted };
      const isNew = yield* call(database.updateOnce, userId, step, Object.fromEntries(moves));
      if (!isNew) continue;
      const last = yield* hearRemoved(events, list, there);
      for (const [key, record] of last)
        if (JSON.stringify(record) !== JSON.stringify(copied.get(key)))
          yield* call(keepCopy, services, userId, list, key, record);
    }
  } finally {
    events.close();
  }
  return confirmed;
}

/** Brings what was read up to date with what is heard, until the lists themselves have been. */
function* hearLists(
  events: TakeableChannel<Heard>,
  lists: Record<ListName, Records>,
  keys: ImportedKeys,
): Saga {
  const left = new Set(LISTS.filter(list => keys[list].length > 0));
  while (left.size > 0) {
    const { list, event } = yield* takeFrom(events);
    if (event.type === 'list') left.delete(list);
    lists[list] = event.type === 'list' ? event.records : { ...lists[list], ...event.records };
  }
}

/** The versions of records that were heard last before they were removed; waits until that is heard of all. */
function* hearRemoved(
  events: TakeableChannel<Heard>,
  wanted: ListName,
  keys: readonly string[],
): Saga<Map<string, Json>> {
  const last = new Map<string, Json>();
  const left = new Set(keys);
  function* hear(): Saga {
    while (left.size > 0) {
      const { list, event } = yield* takeFrom(events);
      if (list !== wanted) continue;
      for (const key of left) {
        if (event.type === 'changes' && !Object.hasOwn(event.records, key)) continue;
        const record = at(event.records, key);
        if (record === null) left.delete(key);
        else last.set(key, record);
      }
    }
  }
  yield* race({ heard: hear(), late: delay(HEARING) });
  return last;
}

/** Takes out of the trash what is there of an import; what is in its list already stays what it is. */
export function* sendRestore(
  services: SendServices,
  { id, userId, isAttempted, payload: { keys } }: Operation<string, Whole>,
): Saga<Outcome> {
  const lists = yield* loadLists(services, userId, keys);
  const trash = yield* call(services.database.loadTrash, userId);
  for (const { list, some, stepId } of stepsOf(id, keys)) {
    const moves = some.flatMap((key): [string, Json][] => {
      const record = recordOfCopy(at(trash[list], key));
      if (record === null || at(lists[list], key) !== null) return [];
      return [
        [databasePaths.record(list, key), record],
        [databasePaths.trash(list, key), null],
      ];
    });
    if (moves.length === 0) continue;
    const step = { id: stepId, isAttempted };
    yield* call(services.database.updateOnce, userId, step, Object.fromEntries(moves));
  }
  return confirmed;
}
