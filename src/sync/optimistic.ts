import { original, type ActionReducerMapBuilder, type PayloadAction } from '@reduxjs/toolkit';
import {
  operationChanged,
  operationDropped,
  operationKept,
  operationMade,
  operationSettled,
  operationsRead,
  type Operation,
} from './operations';

/** The unsent operations on one item, in order, over the server's version of it (null: the server has none). */
export type Unsent<Item, O extends Operation> = { base: Item | null; operations: O[] };

type State = { settledId: string | null };

/** What a feature says of its items, so that its slice shows them with their unsent operations on top. */
export type Feature<S, Item, O extends Operation, Id extends PropertyKey> = {
  owns(operation: Operation): operation is O;
  idOf(operation: O): Id;
  serverVersion(state: S, id: Id): Item | null;
  /** Every item that has something unsent. */
  unsentIds(state: S): Iterable<Id>;
  unsentOf(state: S, id: Id): readonly O[];
  /** An operation was made, or kept, maybe after it was made; before it is shown. */
  made?(state: S, operation: O): void;
  /** Keeps what is unsent of an item, and shows what the server's version and the operations make of it. */
  show(state: S, id: Id, unsent: Unsent<Item, O>): void;
  /** The server took an operation and answered `result`: what it has of the item now, which is then shown. */
  settled(state: S, operation: O, result: unknown): Item | null;
  /** Many items are about to change. */
  prepareForMany?(state: S): void;
};

/** From this many items on it pays to prepare for them. */
export const MANY = 100;

const isSameOperation = (a: Operation, b: Operation) =>
  a === b || JSON.stringify({ ...a, isAttempted: true }) === JSON.stringify({ ...b, isAttempted: true });
const areSame = (a: readonly Operation[], b: readonly Operation[]) =>
  a.length === b.length && a.every((operation, at) => isSameOperation(operation, b[at]!));

/** Lets a slice follow the outbox: what it keeps, changes, drops, settles and has read. */
export function followUnsent<S extends State, Item, O extends Operation, Id extends PropertyKey>(
  builder: ActionReducerMapBuilder<S>,
  feature: Feature<S, Item, O, Id>,
) {
  const { owns, idOf, serverVersion, unsentIds, unsentOf, show } = feature;
  const change = (
    state: S,
    operation: Operation,
    update: (operations: readonly O[], operation: O) => O[],
  ) => {
    if (!owns(operation)) return;
    const id = idOf(operation);
    const operations = update(unsentOf(state, id), operation);
    show(state, id, { base: serverVersion(state, id), operations });
  };
  const without = (operations: readonly O[], { id }: Operation) => operations.filter(one => one.id !== id);

  const take = (draft: unknown, { payload }: PayloadAction<Operation>) => {
    const state = draft as S;
    if (owns(payload)) feature.made?.(state, payload);
    change(state, payload, (operations, made) =>
      [...without(operations, made), made].sort((a, b) => a.number - b.number),
    );
  };

  return builder
    .addCase(operationMade, take)
    .addCase(operationKept, take)
    .addCase(operationChanged, (state, { payload }) =>
      change(state as S, payload, (operations, changed) =>
        operations.map(operation => (operation.id === changed.id ? changed : operation)),
      ),
    )
    .addCase(operationDropped, (state, { payload }) => change(state as S, payload, without))
    .addCase(operationSettled, (draft, { payload: { operation, result } }) => {
      if (!owns(operation)) return;
      const state = draft as S;
      const id = idOf(operation);
      state.settledId = operation.id;
      const base = feature.settled(state, operation, result);
      show(state, id, { base, operations: without(unsentOf(state, id), operation) });
    })
    .addCase(operationsRead, (draft, { payload }) => {
      const state = draft as S;
      const before = original(draft) as S;
      const kept = new Map<Id, O[]>();
      for (const id of unsentIds(before)) kept.set(id, []);
      for (const operation of payload.filter(owns)) {
        const id = idOf(operation);
        const operations = kept.get(id);
        if (operations) operations.push(operation);
        else kept.set(id, [operation]);
      }
      const news = [...kept].filter(([id, operations]) => !areSame(operations, unsentOf(before, id)));
      if (news.length > MANY) feature.prepareForMany?.(state);
      for (const [id, operations] of news) show(state, id, { base: serverVersion(before, id), operations });
    });
}
