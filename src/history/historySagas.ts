import { nanoid } from '@reduxjs/toolkit';
import { call, fork, keepAll, put, select, take, takeFrom, type Saga } from '../lib/effects';
import { operationDropped, operationKept, type NewOperation, type Operation } from '../sync/operations';
import type { Outbox } from '../sync/queue';
import type { CacheService, HistoryEntry, HistoryStep } from '../services/device';
import { stepsOf, type ForgottenItem } from './forgetting';
import {
  historyRead,
  redoRequested,
  requestBegun,
  selectEntries,
  selectLastChange,
  selectLastUndone,
  selectReadyRequest,
  stepsForgotten,
  undoRequested,
} from './historySlice';

/** What takes a step back, as its feature says; null for what can't be. The inverse of an inverse makes it again. */
export type Inverse = (step: Omit<HistoryStep, 'id'>) => Saga<Omit<HistoryStep, 'id'> | null>;
/** Which items an operation deletes for ever. */
export type Forgotten = (operation: Operation) => ForgottenItem[];
/** What the history asks the features of an operation. */
export type Features = { inverse: Inverse; forgotten: Forgotten };
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

/**
 * Keeps the history on the device, so that it goes on after a reload; what any tab deletes for ever leaves it. What
 * happens while it is read is heard afterwards.
 */
export function* keepHistory({ cache }: HistoryServices, userId: string, forgotten: Forgotten): Saga {
  const changes = yield* keepAll<ReturnType<typeof operationKept>>([operationKept, operationDropped]);
  let kept: HistoryEntry[] = yield* call(cache.readHistory, userId);
  yield* put(historyRead(kept));
  for (;;) {
    const change = yield* takeFrom(changes);
    const items = operationKept.match(change) ? forgotten(change.payload) : [];
    const forgottenIds = items.length > 0 ? stepsOf(yield* select(selectEntries), items) : [];
    if (forgottenIds.length > 0) yield* put(stepsForgotten(forgottenIds));
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
export function* historySaga(
  services: HistoryServices,
  userId: string,
  { inverse, forgotten }: Features,
): Saga {
  yield* fork(keepUndoing, services, userId, inverse);
  yield* fork(keepHistory, services, userId, forgotten);
}
