import type { UnknownAction } from '@reduxjs/toolkit';
import { call, channelOf, put, select, take, takeEvery, takeFrom, type Saga } from '../lib/effects';
import type { Pattern, PatternOf } from '../lib/patterns';
import { operationSettled, type Operation } from './operations';
import type { DatabaseService, LiveEvent, LiveList, Records } from '../services/database';
import type { CachedList, CacheService, Clock } from '../services/device';

type Tell = Record<LiveEvent['type'], (records: Records) => UnknownAction> & {
  /** The keys that are known to be in a list that may be long. */
  keys?: (state: never) => readonly string[];
};

/** Follows a list live, begun once there is something to look at: when one of `begins` has been painted. */
export function* followListAfter(
  begins: Pattern,
  services: { database: DatabaseService; clock: Clock },
  userId: string,
  list: LiveList,
  told: Tell,
): Saga {
  yield* take(begins);
  yield* call(services.clock.afterPaint);
  yield* call(followList, services, userId, list, told);
}

/** Tells the store what a live list has and what changes in it, until it is cancelled. */
export function* followList(
  { database }: { database: DatabaseService },
  userId: string,
  list: LiveList,
  told: Tell,
): Saga {
  const knownKeys = told.keys && (yield* select(told.keys));
  const events = channelOf<LiveEvent>(emit => database.follow(userId, list, emit, knownKeys));
  try {
    for (;;) {
      const { type, records } = yield* takeFrom(events);
      yield* put(told[type](records));
    }
  } finally {
    events.close();
  }
}

type Told = {
  /** Actions that bring the whole list. */
  whole: PatternOf<{ payload: Records }>;
  /** Those that bring single records (null: removed). */
  changes: PatternOf<{ payload: Records }>;
  /** What the server has since it took an operation; null when that is of no concern to the list. */
  settled: (operation: Operation, result: unknown) => Records | null;
  /** Of a list that may be long: what tells a whole one with nothing new, which is not compared with the copy again. */
  news?: {
    /** The action that brought the copy itself. */
    copied: Pattern;
    /** Another number after every whole list that brought something new. */
    count: (state: never) => number;
  };
};

/** Keeps the device's copy of a list at what the server last said. */
export function* keepListCached(
  { cache }: { cache: CacheService },
  userId: string,
  list: CachedList,
  { whole, changes, settled, news }: Told,
): Saga {
  let copied: number | undefined;
  if (news)
    yield* takeEvery(news.copied, function* (): Saga {
      copied = yield* select(news.count);
    });
  yield* takeEvery(whole, function* ({ payload }: { payload: Records }): Saga {
    const count = news && (yield* select(news.count));
    if (count !== undefined && count === copied) return;
    copied = count;
    yield* call(cache.write, userId, list, payload);
  });
  yield* takeEvery(changes, ({ payload }: { payload: Records }) => cache.change(userId, list, payload));
  yield* takeEvery(operationSettled, ({ payload }: ReturnType<typeof operationSettled>) => {
    const records = settled(payload.operation, payload.result);
    return records && cache.change(userId, list, records);
  });
}
