import { call, put, select, takeEvery, type Saga } from '../lib/effects';
import type { DatabaseService } from '../services/database';
import type { CacheService } from '../services/device';
import { followList } from '../sync/records/list/listSagas';
import { isPendingChange } from '../sync/queue/pendingOperations';
import type { Queue } from '../sync/queue/queue';
import { selectSettings } from './settingsSelectors';
import { settingsShown } from './settingsSlice';
import { selectMerged, settingsArrived, settingsBegun, settingsChanged } from './settingsSyncSlice';

export type SettingsServices = { database: DatabaseService; cache: CacheService; queue: Queue };

/** Keeps the settings up to date, with this device's changes on top, and stores a copy for the next start. */
export function* showSettings({ cache }: SettingsServices, userId: string): Saga {
  const merged = yield* select(selectMerged);
  const text = JSON.stringify(merged);
  if (text === JSON.stringify(yield* select(selectSettings))) return;
  yield* put(settingsShown(merged));
  yield* call(cache.writeSettings, userId, merged);
}

/** Follows the signed-in user's settings live, on whichever device they are changed. */
export function* settingsSaga(services: SettingsServices, userId: string): Saga {
  const { cache, queue } = services;
  const settings = yield* select(selectSettings);
  yield* put(settingsBegun({ settings, operations: yield* call(queue.all, userId) }));
  yield* call(cache.writeSettings, userId, settings); // a device that has just signed in has none yet
  yield* takeEvery(
    [settingsBegun, settingsArrived, settingsChanged, isPendingChange],
    showSettings,
    services,
    userId,
  );
  yield* call(showSettings, services, userId);
  yield* call(followList, services, userId, 'settings', { list: settingsArrived, changes: settingsChanged });
}
