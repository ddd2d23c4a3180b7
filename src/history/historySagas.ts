import { nanoid, type UnknownAction } from '@reduxjs/toolkit';
import { call, flush, fork, keepAll, put, select, take, takeFrom, type Saga } from '../lib/effects';
import type { CacheService, HistoryEntry } from '../services/device';
import {
  operationConfirmed,
  operationDiscarded,
  operationKept,
  requestChange,
  type Change,
  type Operation,
} from '../sync/operations';
import type { Queue } from '../sync/queue/queue';
import type { Rebased } from '../sync/kinds';
import { keyOfPayload } from '../sync/records/list/recordItems';
import type { ForgottenItem } from './forgetting';
import {
  historyRead,
  itemsForgotten,
  redoRequested,
  requestAnswered,
  requestBegun,
  selectEntries,
  selectLastChange,
  selectLastUndone,
  selectRequest,
  undoRequested,
  withKey,
  withOperation,
} from './historySlice';

/** The functions of the kinds of change that the history needs. */
export type HistoryKinds = {
  /** The change with its current ids, which may have been made by another page or long ago. */
  localise(change: Change): Saga<Change>;
  /** The changes that undo a change, none when it cannot be undone. */
  invert(change: Change): Change[];
  /** An undo or redo without what was changed since. */
  rebase(change: Change): Saga<Rebased>;
  /** The items that an operation deletes forever. */
  forgotten(operation: Operation): ForgottenItem[];
};
export type HistoryServices = { cache: CacheService; queue: Pick<Queue, 'all'> };

/** The changes that redo an undone change: the inverse of its inverse. */
function redoOf(invert: HistoryKinds['invert'], step: Change): Change[] {
  const inverse = invert(step);
  return inverse.length === 1 ? invert(inverse[0]!) : inverse.length === 0 ? [] : [step];
}

/**
 * Undoes and redoes changes, one after the other. Requests wait until the last change is known. Each undo is an
 * ordinary operation: it works offline, after a reload, and based on the current state.
 */
export function* keepUndoing(kinds: HistoryKinds): Saga {
  for (;;) {
    const request = yield* select(selectRequest);
    if (!request) {
      yield* take([undoRequested, redoRequested, historyRead]);
      continue;
    }
    yield* put(requestBegun());
    const entry = yield* select(request === 'undo' ? selectLastChange : selectLastUndone);
    if (entry) yield* call(requestAnswer, kinds, entry, request);
  }
}

/**
 * Requests all operations of an undo or redo in one turn, so that the device stores all or none of them. Each step is
 * based on the result of the earlier ones, and leaves what was changed or deleted since.
 */
function* requestAnswer(
  { localise, invert, rebase }: HistoryKinds,
  { id: changeId, steps }: HistoryEntry,
  role: 'undo' | 'redo',
): Saga {
  const [made, left] = [new Set<string>(), new Set<string>()];
  for (const { itemKey, kind, payload } of role === 'undo' ? [...steps].reverse() : steps) {
    const step = yield* call(localise, { itemKey, kind, payload });
    for (const reversal of role === 'undo' ? invert(step) : redoOf(invert, step)) {
      const { change, stays } = yield* call(rebase, reversal);
      if (stays) left.add(itemKey);
      if (!change) continue;
      made.add(itemKey);
      yield* put(requestChange(change, { changeId, role, isOfMany: steps.length > 1 }));
    }
  }
  const itemKeys = [...left].filter(itemKey => !made.has(itemKey));
  const stays = { itemKeys, isPart: itemKeys.length < left.size };
  yield* put(requestAnswered({ entryId: changeId, role, operationId: nanoid(), stays }));
}

/**
 * Adds the stored entries in front of `made`, those made since this page was opened. Operations that are in the queue
 * but not in the stored history are added too: a page may have ended before storing them.
 */
function historyOf(stored: HistoryEntry[], made: HistoryEntry[], operations: readonly Operation[]) {
  const known = new Set(made.map(({ id }) => id));
  const isBefore = ({ id, isUndone }: HistoryEntry) => !known.has(id) && !(isUndone && made.length > 0);
  const entries = [...stored.filter(isBefore), ...made];
  const newest = Math.max(0, ...stored.map(({ number }) => number));
  const steps = new Set(entries.flatMap(entry => entry.steps.map(({ id }) => id)));
  return operations
    .filter(({ id, number, role }) => number > newest && role !== 'silent' && !steps.has(id))
    .reduce(withOperation, entries);
}

/** The items that an event reports as deleted forever, by this device or another one. */
function forgottenIn(event: UnknownAction, forgotten: HistoryKinds['forgotten']): ForgottenItem[] {
  if (operationKept.match(event)) return forgotten(event.payload);
  if (!operationConfirmed.match(event) || !event.payload.confirmation?.isGone) return [];
  const { itemKey, payload } = event.payload.operation;
  return [{ itemKey, fireId: keyOfPayload(payload) }];
}

/**
 * Stores the history on the device, so that it continues after a reload. Items that any tab deletes forever are removed
 * from it. Events that occur while it is being read are handled afterwards.
 */
export function* keepHistory(
  { cache, queue }: HistoryServices,
  userId: string,
  { forgotten }: HistoryKinds,
): Saga {
  const changes = yield* keepAll([operationKept, operationDiscarded, operationConfirmed, requestAnswered]);
  let kept: HistoryEntry[] = yield* call(cache.readHistory, userId);
  const pending: readonly Operation[] = yield* call(queue.all, userId);
  // The add of a task may have been confirmed before its entry was read.
  let happened = yield* flush(changes);
  const known = historyOf(kept, yield* select(selectEntries), pending);
  yield* put(
    historyRead(
      happened
        .filter(operationConfirmed.match)
        .map(({ payload }) => payload)
        .reduce(withKey, known),
    ),
  );
  let items = [...pending.flatMap(forgotten), ...happened.flatMap(event => forgottenIn(event, forgotten))];
  for (;;) {
    if (items.length > 0) yield* put(itemsForgotten(items));
    const entries = yield* select(selectEntries);
    const before = new Set(kept);
    const ids = new Set(entries.map(({ id }) => id));
    const changed = entries.filter(entry => !before.has(entry));
    const gone = kept.filter(({ id }) => !ids.has(id)).map(({ id }) => id);
    kept = entries;
    if (changed.length + gone.length > 0) yield* call(cache.changeHistory, userId, changed, gone);
    // Stores queued events together; otherwise a step of thousands of changes would be written again for each of them.
    happened = [yield* takeFrom(changes), ...(yield* flush(changes))];
    items = happened.flatMap(event => forgottenIn(event, forgotten));
  }
}

/** All history sagas of the signed-in user, until the session ends. */
export function* historySaga(services: HistoryServices, userId: string, kinds: HistoryKinds): Saga {
  yield* fork(keepUndoing, kinds);
  yield* fork(keepHistory, services, userId, kinds);
}
