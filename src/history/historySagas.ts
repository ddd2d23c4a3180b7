import { call, flush, fork, keepAll, put, select, take, takeFrom, type Saga } from '../lib/effects';
import type { CacheService, HistoryEntry } from '../services/device';
import {
  operationConfirmed,
  operationDiscarded,
  operationKept,
  type Change,
  type Operation,
} from '../sync/operations';
import type { Queue } from '../sync/queue';
import { keepChange } from '../sync/queueSagas';
import { selectIsSaving } from '../sync/queueSlice';
import type { ForgottenItem } from './forgetting';
import {
  historyRead,
  itemsForgotten,
  redoRequested,
  requestBegun,
  selectEntries,
  selectLastChange,
  selectLastUndone,
  selectRequest,
  undoRequested,
  withOperation,
} from './historySlice';

/** What the history asks of the kinds of change. */
export type HistoryKinds = {
  /** A change as this page names what it changed: another page may have made it, or this one long ago. */
  here(change: Change): Saga<Change>;
  /** The changes that undo a change, none when it cannot be undone. */
  invert(change: Change): Saga<Change[]>;
  /** Which items an operation deletes for ever. */
  forgotten(operation: Operation): ForgottenItem[];
};
export type HistoryServices = { cache: CacheService; queue: Pick<Queue, 'all'> };

/** What makes a change again that was undone: the inverse of its inverse, over what has happened since. */
function* redoOf(invert: HistoryKinds['invert'], step: Change): Saga<Change[]> {
  const inverse = yield* call(invert, step);
  if (inverse.length === 0) return [];
  return inverse.length === 1 ? yield* call(invert, inverse[0]!) : [step];
}

/** Of so many items a change is undone or redone at once: one after the other thousands took minutes. */
const ITEMS_AT_ONCE = 100;

/**
 * Undoes changes and makes them again, one after the other; a request waits until it is known what was changed last.
 * Each is an operation like any other: it works offline, after a reload, and over whatever has happened since.
 */
export function* keepUndoing(kinds: HistoryKinds): Saga {
  for (;;) {
    const request = yield* select(selectRequest);
    if (!request || (yield* select(selectIsSaving))) {
      yield* take([undoRequested, redoRequested, historyRead, operationKept, operationDiscarded]);
      continue;
    }
    yield* put(requestBegun());
    const isUndo = request === 'undo';
    const entry = yield* select(isUndo ? selectLastChange : selectLastUndone);
    if (!entry) continue;
    const steps = isUndo ? [...entry.steps].reverse() : entry.steps;
    const ofItems = byItem(steps);
    for (let at = 0; at < ofItems.length; at += ITEMS_AT_ONCE)
      yield* call(keepAnswers, kinds, entry.id, request, ofItems.slice(at, at + ITEMS_AT_ONCE));
  }
}

/** Steps of one item are answered one after the other. */
function byItem(steps: readonly Change[]): Change[][] {
  const items = new Map<string, Change[]>();
  for (const step of steps) items.set(step.itemKey, [...(items.get(step.itemKey) ?? []), step]);
  return [...items.values()];
}

/** Requests what undoes or redoes the steps of several items, side by side; ends when all of it is kept. */
function* keepAnswers(
  { here, invert }: HistoryKinds,
  changeId: string,
  role: 'undo' | 'redo',
  ofItems: readonly Change[][],
): Saga {
  for (const steps of ofItems)
    yield* fork(function* (): Saga {
      for (const { itemKey, kind, payload } of steps) {
        const step = yield* call(here, { itemKey, kind, payload });
        const changes = yield* call(role === 'undo' ? invert : redoOf.bind(null, invert), step);
        for (const change of changes) yield* call(keepChange, change, { changeId, role });
      }
    });
}

/**
 * What the device stored before `made`, which was changed since this page was opened. A page may have ended before it
 * stored its last changes: those that the queue holds and the history lacks are noted.
 */
function historyOf(stored: HistoryEntry[], made: HistoryEntry[], operations: readonly Operation[]) {
  const known = new Set(made.map(({ id }) => id));
  const isBefore = ({ id, isUndone }: HistoryEntry) => !known.has(id) && !(isUndone && made.length > 0);
  const entries = [...stored.filter(isBefore), ...made];
  const newest = Math.max(0, ...stored.map(({ number }) => number));
  const steps = new Set(entries.flatMap(one => one.steps.map(({ id }) => id)));
  return operations
    .filter(({ id, number, role }) => number > newest && role !== 'silent' && !steps.has(id))
    .reduce(withOperation, entries);
}

/**
 * Stores the history on the device, so that it goes on after a reload; what any tab deletes for ever leaves it. What
 * happens while it is read is heard afterwards.
 */
export function* keepHistory(
  { cache, queue }: HistoryServices,
  userId: string,
  { forgotten }: HistoryKinds,
): Saga {
  const changes = yield* keepAll([operationKept, operationDiscarded, operationConfirmed]);
  let kept: HistoryEntry[] = yield* call(cache.readHistory, userId);
  let operations: readonly Operation[] = yield* call(queue.all, userId);
  yield* put(historyRead(historyOf(kept, yield* select(selectEntries), operations)));
  for (;;) {
    const items = operations.flatMap(forgotten);
    if (items.length > 0) yield* put(itemsForgotten(items));
    const entries = yield* select(selectEntries);
    const before = new Set(kept);
    const ids = new Set(entries.map(({ id }) => id));
    const changed = entries.filter(entry => !before.has(entry));
    const gone = kept.filter(({ id }) => !ids.has(id)).map(({ id }) => id);
    kept = entries;
    if (changed.length + gone.length > 0) yield* call(cache.changeHistory, userId, changed, gone);
    // What happens meanwhile is stored together: a step of thousands would be written as often as it grows.
    const happened = [yield* takeFrom(changes), ...(yield* flush(changes))];
    operations = happened.flatMap(one => (operationKept.match(one) ? one.payload : []));
  }
}

/** All that the history of the signed-in user needs, until the session ends. */
export function* historySaga(services: HistoryServices, userId: string, kinds: HistoryKinds): Saga {
  yield* fork(keepUndoing, kinds);
  yield* fork(keepHistory, services, userId, kinds);
}
