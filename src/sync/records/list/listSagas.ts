import type { ActionCreatorWithPayload, UnknownAction } from '@reduxjs/toolkit';
import { besideRecords, type BesideList } from '../../../services/databasePaths';
import {
  call,
  channelOf,
  fork,
  put,
  select,
  take,
  takeEvery,
  takeFrom,
  type Saga,
} from '../../../lib/effects';
import type { Pattern } from '../../../lib/patterns';
import type { DatabaseService, ListName, LiveEvent, LiveList, Records } from '../../../services/database';
import type { CacheService, Clock } from '../../../services/device';
import type { Failure } from './recordState';
import type { SidecarArrival } from './sidecarArrivals';
import { kindIn, type Kinds } from '../../kinds';
import { operationConfirmed } from '../../operations';
import { storedAt, type SidecarRoot } from '../sidecars';

/** The actions by which a slice receives a live list. */
type LiveActions = Record<LiveEvent['type'], (records: Records) => UnknownAction>;

/** The list in the state, for what need not be read or written again. */
type Listed = { items(root: never): unknown; knownKeys(root: never): readonly string[] };

/** Dispatches a live list and its changes until it is cancelled. */
export function* followList(
  { database }: { database: DatabaseService },
  userId: string,
  list: LiveList,
  actions: LiveActions,
  listed?: Listed,
): Saga {
  const knownKeys = listed && (yield* select(listed.knownKeys));
  const events = channelOf<LiveEvent>(emit => database.follow(userId, list, emit, knownKeys));
  try {
    for (;;) {
      const { type, records } = yield* takeFrom(events);
      yield* put(actions[type](records));
    }
  } finally {
    events.close();
  }
}

type Services = { database: DatabaseService; cache: CacheService; clock: Clock };
type RecordsAction = ActionCreatorWithPayload<Records>;
type SidecarsAction = ActionCreatorWithPayload<SidecarArrival>;

/** The events of a slice that has a record list, and the kinds of change for its records. */
export type ListEvents = {
  kinds: Kinds;
  restored: RecordsAction;
  loaded: RecordsAction;
  loadFailed: ActionCreatorWithPayload<Failure>;
  listArrived: RecordsAction;
  recordsArrived: RecordsAction;
  sidecarsArrived: SidecarsAction;
  listed?: Listed;
};

/** Keeps a list and its sidecars up to date, from live changes, and stores them on the device. */
export function* followRecords(services: Services, userId: string, list: ListName, events: ListEvents): Saga {
  const { restored, loaded, loadFailed, listArrived, recordsArrived, sidecarsArrived, listed } = events;
  yield* fork(keepCached, services, userId, list, events);
  const begins = [loaded, restored, loadFailed];
  yield* fork(followSidecars, services, userId, list, begins, sidecarsArrived);
  yield* take(begins);
  yield* call(services.clock.afterPaint);
  const actions = { list: listArrived, changes: recordsArrived };
  yield* call(followList, services, userId, list, actions, listed);
}

/** Stores the server's list on the device; a whole list without news is not written again. */
function* keepCached(
  { cache }: Services,
  userId: string,
  list: ListName,
  { kinds, restored, loaded, listArrived, recordsArrived, listed }: ListEvents,
): Saga {
  let cached: unknown;
  if (listed)
    yield* takeEvery(restored, function* (): Saga {
      cached = yield* select(listed.items);
    });
  yield* takeEvery([loaded, listArrived], function* ({ payload }: { payload: Records }): Saga {
    const items = listed && (yield* select(listed.items));
    if (items !== undefined && items === cached) return;
    cached = items;
    yield* call(cache.write, userId, list, payload);
  });
  yield* takeEvery(recordsArrived, ({ payload }: { payload: Records }) =>
    cache.change(userId, list, payload),
  );
  yield* takeEvery(operationConfirmed, ({ payload: { operation, confirmation } }) => {
    const { record } = confirmation ?? {};
    return (
      record && kindIn(kinds, operation) && cache.change(userId, list, { [record.fireId]: record.value })
    );
  });
}

/**
 * Reads a list after its sidecars. From the device it reads all that is displayed, from the server everything except
 * late sidecars.
 */
export function* readWithSidecars<Answer extends Records | null>(
  ofList: ListName,
  read: (list: ListName | BesideList) => Promise<Answer>,
  arrived: SidecarsAction,
  which: 'isReadFirst' | 'isShown' = 'isReadFirst',
): Saga<Answer> {
  const lists = besideRecords[ofList].filter(sidecar => sidecar[which]).map(({ list }) => list);
  const [records, ...beside] = yield* call(() => Promise.all([read(ofList), ...lists.map(read)]));
  if (records)
    for (const [at, list] of lists.entries())
      yield* put(arrived({ list, type: 'loaded', records: beside[at] ?? {} }));
  return records;
}

/** Follows a list's sidecars live, once an action of `begins` has been painted, and stores them on the device. */
function* followSidecars(
  services: Services,
  userId: string,
  ofList: ListName,
  begins: Pattern,
  arrived: SidecarsAction,
): Saga {
  const { cache } = services;
  yield* takeEvery(arrived, function* ({ payload: { list, type, records } }): Saga {
    if (type === 'changes') yield* call(cache.change, userId, list, records);
    else yield* call(cache.write, userId, list, records);
  });
  yield* takeEvery(operationConfirmed, function* ({ payload: { confirmation } }): Saga {
    const { [ofList]: state } = yield* select((root: SidecarRoot) => root);
    for (const { name, list } of besideRecords[ofList]) {
      const keys = Object.keys(confirmation?.beside?.[list] ?? {});
      const known = keys.map(fireId => [fireId, storedAt(state, name, fireId)] as const);
      if (keys.length > 0) yield* call(cache.change, userId, list, Object.fromEntries(known));
    }
  });
  for (const { list } of besideRecords[ofList])
    yield* fork(function* (): Saga {
      yield* take(begins);
      yield* call(services.clock.afterPaint);
      yield* call(followList, services, userId, list, {
        list: records => arrived({ list, type: 'list', records }),
        changes: records => arrived({ list, type: 'changes', records }),
      });
    });
}
