import { call, select, takeEvery, type Saga } from '../lib/effects';
import type { DatabaseService } from '../services/database';
import type { CacheService } from '../services/device';
import { followList } from '../sync/records/list/listSagas';
import { isPendingChange } from '../sync/queue/pendingOperations';
import type { Queue } from '../sync/queue/queue';
import type { Settings } from './settings';
import { selectSettings, settingsArrived, settingsChanged } from './settingsSlice';

type Services = { database: DatabaseService; cache: CacheService; queue: Queue };

/** Follows the signed-in user's settings live, on whichever device they are changed, and stores a copy for the next start. */
export function* settingsSaga(services: Services, userId: string): Saga {
  const { cache, queue } = services;
  let kept: Settings | undefined;
  const keep = function* (): Saga {
    const settings = yield* select(selectSettings);
    if (settings === kept) return;
    kept = settings;
    yield* call(cache.writeSettings, userId, settings);
  };
  yield* takeEvery([settingsArrived, settingsChanged, isPendingChange], keep);
  yield* keep();
  yield* call(queue.all, userId); // pending changes are shown before the server's older values
  yield* call(followList, services, userId, 'settings', { list: settingsArrived, changes: settingsChanged });
}
