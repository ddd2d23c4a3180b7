import type { ActionReducerMapBuilder } from '@reduxjs/toolkit';
import { isOperationNoted, operationConfirmed, operationDiscarded } from '../../operations';
import { operationsRead } from '../../queue/queueSlice';
import { othersOf as noticeOf, type Others } from '../others';
import { pendingChangesOf } from './pendingChanges';
import { arrivalsOf } from './recordArrivals';
import { itemsOf, showOf } from './recordItems';
import type { Key, RecordDefinition, RecordListState } from './recordState';
import { sidecarArrivalsOf } from './sidecarArrivals';
import { noSidecars, storedAt } from '../sidecars';

/** The parts of a slice that has a record list. */
export function recordListBy<State extends RecordListState<Item, Id>, Item extends object, Id extends Key>(
  definition: RecordDefinition<State, Item, Id>,
) {
  const items = showOf<Item, Id>(itemsOf<Item, Id>(definition));
  const { buckets, allItems, show, serverItem } = items;
  const { takeRecords, ...arrivals } = arrivalsOf(items);
  const { sidecarsArrived, takeConfirmedSidecars } = sidecarArrivalsOf(items);
  const changes = pendingChangesOf(items, takeRecords);

  const initialState: RecordListState<Item, Id> = {
    phase: 'idle',
    failure: null,
    isKnown: false,
    items: buckets.items.empty,
    pending: buckets.pendings.empty,
    pendingCount: 0,
    ids: buckets.keyedIds.empty,
    confirmedId: null,
    changedWhileLoading: {},
    isLive: false,
    beside: noSidecars(definition.list),
  };

  return {
    initialState,
    item: items.item,
    serverItem,
    pendingOf: items.pendingOf,
    allPending: items.allPending,
    allItems,
    idOfKey: items.idOfKey,
    /** Updates a displayed item after a change of other data that it depends on. */
    showAgain: (state: RecordListState<Item, Id>, id: Id) => show(state, id, serverItem(state, id)),
    /** The reducers for the slice's events. */
    reads: { ...arrivals, sidecarsArrived },
    /** Adds the reducers for the queue's events. Call it after the slice's own cases. */
    followQueue: (builder: ActionReducerMapBuilder<State>) =>
      builder
        .addMatcher(operationsRead.match, (state, { payload }) => changes.read(state as State, payload))
        .addMatcher(isOperationNoted, (state, { payload }) => changes.put(state as State, payload))
        .addMatcher(operationDiscarded.match, (state, { payload }) => changes.remove(state as State, payload))
        .addMatcher(operationConfirmed.match, (state, { payload: { operation, confirmation } }) => {
          takeConfirmedSidecars(state as State, confirmation);
          changes.confirm(state as State, operation, confirmation);
        }),
    /** The notice at an item; undefined once the user has dismissed it here. */
    othersOf(state: RecordListState<Item, Id>, id: Id): Others | undefined {
      const item = items.item(state, id);
      const fireId = item && definition.keyOf(item);
      const isDismissed = items
        .operationsOf(state, id)
        .some(({ kind }) => definition.kinds[kind]?.isDismissal);
      return fireId && !isDismissed ? noticeOf(storedAt(state, 'others', fireId)) : undefined;
    },
    /** All keys. Its cost grows with the list. */
    allKeys: (state: RecordListState<Item, Id>): string[] =>
      Array.from(allItems(state)).flatMap(item => definition.keyOf(item) ?? []),
    /** The items that differ between two versions of `items`. */
    changes: buckets.items.changes,
  };
}
