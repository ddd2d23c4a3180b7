import type { UnknownAction } from '@reduxjs/toolkit';
import { call, channelOf, put, select, take, takeEvery, takeFrom, type Saga } from '../lib/effects';
import type { Pattern, PatternOf } from '../lib/patterns';
import type { DatabaseService, LiveEvent, LiveList, Records } from '../services/database';
import type { CachedList, CacheService, Clock } from '../services/device';
import { operationConfirmed, type Confirmation } from './operations';

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
  /** What a confirmed operation of this kind says of the list; null when nothing. */
  confirmed: (kind: string, confirmation: Confirmation) => Records | null;
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
    const records = confirmation && confirmed(operation.kind, confirmation);
    return records && cache.change(userId, list, records);
  });
}

/** What a confirmation of a record kind, e.g. `task/…`, says of its list. */
export const confirmedRecords =
  (name: string) =>
  (kind: string, { record }: Confirmation): Records | null =>
    record && kind.startsWith(`${name}/`) ? { [record.fireId]: record.value } : null;
