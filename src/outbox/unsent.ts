import { shallowEqual } from 'react-redux';
import { original, type ActionReducerMapBuilder, type Draft, type PayloadAction } from '@reduxjs/toolkit';
import {
  operationChanged,
  operationDropped,
  operationKept,
  operationSettled,
  operationsRead,
  type Operation,
} from './operations';

/** The unsent operations on one item, in order, over the server's version of it (null: the server has none). */
export type Unsent<Item, O extends Operation> = { base: Item | null; operations: readonly O[] };

/** What a feature says of its items, so that its slice shows them with their unsent operations on top. */
export type Feature<S, Item, O extends Operation, Id> = {
  owns(operation: Operation): operation is O;
  idOf(operation: O): Id;
  /** The items with unsent operations, and those of one. */
  unsentIds(state: S): Iterable<Id>;
  unsentOf(state: S, id: Id): readonly O[];
  serverVersion(state: S, id: Id): Item | null;
  /** Keeps what is unsent of an item, and shows what the server's version and the operations make of it. */
  show(state: S, id: Id, unsent: Unsent<Item, O>): void;
  /** The server took an operation and the item is now `result`; before that is shown. */
  settled(state: S, operation: O, result: Item | null): void;
};

/**
 * A reducer on a shallow copy of its slice, for state that is never written to but replaced: Immer has nothing to do
 * there but cost, its drafts made an edit among 100,000 tasks 6 ms.
 */
export const onCopy =
  <S extends object, Payload>(change: (state: S, payload: Payload) => void) =>
  (draft: Draft<S>, { payload }: PayloadAction<Payload>): S => {
    const before = original(draft) as S;
    const state = { ...before };
    change(state, payload);
    return shallowEqual(before, state) ? before : state;
  };

const isSameOperation = (a: Operation, b: Operation) =>
  a === b || JSON.stringify({ ...a, isAttempted: true }) === JSON.stringify({ ...b, isAttempted: true });
const areSame = (a: readonly Operation[], b: readonly Operation[]) =>
  a.length === b.length && a.every((operation, at) => isSameOperation(operation, b[at]!));
const without = <O extends Operation>(operations: readonly O[], { id }: Operation) =>
  operations.filter(one => one.id !== id);

/** Lets a slice follow the outbox: what it keeps, changes, drops, settles and has read. */
export function followUnsent<S extends { settledId: string | null }, Item, O extends Operation, Id>(
  builder: ActionReducerMapBuilder<S>,
  { owns, idOf, unsentIds, unsentOf, serverVersion, show, settled }: Feature<S, Item, O, Id>,
) {
  const changing = (update: (operations: readonly O[], operation: O) => O[]) =>
    onCopy<S, Operation>((state, operation) => {
      if (!owns(operation)) return;
      const id = idOf(operation);
      show(state, id, {
        base: serverVersion(state, id),
        operations: update(unsentOf(state, id), operation),
      });
    });

  return builder
    .addCase(
      operationKept,
      changing((operations, kept) =>
        [...without(operations, kept), kept].sort((a, b) => a.number - b.number),
      ),
    )
    .addCase(
      operationChanged,
      changing((operations, changed) => operations.map(one => (one.id === changed.id ? changed : one))),
    )
    .addCase(operationDropped, changing(without))
    .addCase(
      operationSettled,
      onCopy<S, { operation: Operation; result?: unknown }>((state, { operation, result }) => {
        if (!owns(operation)) return;
        const id = idOf(operation);
        const base = result as Item | null;
        state.settledId = operation.id;
        settled(state, operation, base);
        show(state, id, { base, operations: without(unsentOf(state, id), operation) });
      }),
    )
    .addCase(
      operationsRead,
      onCopy<S, Operation[]>((state, read) => {
        const kept = new Map<Id, O[]>();
        for (const id of unsentIds(state)) kept.set(id, []);
        for (const operation of read.filter(owns)) {
          const id = idOf(operation);
          const operations = kept.get(id);
          if (operations) operations.push(operation);
          else kept.set(id, [operation]);
        }
        for (const [id, operations] of kept) {
          if (areSame(operations, unsentOf(state, id))) continue;
          show(state, id, { base: serverVersion(state, id), operations });
        }
      }),
    );
}
