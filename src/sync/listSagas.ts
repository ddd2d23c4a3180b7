import type { UnknownAction } from '@reduxjs/toolkit';
import { besideRecords, type BesideList } from '../lib/databasePaths';
import { call, channelOf, fork, put, select, take, takeEvery, takeFrom, type Saga } from '../lib/effects';
import type { Pattern, PatternOf } from '../lib/patterns';
import type { DatabaseService, ListName, LiveEvent, LiveList, Records } from '../services/database';
import type { CachedList, CacheService, Clock } from '../services/device';
import type { BesideArrival } from './besideList';
import { kindIn, type Kinds } from './kinds';
import { operationConfirmed, type Confirmation, type Operation } from './operations';
import { storedAt, type BesideRoot } from './sidecars';

/** The actions by which a slice hears of a live list. */
type LiveActions = Record<LiveEvent['type'], (records: Records) => UnknownAction> & {
  /** The keys that are known to be in a list that may be long. */
  keys?: (state: never) => readonly string[];
};

/** Follows a list live, once there is something to look at: when an action of `begins` has been painted. */
export function* followListAfter(
  begins: Pattern,
  services: { database: DatabaseService; clock: Clock },
  userId: string,
  list: LiveList,
  actions: LiveActions,
): Saga {
  yield* take(begins);
  yield* call(services.clock.afterPaint);
  yield* call(followList, services, userId, list, actions);
}

/** Dispatches what a live list holds and what changes in it, until it is cancelled. */
export function* followList(
  { database }: { database: DatabaseService },
  userId: string,
  list: LiveList,
  actions: LiveActions,
): Saga {
  const knownKeys = actions.keys && (yield* select(actions.keys));
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

type Sources = {
  /** Actions that bring the whole list. */
  whole: PatternOf<{ payload: Records }>;
  /** Those that bring single records (null: removed). */
  changes: PatternOf<{ payload: Records }>;
  /** What a confirmed operation says of the list; null when nothing. */
  confirmed: (operation: Operation, confirmation: Confirmation) => Records | null;
  /** Of a list that may be long: a whole one with nothing new is not compared with the copy again. */
  news?: {
    /** The action that brought the copy itself. */
    restored: Pattern;
    /** Another number after every whole list that brought something new. */
    count: (state: never) => number;
  };
};

/** Keeps the device's copy of a list at what the server last said. */
export function* keepListCached(
  { cache }: { cache: CacheService },
  userId: string,
  list: CachedList,
  { whole, changes, confirmed, news }: Sources,
): Saga {
  let cachedCount: number | undefined;
  if (news)
    yield* takeEvery(news.restored, function* (): Saga {
      cachedCount = yield* select(news.count);
    });
  yield* takeEvery(whole, function* ({ payload }: { payload: Records }): Saga {
    const count = news && (yield* select(news.count));
    if (count !== undefined && count === cachedCount) return;
    cachedCount = count;
    yield* call(cache.write, userId, list, payload);
  });
  yield* takeEvery(changes, ({ payload }: { payload: Records }) => cache.change(userId, list, payload));
  yield* takeEvery(operationConfirmed, ({ payload: { operation, confirmation } }) => {
    const records = confirmation && confirmed(operation, confirmation);
    return records && cache.change(userId, list, records);
  });
}

type BesideServices = { database: DatabaseService; cache: CacheService; clock: Clock };
type ArrivedAction = ((arrival: BesideArrival) => UnknownAction) & Pattern;

/** Reads a list, and what is shown with its records: that arrives first. From the device's copy or the server. */
export function* readWithBeside<Answer extends Records | null>(
  ofList: ListName,
  read: (list: ListName | BesideList) => Promise<Answer>,
  arrived: ArrivedAction,
): Saga<Answer> {
  const lists = besideRecords[ofList].filter(({ isShown }) => isShown).map(({ list }) => list);
  const [records, ...beside] = yield* call(() => Promise.all([read(ofList), ...lists.map(read)]));
  if (records)
    for (const [at, list] of lists.entries())
      yield* put(arrived({ list, type: 'loaded', records: beside[at] ?? {} }));
  return records;
}

/** Keeps what lies beside a list's records: live, once an action of `begins` has been painted, and in the device's copy. */
export function* followBeside(
  services: BesideServices,
  userId: string,
  ofList: ListName,
  begins: Pattern,
  arrived: ArrivedAction,
): Saga {
  const { cache } = services;
  yield* takeEvery(arrived, function* (action): Saga {
    const { list, type, records } = (action as unknown as { payload: BesideArrival }).payload;
    if (type === 'changes') yield* call(cache.change, userId, list, records);
    else yield* call(cache.write, userId, list, records);
  });
  yield* takeEvery(operationConfirmed, function* ({ payload: { confirmation } }): Saga {
    const { [ofList]: state } = yield* select((root: BesideRoot) => root);
    for (const { name, list } of besideRecords[ofList]) {
      const keys = Object.keys(confirmation?.beside?.[list] ?? {});
      const known = keys.map(fireId => [fireId, storedAt(state, name, fireId)] as const);
      if (keys.length > 0) yield* call(cache.change, userId, list, Object.fromEntries(known));
    }
  });
  for (const { list, isShown } of besideRecords[ofList])
    yield* fork(function* (): Saga {
      yield* take(begins);
      yield* call(services.clock.afterPaint);
      if (!isShown) {
        const known = yield* call(cache.read, userId, list);
        if (known) yield* put(arrived({ list, type: 'loaded', records: known }));
      }
      yield* call(followList, services, userId, list, {
        list: records => arrived({ list, type: 'list', records }),
        changes: records => arrived({ list, type: 'changes', records }),
      });
    });
}

/** What a confirmation of a kind of these says of their list. */
export const confirmedRecords =
  (kinds: Kinds) =>
  (operation: Operation, { record }: Confirmation): Records | null =>
    record && kindIn(kinds, operation) ? { [record.fireId]: record.value } : null;
