import { call, delay, put, take, type Saga } from '../lib/effects';
import type { DatabaseService } from '../services/database';
import { ServiceFailure } from '../services/failure';
import { operationConfirmed } from '../sync/operations';
import { accountStorageChanged } from './uiSlice';

/** Milliseconds after a saved change in which further ones are collected. */
export const STORAGE_DELAY_MS = 60_000;

/** Keeps the account's usage up to date: requests it at the start, and a minute after a change was saved. */
export function* followStorage({ database }: { database: DatabaseService }, userId: string): Saga {
  for (;;) {
    try {
      const storage = yield* call(database.accountStorage, userId);
      if (!storage) return;
      yield* put(accountStorageChanged(storage));
    } catch (failure) {
      if (!(failure instanceof ServiceFailure)) throw failure;
    }
    yield* take(operationConfirmed);
    yield* delay(STORAGE_DELAY_MS);
  }
}
