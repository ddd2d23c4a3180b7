import { nanoid } from '@reduxjs/toolkit';
import { call, fork, put, select, take, type Saga } from '../lib/effects';
import { operationDropped, operationKept, type NewOperation } from '../sync/operations';
import type { Outbox } from '../sync/queue';
import type { CacheService, HistoryEntry, HistoryStep } from '../services/device';
import {
  historyRead,
  redoRequested,
  requestBegun,
  selectEntries,
  selectLastChange,
  selectLastUndone,
  selectReadyRequest,
  undoRequested,
} from './historySlice';

/** What takes a step back, as its feature says; null for what can't be. The inverse of an inverse makes it again. */
export type Inverse = (step: Omit<HistoryStep, 'id'>) => Saga<Omit<HistoryStep, 'id'> | null>;
export type HistoryServices = { outbox: Outbox; cache: CacheService };

/**
 * Takes changes back and makes them again, one after the other; a request waits until the history is read. Each is an
 * operation like any other: it works offline, after a reload, and over whatever has happened since.
 */
export function* keepUndoing({ outbox }: HistoryServices, userId: string, inverse: Inverse): Saga {
  for (;;) {
    const request = yield* select(selectReadyRequest);
    if (!request) {
      yield* take([undoRequested, redoRequested, historyRead, operationKept, operationDropped]);
      continue;
    }
    yield* put(requestBegun());
    const isUndo = request === 'undo';
    const entry = yield* select(isUndo ? selectLastChange : selectLastUndone);
    if (!entry) continue;
    const steps = isUndo ? [...entry.steps].reverse() : entry.steps;
    for (const step of steps) {
      const undone = yield* call(inverse, step);
      const wanted = isUndo || !undone ? undone : yield* call(inverse, undone);
      if (!wanted) continue;
      const act = isUndo ? 'undo' : 'redo';
      const operation: NewOperation = { ...wanted, id: nanoid(), entry: entry.id, act };
      yield* call(outbox.append, userId, operation);
    }
  }
}

/** Keeps the history on the device, so that it goes on after a reload. */
export function* keepHistory({ cache }: HistoryServices, userId: string): Saga {
  let kept: HistoryEntry[] = yield* call(cache.readHistory, userId);
  yield* put(historyRead(kept));
  for (;;) {
    yield* take([operationKept, operationDropped]);
    const entries = yield* select(selectEntries);
    const before = new Set(kept);
    const ids = new Set(entries.map(({ id }) => id));
    const changed = entries.filter(entry => !before.has(entry));
    const gone = kept.filter(({ id }) => !ids.has(id)).map(({ id }) => id);
    kept = entries;
    if (changed.length + gone.length > 0) yield* call(cache.changeHistory, userId, changed, gone);
  }
}

/** All that the history of the signed-in user needs, until the session ends. */
export function* historySaga(services: HistoryServices, userId: string, inverse: Inverse): Saga {
  yield* fork(keepUndoing, services, userId, inverse);
  yield* fork(keepHistory, services, userId);
}
